// Purpose: HpaLevelSpace is the search space of best_first_search on one level of an HPA* graph, or inside one cluster
//          of the level above. HpaLinkedSpace adds the links of a map to a level. HpaClusterChildren converts between
//          node numbers of the level below and their places in the stored paths of a cluster.
// Source: Botea, Müller, Schaeffer 2004, sections 4.2 and 4.4.
#pragma once

#include <algorithm>
#include <span>

#include "core/grid/map_links.hpp"
#include "core/hpa/hpa.hpp"
#include "core/search/astar.hpp"
#include "core/search/link_heuristic.hpp"
#include "core/search/path.hpp"
#include "core/search/workspace.hpp"

namespace strata {

// The search space of one abstract level, or of one cluster of the level above. Nodes 0..n-1 are those of the graph;
// the source and the target may also be cells that are linked to the graph by lists.
struct HpaLevelSpace {
  static constexpr uint32_t kNoCluster = 0xffffffffu;
  // The token of a node holds its parent, and whether an intra-edge led to it: then only inter-edges
  // are followed from it.
  static constexpr uint32_t kByIntra = 1u << 31;
  static constexpr uint32_t kParent = kByIntra - 1;

  const Hpa::Level& level;
  NodeRecords& records;
  BucketQueue& queue;
  Rect within;                             // rectangle of cells; nodes outside it are not generated
  std::span<const NodeLink> source_links;  // links of the start, if the search begins there
  Cell source, target;
  DistanceBound bound;                   // zero for a search without a target (Dijkstra)
  Cost direct = kInfinite;               // cost between start and goal in their common cluster, if both are ends
  uint32_t target_cluster = kNoCluster;  // cluster of the goal, if it is the target
  const Cost* target_cost = nullptr;     // cost to the goal, by slot in that cluster
  uint32_t virtual_source = 0;           // number of the start (or, for insertion, goal), which is no node of the graph
  uint32_t virtual_target = 0;
  CellId source_cell = kNoCell, target_cell = kNoCell;

  uint32_t index(uint32_t node) const { return node; }
  CellId cell(uint32_t node) const {
    if (node < level.nodes.size()) return level.nodes[node].cell;
    return node == virtual_source ? source_cell : target_cell;
  }
  Cost h(uint32_t node) const {
    if (node < level.nodes.size()) {
      const HpaNode& n = level.nodes[node];
      return bound(n.x - target.x, n.y - target.y);
    }
    return node == virtual_source ? bound(source, target) : 0;
  }
  void begin(uint32_t from) {
    records.begin(level.nodes.size() + 2);
    queue.begin(kAbstractRise, h(from));
  }

  template <class Visit>
  void successors(uint32_t node, uint32_t, Visit&& visit) const {
    if (node == virtual_source) {
      for (const NodeLink& link : source_links) visit(link.node, link.node, link.cost, node | kByIntra);
      if (direct != kInfinite) visit(virtual_target, virtual_target, direct, node);
      return;
    }
    const uint32_t cluster = level.nodes[node].cluster;
    const Hpa::ClusterGraph& graph = level.graphs[cluster];
    const uint32_t first = level.first_node[cluster];
    const uint32_t slot = node - first;
    for (uint32_t e = graph.inter_begin[slot]; e < graph.inter_begin[slot + 1]; ++e) {
      const Hpa::InterEdge& edge = graph.inter[e];
      const uint32_t next = level.first_node[edge.to] + edge.to_slot;
      const HpaNode& n = level.nodes[next];
      if (!within.contains({n.x, n.y})) continue;
      visit(next, next, edge.cost, node);
    }
    if ((records.token(node) & kByIntra) != 0) return;
    const auto count = static_cast<uint32_t>(graph.nodes.size());
    const Cost* row = &graph.intra[static_cast<size_t>(slot) * count];
    for (uint32_t j = 0; j < count; ++j) {
      if (row[j] != kInfinite && j != slot) visit(first + j, first + j, row[j], node | kByIntra);
    }
    if (cluster == target_cluster && target_cost[slot] != kInfinite) {
      visit(virtual_target, virtual_target, target_cost[slot], node);
    }
  }

