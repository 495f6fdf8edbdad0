// Purpose: A MapPiece is a part of a map that was cut out: letters in a box, some of which may be missing. Pieces are
//          mirrored, turned and put onto maps. The functions below return what they change as edits, in parts that are
//          small enough for one frame each.
// Units: Cells.
// Shapes: letters is row-major, width * height bytes, (0,0) top left; kMissing where the piece has no cell.
#pragma once

#include <vector>

#include "core/grid/grid_map.hpp"

namespace strata {

class CellSet;

struct MapPiece {
  static constexpr char kMissing = 0;

  int width = 0;
  int height = 0;
  std::vector<char> letters;

  bool empty() const { return letters.empty(); }
  char at(int x, int y) const {
    return letters[static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x)];
  }
  Rect box(Cell at) const { return {at.x, at.y, at.x + width, at.y + height}; }
  bool covers(Cell at, Cell cell) const {
    return box(at).contains(cell) && this->at(cell.x - at.x, cell.y - at.y) != kMissing;
  }
  friend bool operator==(const MapPiece&, const MapPiece&) = default;
};

// Returns the cells of the set, in a box of their bounds.
MapPiece cut_out(const GridMap& map, const CellSet& cells);
MapPiece mirrored(const MapPiece& piece, bool upside_down);  // else left and right change places
MapPiece rotated(const MapPiece& piece, bool right);         // by 90 degrees
void fill(MapPiece& piece, char letter);                     // gives all its cells the letter

// Returns the cells that the piece covers at this place, on a map with these sides.
CellSet cells_of(const MapPiece& piece, Cell at, int width, int height);

// What changes on a map at once: the cells of `clear` get `ground`, then those of the piece, moved to `at`, get their
// letters. Either may be null.
struct PieceEdit {
  const CellSet* clear = nullptr;
  char ground = '.';
  const MapPiece* piece = nullptr;
  Cell at = {};
};
// Each of the edits changes at most so many cells: an edit of a large area is applied in several frames.
inline constexpr uint32_t kPartCells = 1u << 16;
// Returns the edits that change what differs; empty if nothing does. Each cell is changed once.
std::vector<Edit> edits_of(const GridMap& map, const PieceEdit& change);

// Returns the letters of the map with other sides. `at` is where the upper left cell of the map comes to lie; cells
// that come from nowhere get `fill`.
GridMap with_sides(const GridMap& map, int width, int height, Cell at, char fill);

}  // namespace strata
