// Purpose: Shortens a path of cells by straight lines.
// Source: Botea, Müller, Schaeffer 2004, section 4.3: from a cell of the path, go in every direction until an obstacle;
//         where the ray meets a later cell of the path, the line replaces the piece between.
// Differs: Rays are not cast blindly. The later path cells on the row, column and diagonals of a cell are looked up,
//          and only the lines towards them are walked, the farthest first: the same lines are found for a fraction of
//          the steps. Cells of a line just laid are smoothed in turn.
#pragma once

#include <vector>

#include "core/grid/move_grid.hpp"
#include "core/search/workspace.hpp"

namespace strata {

struct SmoothedSegment {
  CellId from = kNoCell;
  CellId to = kNoCell;
  Cost cost = 0;  // of the straight line
};

// Replaces `path`, which must be legal, by one that is never longer. Returns what it saves. `segments` may be null.
Cost smooth_path(const MoveGrid& grid, std::vector<CellId>& path, SmoothingMemory& memory,
                 std::vector<SmoothedSegment>* segments = nullptr);

}  // namespace strata
