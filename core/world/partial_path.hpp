// Purpose: A partial path leads to the place nearest to the goal if no path leads to the goal itself. These functions
//          find the place, and let the planner plan to it as to any other goal.
// How: The place does not depend on the planner. For planners over cells it is a cell, for planners over a mesh a point
//      of the mesh: the nearest in a straight line to the middle of the goal's cell, then the one that is cheapest to
//      reach, then the first (core/search/nearest_reachable.hpp, core/navmesh/mesh_nearest.hpp).
// Errors: The status of the answer stays that of the query: why no path leads to the goal. There is no partial path if
//         the start is blocked or off the mesh, if the goal is outside of the map, and for planners over drawn graphs.
// Threads: As for `plan`.
#pragma once

#include "core/world/planners.hpp"

namespace strata {

// Plans to the goal, whatever PlanOptions::partial says.
void plan_to_goal(const World& world, const Planner& planner, const Query& query, const PlanOptions& options,
                  Workspace& workspace, PlanResult& result, Trace* trace);

// Turns the answer to a query without a path into one with a partial path, if there is one; otherwise leaves it as it
// is. Statistics and trace are then those of the search for the partial path. The answer becomes kStale if the planner
// has to wait for its structure.
void plan_to_nearest(const World& world, const Planner& planner, const Query& query, const PlanOptions& options,
                     Workspace& workspace, PlanResult& result, Trace* trace);

// Returns the distance from the end of a partial path to the middle of the goal's cell, in cells.
double distance_left(const Query& query, const PlanResult& result);

// Returns the query that the path and the trace of an answer belong to: with the goal of the partial path, if it has
// one.
Query answered_query(const Query& query, const PlanResult& result);

}  // namespace strata
