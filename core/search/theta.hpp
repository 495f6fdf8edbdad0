// Purpose: Theta* is A* over cells whose parents need not be neighbours, so that paths go at any angle.
// Source: Nash, Daniel, Koenig, Felner 2007, "Theta*: any-angle path planning on grids" (the basic version).
// Differs: Nodes are the middles of cells, as in all planners over cells, not corners. A cell is reopened when a
//          shorter path to it is found, so that the path is never longer than that of A*, measured as lines. Where
//          start and goal see each other the answer is the straight line, which the basic version may miss, as not
//          every cell on it need be in sight. Elsewhere the path may be longer than the shortest one at any angle,
//          which Polyanya finds.
// Sight: One cell sees another if the line between their middles crosses only sides and corners over which the profile
//        allows a move: at a corner a diagonal step, so that lines cut corners exactly where steps may. That is never
//        more than `points_fault` (core/search/path.hpp) allows. Sight is decided with integers, without rounding.
// Units: The search uses costs of the octile profile, 816 per cell, each line rounded up; the cost of the answer is the
//        length of the path in units of the map's profile, rounded up once, and `raw_cost` is the same.
// Errors: PlanStatus; kUnsupported with four neighbours, which allow no other angle, and where terrain weights differ.
// Threads: Calls with different workspaces may run together.
#pragma once

#include <optional>

#include "core/grid/move_grid.hpp"
#include "core/search/plan.hpp"

namespace strata {

class Trace;
struct Workspace;

// A move between two neighbouring cells that a line of sight needs and that is not legal.
struct BlockedSight {
  Cell from, to;
};
// Returns what keeps one passable cell from seeing the other: the first such move; nullopt if nothing does.
std::optional<BlockedSight> blocked_sight(const MoveGrid& grid, Cell from, Cell to);

// Whether one passable cell sees the other. Adds the number of cells visited to `looked`.
bool in_sight(const MoveGrid& grid, Cell from, Cell to, uint64_t& looked);

void plan_theta(const MoveGrid& grid, const Query& query, Workspace& workspace, PlanResult& result);
void plan_theta(const MoveGrid& grid, const Query& query, Workspace& workspace, PlanResult& result, Trace& trace);

}  // namespace strata
