#include "core/batch/mesh_batch.hpp"

#include <algorithm>
#include <array>

#include "core/base/check.hpp"
#include "core/base/enum_names.hpp"
#include "core/batch/mesh_corridor.hpp"
#include "core/navmesh/funnel.hpp"

namespace strata {
namespace {

constexpr std::array<std::string_view, kMeshBatchMethods> kMeshMethodNames = {"hna", "pccp", "mesh-tables",
                                                                              "mesh-astar"};

}  // namespace

std::string_view mesh_batch_method_name(MeshBatchMethod method) {
  return kMeshMethodNames[static_cast<size_t>(method)];
}

std::optional<MeshBatchMethod> mesh_batch_method_named(std::string_view name) {
  return enum_named(kMeshBatchMethods, mesh_batch_method_name, name);
}

bool MeshBatchMap::has(MeshBatchMethod method) const {
  if (mesh == nullptr || pack == nullptr || !pack->is_current_for(*mesh)) return false;
  if (method == MeshBatchMethod::kAstar) return true;
  if (!pack->has_groups()) return false;
  return method != MeshBatchMethod::kTables || (tables != nullptr && tables->is_current_for(*pack));
}

void pull_agent(const MeshBatchMap& map, const MeshAgent& agent, const MeshBatchOptions& options, MeshPath& path) {
  path.clear(PlanStatus::kStale);
  if (!map.has(options.method)) return;
  HostMeshSearch search;
  std::vector<uint32_t> nodes;
  const HostAnswer answer = search.plan(map, options, agent, &nodes);
  path.clear(answer.status);
  if (!path.found()) return;
  path.cost = answer.cost;
  append_corridor(map, agent, options, nodes, answer.hop, search, path.portals);
  path.polygons.push_back(agent.start.polygon);
  for (const PortalId id : path.portals) path.polygons.push_back(map.mesh->portal(id).across(path.polygons.back()));
  STRATA_CHECK(path.polygons.back() == agent.goal.polygon);
  pull_path(*map.mesh, agent.start.at, agent.goal.at, path.polygons, path.portals, path.points);
  path.length = length_in_cells(path.points, map.mesh->units());
}

}  // namespace strata
