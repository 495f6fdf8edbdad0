// Purpose: reach_within finds all cells that can be reached at a limited cost.
// Source: Dijkstra 1959.
// Units: Costs of the movement profile (core/grid/cost.hpp).
// Ties: Cells are ordered by cost, then by id.
// Errors: PlanStatus.
// Threads: Calls with different workspaces may run together.
#pragma once

#include <vector>

#include "core/grid/move_grid.hpp"
#include "core/search/plan.hpp"

namespace strata {

class Trace;
struct Workspace;

// The cells that can be reached at a cost of at most `limit`, in the order of their costs.
struct Reach {
  PlanStatus status =
      PlanStatus::kNoPath;  // kFound, kStartBlocked, or kCostOverflow: costs beyond 32 bits are left out
  Cost limit = 0;
  std::vector<CellId> cells;  // the first one is the start
  std::vector<Cost> costs;    // by entry of `cells`
  PhaseStats stats;
};

void reach_within(const MoveGrid& grid, Cell start, Cost limit, Workspace& workspace, Reach& result);
void reach_within(const MoveGrid& grid, Cell start, Cost limit, Workspace& workspace, Reach& result, Trace& trace);

// Sets `costs` to the costs of all cells of the map, by id; kInfinite for cells out of reach.
void costs_of_cells(const MoveGrid& grid, const Reach& reach, std::vector<Cost>& costs);

}  // namespace strata
