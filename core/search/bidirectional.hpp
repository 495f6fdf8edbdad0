// Purpose: This header declares bidirectional A* over the cells of a map. Its paths are optimal.
// Source: Pohl 1971, "Bi-directional search" (front-to-end heuristics; the side with the shorter open list expands
//         next); Kwa 1989, "BS*: an admissible bidirectional staged heuristic search algorithm" (pruning of cells that
//         cannot improve the path, and of cells that the other side has closed).
// Differs: BS* marks the cells that a side has closed. Here a cell counts as closed if its f is smaller than every f in
//          the open list of that side.
// How: `best` is the cost of the cheapest path over a cell that both sides have reached. A cheaper path would have
//      a cell in each open list, with f no larger than its cost. So the search stops when best <= the larger of
//      the two smallest f.
// Ties: On each side as in A*: smaller f, then larger g, then smaller id. If both open lists are equally long, the
//       forward side expands next.
// Errors: PlanStatus.
// Threads: Calls with different workspaces may run together.
#pragma once

#include "core/grid/move_grid.hpp"
#include "core/search/plan.hpp"

namespace strata {

class Trace;
struct Workspace;

void plan_bidirectional(const MoveGrid& grid, const PlanQuery& query, Workspace& workspace, PlanResult& result);
void plan_bidirectional(const MoveGrid& grid, const PlanQuery& query, Workspace& workspace, PlanResult& result,
                        Trace& trace);

}  // namespace strata
