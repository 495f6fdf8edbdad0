// Purpose: report_turns reports the turns of a taut path to an observer. All planners with a funnel use it.
// Shapes: A turn is named by the end of a portal at which it lies (mesh_corner_node).
#pragma once

#include "core/navmesh/mesh_search.hpp"
#include "core/search/observer.hpp"

namespace strata {

template <class Observer>
void report_turns(const NavMesh& mesh, const MeshPath& path, Observer observer, uint8_t line) {
  if constexpr (Observer::kEnabled) {
    uint32_t last = mesh_start_node(mesh);
    size_t next_portal = 0;
    for (size_t i = 1; i < path.points.size(); ++i) {
      uint32_t node = mesh_goal_node(mesh);
      if (i + 1 < path.points.size()) {
        const auto at_turn = [&](PortalId id) {
          return mesh.portal(id).a == path.points[i] || mesh.portal(id).b == path.points[i];
        };
        while (!at_turn(path.portals[next_portal])) ++next_portal;
        const PortalId id = path.portals[next_portal];
        node = mesh_corner_node(mesh, id, mesh.portal(id).a == path.points[i] ? 0 : 1);
      }
      const Cost cost = line_cost(path.points[i - 1], path.points[i]);
      observer.on({EventType::kStraight, Phase::kSmooth, 0, line, node, last, cost, 0});
      last = node;
    }
  }
}

}  // namespace strata
