// Purpose: MeshSpace is the search space of best_first_search over the portals and links of a navigation mesh.
//          MidpointCosts and CentroidCosts are the costs of steps between portals.
// Source: Rahmani, Pelechano 2020, section 3 (costs between centroids). Portals as nodes are a design of this
//         project, see docs/meshes.md.
// Links: A link is a node, too, which stands for its far end. From every portal of the polygon where it begins, a step
//        to it goes to the near end and over the link. The heuristic is that of core/search/link_heuristic.hpp.
// Shapes: Node ids are those of portals, followed by the start and the goal of a query, and by the links of the mesh.
//         Events name a link by the node of its far end (mesh_link_node).
// Units: See core/grid/half_cells.hpp. All points of a mesh lie within 2^20 lattice units of each other in x and in y.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/navmesh/navmesh.hpp"
#include "core/search/astar.hpp"
#include "core/search/link_heuristic.hpp"
#include "core/search/workspace.hpp"

namespace strata {

// The cost function of a search, which defines the point that a node stands for.
enum class MeshCosts : uint8_t {
  kMidpoints,  // midpoints of portals; start and goal keep their positions
  // As published: steps go between centroids of neighbours; start and goal count as centroids of their polygons.
  kCentroids,
};

inline constexpr std::array<std::string_view, 2> kMeshCostsNames = {"middles", "centres"};
constexpr std::string_view mesh_costs_name(MeshCosts costs) { return kMeshCostsNames[static_cast<size_t>(costs)]; }

struct MeshQuery {
  MeshEndpoint start;
  MeshEndpoint goal;
};

inline uint32_t mesh_start_node(const NavMesh& mesh) { return mesh.portal_slots(); }
inline uint32_t mesh_goal_node(const NavMesh& mesh) { return mesh.portal_slots() + 1; }

// Returns the node that stands for an end of a portal in events of the funnel; `end` is 0 for portal.a, 1 for portal.b.
inline uint32_t mesh_corner_node(const NavMesh& mesh, PortalId portal, uint32_t end) {
  return mesh.portal_slots() + 2 + 2 * portal + end;
}
// Returns the node that stands for an end of a link in events; `end` is 0 where it begins, 1 where it ends. All nodes
// from that of link 0 on are ends of links.
inline uint32_t mesh_link_node(const NavMesh& mesh, uint32_t link, uint32_t end) {
  return mesh_corner_node(mesh, mesh.portal_slots(), 0) + 2 * link + end;
}

// Costs of straight lines between midpoints. `step` and `link` satisfy the triangle inequality; `bound` is
// consistent with them.
class MidpointCosts {
 public:
  static constexpr bool kEndsAreCentres = false;
  explicit MidpointCosts(const NavMesh& mesh) : mesh_(&mesh) {}

  // Returns the cost between two portals of one polygon.
  Cost step(PortalId from, PortalId to) const {
    return line_cost(mesh_->portal_middle(from), mesh_->portal_middle(to));
  }
  // Returns the cost between an end and a portal of its polygon.
  Cost link(const MeshEndpoint& end, PortalId portal) const { return line_cost(end.at, mesh_->portal_middle(portal)); }
  // Returns the cost between two ends in one polygon.
  static Cost direct(const MeshEndpoint& start, const MeshEndpoint& goal) { return line_cost(start.at, goal.at); }

  // Return the place of a portal and of an end. bound(a, b) of two places never exceeds the cost of a
  // path between them.
  HalfCellPoint place(PortalId portal) const { return mesh_->portal_middle(portal); }
  HalfCellPoint place(const MeshEndpoint& end) const { return end.at; }
  static Cost bound(HalfCellPoint a, HalfCellPoint b) { return line_bound(a, b); }

 private:
  const NavMesh* mesh_;
};

// A step from polygon u to polygon v, with centroids c_u and c_v in cells, costs
// 2 ceil(408 |c_u c_v|)
// and half of it belongs to each side of the portal: a step from portal (u, v) to portal (v, w) costs half of both. The
// place of a portal is the midpoint of the two centroids, wherever the portal lies. Two such places are at most half
// the sum of both steps apart, which makes the bound consistent. Rounding keeps this property, because steps are
// integers: floor(x) <= floor(y) + step if x <= y + step.
class CentroidCosts {
 public:
  static constexpr bool kEndsAreCentres = true;  // start and goal count as the centroids of their polygons
  explicit CentroidCosts(const NavMesh& mesh) : mesh_(&mesh) {}

