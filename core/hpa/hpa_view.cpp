// What overlays, statistics and tests see of the abstract graph.
#include <algorithm>

#include "core/hpa/hpa.hpp"

namespace strata {

HpaCounts Hpa::counts() const {
  HpaCounts counts;
  counts.clusters = graphs_.size();
  counts.nodes = nodes_.size();
  for (const ClusterGraph& graph : graphs_) {
    counts.inter_edges += graph.east.size() + graph.south.size();
    const size_t n = graph.nodes.size();
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = i + 1; j < n; ++j) counts.intra_edges += graph.intra[i * n + j] != kInfinite;
    }
  }
  return counts;
}

size_t Hpa::memory_bytes() const {
  size_t bytes = graphs_.capacity() * sizeof(ClusterGraph) + first_node_.capacity() * sizeof(uint32_t) +
                 nodes_.capacity() * sizeof(HpaNode) + flags_.capacity();
  for (const ClusterGraph& graph : graphs_) {
    bytes += (graph.east.capacity() + graph.south.capacity() + graph.inter_begin.capacity()) * sizeof(uint16_t) +
             graph.nodes.capacity() * sizeof(CellId) + graph.intra.capacity() * sizeof(Cost) +
             graph.inter.capacity() * sizeof(InterEdge) + graph.moves.capacity();
  }
  return bytes;
}

int64_t Hpa::node_at(CellId cell) const {
  const int width = cluster_grid_.width();
  const Cell c{static_cast<int>(cell) % width, static_cast<int>(cell) / width};
  const uint32_t cluster = cluster_grid_.cluster_of(c);
  const std::vector<CellId>& nodes = graphs_[cluster].nodes;
  const auto place = std::lower_bound(nodes.begin(), nodes.end(), cell);
  if (place == nodes.end() || *place != cell) return -1;
  return first_node_[cluster] + (place - nodes.begin());
}

void Hpa::append_intra_edges(uint32_t cluster, std::vector<HpaEdge>& edges) const {
  const ClusterGraph& graph = graphs_[cluster];
  const size_t n = graph.nodes.size();
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = i + 1; j < n; ++j) {
      const Cost cost = graph.intra[i * n + j];
      if (cost != kInfinite) edges.push_back({graph.nodes[i], graph.nodes[j], cost});
    }
  }
}

void Hpa::append_inter_edges(uint32_t cluster, std::vector<HpaEdge>& edges) const {
  const ClusterGraph& graph = graphs_[cluster];
  for (const InterEdge& edge : graph.inter) {
    edges.push_back({graph.nodes[edge.slot], graphs_[edge.to].nodes[edge.to_slot], edge.cost});
  }
}

std::vector<HpaEdge> Hpa::inter_edges() const {
  std::vector<HpaEdge> edges;
  for (uint32_t cluster = 0; cluster < graphs_.size(); ++cluster) append_inter_edges(cluster, edges);
  std::erase_if(edges, [](const HpaEdge& edge) { return edge.from > edge.to; });
  std::sort(edges.begin(), edges.end());
  return edges;
}

std::vector<HpaEdge> Hpa::intra_edges() const {
  std::vector<HpaEdge> edges;
  for (uint32_t cluster = 0; cluster < graphs_.size(); ++cluster) append_intra_edges(cluster, edges);
  std::sort(edges.begin(), edges.end());
  return edges;
}

std::vector<Entrance> Hpa::entrances(const MoveGrid& grid) const {
  std::vector<Entrance> all;
  for (uint32_t cluster = 0; cluster < cluster_grid_.count(); ++cluster) {
    append_entrances(grid, cluster_grid_, cluster, Side::kEast, all);
    append_entrances(grid, cluster_grid_, cluster, Side::kSouth, all);
  }
  return all;
}

bool operator==(const Hpa& a, const Hpa& b) {
  return a.options_ == b.options_ && a.cluster_grid_ == b.cluster_grid_ && a.graphs_ == b.graphs_ &&
         a.first_node_ == b.first_node_ && a.nodes_ == b.nodes_;
}

}  // namespace strata
