// Purpose: A CellSet is a set of cells of a map, such as the selected cells.
// Units: Cells. Rectangles may lie partly or wholly outside the map; only their cells inside it count.
// Shapes: One bit per cell, row by row; each row begins with a new word. Unused bits at the end of a row are 0.
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
  // Makes an empty set for a map of this size.
  CellSet(int width, int height);

  int width() const { return width_; }
  int height() const { return height_; }
  bool contains(Cell cell) const {
    return cell.x >= 0 && cell.x < width_ && cell.y >= 0 && cell.y < height_ &&
           (word(cell.x, cell.y) >> (cell.x % kBits) & 1) != 0;
  }
  uint64_t count() const;
  Rect bounds() const;  // empty if there are no cells

  void put(const Rect& cells, bool in);  // adds the cells (`in`) or removes them
  void add(const CellSet& other);        // adds all cells of `other`, which belongs to a map of the same size
  void remove(const CellSet& other);
  void invert();
  void clear();

  // Calls run(y, x0, x1) for each maximal run x0 <= x < x1 of cells of the set within the rectangle
  // `cells`, row by row.
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
  // Returns the first column >= `x` of row `y` whose cell is in the set (`in`) or not in it (`!in`); the width of the
  // map if there is none.
  int next(int x, int y, bool in) const;

  int width_ = 0;
  int height_ = 0;
  int columns_ = 0;  // number of words of a row
  std::vector<uint64_t> words_;
};

// Returns the 4-connected component of cells with the terrain of `seed`; empty if `seed` is outside the map.
CellSet connected_area(const GridMap& map, Cell seed);

}  // namespace strata
