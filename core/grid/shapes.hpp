// Purpose: These functions compute the cells of a brush stroke, rectangle, ellipse and flood fill, as edits
//          that GridMap::apply accepts.
// Units: Sizes are in cells. A brush of size n is as wide as n cells: it covers the cells whose centres are within n/2
// of
//        its middle, by the Euclidean distance (round) or the Chebyshev distance (square). Its radius is (n - 1)/2. If
//        n is even, the middle is the lower right corner of the cell under the pointer.
#pragma once

#include <optional>
#include <unordered_map>

#include "core/grid/grid_map.hpp"

namespace strata {

enum class BrushShape : uint8_t { kRound, kSquare };

struct Brush {
  int radius = 0;  // cells between the cell under the pointer and the upper or left edge
  BrushShape shape = BrushShape::kRound;
  bool even = false;  // the size is even: the brush covers one more row and one more column
  int size() const { return 2 * radius + 1 + (even ? 1 : 0); }
  double exact_radius() const { return (size() - 1) / 2.0; }
  friend bool operator==(const Brush&, const Brush&) = default;
};

// Returns the brush with this radius, which is a multiple of 0.5; nullopt: it is not.
std::optional<Brush> brush_of_radius(double radius, BrushShape shape);

// Returns the edit that applies the brush at every cell of the line from `a` to `b`, both included, clipped to the map.
// No cell occurs twice.
Edit brush_line(const GridMap& map, Cell a, Cell b, const Brush& brush, char letter);
// Returns a rectangle with the corners `a` and `b` included, in any order; without `filled` only its outline.
Edit rectangle(const GridMap& map, Cell a, Cell b, bool filled, char letter);
// Returns the ellipse inscribed in the rectangle with the corners `a` and `b`. Its outline is 4-connected.
Edit ellipse(const GridMap& map, Cell a, Cell b, bool filled, char letter);
// Returns the 4-connected component of cells with the terrain of `seed`.
Edit flood_fill(const GridMap& map, Cell seed, char letter);
// Returns the same edit if the component has at most `most` cells; nullopt: it is larger.
std::optional<Edit> flood_fill_within(const GridMap& map, Cell seed, char letter, size_t most);
// These functions turn an edit of letters, as the functions above return it, into one that leaves letters alone and
// gives the same cells weights of their own. with_weight gives all cells one weight, 1..kMaxCellWeight, or takes theirs
// away (0). The others start from what each cell costs now (cell_cost); they leave blocked cells out, and no cell may
// occur twice. with_raised_weights adds `by`, which may be negative, and keeps the sums within 1..kMaxCellWeight.
// with_smoothed_weights gives each cell the rounded mean of what it and the cells around it (3x3) cost, blocked ones
// left out; `before` has the costs of cells that count as they were before, such as at the start of a stroke.
Edit with_weight(Edit edit, int weight);
Edit with_raised_weights(const GridMap& map, const TerrainWeights& terrains, const Edit& edit, int by);
Edit with_smoothed_weights(const GridMap& map, const TerrainWeights& terrains, const Edit& edit,
                           const std::unordered_map<CellId, int>& before = {});
// Returns the weight of the cell: its own, or that of its terrain in `terrains`; 0: it is blocked and has none.
int cell_cost(const GridMap& map, const TerrainWeights& terrains, CellId cell);
// Returns the cells of the line from `a` to `b` in order (Bresenham), both included, not clipped to the map.
std::vector<Cell> line_cells(Cell a, Cell b);

}  // namespace strata
