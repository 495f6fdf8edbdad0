// Purpose: This header declares JPS+: jump point search with precomputed jump distances (JumpDistances).
// Source: Rabin, Silva 2015, "JPS+: an extreme A* speed optimization for static uniform cost grids", Game AI Pro
//         2, section 14.7 (search); Harabor, Grastien 2014, "Improving jump point search" (precomputed jumps,
//         pruned intermediate points).
// Differs: In the 2015 chapter the ends of diagonal jumps join the open list, and so do target jump points (cells where
//          a path may turn to the goal). Here, as in jps.hpp, a jump only passes such cells, and the jump points that
//          its straight jumps reach become successors of its node. The pruned directions are computed from the legal
//          moves of the cell, not looked up in a table.
// Links: As in jps.hpp. Stored distances end at the cells from which links lead.
// Units: Nodes are jump points, start and goal. `touched` counts the distances that were looked up; those of a
//        remembered jump (core/search/jump_nodes.hpp) count as well.
#pragma once

#include "core/search/jump_distances.hpp"
#include "core/search/plan.hpp"

namespace strata {

class Trace;
struct Workspace;

// Finds a path. `path` holds all cells, including those between jump points. On maps with
// links kTurns is answered by cells, too. Returns kUnsupported where jps_supports
// is false, and kStale if the distances are not ready or have another revision. kPathEdge events are the straight
// segments of the path.
void plan_jps_plus(const MoveGrid& grid, const JumpDistances& distances, const PlanQuery& query, Workspace& workspace,
                   PlanResult& result, Answer answer = Answer::kCells);
void plan_jps_plus(const MoveGrid& grid, const JumpDistances& distances, const PlanQuery& query, Workspace& workspace,
                   PlanResult& result, Trace& trace);

}  // namespace strata
