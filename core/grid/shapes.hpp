// Purpose: These functions return the cells of a brush dab, a line of dabs, a rectangle and a flood fill, as edits
//          ready to be applied.
// Units: Radius in cells; radius 0 is one cell, radius r covers the cells within distance r (round: Euclidean with
//        r + 0.5, square: Chebyshev).
#pragma once

#include "core/grid/grid_map.hpp"

namespace strata {

enum class BrushShape : uint8_t { kRound, kSquare };

struct Brush {
  int radius = 0;
  BrushShape shape = BrushShape::kRound;
  friend bool operator==(const Brush&, const Brush&) = default;
};

// Returns dabs at every cell of the line from `a` to `b` (both included), clipped to the map; no cell twice.
Edit brush_line(const GridMap& map, Cell a, Cell b, const Brush& brush, char letter);
// Returns a rectangle with corners `a` and `b`, included, in any order.
Edit rectangle(const GridMap& map, Cell a, Cell b, bool filled, char letter);
// Returns the ellipse within such a rectangle. The outline is closed over edges of cells.
Edit ellipse(const GridMap& map, Cell a, Cell b, bool filled, char letter);
// Returns the 4-connected area of cells with the terrain of `seed`.
Edit flood_fill(const GridMap& map, Cell seed, char letter);
// Returns the cells of the line from a to b in order (Bresenham), both included, not clipped.
std::vector<Cell> line_cells(Cell a, Cell b);

}  // namespace strata
