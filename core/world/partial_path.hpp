// Purpose: A partial path leads to the reachable place nearest to the goal if no path leads to the goal itself. These
//          functions find the place, and let the planner plan to it.
// How: The place is the same for all planners over cells (a cell), and for all planners over a mesh (a point of the
//      mesh): the one with the smallest Euclidean distance to the middle of the goal's cell, then the cheapest to
//      reach, then the first (core/search/nearest_reachable.hpp, core/navmesh/mesh_nearest.hpp).
// Errors: The status of the answer stays the reason why no path leads to the goal. There is no partial path if the
//         start is blocked or off the mesh, if the goal is outside the map, and for planners over drawn graphs.
// Threads: As for `plan`.
#pragma once

#include "core/world/planners.hpp"

namespace strata {

// Plans to the goal and ignores PlanOptions::partial.
void plan_to_goal(const World& world, const Planner& planner, const PlanQuery& query, const PlanOptions& options,
                  Workspace& workspace, PlanResult& result, Trace* trace);

// Replaces an answer without a path by one with a partial path, if there is one. Statistics and trace are then those of
// the search for the partial path. The status becomes kStale if the planner has to wait for its structure.
void plan_to_nearest(const World& world, const Planner& planner, const PlanQuery& query, const PlanOptions& options,
                     Workspace& workspace, PlanResult& result, Trace* trace);

// Returns the distance from the end of a partial path to the middle of the goal's cell, in cells.
double distance_left(const PlanQuery& query, const PlanResult& result);

// Returns the query to which path and trace of an answer belong: if the answer has a partial path, the goal is
// replaced by its end.
PlanQuery answered_query(const PlanQuery& query, const PlanResult& result);

}  // namespace strata
