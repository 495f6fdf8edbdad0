// Purpose: report_turns reports the turns of a taut path to an observer. All planners with a funnel use it.
// Shapes: A turn is named by the end of a portal at which it lies (mesh_corner_node). A link of the path is a straight
//         line from one of its ends to the other (mesh_link_node), which costs what the link costs.
#pragma once

#include "core/navmesh/mesh_search.hpp"
#include "core/search/observer.hpp"

namespace strata {

template <class Observer>
void report_turns(const NavMesh& mesh, const MeshPath& path, Observer observer, uint8_t line) {
  if constexpr (Observer::kEnabled) {
    uint32_t last = mesh_start_node(mesh);
    size_t next_portal = 0, next_jump = 0;
    // Returns whether a link begins at the point.
    const auto jumps_at = [&](size_t point) {
      return next_jump < path.jumps.size() && path.jumps[next_jump].point == point;
    };
    if (jumps_at(0)) last = mesh_link_node(mesh, path.jumps[0].link, 0);
    for (size_t i = 1; i < path.points.size(); ++i) {
      uint32_t node = mesh_goal_node(mesh);
      const MeshJump* const over = jumps_at(i - 1) ? &path.jumps[next_jump++] : nullptr;
      if (jumps_at(i)) {
        node = mesh_link_node(mesh, path.jumps[next_jump].link, 0);
      } else if (i + 1 < path.points.size() && over != nullptr) {
        node = mesh_link_node(mesh, over->link, 1);
      } else if (i + 1 < path.points.size()) {
        const auto at_turn = [&](PortalId id) {
          return mesh.portal(id).a == path.points[i] || mesh.portal(id).b == path.points[i];
        };
        while (!at_turn(path.portals[next_portal])) ++next_portal;
        const PortalId id = path.portals[next_portal];
        node = mesh_corner_node(mesh, id, mesh.portal(id).a == path.points[i] ? 0 : 1);
      }
      const Cost cost = over != nullptr ? mesh.links()[over->link].cost : line_cost(path.points[i - 1], path.points[i]);
      observer.on({EventType::kStraight, Phase::kSmooth, 0, line, node, last, cost, 0});
      last = node;
    }
  }
}

}  // namespace strata
