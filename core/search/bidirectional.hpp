// Purpose: A* from start and goal at once, over the cells of a map. Optimal.
// Source: Pohl 1971, "Bi-directional search" (two searches, each guided towards the other's end; the side with the
//         shorter open list goes on); Kwa 1989, "BS*: an admissible bidirectional staged heuristic search algorithm"
//         (what is left out: cells that cannot lead to a cheaper way, and cells that the other side has closed).
// Differs: BS* marks the cells that a side has closed. Here their f tells them: it is smaller than that of every cell
//          in the side's open list.
// How: `best` is the cheapest way over a cell that both sides have reached. A cheaper one that is still unknown would
//      have a cell in each of the two open lists, with f no larger than its cost. So the search ends when on one side
//      all that is left has f >= best: when best <= the larger of the two smallest f.
// Ties: On each side as in A*: smaller f, then larger g, then smaller id. Forward first where both lists are alike.
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
