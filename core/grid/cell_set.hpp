// Purpose: A CellSet is a set of cells of a map, such as those that are selected.
// Units: Cells. Rectangles may lie partly or wholly outside of the map; only the cells inside count.
// Shapes: One bit a cell, row by row; each row begins with a new word. Bits behind the end of a row are 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/grid/cell.hpp"

namespace strata {

class GridMap;

class CellSet {
 public:
  CellSet() = default;
  // The empty set of cells of a map with these sides.
  CellSet(int width, int height);

  int width() const { return width_; }
  int height() const { return height_; }
  bool contains(Cell cell) const {
    return cell.x >= 0 && cell.x < width_ && cell.y >= 0 && cell.y < height_ &&
           (word(cell.x, cell.y) >> (cell.x % kBits) & 1) != 0;
  }
  uint64_t count() const;
  Rect bounds() const;  // empty if there are no cells
  // Whether the set holds all cells of its bounds.
  bool is_rectangle() const;

  void put(const Rect& cells, bool in);  // in: adds the cells, else takes them away
  void add(const CellSet& other);        // both sets are of maps with the same sides
  void remove(const CellSet& other);
  void invert();
  void clear();

  // Calls run(y, x0, x1) for the cells x0 <= x < x1 of each unbroken run within `cells`, row by row.
  template <class Run>
  void for_runs(const Rect& cells, Run&& run) const {
    const Rect inside = cells.clipped({0, 0, width_, height_});
    for (int y = inside.y0; y < inside.y1; ++y) {
      for (int x = next(inside.x0, y, true); x < inside.x1;) {
        const int end = next(x, y, false);
        run(y, x, end < inside.x1 ? end : inside.x1);
        x = next(end, y, true);
      }
    }
  }

  friend bool operator==(const CellSet&, const CellSet&) = default;

 private:
  static constexpr int kBits = 64;

  size_t index(int x, int y) const {
    return static_cast<size_t>(y) * static_cast<size_t>(columns_) + static_cast<size_t>(x / kBits);
  }
  const uint64_t& word(int x, int y) const { return words_[index(x, y)]; }
  // Returns the first column from `x` on whose cell is in the set, or is not; the width if there is none.
  int next(int x, int y, bool in) const;

  int width_ = 0;
  int height_ = 0;
  int columns_ = 0;  // words of a row
  std::vector<uint64_t> words_;
};

// Returns the 4-connected area of cells with the terrain of `seed`; empty outside of the map.
CellSet connected_area(const GridMap& map, Cell seed);

}  // namespace strata
