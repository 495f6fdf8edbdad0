// Purpose: This search is A* from start and goal at once, over the cells of a map. It is optimal.
// Source: Pohl 1971, "Bi-directional search" (two searches, each guided towards the end of the other; the side with the
//         shorter open list goes on); Kwa 1989, "BS*: an admissible bidirectional staged heuristic search algorithm"
//         (pruning of cells that cannot lead to a cheaper path, and of cells that the other side has closed).
// Differs: BS* marks the cells that a side has closed. Here their f tells them: it is smaller than the f of every cell
//          in the open list of that side.
// How: `best` is the cheapest path over a cell that both sides have reached. A cheaper path that is still unknown would
//      have a cell in each of the two open lists, with f no larger than its cost. So the search may stop when on one
//      side all open cells have f >= best, that is when best <= the larger of the two smallest f.
// Ties: On each side as in A*: smaller f, then larger g, then smaller id. The forward side is expanded first where both
//       lists are equally long.
// Errors: PlanStatus.
// Threads: Calls with different workspaces may run together.
#pragma once

#include "core/grid/move_grid.hpp"
#include "core/search/plan.hpp"

namespace strata {

class Trace;
struct Workspace;

void plan_bidirectional(const MoveGrid& grid, const Query& query, Workspace& workspace, PlanResult& result);
void plan_bidirectional(const MoveGrid& grid, const Query& query, Workspace& workspace, PlanResult& result,
                        Trace& trace);

}  // namespace strata