  // Appends the nodes of the path from `from`, which is left out, to `last`.
  void append_path(uint32_t from, uint32_t last, std::vector<uint32_t>& path) const {
    const size_t begin = path.size();
    for (uint32_t node = last; node != from; node = records.token(node) & kParent) path.push_back(node);
    std::reverse(path.begin() + static_cast<std::ptrdiff_t>(begin), path.end());
  }
};

// A level on a map with links, which are edges of it, for a search from the start to the goal.
struct HpaLinkedSpace : HpaLevelSpace {
  const Hpa& hpa;
  const MoveGrid& grid;
  int number;  // the level
  LinkHeuristic<DistanceBound> heuristic;

  HpaLinkedSpace(const HpaLevelSpace& space, const Hpa& graph, const MoveGrid& moves, int level_number)
      : HpaLevelSpace(space),
        hpa(graph),
        grid(moves),
        number(level_number),
        heuristic(moves, bound, LinkDirection::kToGoal,
                  [this](int x, int y) { return bound(x - target.x, y - target.y); }) {}

  Cost h(uint32_t node) const {
    if (node == virtual_target) return 0;
    const Cell at = node == virtual_source ? source : Cell{level.nodes[node].x, level.nodes[node].y};
    return heuristic(HpaLevelSpace::h(node), at.x, at.y);
  }
  void begin(uint32_t from) {
    records.begin(level.nodes.size() + 2);
    queue.begin(kAbstractRise, h(from));
  }

  template <class Visit>
  void successors(uint32_t node, uint32_t, Visit&& visit) const {
    if (node != virtual_source) visit_links(node, visit);  // a start that is an end of a link is also a node
    HpaLevelSpace::successors(node, node, visit);
  }

 private:
  // Visits the ends of links before those of edges, but none to which an intra-edge leads more cheaply: so a node gets
  // its g over the cheaper of both at once.
  template <class Visit>
  void visit_links(uint32_t node, Visit&& visit) const {
    const HpaNode& own = level.nodes[node];
    const Hpa::ClusterGraph& graph = level.graphs[own.cluster];
    const uint32_t first = level.first_node[own.cluster];
    for (const MapLink& link : grid.links()->from(own.cell)) {
      if (!grid.passable(link.to)) continue;
      const auto next = static_cast<uint32_t>(hpa.node_at(link.to, number));
      // Between neighbours a move may be cheaper than the link, and need not be an edge of the graph.
      const Cost cost = step_between(grid, own.cell, link.to);
      const bool inside = level.nodes[next].cluster == own.cluster;
      if (inside && graph.intra[(node - first) * graph.nodes.size() + (next - first)] < cost) continue;
      visit(next, next, cost, node);
    }
  }
};

// The children of a cluster above level 1: its stored paths number the nodes of the level below by child.
struct HpaClusterChildren {
  const Hpa::ClusterGraph& graph;
  const Hpa::Level& below;
  Rect inside;  // columns and rows of the children in the level below
  uint32_t child(uint32_t cluster) const {
    const auto columns = static_cast<uint32_t>(below.clusters.columns());
    return (cluster / columns - static_cast<uint32_t>(inside.y0)) * static_cast<uint32_t>(inside.width()) +
           cluster % columns - static_cast<uint32_t>(inside.x0);
  }
  uint32_t place(uint32_t node) const {
    const uint32_t cluster = below.nodes[node].cluster;
    return graph.child_begin[child(cluster)] + (node - below.first_node[cluster]);
  }
  uint32_t node(uint32_t place) const {
    uint32_t c = 0;
    while (graph.child_begin[c + 1] <= place) ++c;
    const auto width = static_cast<uint32_t>(inside.width());
    const uint32_t cluster =
        (static_cast<uint32_t>(inside.y0) + c / width) * static_cast<uint32_t>(below.clusters.columns()) +
        static_cast<uint32_t>(inside.x0) + c % width;
    return below.first_node[cluster] + (place - graph.child_begin[c]);
  }
  size_t count() const { return graph.child_begin.back(); }
};

}  // namespace strata
