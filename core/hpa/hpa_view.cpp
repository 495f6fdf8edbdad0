// These functions read the abstract graph, for overlays, statistics and tests.
#include <algorithm>

#include "core/base/interruption.hpp"
#include "core/hpa/hpa.hpp"

namespace strata {

HpaCounts Hpa::counts(int level) const {
  HpaCounts counts;
  const std::vector<ClusterGraph>& graphs = at(level).graphs;
  counts.clusters = graphs.size();
  counts.nodes = at(level).nodes.size();
  counts.exact_nodes = counts.nodes - (level < levels() ? at(level + 1).nodes.size() : 0);
  size_t ends = 0;
  for (const ClusterGraph& graph : graphs) {
    interruption_point();
    ends += graph.inter.size();
    const size_t n = graph.nodes.size();
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = i + 1; j < n; ++j) counts.intra_edges += graph.intra[i * n + j] != kInfinite;
    }
  }
  counts.inter_edges = ends / 2;
  return counts;
}

size_t Hpa::memory_bytes(int up_to_level) const {
  size_t bytes = cache_bytes(up_to_level) + link_ends_.capacity() * sizeof(CellId);
  for (int l = 1; l <= std::min(levels(), up_to_level); ++l) {
    const Level& level = at(l);
    bytes += level.graphs.capacity() * sizeof(ClusterGraph) + level.first_node.capacity() * sizeof(uint32_t) +
             level.nodes.capacity() * sizeof(HpaNode) + level.flags.capacity() +
             (level.versions.capacity() + level.pending_borders.capacity() + level.pending_clusters.capacity() +
              level.pending_links.capacity()) *
                 sizeof(uint32_t);
    for (const ClusterGraph& graph : level.graphs) {
      interruption_point();
      bytes += (graph.east.capacity() + graph.south.capacity() + graph.inter_begin.capacity()) * sizeof(uint16_t) +
               graph.nodes.capacity() * sizeof(CellId) + graph.intra.capacity() * sizeof(Cost) +
               graph.inter.capacity() * sizeof(InterEdge);
    }
  }
  return bytes;
}

size_t Hpa::cache_bytes(int up_to_level) const {
  size_t bytes = 0;
  for (int l = 1; l <= std::min(levels(), up_to_level); ++l) {
    for (const ClusterGraph& graph : at(l).graphs) {
      interruption_point();
      bytes += graph.moves.capacity() + graph.reach.capacity() * sizeof(Cost) +
               graph.next.capacity() * sizeof(uint16_t) + graph.child_begin.capacity() * sizeof(uint32_t);
    }
  }
  return bytes;
}

int64_t Hpa::node_at(CellId cell, int level) const {
  const Level& l = at(level);
  const int width = l.clusters.width();
  const Cell c{static_cast<int>(cell) % width, static_cast<int>(cell) / width};
  const uint32_t cluster = l.clusters.cluster_of(c);
  const std::vector<CellId>& nodes = l.graphs[cluster].nodes;
  const auto place = std::lower_bound(nodes.begin(), nodes.end(), cell);
  if (place == nodes.end() || *place != cell) return -1;
  return l.first_node[cluster] + (place - nodes.begin());
}

int Hpa::level_of(CellId cell) const {
  int level = 0;
  while (level < levels() && node_at(cell, level + 1) >= 0) ++level;
  return level;
}

void Hpa::append_intra_edges(uint32_t cluster, std::vector<HpaEdge>& edges, int level) const {
  const ClusterGraph& graph = at(level).graphs[cluster];
  const size_t n = graph.nodes.size();
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = i + 1; j < n; ++j) {
      const Cost cost = graph.intra[i * n + j];
      if (cost != kInfinite) edges.push_back({graph.nodes[i], graph.nodes[j], cost});
    }
  }
}

void Hpa::append_inter_edges(uint32_t cluster, std::vector<HpaEdge>& edges, int level) const {
  const Level& l = at(level);
  const ClusterGraph& graph = l.graphs[cluster];
  for (const InterEdge& edge : graph.inter) {
    edges.push_back({graph.nodes[edge.slot], l.graphs[edge.to].nodes[edge.to_slot], edge.cost});
  }
}

std::vector<HpaEdge> Hpa::inter_edges(int level) const {
  std::vector<HpaEdge> edges;
  for (uint32_t cluster = 0; cluster < clusters(level).count(); ++cluster) append_inter_edges(cluster, edges, level);
  std::erase_if(edges, [](const HpaEdge& edge) { return edge.from > edge.to; });
  std::sort(edges.begin(), edges.end());
  return edges;
}

std::vector<HpaEdge> Hpa::intra_edges(int level) const {
  std::vector<HpaEdge> edges;
  for (uint32_t cluster = 0; cluster < clusters(level).count(); ++cluster) append_intra_edges(cluster, edges, level);
  std::sort(edges.begin(), edges.end());
  return edges;
}

CsrGraph Hpa::graph(int level) const {
  CsrGraph graph;
  graph.first.reserve(at(level).nodes.size() + 1);
  append_rows(graph, 0, static_cast<uint32_t>(at(level).nodes.size()), level);
  return graph;
}

void Hpa::append_rows(CsrGraph& graph, uint32_t first, uint32_t last, int level) const {
  const Level& l = at(level);
  if (graph.first.empty()) graph.first.push_back(0);
  std::vector<std::pair<uint32_t, Cost>> ends;
  for (uint32_t node = first; node < last; ++node) {
    const uint32_t cluster = l.nodes[node].cluster;
    const ClusterGraph& own = l.graphs[cluster];
    const auto count = static_cast<uint32_t>(own.nodes.size());
    const uint32_t slot = node - l.first_node[cluster];
    ends.clear();
    for (uint32_t other = 0; other < count; ++other) {
      const Cost cost = own.intra[slot * count + other];
      if (other != slot && cost != kInfinite) ends.emplace_back(l.first_node[cluster] + other, cost);
    }
    for (uint32_t e = own.inter_begin[slot]; e < own.inter_begin[slot + 1]; ++e) {
      ends.emplace_back(l.first_node[own.inter[e].to] + own.inter[e].to_slot, own.inter[e].cost);
    }
    std::sort(ends.begin(), ends.end());
    for (const auto& [to, cost] : ends) {
      graph.targets.push_back(to);
      graph.weights.push_back(cost);
    }
    graph.first.push_back(static_cast<uint32_t>(graph.targets.size()));
  }
}

std::vector<Entrance> Hpa::entrances(const MoveGrid& grid) const {
  std::vector<Entrance> all;
  for (uint32_t cluster = 0; cluster < clusters().count(); ++cluster) {
    append_entrances(grid, clusters(), cluster, Side::kEast, all);
    append_entrances(grid, clusters(), cluster, Side::kSouth, all);
  }
  return all;
}

bool operator==(const Hpa& a, const Hpa& b) {
  const auto same = [](const Hpa::Level& x, const Hpa::Level& y) {
    return x.clusters == y.clusters && x.graphs == y.graphs && x.first_node == y.first_node && x.nodes == y.nodes;
  };
  return a.options_ == b.options_ && a.link_ends_ == b.link_ends_ && a.too_many_links_ == b.too_many_links_ &&
         std::equal(a.levels_.begin(), a.levels_.end(), b.levels_.begin(), b.levels_.end(), same);
}

}  // namespace strata