  // Returns half the cost of the step through a portal: 408 / 16 = sqrt(2601) / 2 per unit of the centroids.
  Cost half(PortalId portal) const {
    const std::array<PolygonId, 2>& polygons = mesh_->portal(portal).polygons;
    const int64_t squared = squared_distance(mesh_->centre16(polygons[0]), mesh_->centre16(polygons[1]));
    return static_cast<Cost>((root_up(2601 * static_cast<uint64_t>(squared)) + 1) / 2);
  }
  Cost step(PortalId from, PortalId to) const { return half(from) + half(to); }
  Cost link(const MeshEndpoint&, PortalId portal) const { return half(portal); }
  static Cost direct(const MeshEndpoint&, const MeshEndpoint&) { return 0; }

  // Returns the place of a portal in thirty-seconds of a cell, each of which costs 816 / 32.
  HalfCellPoint place(PortalId portal) const {
    const std::array<PolygonId, 2>& polygons = mesh_->portal(portal).polygons;
    const HalfCellPoint u = mesh_->centre16(polygons[0]), v = mesh_->centre16(polygons[1]);
    return {u.x + v.x, u.y + v.y};
  }
  HalfCellPoint place(const MeshEndpoint& end) const {
    const HalfCellPoint centre = mesh_->centre16(end.polygon);
    return {2 * centre.x, 2 * centre.y};
  }
  static Cost bound(HalfCellPoint a, HalfCellPoint b) {
    return static_cast<Cost>(root_down(2601 * static_cast<uint64_t>(squared_distance(a, b))) / 2);
  }

 private:
  const NavMesh* mesh_;
};

// The largest g at which a search may expand a node without overflow of g or f (32 bits): a step and the bound are at
// most 408 sqrt(2) 2^20 each.
inline constexpr Cost kMeshCostLimit = kInfinite - 1 - 2 * 605'100'000u;

// The bound of the costs, for LinkHeuristic.
template <class Costs>
struct MeshBound {
  Cost operator()(int dx, int dy) const { return Costs::bound({0, 0}, {dx, dy}); }
};

// The lower bound of the cost from a point to the goal of a query, over the links of the mesh as well.
template <class Costs>
class MeshHeuristic {
 public:
  MeshHeuristic(const NavMesh& mesh, const Costs& costs, const MeshEndpoint& goal) : goal_(costs.place(goal)) {
    if (mesh.links().empty()) return;
    std::vector<typename LinkHeuristic<MeshBound<Costs>>::Link> links;
    for (const MeshLink& link : mesh.links()) {
      const HalfCellPoint near = costs.place(link.from), far = costs.place(link.to);
      links.push_back({.near = {near.x, near.y}, .far = {far.x, far.y}, .cost = link.cost});
    }
    const auto plain = [this](int x, int y) { return Costs::bound({x, y}, goal_); };
    over_links_ = LinkHeuristic<MeshBound<Costs>>(std::move(links), {}, plain);
  }

  // Returns the bound for a place of the costs.
  Cost operator()(HalfCellPoint place) const { return over_links_(Costs::bound(place, goal_), place.x, place.y); }

 private:
  HalfCellPoint goal_;
  LinkHeuristic<MeshBound<Costs>> over_links_;
};

// MeshSpace is the search space of one query over the portals and links of a mesh. A search never goes back through a
// portal into the polygon that it came from: by the triangle inequality every other portal and every link of that
// polygon was reached at no greater cost without the detour.
template <class Costs>
class MeshSpace {
 public:
  NodeRecords& records;  // the token is parent << 1 | index of the polygon of the parent that was crossed
  BucketQueue& queue;

