// Purpose: This header declares Dijkstra and A* over the cells of a map.
// Source: Dijkstra 1959; Hart, Nilsson, Raphael 1968.
// Ties: smaller f, then larger g, then smaller id.
// Errors: PlanStatus. One workspace can serve maps of different sizes.
// Threads: Calls with different workspaces may run together.
#pragma once

#include "core/grid/move_grid.hpp"
#include "core/search/plan.hpp"

namespace strata {

class Trace;
struct Workspace;

enum class GridHeuristic : uint8_t { kNone, kDistance };  // kNone: Dijkstra; kDistance: A*

void plan_on_grid(const MoveGrid& grid, GridHeuristic grid_heuristic, const PlanQuery& query, Workspace& workspace,
                  PlanResult& result);
void plan_on_grid(const MoveGrid& grid, GridHeuristic grid_heuristic, const PlanQuery& query, Workspace& workspace,
                  PlanResult& result, Trace& trace);

}  // namespace strata
