// Purpose: Smoothing shortens a path of cells by straight segments.
// Source: Botea, Müller, Schaeffer 2004, section 4.3: from a cell of the path, go in every direction until an obstacle;
//         where the ray meets a later cell of the path, the line replaces the piece between.
// Differs: Rays are not cast blindly. For each cell, the later path cells on its row, column and diagonals are looked
//          up, and only the segments towards them are tested, the farthest first. This finds the same segments for a
//          fraction of the steps. Cells of a new segment are smoothed in turn.
#pragma once

#include <vector>

#include "core/grid/move_grid.hpp"
#include "core/search/workspace.hpp"

namespace strata {

struct SmoothedSegment {
  CellId from = kNoCell;
  CellId to = kNoCell;
  Cost cost = 0;  // cost of the straight line
};

// Replaces `path`, which must be legal, by a path that is never dearer. Returns the cost saved. `segments` may be null.
Cost smooth_path(const MoveGrid& grid, std::vector<CellId>& path, SmoothingMemory& memory,
                 std::vector<SmoothedSegment>* segments = nullptr);

}  // namespace strata
