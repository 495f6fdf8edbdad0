// Purpose: This header declares jump point search (JPS): A* over jump points only, which are found during the search.
// Source: Harabor, Grastien 2011, "Online graph pruning for pathfinding on grid maps" (rules, jumps); 2014, "Improving
//         jump point search" (blocks of cells, section 4; pruned intermediate points, section 5).
// Differs: A diagonal step needs both cells beside it, as in the 2014 paper. So a jump point is a cell reached by a
//          straight step with a passable cell beside it, while the cell before that one is blocked; diagonal steps have
//          no forced neighbours. A diagonal jump runs to its end; the jump points of all straight jumps off it become
//          successors of its node. One record a cell suffices, although successors depend on the direction: a pruned
//          straight step is never on a shortest path, and for a pruned diagonal step on one there is a path of equal
//          cost that ends in a straight step. Nodes with f >= the cost of a known path to the goal are not generated.
//        The successors of a jump point are remembered until the map changes (core/search/jump_nodes.hpp), without any
//        effect on answers.
// Links: Ours. A straight jump stops at a cell from which a link leads, as at a jump point. A diagonal jump generates
//        such a cell, as it does the goal, and goes on. The node follows its links, and the end of a link is expanded
//        in all directions. The heuristic is that of core/search/link_heuristic.hpp, which is consistent.
// Why it is exact with links: jumps pass every cell v at its distance, if they do so for all cells nearer to the start.
//        Look at the last step of an optimal path to v, from a cell u. If it is a link, the jump that passes u has made
//        u a node, which follows the link. A straight step is pruned only if the cell before u on the jump reaches v at
//        less cost, so that this one is not pruned. If it is a pruned diagonal step, an equal path to v ends in a
//        straight step. The paths before u do not matter here, so that they may go over links.
// Units: Nodes are jump points, start and goal. `touched` counts straight jumps, including those off diagonal
//        jumps; a remembered jump counts as one that is found.
// Errors: PlanStatus. kCostOverflow if the cost exceeds 2^32 - 1 less twice the distance across the map.
// Threads: Calls with different workspaces may run together.
#pragma once

#include "core/search/jump_map.hpp"
#include "core/search/plan.hpp"

namespace strata {

class Trace;
struct Workspace;

// Returns whether jump point search supports the map: the octile profile and one terrain weight. Agents
// may be of any size.
bool jps_supports(const MoveGrid& grid);

// Finds a path. `path` holds all cells, including those between jump points. On maps with
// links kTurns is answered by cells, too. Returns kUnsupported where jps_supports is
// false, and kStale if the jump map has another revision. kPathEdge events are the straight segments of the path.
void plan_jps(const MoveGrid& grid, const JumpMap& jumps, const PlanQuery& query, Workspace& workspace,
              PlanResult& result, Answer answer = Answer::kCells);
void plan_jps(const MoveGrid& grid, const JumpMap& jumps, const PlanQuery& query, Workspace& workspace,
              PlanResult& result, Trace& trace);

}  // namespace strata
