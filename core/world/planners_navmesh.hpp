// Purpose: What the planners over a navigation mesh share: where a query lies on it, and how its path becomes an
// answer.
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
