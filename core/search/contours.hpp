// Purpose: contour_lines draws lines of equal cost through the cells of a map.
// Source: Lorensen, Cline 1987, "Marching cubes", in two dimensions (marching squares).
// How: The middles of four adjacent cells are the corners of a square. A line crosses the side between two cells of
//      which one costs no more than its level and the other costs more, in proportion to the costs. Adjacent
//      cells differ in cost by at most one step, so that there are no jumps. Levels count as half a cost unit more, so
//      that no line runs through the middle of a cell.
//      If each diagonal of a square joins cells on one side of the level, the mean of the four says which of the two
//      diagonals the lines leave together. It depends on the square alone, so that lines never cross and have no gaps.
// Differs: Walls and the border of the map have no costs, and lines end there. From the side between two cells a line
//          goes straight on to the wall beside it, or to the corner of the wall if it would pass beside it.
// Units: Costs of the movement profile. Points in cells; the middle of cell (x, y) is (x + 0.5, y + 0.5).
// Ties: Lines are ordered by level; on each level open lines come first, then closed ones, each kind by the pair of
//       cells where it begins.
// Threads: Const calls may run together.
#pragma once

#include <span>
#include <vector>

#include "core/grid/move_grid.hpp"

namespace strata {

struct ContourPoint {
  double x = 0;
  double y = 0;
  friend bool operator==(const ContourPoint&, const ContourPoint&) = default;
};

// A line of equal cost. In its direction the cells that cost no more than its level lie to the left as one sees the
// map.
struct ContourLine {
  Cost level = 0;
  bool closed = false;               // the last point is joined to the first one
  std::vector<ContourPoint> points;  // at least two, consecutive ones less than two cells apart
  friend bool operator==(const ContourLine&, const ContourLine&) = default;
};

// Returns the limit for reach_within with which the lines up to this level are complete.
Cost contour_limit(const MoveGrid& grid, Cost level);

// Replaces `lines` by the contour lines of these costs.
// @param costs   by cell id; kInfinite: no cost. All cells are needed whose cost is at most contour_limit of the
// highest
//                level.
// @param levels  ascending, each once
void contour_lines(const MoveGrid& grid, std::span<const Cost> costs, std::span<const Cost> levels,
                   std::vector<ContourLine>& lines);

}  // namespace strata
