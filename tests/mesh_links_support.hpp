// Purpose: GraphOverLinks is the graph that A* over a mesh with links searches, for a plain Dijkstra.
#pragma once

#include <doctest/doctest.h>

#include <vector>

#include "core/navmesh/mesh_search.hpp"
#include "tests/support.hpp"

namespace strata::test {

// The graph of start, goal, portals and links, written from the rules alone: no search direction is left out.
struct GraphOverLinks {
  const NavMesh& mesh;
  MeshCosts costs;
  MeshQuery query;
  uint32_t start = mesh.portal_slots(), goal = start + 1, first_link = goal + 1;

  uint32_t nodes() const { return first_link + static_cast<uint32_t>(mesh.links().size()); }
  HalfCellPoint point(uint32_t node) const {
    if (node < start) return mesh.portal(node).middle();
    if (node >= first_link) return mesh.links()[node - first_link].to.at;
    return node == start ? query.start.at : query.goal.at;
  }
  Cost half(uint32_t node) const { return node < start ? CentroidCosts(mesh).half(node) : 0; }
  // Returns the cost from a node to a point of its polygon that is no portal.
  Cost to_point(uint32_t node, HalfCellPoint at) const {
    return costs == MeshCosts::kMidpoints ? line_cost(point(node), at) : half(node);
  }
  template <class Visit>
  void visit_polygon(uint32_t from, PolygonId polygon, Visit&& visit) const {
    for (const MeshSide& side : mesh.sides(polygon)) {
      if (side.portal == kNoPortal || side.portal == from) continue;
      const Cost over =
          costs == MeshCosts::kMidpoints ? line_cost(point(from), point(side.portal)) : half(from) + half(side.portal);
      visit(side.portal, over);
    }
    if (polygon == query.goal.polygon) visit(goal, to_point(from, query.goal.at));
    for (uint32_t i = 0; i < mesh.links().size(); ++i) {
      const MeshLink& link = mesh.links()[i];
      if (link.from.polygon == polygon) visit(first_link + i, to_point(from, link.from.at) + link.cost);
    }
  }
  Cost cheapest() const {
    return plain_search(nodes(), start, kInfinite, [&](uint32_t node, auto&& visit) {
      if (node == goal) return;
      if (node == start) return visit_polygon(node, query.start.polygon, visit);
      if (node >= first_link) return visit_polygon(node, mesh.links()[node - first_link].to.polygon, visit);
      for (const PolygonId polygon : mesh.portal(node).polygons) visit_polygon(node, polygon, visit);
    })[goal];
  }
  // Returns the sum along the portals and links of a path, and holds its polygons against them.
  Cost cost_along(const MeshPath& path) const {
    Cost cost = 0;
    uint32_t last = start;
    size_t next = 0;
    std::vector<PolygonId> polygons = {query.start.polygon};
    for (size_t i = 0; i <= path.portals.size(); ++i) {
      for (; next < path.jumps.size() && path.jumps[next].portals == i; ++next) {
        const MeshLink& link = mesh.links()[path.jumps[next].link];
        REQUIRE(link.from.polygon == polygons.back());
        cost += to_point(last, link.from.at) + link.cost;
        last = first_link + path.jumps[next].link;
        polygons.push_back(link.to.polygon);
      }
      if (i == path.portals.size()) break;
      const PortalId portal = path.portals[i];
      cost += costs == MeshCosts::kMidpoints ? line_cost(point(last), point(portal)) : half(last) + half(portal);
      last = portal;
      polygons.push_back(mesh.portal(portal).across(polygons.back()));
    }
    REQUIRE(next == path.jumps.size());
    REQUIRE(polygons == path.polygons);
    REQUIRE(polygons.back() == query.goal.polygon);
    return cost + to_point(last, query.goal.at);
  }
};

}  // namespace strata::test
