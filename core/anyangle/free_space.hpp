// Purpose: FreeSpace is the ground of a grid map as a point sees it: the free cells as bits, and exact answers about
//          straight lines. A line may touch corners and run along walls, but it may not pass between two blocked cells
//          that share only a corner.
// Source: Bresenham 1965 (a line row by row without division). Visibility from a corner: shadow casting, which keeps
//         the intervals of slopes that are still visible and lets every blocked run of a row cut them.
// Differs: Slopes are fractions of integers, so that a line which touches a corner is told from one which misses it.
// Units: Half cells, see core/grid/half_cells.hpp. Vertices are corners of cells, in cells.
// Shapes: All cells outside the map are blocked. 1 bit a cell.
// Threads: Const calls may run together.
#pragma once

#include <cstdint>
#include <vector>

#include "core/grid/half_cells.hpp"
#include "core/grid/move_grid.hpp"

namespace strata {

// A direction along both axes: each is -1 or 1.
struct Quadrant {
  int8_t x = 1, y = 1;
  friend bool operator==(Quadrant, Quadrant) = default;
};

class FreeSpace {
 public:
  void build(const MoveGrid& grid);
  int width() const { return width_; }
  int height() const { return height_; }
  // Both coordinates may be one outside the map.
  bool free(int x, int y) const { return (row(y)[static_cast<uint32_t>(x + 1) >> 6] >> ((x + 1) & 63) & 1) != 0; }
  // Returns whether a straight line between the middle of a free cell and another such middle, or a vertex, is free.
  bool sees(HalfCellPoint a, HalfCellPoint b) const;
  // Returns whether exactly one of the four cells around a vertex is blocked, a convex corner of a wall, and sets the
  // quadrant in which it lies.
  bool is_corner(int x, int y, Quadrant& blocked) const;

  // Looks from a vertex into a quadrant whose cell at the vertex is free. Calls cells(y, x0, x1) for runs of cells of a
  // row whose middles are visible, with both ends, and vertex(x, y) for visible vertices off the axes.
  template <class Cells, class Vertex>
  void look(int x, int y, Quadrant into, Cells&& cells, Vertex&& vertex) const;
  // Walks from a vertex along the line between the cells in direction (dx, dy), one of which is 0. Calls vertex(x, y)
  // for each vertex that is reached.
  template <class Vertex>
  void look_along(int x, int y, int dx, int dy, Vertex&& vertex) const;

  size_t memory_bytes() const { return bits_.capacity() * sizeof(uint64_t); }
  friend bool operator==(const FreeSpace&, const FreeSpace&) = default;

 private:
  // A slope x / y; y is 0 for a line along the row.
  struct Slope {
    int32_t x, y;
  };
  // The slopes of the lines that reach a row, counted from the vertex; both ends are visible.
  struct Beam {
    int32_t row;
    Slope low, high;
  };
  static bool less(Slope a, Slope b) { return int64_t{a.x} * b.y < int64_t{b.x} * a.y; }

  const uint64_t* row(int y) const { return bits_.data() + static_cast<size_t>(y + 1) * words_; }
  bool all_free(int y, int x0, int x1) const;
  // Returns the first cell of the row from x on, in direction `step`, that is free (or blocked). There must be one, or
  // the end of the row is returned.
  int next(int y, int x, int step, bool free) const;

  int width_ = 0, height_ = 0;
  size_t words_ = 0;  // of a row, which has a blocked cell at both ends
  std::vector<uint64_t> bits_;
};

template <class Cells, class Vertex>
void FreeSpace::look(int x, int y, Quadrant into, Cells&& cells, Vertex&& vertex) const {
  // Cells and vertices are counted from the vertex, in the directions of the quadrant.
  const auto column_of = [&](int i) { return into.x > 0 ? x + i : x - 1 - i; };
  const auto row_of = [&](int j) { return into.y > 0 ? y + j : y - 1 - j; };
  const int columns = into.x > 0 ? width_ - x : x;  // to the border of the map
  const auto blocked = [&](int i, int j) { return !free(column_of(i), row_of(j)); };
  const auto first = [&](int i, int j, bool is_free) {
    const int found = next(row_of(j), column_of(i), into.x, is_free);
    return into.x > 0 ? found - x : x - 1 - found;
  };
  // Returns whether the only line left passes between two blocked cells that share the corner at the row's beginning.
  const auto is_shut = [&](int j, Slope low, Slope high) {
    if (j == 0 || less(low, high) || (int64_t{low.x} * j) % low.y != 0) return false;
    const auto i = static_cast<int>(int64_t{low.x} * j / low.y);
    return i > 0 && blocked(i - 1, j) && blocked(i, j - 1);
  };
  std::vector<Beam> beams = {{0, {0, 1}, {1, 0}}};
  while (!beams.empty()) {
    auto [j, low, high] = beams.back();
    beams.pop_back();
    if (is_shut(j, low, high)) continue;
    for (auto i = static_cast<int>(int64_t{low.x} * j / low.y);;) {
      if (blocked(i, j)) {
        const int after = first(i, j, true);
        if (j == 0 || after == columns) break;
        if (less(low, {after, j})) low = {after, j};
        if (less(high, low) || is_shut(j, low, high)) break;
        i = after;
        continue;
      }
      const int end = first(i, j, false);
      // Middles (2c + 1) / (2j + 1) between the slopes.
      const int64_t depth = 2 * j + 1;
      const int64_t from = (int64_t{low.x} * depth + low.y - 1) / low.y;  // 2c + 1 is at least this
      int64_t last = end - 1;
      if (high.y != 0) last = std::min<int64_t>(last, (int64_t{high.x} * depth / high.y + 1) / 2 - 1);
      const int64_t begin = std::max<int64_t>(i, from / 2);
      if (begin <= last) {
        const int a = column_of(static_cast<int>(begin)), b = column_of(static_cast<int>(last));
        cells(row_of(j), std::min(a, b), std::max(a, b));
      }
      const bool cut = high.y == 0 || int64_t{high.x} * (j + 1) > int64_t{end} * high.y;
      const Slope left = cut ? Slope{end, j + 1} : high;
      if (!less(left, low)) {
        const int64_t k_last = int64_t{left.x} * (j + 1) / left.y;
        for (int64_t k = std::max<int64_t>(1, (int64_t{low.x} * (j + 1) + low.y - 1) / low.y); k <= k_last; ++k) {
          vertex(x + into.x * static_cast<int>(k), y + into.y * (j + 1));
        }
        beams.push_back({j + 1, low, left});
      }
      if (!cut) break;
      i = end;
    }
  }
}

template <class Vertex>
void FreeSpace::look_along(int x, int y, int dx, int dy, Vertex&& vertex) const {
  // The two cells beside the next edge: of an edge from (x, y) in direction (dx, dy).
  const auto side = [&](bool other) {
    if (dx != 0) return free(dx > 0 ? x : x - 1, other ? y : y - 1);
    return free(other ? x : x - 1, dy > 0 ? y : y - 1);
  };
  bool before[2] = {side(false), side(true)};
  while (before[0] || before[1]) {
    x += dx;
    y += dy;
    vertex(x, y);
    const bool after[2] = {side(false), side(true)};
    // The free cells before and behind the vertex must share a side.
    if ((!before[0] || !after[0]) && (!before[1] || !after[1])) return;
    before[0] = after[0];
    before[1] = after[1];
  }
}

}  // namespace strata
