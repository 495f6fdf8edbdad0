// Purpose: Jump point search is A* over the few cells where a shortest path has to turn. It finds these cells while it
//          searches.
// Source: Harabor, Grastien 2011, "Online graph pruning for pathfinding on grid maps" (rules, jumps); 2014, "Improving
//         jump point search" (blocks of cells, section 4; pruned intermediate points, section 5).
// Differs: A diagonal step needs both cells beside it, as in 2014. A jump point is then a cell reached by a straight
//          step beside which a cell is passable while the cell before that one is blocked; diagonal steps force
//          nothing. Diagonal jumps run to their end; every straight jump off them that finds something joins the node
//          they came from. One record a cell suffices, although successors depend on how a cell was reached: a straight
//          step that is pruned is never on a shortest path, and a pruned diagonal step on one has a twin of equal cost
//          that ends in a straight step. Nodes that cost as much as a known path to the goal are not put into the open
//          list.
// Units: Nodes are jump points, start and goal. `touched` counts straight jumps, those off diagonal ones included.
// Errors: PlanStatus. kCostOverflow from 2^32 - 1 less twice the distance across the map on.
// Threads: Calls with different workspaces may run together.
#pragma once

#include "core/search/jump_map.hpp"
#include "core/search/plan.hpp"

namespace strata {

class Trace;
struct Workspace;

// Whether jump point search supports the map: the octile profile and one terrain weight; agents of any size.
bool jps_supports(const MoveGrid& grid);

// Finds a path. `path` holds all cells, those jumped over included. kUnsupported where jps_supports is false, kStale if
// the jump map is for another revision. kPathEdge events are the straight pieces of the path.
void plan_jps(const MoveGrid& grid, const JumpMap& jumps, const Query& query, Workspace& workspace, PlanResult& result);
void plan_jps(const MoveGrid& grid, const JumpMap& jumps, const Query& query, Workspace& workspace, PlanResult& result,
              Trace& trace);

}  // namespace strata