  // Clears the records and the queue.
  MeshSpace(const NavMesh& mesh, const MeshQuery& query, Workspace& workspace)
      : records(workspace.nodes),
        queue(workspace.queue),
        mesh_(mesh),
        query_(query),
        costs_(mesh),
        start_(mesh_start_node(mesh)),
        goal_(mesh_goal_node(mesh)),
        heuristic_(mesh, costs_, query.goal),
        links_(mesh.links()) {
    records.begin(size_t{goal_} + 1 + links_.size());
    queue.begin(kUsualRise, h(start_));
  }

  // Returns the largest g at which a node may be expanded.
  Cost limit() const { return kMeshCostLimit - mesh_.max_link_cost(); }
  // Returns the number of the link that the node stands for. All nodes after the goal are links.
  uint32_t link_of(uint32_t id) const { return id - goal_ - 1; }

  uint32_t index(uint32_t id) const { return id; }
  uint32_t cell(uint32_t id) const { return id <= goal_ ? id : mesh_link_node(mesh_, link_of(id), 1); }
  Cost h(uint32_t id) const {
    if (id == goal_) return 0;
    return heuristic_(id < start_ ? costs_.place(id) : costs_.place(end_of(id)));
  }

  uint32_t start_token() const { return start_ << 1; }
  uint32_t before(uint32_t id) const { return records.token(id) >> 1; }
  // Returns the polygon that the path crosses between the parent of a node and the node.
  PolygonId crossed(uint32_t id) const {
    const uint32_t token = records.token(id);
    return token >> 1 < start_ ? mesh_.portal(token >> 1).polygons[token & 1] : end_of(token >> 1).polygon;
  }

  template <class Visit>
  void successors(uint32_t id, uint32_t, Visit&& visit) const {
    if (id >= start_) {
      const MeshEndpoint& here = end_of(id);
      for (const MeshSide& side : mesh_.sides(here.polygon)) {
        if (side.portal != kNoPortal) visit(side.portal, side.portal, costs_.link(here, side.portal), id << 1);
      }
      if (links_.empty()) return;
      if (here.polygon == query_.goal.polygon) visit(goal_, goal_, costs_.direct(here, query_.goal), id << 1);
      follow_links(here.polygon, id << 1, visit, [&](const MeshEndpoint& end) { return costs_.direct(here, end); });
      return;
    }
    const Portal& portal = mesh_.portal(id);
    const uint32_t entered = portal.polygons[0] == crossed(id) ? 1 : 0;
    const PolygonId polygon = portal.polygons[entered];
    const uint32_t token = id << 1 | entered;
    if (polygon == query_.goal.polygon) {
      visit(goal_, goal_, costs_.link(query_.goal, id), token);
      // In the goal's polygon the straight line to the goal never costs more than a path over other portals; a path
      // over a link may cost less.
      if (links_.empty()) return;
    }
    for (const MeshSide& side : mesh_.sides(polygon)) {
      if (side.portal == kNoPortal || side.portal == id) continue;
      visit(side.portal, side.portal, costs_.step(id, side.portal), token);
    }
    if (links_.empty()) return;
    follow_links(polygon, token, visit, [&](const MeshEndpoint& end) { return costs_.link(end, id); });
  }

 private:
  // Returns the point for which the start or a link stands: of a link its far end.
  const MeshEndpoint& end_of(uint32_t id) const { return id == start_ ? query_.start : links_[link_of(id)].to; }

  // Visits the links that begin in the polygon; cost_to(end) is the cost of the way to the near end.
  template <class Visit, class CostTo>
  void follow_links(PolygonId polygon, uint32_t token, Visit&& visit, CostTo&& cost_to) const {
    const auto [first, last] = mesh_.links_from(polygon);
    for (uint32_t link = first; link < last; ++link) {
      const uint32_t node = goal_ + 1 + link;
      visit(node, node, cost_to(links_[link].from) + links_[link].cost, token);
    }
  }

  // The usual largest rise of f in a search, for BucketQueue::begin: twice the longest step in a tile
  // of 32 cells a side.
  static constexpr Cost kUsualRise = 2 * 46 * 816;

  const NavMesh& mesh_;
  const MeshQuery& query_;
  Costs costs_;
  uint32_t start_, goal_;
  MeshHeuristic<Costs> heuristic_;
  std::span<const MeshLink> links_;
};

}  // namespace strata
