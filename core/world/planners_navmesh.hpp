// Purpose: These functions are shared by the planners over a navigation mesh: they locate a query on the mesh, convert
//          its path to a PlanResult, and convert costs of the mesh to costs under the rules.
#pragma once

#include "core/navmesh/mesh_search.hpp"
#include "core/world/planner_rows.hpp"

namespace strata::planner_rows {

// Sets the result from a path over the mesh. `raw_cost` is the cost before the funnel.
void answer_from(const World& world, const MeshPath& path, PlanResult& result);
// Locates start and goal on the mesh. Returns false, with the reason in `result`, if the query cannot be planned.
bool find_ends(const World& world, const PlanQuery& query, MeshQuery& ends, PlanResult& result);
MeshQuery ends_of(const World& world, const PlanQuery& query);
// This function is Planner::nearest of the planners over a mesh.
std::optional<PlanQuery> nearest_point(const World& world, const PlanQuery& query, Workspace& workspace,
                                       uint64_t& visited);
// Returns why the mesh does not suit the agent of the rules; empty if it does.
std::string lacks_agent(const World& world);
// Converts a cost on the mesh to a cost under the rules.
Cost cost_on_map(const World& world, uint64_t mesh_cost);
// Returns the cost of one cell's width under the rules.
Cost unit_of(const World& world);

}  // namespace strata::planner_rows
