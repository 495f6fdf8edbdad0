// Purpose: This header declares breadth-first search and greedy best-first search. Both keep the first path that they
//          find to a cell.
// Source: Moore 1959, "The shortest path through a maze" (breadth-first). Doran, Michie 1966, "Experiments with the
//         graph traverser program" (greedy best-first: the node with the smallest h is expanded first).
// Ties: Breadth-first: first in, first out. Greedy: smaller h, then smaller g, then smaller id.
// Units: Breadth-first search counts moves and finds a path with the fewest. The cost of the result is the cost of
//        these moves, which is the optimum where all moves cost the same, as with four neighbours. Greedy best-first
//        search guarantees nothing about the cost of its path.
// Errors: PlanStatus; breadth-first search returns kUnsupported where terrain weights differ.
// Threads: Calls with different workspaces may run together.
#pragma once

#include "core/grid/move_grid.hpp"
#include "core/search/plan.hpp"

namespace strata {

class Trace;
struct Workspace;

enum class BfsOrGreedy : uint8_t { kBreadth, kGreedy };

void plan_bfs_or_greedy(const MoveGrid& grid, BfsOrGreedy order, const Query& query, Workspace& workspace,
                        PlanResult& result);
void plan_bfs_or_greedy(const MoveGrid& grid, BfsOrGreedy order, const Query& query, Workspace& workspace,
                        PlanResult& result, Trace& trace);

}  // namespace strata
