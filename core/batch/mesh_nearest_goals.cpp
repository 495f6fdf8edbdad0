#include "core/batch/mesh_nearest_goals.hpp"

#include "core/navmesh/mesh_areas.hpp"
#include "core/navmesh/mesh_nearest.hpp"

namespace strata {
namespace {

constexpr size_t kMeshAgentsAtOnce = 16;

}  // namespace

Status MeshNearestGoals::plan(MeshBatchEngine& engine, const MeshBatchMap& map, const MeshBatch& batch,
                              const MeshBatchOptions& options, BatchResult& result) {
  batch_ = batch;
  replaced_.begin(batch.agents.size());
  // If the map cannot be planned on, the whole batch has the same status.
  if (map.check(options) == PlanStatus::kFound) replace_goals(map);
  if (Status planned = engine.plan(map, batch_, options, result); !planned) {
    replaced_.begin(batch.agents.size());
    return planned;
  }
  replaced_.finish(result);
  return success();
}

void MeshNearestGoals::replace_goals(const MeshBatchMap& map) {
  const NavMesh& mesh = *map.mesh;
  const MeshView& view = map.pack->view();
  const MeshCosts costs = view.published ? MeshCosts::kCentroids : MeshCosts::kMidpoints;
  const std::vector<uint32_t> area = mesh_areas(mesh);
  std::vector<std::vector<PolygonId>> polygons;  // polygons of each connected component
  for (PolygonId id = 0; id < mesh.polygon_slots(); ++id) {
    if (polygons.size() <= area[id]) polygons.resize(area[id] + size_t{1});
    polygons[area[id]].push_back(id);
  }
  workspaces_.resize(threads_.count());
  nearest_.resize(threads_.count());
  threads_.for_pieces(0, batch_.agents.size(), kMeshAgentsAtOnce, [&](size_t begin, size_t end, size_t thread) {
    uint64_t visited = 0;
    std::vector<MeshEndpoint>& nearest = nearest_[thread];
    for (size_t i = begin; i < end; ++i) {
      MeshAgent& agent = batch_.agents[i];
      if (check_mesh_agent(view, {agent.start, agent.start}) != PlanStatus::kFound) continue;
      const uint32_t own = area[agent.start.polygon];
      if (mesh.has_polygon(agent.goal.polygon) && area[agent.goal.polygon] == own) continue;
      const PlanStatus status = check_mesh_agent(view, agent);
      if (mesh.links().empty()) {
        nearest_points(mesh, polygons[own], agent.goal.at, nearest);
        agent.goal = cheapest_to_reach(mesh, costs, agent.start, nearest, workspaces_[thread], visited);
      } else {
        // What can be reached over links depends on the start.
        const std::optional<MeshEndpoint> reached =
            nearest_reachable(mesh, costs, {agent.start, agent.goal}, workspaces_[thread], visited);
        if (!reached) continue;
        agent.goal = *reached;
      }
      replaced_.set(i, status == PlanStatus::kFound ? PlanStatus::kNoPath : status);
    }
  });
}

}  // namespace strata
