// Purpose: A HalfCellPoint is a point of a mesh with integer coordinates in half cells. The functions here decide
//          exactly on which side of a line a point lies, and compute costs between points.
// Units: Half cells: cell (x, y) covers 2x..2x+2, 2y..2y+2, and its middle is (2x+1, 2y+1). Corners of cells, middles
//        of cells and middles of portals between corners are integers. Costs are those of the octile profile, 816 a
//        cell, rounded up, so that costs between points satisfy the triangle inequality.
#pragma once

#include <cmath>
#include <cstdint>

#include "core/grid/cell.hpp"
#include "core/grid/cost.hpp"

namespace strata {

struct HalfCellPoint {
  int32_t x = 0;
  int32_t y = 0;
  friend bool operator==(const HalfCellPoint&, const HalfCellPoint&) = default;
};

inline HalfCellPoint middle_of(Cell cell) { return {2 * cell.x + 1, 2 * cell.y + 1}; }
// Returns the cell that contains the point; on a border of cells, the cell to the right or below.
inline Cell cell_at(HalfCellPoint p) { return {p.x >> 1, p.y >> 1}; }

// Returns a value above 0 if a, b, c turn in the direction of polygon sides, and 0 if they are on one line. The result
// is exact for maps of up to 2^29 cells a side.
inline int64_t turn(HalfCellPoint a, HalfCellPoint b, HalfCellPoint c) {
  return int64_t{b.x - a.x} * (c.y - a.y) - int64_t{b.y - a.y} * (c.x - a.x);
}
inline int64_t squared_distance(HalfCellPoint a, HalfCellPoint b) {
  const int64_t dx = b.x - a.x, dy = b.y - a.y;
  return dx * dx + dy * dy;
}

// Returns the square root of `value`, rounded down. `value` must be below 2^62.
inline uint64_t root_down(uint64_t value) {
  auto root = static_cast<uint64_t>(std::sqrt(static_cast<double>(value)));
  while (root * root > value) --root;
  while ((root + 1) * (root + 1) <= value) ++root;
  return root;
}
inline uint64_t root_up(uint64_t value) {
  const uint64_t root = root_down(value);
  return root + (root * root < value ? 1 : 0);
}

inline constexpr uint64_t kCostOfHalfCell = 408;
// Returns the cost of a straight line of d half cells: line_cost rounds 408 d up; line_bound rounds it
// down, for heuristics.
inline Cost line_cost(HalfCellPoint a, HalfCellPoint b) {
  return static_cast<Cost>(root_up(kCostOfHalfCell * kCostOfHalfCell * static_cast<uint64_t>(squared_distance(a, b))));
}
inline Cost line_bound(HalfCellPoint a, HalfCellPoint b) {
  return static_cast<Cost>(
      root_down(kCostOfHalfCell * kCostOfHalfCell * static_cast<uint64_t>(squared_distance(a, b))));
}

}  // namespace strata
