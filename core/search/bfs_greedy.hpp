// Purpose: This header declares breadth-first search and greedy best-first search. Both keep the first path
//          found to each cell.
// Source: Moore 1959, "The shortest path through a maze" (breadth-first). Doran, Michie 1966, "Experiments with the
//         graph traverser program" (greedy best-first: the node with the smallest h is expanded first).
// Ties: Breadth-first: first in, first out. Greedy: smaller h, then smaller g, then smaller id.
// Units: Breadth-first search minimises the number of moves. The cost of its result is the cost of these moves, which
//        is optimal where all moves cost the same, as with four neighbours. Greedy best-first search gives no
//        guarantee of cost.
// Errors: PlanStatus; breadth-first search returns kUnsupported where terrain weights differ.
// Threads: Calls with different workspaces may run together.
#pragma once

#include "core/grid/move_grid.hpp"
#include "core/search/plan.hpp"

namespace strata {

class Trace;
struct Workspace;

enum class BfsOrGreedy : uint8_t { kBreadth, kGreedy };

void plan_bfs_or_greedy(const MoveGrid& grid, BfsOrGreedy order, const PlanQuery& query, Workspace& workspace,
                        PlanResult& result);
void plan_bfs_or_greedy(const MoveGrid& grid, BfsOrGreedy order, const PlanQuery& query, Workspace& workspace,
                        PlanResult& result, Trace& trace);

}  // namespace strata
