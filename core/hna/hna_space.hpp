// Purpose: GroupSpace and InterEdgeSpace are the search spaces of HNA* queries: the portals inside one group, for
//          linking, and the inter-edges of a level with the links of the mesh. Only hna_query.cpp and its headers
//          include them.
// Source: Rahmani, Pelechano 2020, section 3.3.
// Shapes: Node ids are those of portals, followed by the start and the goal of the query, and by the links of the mesh.
//         As in core/navmesh/mesh_space.hpp a link stands for its far end, and events name it by this end.
#pragma once

#include "core/hna/hna_points.hpp"
#include "core/search/astar.hpp"
#include "core/search/workspace.hpp"

namespace strata {

// The usual largest rise of f in a search, for BucketQueue::begin: twice the longest step in a tile of 32 cells a side.
inline constexpr Cost kHnaUsualRise = 2 * 46 * 816;

// The search space of the portals of one group, from the start or goal. With a target (a portal or the other end) the
// search is A*; without a target it is Dijkstra's algorithm.
template <class Costs>
class GroupSpace {
 public:
  NodeRecords& records;  // the token is parent << 1 | index of the polygon of the parent that was crossed
  BucketQueue& queue;

  // Makes the space of searches that begin at `from`, the start or goal of a query. `named` is the node that
  // stands for it in events.
  GroupSpace(const NavMesh& mesh, const HnaLevel& level, const Costs& costs, const MeshEndpoint& from, uint32_t named,
             Workspace& workspace)
      : records(workspace.nodes),
        queue(workspace.queue),
        mesh_(mesh),
        level_(level),
        costs_(costs),
        from_(from),
        group_(level.group_of(from.polygon)),
        start_(mesh_start_node(mesh)),
        named_(named) {}

  void clear_target() { begin(); }
  void set_target(PortalId target) {
    aimed_ = true;
    target_ = costs_.place(target);
    begin();
  }
  void set_target(const MeshEndpoint& end) {
    aimed_ = true;
    target_ = costs_.place(end);
    end_ = &end;
    begin();
  }

  uint32_t start() const { return start_; }
  uint32_t start_token() const { return start_ << 1; }
  uint32_t goal() const { return start_ + 1; }
  uint32_t index(uint32_t id) const { return id; }
  uint32_t cell(uint32_t id) const { return id == start_ ? named_ : id; }
  uint32_t before(uint32_t id) const { return records.token(id) >> 1; }
  PolygonId crossed(uint32_t id) const {
    const uint32_t token = records.token(id);
    return token >> 1 == start_ ? from_.polygon : mesh_.portal(token >> 1).polygons[token & 1];
  }
  Cost h(uint32_t id) const {
    if (!aimed_ || id == goal()) return 0;
    return costs_.bound(id == start_ ? costs_.place(from_) : costs_.place(id), target_);
  }

  template <class Visit>
  void successors(uint32_t id, uint32_t, Visit&& visit) const {
    if (id == start_) {
      for (const MeshSide& side : mesh_.sides(from_.polygon)) {
        if (side.portal != kNoPortal) visit(side.portal, side.portal, costs_.link(from_, side.portal), id << 1);
      }
      return;
    }
    const Portal& portal = mesh_.portal(id);
    const uint32_t entered = portal.polygons[0] == crossed(id) ? 1 : 0;
    const PolygonId polygon = portal.polygons[entered];
    if (level_.group_of(polygon) != group_) return;  // an inter-edge ends the group
    const uint32_t token = id << 1 | entered;
    if (end_ != nullptr && polygon == end_->polygon) {
      visit(goal(), goal(), costs_.link(*end_, id), token);
      return;
    }
    for (const MeshSide& side : mesh_.sides(polygon)) {
      if (side.portal == kNoPortal || side.portal == id) continue;
      visit(side.portal, side.portal, costs_.step(id, side.portal), token);
    }
  }

 private:
  void begin() {
    records.begin(mesh_.portal_slots() + 2);
    queue.begin(kHnaUsualRise, h(start_));
  }

  const NavMesh& mesh_;
  const HnaLevel& level_;
  const Costs& costs_;
  const MeshEndpoint& from_;
  uint32_t group_;
  uint32_t start_, named_;
  bool aimed_ = false;
  HalfCellPoint target_;
  const MeshEndpoint* end_ = nullptr;
};

// The search space of the inter-edges and links of a level, with start and goal linked to those of their groups. A
// search never goes back through the group that it came from: by the triangle inequality of the rows that is never
// cheaper.
template <class Costs>
class InterEdgeSpace {
 public:
  NodeRecords& records;  // the token is parent << 1 | index of the polygon of the parent whose group was crossed
  BucketQueue& queue;

  // Makes the space of one query. `direct` is the cost from start to goal inside their common group; kInfinite if
  // there is no such path. `from_links` are the costs from the far ends of all links to the goal inside its group; it
  // is empty if no link ends there.
  InterEdgeSpace(const NavMesh& mesh, const HnaLevel& level, const Costs& costs, const MeshQuery& query,
                 std::span<const Cost> start_links, std::span<const Cost> goal_links, Cost direct,
                 std::span<const Cost> from_links, Workspace& workspace)
      : records(workspace.nodes),
        queue(workspace.queue),
        mesh_(mesh),
        level_(level),
        costs_(costs),
        query_(query),
        start_links_(start_links),
        goal_links_(goal_links),
        direct_(direct),
        from_links_(from_links),
        start_(mesh_start_node(mesh)),
        goal_group_(level.group_of(query.goal.polygon)),
        heuristic_(mesh, costs, query.goal),
        points_{mesh, level, costs} {
    records.begin(size_t{goal()} + 1 + mesh.links().size());
    queue.begin(kHnaUsualRise, h(start_));
  }

