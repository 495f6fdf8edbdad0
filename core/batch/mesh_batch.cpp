#include "core/batch/mesh_batch.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "core/base/check.hpp"
#include "core/base/enum_names.hpp"
#include "core/batch/mesh_corridor.hpp"

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

PlanStatus MeshBatchMap::check(const MeshBatchOptions& options) const {
  const bool has_links = mesh != nullptr && !mesh->links().empty();
  if (has_links && !mesh_links_refusal(options).empty()) return PlanStatus::kUnsupported;
  return has(options.method) ? PlanStatus::kFound : PlanStatus::kStale;
}

// Costs from centroids to points where links begin are not defined, see core/hna/hna_query.hpp.
std::string_view mesh_links_refusal(const MeshBatchOptions& options) {
  const bool follows = options.method == MeshBatchMethod::kAstar && options.ends == HnaEndpoints::kTrue;
  return follows ? "" : "needs a map without links";
}

void take_steps(const NavMesh& mesh, PolygonId from, std::span<const uint32_t> steps, MeshPath& path) {
  path.polygons.push_back(from);
  for (const uint32_t step : steps) {
    if (is_mesh_link(step)) {
      path.jumps.push_back({mesh_link_of(step), static_cast<uint32_t>(path.portals.size()), 0});
      path.polygons.push_back(mesh.links()[mesh_link_of(step)].to.polygon);
    } else {
      path.portals.push_back(step);
      path.polygons.push_back(mesh.portal(step).across(path.polygons.back()));
    }
  }
}

void pull_agent(const MeshBatchMap& map, const MeshAgent& agent, const MeshBatchOptions& options, MeshPath& path) {
  path.clear(map.check(options));
  if (!path.found()) return;
  HostMeshSearch search;
  std::vector<uint32_t> nodes;
  const HostAnswer answer = search.plan(map, options, agent, &nodes);
  path.clear(answer.status);
  if (!path.found()) return;
  path.cost = answer.cost;
  std::vector<uint32_t> steps;
  append_corridor(map, agent, options, nodes, answer.hop, search, steps);
  take_steps(*map.mesh, agent.start.polygon, steps, path);
  STRATA_CHECK(path.polygons.back() == agent.goal.polygon);
  pull_taut(*map.mesh, {agent.start, agent.goal}, path);
}

}  // namespace strata
