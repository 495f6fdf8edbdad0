#include "core/batch/mesh_corridor.hpp"

#include "core/base/check.hpp"

namespace strata {
namespace {

// Appends the portals of the path inside a group from a portal to an inter-edge, both included.
void append_chain(const MeshView& view, uint32_t number, PortalId from, PortalId to, std::vector<PortalId>& portals) {
  const MeshViewGroup& group = view.groups[number];
  const auto place_of = [&](PortalId id) {
    const MeshViewPortal& portal = view.portals[id];
    return portal.places[view.polygons[portal.polygons[0]].group == number ? 0 : 1];
  };
  const uint32_t inter_edge = place_of(to);
  portals.push_back(from);
  for (uint32_t left = group.portals; from != to; --left) {
    STRATA_CHECK(left > 0);
    from = mesh_next_portal(view, group, place_of(from), inter_edge);
    portals.push_back(from);
  }
}

// Appends all portals of the path from start to goal over these inter-edges.
void append_over(const MeshView& view, const MeshSearchEnd& start, const MeshSearchEnd& goal,
                 std::span<const PortalId> inter_edges, std::vector<PortalId>& portals) {
  const auto inter_edge_of = [&](PortalId id) -> const MeshViewInterEdge& {
    return view.inter_edges[view.portals[id].inter_edge];
  };
  const auto slot_in = [&](PortalId id, uint32_t group) {
    return inter_edge_of(id).slots[inter_edge_of(id).groups[0] == group ? 0 : 1];
  };
  uint32_t group = view.polygons[start.polygon].group;
  append_chain(view, group, mesh_first_portal(view, start, slot_in(inter_edges.front(), group), nullptr),
               inter_edges.front(), portals);
  for (size_t i = 1; i < inter_edges.size(); ++i) {
    const MeshViewInterEdge& before = inter_edge_of(inter_edges[i - 1]);
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

void append_corridor(const MeshBatchMap& map, const MeshAgent& agent, const MeshBatchOptions& options,
                     std::span<const uint32_t> nodes, PortalId first, HostMeshSearch& search,
                     std::vector<uint32_t>& steps) {
  if (options.method == MeshBatchMethod::kAstar) {
    steps.insert(steps.end(), nodes.begin(), nodes.end());
    return;
  }
  if (agent.start.polygon == agent.goal.polygon) return;  // the path crosses no portal
  const MeshView& view = map.pack->view();
  const bool centres = options.ends == HnaEndpoints::kCentroids;
  const MeshSearchEnd start = mesh_search_end(view, agent.start, centres),
                      goal = mesh_search_end(view, agent.goal, centres);
  if (nodes.empty()) {
    search.append_inside(view, start, goal, first, steps);
  } else {
    append_over(view, start, goal, nodes, steps);
  }
}

}  // namespace strata