  // Returns the largest g at which a node may be expanded.
  Cost limit() const { return kMeshCostLimit - mesh_.max_link_cost(); }
  uint32_t start() const { return start_; }
  uint32_t start_token() const { return start_ << 1; }
  uint32_t goal() const { return start_ + 1; }
  uint32_t link_of(uint32_t id) const { return id - goal() - 1; }
  uint32_t index(uint32_t id) const { return id; }
  uint32_t cell(uint32_t id) const { return id <= goal() ? id : mesh_link_node(mesh_, link_of(id), 1); }
  uint32_t before(uint32_t id) const { return records.token(id) >> 1; }
  // Returns the group that the path crosses between the parent of a node and the node.
  uint32_t crossed(uint32_t id) const {
    const uint32_t token = records.token(id);
    return level_.group_of(token >> 1 < start_ ? mesh_.portal(token >> 1).polygons[token & 1]
                                               : end_of(token >> 1).polygon);
  }
  Cost h(uint32_t id) const {
    if (id == goal()) return 0;
    return heuristic_(id < start_ ? costs_.place(id) : costs_.place(end_of(id)));
  }

  template <class Visit>
  void successors(uint32_t id, uint32_t, Visit&& visit) const {
    if (id == start_) {
      const uint32_t number = level_.group_of(query_.start.polygon);
      const HnaGroup& group = level_.group(number);
      for (uint32_t inter_edge = 0; inter_edge < group.inter_edges; ++inter_edge) {
        if (start_links_[inter_edge] == kInfinite) continue;
        visit(group.portals[inter_edge], group.portals[inter_edge], start_links_[inter_edge], id << 1);
      }
      if (direct_ != kInfinite) visit(goal(), goal(), direct_, id << 1);
      follow_links(number, id << 1, visit,
                   [&](uint32_t start) { return points_.to_link(query_.start, number, start).cost; });
      return;
    }
    if (id > goal()) {
      const MeshEndpoint& here = end_of(id);
      const uint32_t number = level_.group_of(here.polygon);
      const HnaGroup& group = level_.group(number);
      for (uint32_t inter_edge = 0; inter_edge < group.inter_edges; ++inter_edge) {
        const Cost cost = points_.to_inter_edge(here, number, inter_edge).cost;
        if (cost != kInfinite) visit(group.portals[inter_edge], group.portals[inter_edge], cost, id << 1);
      }
      if (number == goal_group_ && from_links_[link_of(id)] != kInfinite) {
        visit(goal(), goal(), from_links_[link_of(id)], id << 1);
      }
      follow_links(number, id << 1, visit, [&](uint32_t start) { return points_.to_link(here, number, start).cost; });
      return;
    }
    const Portal& portal = mesh_.portal(id);
    const uint32_t entered = level_.group_of(portal.polygons[0]) == crossed(id) ? 1 : 0;
    const uint32_t number = level_.group_of(portal.polygons[entered]);
    const HnaGroup& group = level_.group(number);
    const uint32_t from = level_.place_of(id, entered);
    const uint32_t token = id << 1 | entered;
    if (number == goal_group_ && goal_links_[from] != kInfinite) visit(goal(), goal(), goal_links_[from], token);
    const Cost* row = group.costs.data() + size_t{from} * group.inter_edges;
    for (uint32_t inter_edge = 0; inter_edge < group.inter_edges; ++inter_edge) {
      if (inter_edge == from || row[inter_edge] == kInfinite) continue;
      visit(group.portals[inter_edge], group.portals[inter_edge], row[inter_edge], token);
    }
    follow_links(number, token, visit, [&](uint32_t start) { return group.start_cost(from, start); });
  }

 private:
  // Returns the point for which the start or a link stands: of a link its far end.
  const MeshEndpoint& end_of(uint32_t id) const { return id == start_ ? query_.start : mesh_.links()[link_of(id)].to; }

  // Visits the links that begin in the group; cost_to(start) is the cost to a point where links begin.
  template <class Visit, class CostTo>
  void follow_links(uint32_t number, uint32_t token, Visit&& visit, CostTo&& cost_to) const {
    points_.for_links(number, [&](uint32_t link, uint32_t start) {
      const Cost cost = cost_to(start);
      const uint32_t node = goal() + 1 + link;
      if (cost != kInfinite) visit(node, node, cost + mesh_.links()[link].cost, token);
    });
  }

  const NavMesh& mesh_;
  const HnaLevel& level_;
  const Costs& costs_;
  const MeshQuery& query_;
  std::span<const Cost> start_links_, goal_links_;
  Cost direct_;
  std::span<const Cost> from_links_;
  uint32_t start_;
  uint32_t goal_group_;
  MeshHeuristic<Costs> heuristic_;
  HnaPoints<Costs> points_;
};

}  // namespace strata
