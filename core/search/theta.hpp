// Purpose: This header declares Theta*: A* over cells in which the parent of a cell may be any visible cell, so that
//          paths have any angle.
// Source: Nash, Daniel, Koenig, Felner 2007, "Theta*: any-angle path planning on grids" (the basic version).
// Differs: Nodes are the middles of cells, not corners. A cell is reopened when a shorter path to it is found, so that
//          the Euclidean length of the path is never larger than that of A*. If start and goal see each other, the path
//          is the straight line; the basic version may miss it. Otherwise the path may be longer than the shortest
//          any-angle path, which Polyanya finds.
// Sight: A line of sight crosses only sides and corners of cells over which the profile allows a move: a diagonal step
//        at a corner. So lines cut corners exactly where steps may, and `points_fault` (core/search/path.hpp) accepts
//        every path. Sight is decided exactly, with integers.
// Units: The search uses the costs of the octile profile, 816 per cell, each line rounded up. The cost of the result is
//        the length of the path in units of the map's profile, rounded up once; `raw_cost` is the same.
// Errors: PlanStatus; kUnsupported with four neighbours, and where terrain weights differ.
// Threads: Calls with different workspaces may run together.
#pragma once

#include <optional>

#include "core/grid/move_grid.hpp"
#include "core/search/plan.hpp"

namespace strata {

class Trace;
struct Workspace;

// A move between two neighbouring cells that a line of sight crosses and that is not legal.
struct BlockedSight {
  Cell from, to;
};
// Returns the first illegal move on the line between two passable cells; nullopt if they see each other.
std::optional<BlockedSight> blocked_sight(const MoveGrid& grid, Cell from, Cell to);

// Returns whether two passable cells see each other. Adds the number of cells visited to `looked`.
bool in_sight(const MoveGrid& grid, Cell from, Cell to, uint64_t& looked);

void plan_theta(const MoveGrid& grid, const PlanQuery& query, Workspace& workspace, PlanResult& result);
void plan_theta(const MoveGrid& grid, const PlanQuery& query, Workspace& workspace, PlanResult& result, Trace& trace);

}  // namespace strata
