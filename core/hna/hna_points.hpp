// Purpose: HnaPoints looks up the cheapest paths inside a group between points of polygons, portals, inter-edges and
// the
//          points where links begin. Points are the start and goal of a query and the far ends of links. Only the
//          queries of HNA* include this header.
// How: A path from a point leaves its polygon by one of its portals, and the rest stands in a table of the group.
#pragma once

#include <algorithm>

#include "core/hna/hna.hpp"

namespace strata {

template <class Costs>
struct HnaPoints {
  const NavMesh& mesh;
  const HnaLevel& level;
  const Costs& costs;

  // The cost of a path, and the portal by which it leaves the polygon of the point; kNoPortal: it does not leave it, or
  // there is no path.
  struct Leave {
    Cost cost = kInfinite;
    PortalId by = kNoPortal;
  };

  // Returns the index of a portal in a group that it borders.
  uint32_t place_in(uint32_t number, PortalId id) const {
    return level.place_of(id, level.group_of(mesh.portal(id).polygons[0]) == number ? 0 : 1);
  }

  Leave to_inter_edge(const MeshEndpoint& point, uint32_t number, uint32_t inter_edge) const {
    const HnaGroup& group = level.group(number);
    return cheapest(point, number, [&](uint32_t portal) { return group.cost(portal, inter_edge); });
  }
  // Returns the path to the point `start` of HnaGroup::link_starts.
  Leave to_link(const MeshEndpoint& point, uint32_t number, uint32_t start) const {
    const HnaGroup& group = level.group(number);
    const MeshEndpoint& end = group.link_starts[start];
    if (end.polygon == point.polygon) return {costs.direct(point, end), kNoPortal};
    return cheapest(point, number, [&](uint32_t portal) { return group.start_cost(portal, start); });
  }

  // Calls use(link, start) for all links that begin in a group.
  template <class Use>
  void for_links(uint32_t number, Use&& use) const {
    const HnaGroup& group = level.group(number);
    for (uint32_t start = 0; start < group.link_starts.size(); ++start) {
      const auto [first, last] = mesh.links_from(group.link_starts[start].polygon);
      for (uint32_t link = first; link < last; ++link) {
        if (mesh.links()[link].from == group.link_starts[start]) use(link, start);
      }
    }
  }
  // Returns the index in HnaGroup::link_starts of the point where a link begins.
  uint32_t start_of(const MeshLink& link) const {
    const std::vector<MeshEndpoint>& starts = level.group(level.group_of(link.from.polygon)).link_starts;
    const auto at = std::lower_bound(starts.begin(), starts.end(), link.from, is_before_start);
    return static_cast<uint32_t>(at - starts.begin());
  }

 private:
  template <class Rest>
  Leave cheapest(const MeshEndpoint& point, uint32_t number, Rest&& rest_of) const {
    Leave best;
    for (const MeshSide& side : mesh.sides(point.polygon)) {
      if (side.portal == kNoPortal) continue;
      const Cost rest = rest_of(place_in(number, side.portal));
      if (rest == kInfinite) continue;
      const Cost cost = costs.link(point, side.portal) + rest;
      if (cost < best.cost) best = {cost, side.portal};
    }
    return best;
  }
};

}  // namespace strata
