// Purpose: These functions are shared by the planners over a navigation mesh: they place a query on the mesh, turn its
//          path into an answer, and convert costs on the mesh to costs of the rules.
#pragma once

#include "core/navmesh/mesh_search.hpp"
#include "core/world/planner_rows.hpp"

namespace strata::planner_rows {

// Fills the answer from a path over the mesh. Before it was pulled taut it cost `raw_cost`.
void answer_from(const World& world, const MeshPath& path, PlanResult& result);
// Where a query lies on the mesh; false, with the answer saying why, if it cannot be planned.
bool find_ends(const World& world, const Query& query, MeshQuery& ends, PlanResult& result);
MeshQuery ends_of(const World& world, const Query& query);
// Why no planner can use the mesh for the agent of the rules; empty: all can.
std::string lacks_agent(const World& world);
// Costs under the rules of a way over the mesh that costs so much on it.
Cost cost_on_map(const World& world, uint64_t mesh_cost);
// A cell in the costs of the rules.
Cost unit_of(const World& world);

}  // namespace strata::planner_rows
