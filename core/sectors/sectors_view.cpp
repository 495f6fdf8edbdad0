// These functions read the regions, for overlays, tests and graphs built on them.
#include <algorithm>
#include <tuple>

#include "core/sectors/sectors.hpp"

namespace strata {

void Sectors::append_edges(uint32_t sector, std::vector<SectorEdge>& edges, int level) const {
  const Level& l = at(level);
  for (uint32_t i = l.first_region[sector]; i < l.first_region[sector + 1]; ++i) {
    const RegionNode& node = l.nodes[i];
    for (uint32_t e = node.edges; e < node.edges_end; ++e) {
      const uint32_t to = l.target(node, l.edges[e]);
      if (to > i) edges.push_back({i, to, bound_(l.nodes[to].x - node.x, l.nodes[to].y - node.y)});
    }
  }
}

std::vector<SectorEdge> Sectors::edges(int level) const {
  std::vector<SectorEdge> edges;
  for (uint32_t sector = 0; sector < at(level).sectors.count(); ++sector) append_edges(sector, edges, level);
  std::sort(edges.begin(), edges.end());
  return edges;
}

CsrGraph Sectors::graph(int level) const {
  const Level& l = at(level);
  CsrGraph graph;
  graph.first.reserve(l.nodes.size() + 1);
  graph.targets.reserve(l.edges.size());
  graph.weights.reserve(l.edges.size());
  for (const RegionNode& node : l.nodes) {
    graph.first.push_back(node.edges);
    for (uint32_t e = node.edges; e < node.edges_end; ++e) {
      const uint32_t to = l.target(node, l.edges[e]);
      graph.targets.push_back(to);
      graph.weights.push_back(bound_(l.nodes[to].x - node.x, l.nodes[to].y - node.y));
    }
  }
  graph.first.push_back(static_cast<uint32_t>(l.edges.size()));
  return graph;
}

std::span<const SectorLink> Sectors::links_from(uint32_t region, int level) const {
  const auto part = std::ranges::equal_range(at(level).links, region, {}, &SectorLink::from);
  return {part.begin(), part.end()};
}

const SectorLink* Sectors::link_between(uint32_t from, uint32_t to, int level) const {
  const std::vector<SectorLink>& links = at(level).links;
  const auto found = std::ranges::lower_bound(links, std::tuple(from, to), {},
                                              [](const SectorLink& link) { return std::tuple(link.from, link.to); });
  return found != links.end() && found->from == from && found->to == to ? &*found : nullptr;
}

SectorCounts Sectors::counts(int level) const {
  const Level& l = at(level);
  return {l.sectors.count(), l.nodes.size(), l.edges.size() / 2};
}

size_t Sectors::memory_bytes() const {
  const auto bytes = [](const auto& v) { return v.capacity() * sizeof(v[0]); };
  size_t sum = landmarks_.memory_bytes();
  for (const Level& l : levels_) {
    sum += bytes(l.column) + bytes(l.row) + bytes(l.leave_x) + bytes(l.leave_y) + bytes(l.first_region) +
           bytes(l.nodes) + bytes(l.edges) + bytes(l.first_edge) + bytes(l.labels) + bytes(l.first_label) +
           bytes(l.label_bits) + bytes(l.flags) + bytes(l.links);
  }
  return sum;
}

bool operator==(const Sectors& a, const Sectors& b) {
  const auto same = [](const Sectors::Level& x, const Sectors::Level& y) {
    return x.sectors == y.sectors && x.first_region == y.first_region && x.nodes == y.nodes && x.edges == y.edges &&
           x.first_edge == y.first_edge && x.labels == y.labels && x.first_label == y.first_label &&
           x.label_bits == y.label_bits && x.links == y.links;
  };
  return a.options_ == b.options_ && a.map_width_ == b.map_width_ && a.map_height_ == b.map_height_ &&
         a.landmarks_ == b.landmarks_ &&
         std::equal(a.levels_.begin(), a.levels_.end(), b.levels_.begin(), b.levels_.end(), same);
}

}  // namespace strata
