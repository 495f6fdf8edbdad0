// Purpose: smooth_path shortens a path of cells by replacing parts of it by straight segments.
// Source: Botea, Müller, Schaeffer 2004, section 4.3: rays from a cell of the path go in every direction up to an
//         obstacle; where a ray meets a later cell of the path, the straight segment replaces the path between.
// Differs: For each cell, only segments to later path cells on its row, column and diagonals are tested, the
//          farthest first. The result is that of casting all rays, for a fraction of the steps. Cells of a new
//          segment are smoothed in turn.
#pragma once

#include <vector>

#include "core/grid/move_grid.hpp"
#include "core/search/workspace.hpp"

namespace strata {

struct SmoothedSegment {
  CellId from = kNoCell;
  CellId to = kNoCell;
  Cost cost = 0;  // cost of the straight segment
};

// Replaces the legal path `path` by one that never costs more. Returns the cost saved. `segments` may be null; else it
// receives the new straight segments.
Cost smooth_path(const MoveGrid& grid, std::vector<CellId>& path, SmoothingMemory& memory,
                 std::vector<SmoothedSegment>* segments = nullptr);

}  // namespace strata
