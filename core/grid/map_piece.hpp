// Purpose: A MapPiece is a part of a map that was cut out: a rectangle of letters, some of which may be missing, the
//          weights of its cells and the links between them. Pieces can be mirrored, rotated and pasted. The functions
//          below return changes as lists of edits, each small enough for one frame.
// Units: Cells. The cells of links are counted row by row within the piece.
// Shapes: letters is row-major, width * height bytes, (0,0) top left; kMissing marks cells that the
//         piece does not have. weights is the same (0: no weight of its own), or empty if no cell has a weight.
#pragma once

#include <vector>

#include "core/grid/grid_map.hpp"
#include "core/grid/map_links.hpp"

namespace strata {

class CellSet;

struct MapPiece {
  static constexpr char kMissing = 0;

  int width = 0;
  int height = 0;
  std::vector<char> letters;
  std::vector<uint8_t> weights = {};
  MapLinks links = {};

  bool empty() const { return letters.empty(); }
  char at(int x, int y) const {
    return letters[static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x)];
  }
  int weight_at(int x, int y) const {
    return weights.empty() ? 0 : weights[static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x)];
  }
  Rect box(Cell at) const { return {at.x, at.y, at.x + width, at.y + height}; }
  bool covers(Cell at, Cell cell) const {
    return box(at).contains(cell) && this->at(cell.x - at.x, cell.y - at.y) != kMissing;
  }
  friend bool operator==(const MapPiece&, const MapPiece&) = default;
};

// Returns the cells of the set as a piece with the size of their bounds. Links with one end outside are left out.
MapPiece cut_out(const GridMap& map, const CellSet& cells);
MapPiece mirrored(const MapPiece& piece, bool upside_down);  // exchanges top and bottom, or else left and right
MapPiece rotated(const MapPiece& piece, bool right);         // turns the piece by 90 degrees, to the right or left
void fill(MapPiece& piece, char letter);                     // sets the letter of all cells of the piece

// Returns the cells that the piece covers on a map of this size if its upper left corner is at `at`.
CellSet cells_of(const MapPiece& piece, Cell at, int width, int height);

// A change of a map in two steps: the cells of `clear` get `ground` and lose their weights and links, then the cells of
// `piece`, moved to `at`, get their letters, weights and links in place of those that are there. Each of the two may be
// null.
struct PieceEdit {
  const CellSet* clear = nullptr;
  char ground = '.';
  const MapPiece* piece = nullptr;
  Cell at = {};
  bool only_letters = false;  // the cells of `clear` keep their weights and links
};
// The largest number of cells of one edit: the edits of a large area are applied in several frames.
inline constexpr uint32_t kPartCells = 1u << 16;
// Returns the edits of the cells whose letter or weight changes, and of links; empty if nothing changes. Each cell is
// changed once, and all links in the last edit.
std::vector<Edit> edits_of(const GridMap& map, const PieceEdit& change);

// Returns the map with another size. The upper left cell of `map` moves to `at`; new cells get `fill` and no weight.
// Links move with their cells; those with an end outside are left out.
GridMap with_sides(const GridMap& map, int width, int height, Cell at, char fill);

}  // namespace strata
