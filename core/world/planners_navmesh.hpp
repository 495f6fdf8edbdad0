// Purpose: These functions are shared by the planners over a navigation mesh: they place a query on the mesh, turn its
//          path into an answer, and convert costs on the mesh to costs of the rules.
#pragma once

#include "core/navmesh/mesh_search.hpp"
#include "core/world/planner_rows.hpp"

namespace strata::planner_rows {

// Fills the answer from a path over the mesh. `raw_cost` is its cost before the funnel.
void answer_from(const World& world, const MeshPath& path, PlanResult& result);
// Places the query's ends on the mesh. Returns false, with the reason in `result`, if the query cannot be planned.
bool find_ends(const World& world, const Query& query, MeshQuery& ends, PlanResult& result);
MeshQuery ends_of(const World& world, const Query& query);
// The `nearest` of these planners' rows.
std::optional<Query> nearest_point(const World& world, const Query& query, Workspace& workspace, uint64_t& visited);
// Returns why no planner can use the mesh for the agent of the rules. Empty: all can.
std::string lacks_agent(const World& world);
// Converts a cost on the mesh to a cost under the rules.
Cost cost_on_map(const World& world, uint64_t mesh_cost);
// Returns the cost of one cell's width under the rules.
Cost unit_of(const World& world);

}  // namespace strata::planner_rows
