// Purpose: Searches that keep the first way they find to a cell: breadth-first and greedy best-first search.
// Source: Moore 1959, "The shortest path through a maze" (breadth-first). Doran, Michie 1966, "Experiments with the
//         graph traverser program" (greedy: what looks nearest to the goal goes first).
// Ties: Breadth-first: first in, first out. Greedy: smaller h, then smaller g, then smaller id.
// Units: Breadth-first search counts moves: it finds the fewest. Its cost is what these moves cost: the optimum where
//        all moves cost the same, with four neighbours. The greedy search promises nothing about its path.
// Errors: PlanStatus; breadth-first search says kUnsupported where terrain weights differ.
// Threads: Calls with different workspaces may run together.
#pragma once

#include "core/grid/move_grid.hpp"
#include "core/search/plan.hpp"

namespace strata {

class Trace;
struct Workspace;

enum class FirstWay : uint8_t { kBreadth, kGreedy };

void plan_first_way(const MoveGrid& grid, FirstWay order, const Query& query, Workspace& workspace, PlanResult& result);
void plan_first_way(const MoveGrid& grid, FirstWay order, const Query& query, Workspace& workspace, PlanResult& result,
                    Trace& trace);

}  // namespace strata
