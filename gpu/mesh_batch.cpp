#include "gpu/mesh_batch.hpp"

#include <algorithm>
#include <array>

#include "core/base/check.hpp"
#include "core/navmesh/funnel.hpp"
#include "gpu/mesh_work.hpp"

namespace strata {
namespace {

constexpr std::array<std::string_view, kMeshBatchMethods> kMethodNames = {"hna", "pccp", "mesh-tables", "mesh-astar"};

// The portals between two of them inside a group, the first and the last included; the last is an exit.
void append_chain(const MeshView& view, uint32_t number, PortalId from, PortalId to, std::vector<PortalId>& portals) {
  const MeshViewGroup& group = view.groups[number];
  const auto place_of = [&](PortalId id) {
    const MeshViewPortal& portal = view.portals[id];
    return portal.places[view.polygons[portal.polygons[0]].group == number ? 0 : 1];
  };
  const uint32_t exit = place_of(to);
  portals.push_back(from);
  for (uint32_t left = group.portals; from != to; --left) {
    STRATA_CHECK(left > 0);
    from = mesh_next_portal(view, group, place_of(from), exit);
    portals.push_back(from);
  }
}

// Between the start and the goal over these inter-edges.
void append_corridor(const MeshView& view, const MeshSpot& start, const MeshSpot& goal,
                     const std::vector<PortalId>& inter_edges, std::vector<PortalId>& portals) {
  const auto exit_of = [&](PortalId id) -> const MeshViewExit& { return view.exits[view.portals[id].exit]; };
  const auto slot_in = [&](PortalId id, uint32_t group) {
    return exit_of(id).slots[exit_of(id).groups[0] == group ? 0 : 1];
  };
  uint32_t group = view.polygons[start.polygon].group;
  append_chain(view, group, mesh_first_portal(view, start, slot_in(inter_edges.front(), group), nullptr),
               inter_edges.front(), portals);
  for (size_t i = 1; i < inter_edges.size(); ++i) {
    const MeshViewExit& before = exit_of(inter_edges[i - 1]);
    group = before.groups[before.groups[0] == group ? 1 : 0];
    portals.pop_back();
    append_chain(view, group, inter_edges[i - 1], inter_edges[i], portals);
  }
  group = view.polygons[goal.polygon].group;
  std::vector<PortalId> back;
  append_chain(view, group, mesh_first_portal(view, goal, slot_in(inter_edges.back(), group), nullptr),
               inter_edges.back(), back);
  portals.insert(portals.end(), back.rbegin() + 1, back.rend());
}

}  // namespace

std::string_view mesh_batch_method_name(MeshBatchMethod method) { return kMethodNames[static_cast<size_t>(method)]; }

std::optional<MeshBatchMethod> mesh_batch_method_named(std::string_view name) {
  for (size_t i = 0; i < kMethodNames.size(); ++i) {
    if (kMethodNames[i] == name) return static_cast<MeshBatchMethod>(i);
  }
  return std::nullopt;
}

bool MeshBatchMap::has(MeshBatchMethod method) const {
  if (mesh == nullptr || pack == nullptr || !pack->true_for(*mesh)) return false;
  if (method == MeshBatchMethod::kAstar) return true;
  if (!pack->has_groups()) return false;
  return method != MeshBatchMethod::kTables || (tables != nullptr && tables->true_for(*pack));
}

void pull_agent(const MeshBatchMap& map, const MeshAgent& agent, const MeshBatchOptions& options, MeshPath& path) {
  path.clear(PlanStatus::kStale);
  if (!map.has(options.method)) return;
  const MeshView& view = map.pack->view();
  HostMeshSearch search;
  std::vector<uint32_t> nodes;
  const HostAnswer answer = search.plan(map, options, agent, &nodes);
  path.clear(answer.status);
  if (!path.found()) return;
  path.cost = answer.cost;
  const bool centres = options.ends == HnaEnds::kCentres;
  const MeshSpot start = mesh_spot(view, agent.start, centres), goal = mesh_spot(view, agent.goal, centres);
  if (start.polygon == goal.polygon) {
    // There is nothing to cross.
  } else if (options.method == MeshBatchMethod::kAstar) {
    path.portals = std::move(nodes);
  } else if (nodes.empty()) {
    search.append_inside(view, start, goal, answer.hop, path.portals);
  } else {
    append_corridor(view, start, goal, nodes, path.portals);
  }
  path.polygons.push_back(start.polygon);
  for (const PortalId id : path.portals) path.polygons.push_back(map.mesh->portal(id).across(path.polygons.back()));
  STRATA_CHECK(path.polygons.back() == goal.polygon);
  pull_path(*map.mesh, agent.start.at, agent.goal.at, path.polygons, path.portals, path.points);
  path.length = length_in_cells(path.points);
}

}  // namespace strata
