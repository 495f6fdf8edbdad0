// These functions read the abstract graph, for overlays, statistics and tests.
#include <algorithm>
#include <tuple>

#include "core/base/interruption.hpp"
#include "core/haa/haa.hpp"

namespace strata {
namespace {

template <class T>
size_t bytes_of(const std::vector<T>& values) {
  return values.capacity() * sizeof(T);
}

void sort_edges(std::vector<HaaEdge>& edges) {
  std::sort(edges.begin(), edges.end(), [](const HaaEdge& a, const HaaEdge& b) {
    return std::tuple(a.from, a.to, a.capability.bits(), a.clearance, a.cost) <
           std::tuple(b.from, b.to, b.capability.bits(), b.clearance, b.cost);
  });
}

}  // namespace

HaaCounts Haa::counts(HaaQuality quality) const {
  const SmallestGraph part = part_of(quality);
  HaaCounts counts;
  for (const ClusterGraph& graph : graphs_) {
    interruption_point();
    for (const uint8_t low : graph.low) counts.nodes += part != SmallestGraph::kLow || low != 0;
    for (const InterEdge& edge : graph.inter) counts.inter_edges += edge.part <= part;
    for (size_t i = 0; i + 1 < graph.rows.size(); ++i) {
      const NodeEdges& row = graph.rows[i];
      counts.intra_edges += part == SmallestGraph::kLow    ? row.low
                            : part == SmallestGraph::kHigh ? row.high
                                                           : graph.rows[i + 1].begin - row.begin;
    }
  }
  counts.inter_edges /= 2;  // each was counted at both ends
  counts.intra_edges /= 2;
  return counts;
}

size_t Haa::memory_bytes() const {
  size_t bytes = bytes_of(graphs_) + bytes_of(first_node_) + bytes_of(nodes_) + bytes_of(flags_) + bytes_of(changed_);
  for (const WorkList* list : {&pending_borders_, &pending_clusters_, &pending_weak_, &pending_links_}) {
    bytes += bytes_of(list->clusters);
  }
  for (const ClusterGraph& graph : graphs_) {
    interruption_point();
    bytes += bytes_of(graph.east) + bytes_of(graph.south) + bytes_of(graph.nodes) + bytes_of(graph.low) +
             bytes_of(graph.component) + bytes_of(graph.rows) + bytes_of(graph.intra) + bytes_of(graph.inter) +
             bytes_of(graph.inter_begin);
  }
  return bytes;
}

int64_t Haa::node_at(CellId cell) const {
  const int width = cluster_grid_.width();
  const Cell c{static_cast<int>(cell) % width, static_cast<int>(cell) / width};
  const uint32_t cluster = cluster_grid_.cluster_of(c);
  const std::vector<CellId>& nodes = graphs_[cluster].nodes;
  const auto place = std::lower_bound(nodes.begin(), nodes.end(), cell);
  if (place == nodes.end() || *place != cell) return -1;
  return first_node_[cluster] + (place - nodes.begin());
}

void Haa::append_intra_edges(uint32_t cluster, std::vector<HaaEdge>& edges) const {
  const ClusterGraph& graph = graphs_[cluster];
  for (size_t i = 0; i + 1 < graph.rows.size(); ++i) {
    for (uint32_t e = graph.rows[i].begin; e < graph.rows[i + 1].begin; ++e) {
      const IntraEdge& edge = graph.intra[e];
      if (edge.to < i) continue;
      const bool low = graph.low[i] != 0 && graph.low[edge.to] != 0;
      edges.push_back({graph.nodes[i], graph.nodes[edge.to], edge.cost, Capability(edge.capability), edge.clearance,
                       edge.strongly_dominated, !low});
    }
  }
}

void Haa::append_inter_edges(uint32_t cluster, std::vector<HaaEdge>& edges) const {
  const ClusterGraph& graph = graphs_[cluster];
  for (const InterEdge& edge : graph.inter) {
    edges.push_back({graph.nodes[edge.slot], graphs_[edge.to].nodes[edge.to_slot], edge.cost,
                     Capability(edge.capability), edge.clearance, edge.part == SmallestGraph::kInitial,
                     edge.part == SmallestGraph::kHigh});
  }
}

std::vector<HaaEdge> Haa::inter_edges() const {
  std::vector<HaaEdge> edges;
  for (uint32_t cluster = 0; cluster < graphs_.size(); ++cluster) append_inter_edges(cluster, edges);
  std::erase_if(edges, [](const HaaEdge& edge) { return edge.from > edge.to; });
  sort_edges(edges);
  return edges;
}

std::vector<HaaEdge> Haa::intra_edges() const {
  std::vector<HaaEdge> edges;
  for (uint32_t cluster = 0; cluster < graphs_.size(); ++cluster) append_intra_edges(cluster, edges);
  sort_edges(edges);
  return edges;
}

bool operator==(const Haa& a, const Haa& b) {
  return a.options_ == b.options_ && a.cluster_grid_ == b.cluster_grid_ && a.graphs_ == b.graphs_ &&
         a.first_node_ == b.first_node_ && a.nodes_ == b.nodes_;
}

}  // namespace strata
