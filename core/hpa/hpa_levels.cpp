// This file builds and updates the levels above the first (section 4.4) by the same code, from the lowest level up.
#include <algorithm>
#include <cstring>
#include <functional>

#include "core/base/check.hpp"
#include "core/base/sort_unique.hpp"
#include "core/base/stopwatch.hpp"
#include "core/base/work_count.hpp"
#include "core/hpa/hpa_build_code.hpp"
#include "core/hpa/hpa_builder.hpp"
#include "core/hpa/hpa_inside_search.hpp"
#include "core/search/build_observer.hpp"
#include "core/search/trace.hpp"

namespace strata {

bool HpaOptions::valid() const {
  return cluster_size >= Hpa::kMinClusterSize && cluster_size <= Hpa::kMaxClusterSize && entrance_threshold >= 1 &&
         transition_spacing >= 0 && levels >= 1 && levels <= kMaxLevels && level_factor >= kMinFactor &&
         level_factor <= kMaxFactor && (levels == 1 || side(levels) <= kMaxTopSide);
}

// --- Functions for all levels ---------------------------------------------------------------------------------------

void Hpa::flag_parent(int level, uint32_t cluster) {
  if (level == levels()) return;
  Level& above = at(level + 1);
  const Rect rect = at(level).clusters.rect(cluster);
  const uint32_t parent = above.clusters.cluster_of({rect.x0, rect.y0});
  if ((above.flags[parent] & kNodes) != 0) return;
  above.flags[parent] |= kNodes;
  above.pending_clusters.push_back(parent);
}

// Appends the nodes of a cluster. Nodes are numbered by cluster, then by cell, so that ties are broken equally on an
// updated and on a fresh graph.
void Hpa::append_numbers(Level& level, uint32_t cluster, uint32_t first, int map_width) {
  const auto width = static_cast<uint32_t>(map_width);
  count_work(level.graphs[cluster].nodes.size());
  for (const CellId cell : level.graphs[cluster].nodes) {
    level.nodes[first++] = {cell, cluster, static_cast<uint16_t>(cell % width), static_cast<uint16_t>(cell / width)};
  }
}

void Hpa::flag_numbers(Level& level, uint32_t cluster) {
  constexpr size_t kFew = 256;
  level.number_head = 0;
  if (level.renumber) return;
  level.renumbered.push_back(cluster);
  if (level.renumbered.size() > kFew) level.renumber = true;
}

// Numbers the nodes of the level again: all of them, or only those of a few changed clusters. `max_clusters` limits the
// work. Returns false if work is left.
bool Hpa::renumber(Level& level, int map_width, size_t max_clusters) {
  if (!level.renumber) {
    if (!level.renumbered.empty()) renumber_few(level, map_width);
    return true;
  }
  const uint32_t count = level.clusters.count();
  if (level.number_head == 0) {
    count_work(count);
    size_t nodes = 0;
    for (const ClusterGraph& graph : level.graphs) nodes += graph.nodes.size();
    level.nodes.clear();
    level.nodes.reserve(nodes + nodes / 16);  // space for nodes that edits add
    level.first_node.resize(count + 1);
  }
  const size_t most = max_clusters > SIZE_MAX / kLinksPerCluster ? SIZE_MAX : max_clusters * kLinksPerCluster;
  for (size_t done = 0; level.number_head < count; ++level.number_head, ++done) {
    if (done == most) return false;
    const auto first = static_cast<uint32_t>(level.nodes.size());
    level.first_node[level.number_head] = first;
    level.nodes.resize(first + level.graphs[level.number_head].nodes.size());
    append_numbers(level, level.number_head, first, map_width);
  }
  level.first_node.back() = static_cast<uint32_t>(level.nodes.size());
  level.renumber = false;
  level.number_head = 0;
  level.renumbered.clear();
  return true;
}

// Moves the nodes of unchanged clusters, and numbers only the nodes of changed clusters again.
void Hpa::renumber_few(Level& level, int map_width) {
  std::vector<uint32_t>& changed = level.renumbered;
  sort_unique(changed);
  struct NodeRange {
    uint32_t begin, end;   // range of nodes, by their old numbers
    uint32_t first, last;  // range of clusters whose first node moves with them
    int64_t by;
  };
  std::vector<NodeRange> stretches;
  int64_t by = 0;
  for (size_t i = 0; i < changed.size(); ++i) {
    const uint32_t cluster = changed[i];
    const uint32_t next = i + 1 < changed.size() ? changed[i + 1] : level.clusters.count();
    by += static_cast<int64_t>(level.graphs[cluster].nodes.size()) -
          (level.first_node[cluster + 1] - level.first_node[cluster]);
    stretches.push_back({level.first_node[cluster + 1], level.first_node[next], cluster + 1, next, by});
  }
  const auto total = static_cast<size_t>(level.first_node.back() + by);
  if (total > level.nodes.size()) level.nodes.resize(total);
  const auto move = [&](const NodeRange& stretch) {
    std::memmove(level.nodes.data() + stretch.begin + stretch.by, level.nodes.data() + stretch.begin,
                 size_t{stretch.end - stretch.begin} * sizeof(HpaNode));
  };
  // Ranges that move to lower numbers are copied first, then the others from the back, so that none is overwritten
  // before it is copied.
  for (const NodeRange& stretch : stretches) {
    if (stretch.by < 0) move(stretch);
  }
  for (size_t i = stretches.size(); i-- > 0;) {
    if (stretches[i].by > 0) move(stretches[i]);
  }
  level.nodes.resize(total);
  for (const NodeRange& stretch : stretches) {
    for (uint32_t cluster = stretch.first; cluster <= stretch.last; ++cluster) {
      level.first_node[cluster] = static_cast<uint32_t>(level.first_node[cluster] + stretch.by);
    }
  }
  for (const uint32_t cluster : changed) append_numbers(level, cluster, level.first_node[cluster], map_width);
  changed.clear();
}

void Hpa::index_links(ClusterGraph& graph) {
  std::sort(graph.inter.begin(), graph.inter.end(),
            [](const InterEdge& a, const InterEdge& b) { return a.slot != b.slot ? a.slot < b.slot : a.to < b.to; });
  graph.inter_begin.assign(graph.nodes.size() + 1, 0);
  for (const InterEdge& edge : graph.inter) ++graph.inter_begin[edge.slot + 1u];
  for (size_t i = 1; i < graph.inter_begin.size(); ++i) {
    graph.inter_begin[i] = static_cast<uint16_t>(graph.inter_begin[i] + graph.inter_begin[i - 1]);
  }
}

// Returns whether the links are the same for the level above: the same nodes lead to the same clusters at the same
// costs. The node's cell and the cluster determine the other end, so the slot there may differ.
bool Hpa::same_links(std::span<const InterEdge> a, std::span<const InterEdge> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const InterEdge& x, const InterEdge& y) {
    return x.slot == y.slot && x.to == y.to && x.cost == y.cost;
  });
}

// --- One level above the first -------------------------------------------------------------------------------------

// Relaxing this many edges counts as rebuilding a cluster of level 1.
constexpr size_t kRelaxedPerCluster = 4096;

template <class Observer>
struct HpaLevelBuilder::ObservedBuild {
  static_assert(HpaInsideSearch::kMaxEdge == Hpa::kMaxEdge && HpaInsideGraph::kNoNode == Hpa::kNoNode);
  Hpa& hpa;
  const int number;
  BuildReporter<Observer> observed;
  Hpa::Level& level = hpa.at(number);
  const Hpa::Level& below = hpa.at(number - 1);
  const ClusterGrid& clusters = level.clusters;
  const int map_width = clusters.width();

  ObservedBuild(Hpa& target, int level_number, Observer observer)
      : hpa(target), number(level_number), observed{observer} {}

  Cell cell(CellId id) const { return {static_cast<int>(id) % map_width, static_cast<int>(id) / map_width}; }

  // Lists the clusters of the level below inside the cluster, row-major.
  void collect_children(uint32_t cluster) {
    children_.clear();
    const Rect inside = below.clusters.touched(clusters.rect(cluster));
    for (int y = inside.y0; y < inside.y1; ++y) {
      for (int x = inside.x0; x < inside.x1; ++x) {
        children_.push_back(static_cast<uint32_t>(y * below.clusters.columns() + x));
      }
    }
  }

  uint32_t parent_of(uint32_t child) const {
    const Rect rect = below.clusters.rect(child);
    return clusters.cluster_of({rect.x0, rect.y0});
  }

  // Builds the graph of the level below inside the cluster, and lists its nodes that lead out of it.
  void collect_graph(uint32_t cluster) {
    collect_children(cluster);
    inside_.clear();
    for (const uint32_t child : children_) {
      inside_.intra.push_back(below.graphs[child].intra.data());
      inside_.begin.push_back(inside_.begin.back() + static_cast<uint32_t>(below.graphs[child].nodes.size()));
    }
    const size_t count = inside_.begin.back();
    cells_.clear();
    nodes_.clear();
    places_.clear();
    const Rect inside = below.clusters.touched(clusters.rect(cluster));
    for (size_t c = 0; c < children_.size(); ++c) {
      const Hpa::ClusterGraph& graph = below.graphs[children_[c]];
      for (size_t slot = 0; slot < graph.nodes.size(); ++slot) {
        bool leaves = false;
        CellId joined = kNoCell;  // the first adjacent node outside the cluster
        for (size_t e = graph.inter_begin[slot]; e < graph.inter_begin[slot + 1]; ++e) {
          const Hpa::InterEdge& edge = graph.inter[e];
          const Cell to{static_cast<int>(edge.to) % below.clusters.columns(),
                        static_cast<int>(edge.to) / below.clusters.columns()};
          if (!inside.contains(to)) {
            if (!leaves) joined = below.graphs[edge.to].nodes[edge.to_slot];
            leaves = true;
            continue;
          }
          const auto other = static_cast<size_t>((to.y - inside.y0) * inside.width() + to.x - inside.x0);
          inside_.links.push_back({inside_.begin[other] + edge.to_slot, edge.cost});
        }
        const std::vector<CellId>& ends = hpa.link_ends_;
        if (leaves || (!ends.empty() && std::ranges::binary_search(ends, graph.nodes[slot]))) {
          observed.report(build_event::kRaise, number, hpa_build_code::kRaise, graph.nodes[slot], joined, cluster);
          nodes_.push_back(graph.nodes[slot]);
          places_.push_back(static_cast<uint32_t>(cells_.size()));
        }
        cells_.push_back(graph.nodes[slot]);
        inside_.child_of.push_back(static_cast<uint32_t>(c));
        inside_.link_begin.push_back(static_cast<uint32_t>(inside_.links.size()));
      }
    }
    inside_.list_joined();
    STRATA_CHECK(count < Hpa::kNoNode);
  }

  // Finds the shortest paths from one node of the level below to all others inside the cluster by Dijkstra's algorithm,
  // and reports its steps. The costs are those of HpaInsideSearch::run. After an intra-edge only inter-edges are
  // followed, because two consecutive intra-edges of a cluster are never shorter than a single one.
  void search_recorded(uint32_t source) {
    std::vector<Cost>& costs = search_.costs_of_other_search(inside_.size());
    std::vector<uint8_t> by_intra(inside_.size());
    std::vector<uint64_t> heap;
    const auto later = std::greater<>();
    const auto tell = [&](EventType type, uint8_t line, uint32_t node, CellId parent, Cost cost) {
      observed.searched(type, number - 1, line, cells_[node], parent, cost);
    };
    const auto reach = [&](uint32_t node, Cost cost, uint32_t from, uint8_t intra) {
      if (cost >= costs[node]) return;
      const bool is_new = costs[node] >= Hpa::kMaxEdge;
      costs[node] = cost;
      if (cost >= Hpa::kMaxEdge) return;
      if (node == source) {
        tell(EventType::kGenerate, hpa_build_code::kUpperFrom, node, kNoCell, cost);
      } else {
        tell(is_new ? EventType::kGenerate : EventType::kUpdate, hpa_build_code::kUpperReach, node, cells_[from], cost);
      }
      by_intra[node] = intra;
      heap.push_back(static_cast<uint64_t>(cost) << 32 | node);
      std::push_heap(heap.begin(), heap.end(), later);
    };
    reach(source, 0, source, 0);
    while (!heap.empty()) {
      const uint64_t key = heap.front();
      std::pop_heap(heap.begin(), heap.end(), later);
      heap.pop_back();
      const auto node = static_cast<uint32_t>(key);
      const auto cost = static_cast<Cost>(key >> 32);
      if (cost != costs[node]) continue;
      tell(EventType::kExpand, hpa_build_code::kUpperPop, node, kNoCell, cost);
      for (uint32_t e = inside_.link_begin[node]; e < inside_.link_begin[node + 1]; ++e) {
        reach(inside_.links[e].to, cost + inside_.links[e].cost, node, 0);
      }
      if (by_intra[node] != 0) continue;
      const uint32_t first = inside_.begin[inside_.child_of[node]];
      const Cost* row = inside_.row(node);
      for (uint32_t j = 0; j < inside_.child_size(inside_.child_of[node]); ++j) {
        if (row[j] != kInfinite) reach(first + j, cost + row[j], node, 1);
      }
    }
  }

  // Finds the costs from one node of the level below to all others inside the cluster.
  void search(uint32_t source, bool& cut) {
    if constexpr (Observer::kEnabled) {
      search_recorded(source);
    } else {
      search_.run(inside_, source);
    }
    cut = search_.cut() || cut;
  }

  // Returns false if `max_clusters` runs out first: the cluster is then half done, and the next call continues with it,
  // or restarts if anything below has changed meanwhile.
  bool rebuild(uint32_t cluster, HpaLevelUpdate& report, size_t& max_clusters) {
    Hpa::ClusterGraph& graph = level.graphs[cluster];
    observed.part(number, hpa_build_code::kUpper, clusters.rect(cluster), map_width, cluster, hpa.link_ends_.size());
    collect_graph(cluster);
    // Children come row by row, so that the nodes still have to be sorted by cell.
    order_.resize(nodes_.size());
    for (uint32_t i = 0; i < order_.size(); ++i) order_[i] = i;
    std::sort(order_.begin(), order_.end(), [&](uint32_t a, uint32_t b) { return nodes_[a] < nodes_[b]; });
    const size_t count = nodes_.size();
    const size_t lower = cells_.size();
    const bool cache = hpa.options_.cache_paths;
    if ((level.flags[cluster] & Hpa::kNodes) != 0) {
      level.flags[cluster] = static_cast<uint8_t>(level.flags[cluster] & ~Hpa::kNodes);
      if (!level.begun) {
        std::swap(level.before.nodes, graph.nodes);
        std::swap(level.before.intra, graph.intra);
      }
      graph.nodes.clear();
      for (const uint32_t i : order_) graph.nodes.push_back(nodes_[i]);
      graph.intra.assign(count * count, kInfinite);
      graph.reach.assign(cache ? count * lower : 0, kInfinite);
      graph.next.assign(cache ? count * lower : 0, Hpa::kNoNode);
      graph.child_begin.clear();
      if (cache) graph.child_begin = inside_.begin;
      graph.cut = false;
      level.begun = true;
      level.source_head = 0;
    }
    for (size_t& i = level.source_head; i < count;) {
      search(places_[order_[i]], graph.cut);
      const std::vector<Cost>& costs = search_.cost();
      for (size_t j = 0; j < count; ++j) {
        const Cost cost = costs[places_[order_[j]]];
        graph.intra[i * count + j] = cost;
        report.intra_edges += j > i && cost != kInfinite;
        if (j > i && cost != kInfinite) {
          observed.report(build_event::kAddEdge, number, hpa_build_code::kUpperIntra, graph.nodes[j], graph.nodes[i],
                          cost);
        }
      }
      if (cache) {
        search_.find_predecessors(inside_, places_[order_[i]]);
        const auto row = static_cast<std::ptrdiff_t>(i * lower);
        std::ranges::copy(costs, graph.reach.begin() + row);
        std::ranges::copy(search_.predecessor(), graph.next.begin() + row);
      }
      ++i;
      for (spent_ += search_.relaxed(); spent_ >= kRelaxedPerCluster && max_clusters > 0;
           spent_ -= kRelaxedPerCluster) {
        --max_clusters;
      }
      if (max_clusters == 0 && i < count) return false;
    }
    level.begun = false;
    level.source_head = 0;

    const bool same_nodes = graph.nodes == level.before.nodes;
    report.clusters.push_back(cluster);
    if (same_nodes && graph.intra == level.before.intra) {
      ++report.unchanged;
    } else {
      hpa.flag_parent(number, cluster);
    }
    if (!same_nodes) {
      Hpa::flag_numbers(level, cluster);
      const auto columns = static_cast<uint32_t>(clusters.columns());
      if (clusters.has_right(cluster)) flag_links(clusters.right(cluster));
      if (clusters.has_below(cluster)) flag_links(clusters.below(cluster));
      if (cluster % columns != 0) flag_links(cluster - 1);
      if (cluster >= columns) flag_links(cluster - columns);
    }
    flag_links(cluster);
    return true;
  }

  void flag_links(uint32_t cluster) {
    if ((level.flags[cluster] & Hpa::kLinks) != 0) return;
    level.flags[cluster] |= Hpa::kLinks;
    level.pending_links.push_back(cluster);
  }

  uint16_t slot_of(uint32_t cluster, CellId cell) const {
    const std::vector<CellId>& nodes = level.graphs[cluster].nodes;
    const auto place = std::lower_bound(nodes.begin(), nodes.end(), cell);
    STRATA_CHECK(place != nodes.end() && *place == cell);
    return static_cast<uint16_t>(place - nodes.begin());
  }

  void relink(uint32_t cluster) {
    level.flags[cluster] = static_cast<uint8_t>(level.flags[cluster] & ~Hpa::kLinks);
    Hpa::ClusterGraph& graph = level.graphs[cluster];
    std::swap(graph.inter, old_.inter);
    graph.inter.clear();
    collect_children(cluster);
    for (const uint32_t child : children_) {
      const Hpa::ClusterGraph& inner = below.graphs[child];
      for (const Hpa::InterEdge& edge : inner.inter) {
        const uint32_t to = parent_of(edge.to);
        if (to == cluster) continue;
        graph.inter.push_back({slot_of(cluster, inner.nodes[edge.slot]),
                               slot_of(to, below.graphs[edge.to].nodes[edge.to_slot]), to, edge.cost});
      }
    }
    Hpa::index_links(graph);
    if (!Hpa::same_links(graph.inter, old_.inter)) hpa.flag_parent(number, cluster);
  }

  // Subtracts the work done from `max_clusters`. Returns false if work is left.
  bool update_some(HpaLevelUpdate& report, size_t& max_clusters) {
    size_t& head = level.cluster_head;
    if (head == 0 && !level.begun) std::sort(level.pending_clusters.begin(), level.pending_clusters.end());
    for (; head < level.pending_clusters.size(); ++head) {
      const uint32_t cluster = level.pending_clusters[head];
      if (!level.begun && (level.flags[cluster] & Hpa::kNodes) == 0) continue;  // done since it was queued
      if (max_clusters == 0) return false;
      --max_clusters;
      if (!rebuild(cluster, report, max_clusters)) return false;
    }
    level.pending_clusters.clear();
    head = 0;
    const size_t most =
        max_clusters > SIZE_MAX / Hpa::kLinksPerCluster ? SIZE_MAX : max_clusters * Hpa::kLinksPerCluster;
    for (size_t done = 0; level.link_head < level.pending_links.size(); ++level.link_head, ++done) {
      if (done == most) return false;
      relink(level.pending_links[level.link_head]);
    }
    level.pending_links.clear();
    level.link_head = 0;
    return Hpa::renumber(level, map_width, max_clusters);
  }

 private:
  std::vector<uint32_t> children_;
  HpaInsideGraph inside_;
  std::vector<CellId> cells_;     // cells of the nodes of `inside_`
  std::vector<CellId> nodes_;     // cells of the cluster's nodes
  std::vector<uint32_t> places_;  // by node: its index in `inside_`
  std::vector<uint32_t> order_;
  HpaInsideSearch search_;
  size_t spent_ = 0;  // relaxed edges that are not yet subtracted from max_clusters
  Hpa::ClusterGraph old_;
};

template <class Observer>
bool HpaLevelBuilder::settle(Hpa& hpa, HpaUpdate& report, size_t max_clusters, Observer observer) {
  report.upper.resize(hpa.levels_.size() - 1);
  for (int l = 2; l <= hpa.levels(); ++l) {
    HpaLevelUpdate& upper = report.upper[static_cast<size_t>(l) - 2];
    const Stopwatch watch;
    ObservedBuild<Observer> builder(hpa, l, observer);
    builder.observed.stage(l, hpa_build_code::kGroup, builder.clusters.count(),
                           static_cast<size_t>(builder.clusters.cluster_size()));
    const bool done = builder.update_some(upper, max_clusters);
    report.micros[static_cast<size_t>(l) - 1] += watch.micros();
    if (!done) return false;
    std::sort(upper.clusters.begin(), upper.clusters.end());
  }
  return true;
}

template bool HpaLevelBuilder::settle(Hpa&, HpaUpdate&, size_t, TraceObserver);

bool Hpa::settle_upper(HpaUpdate& report, size_t max_clusters) {
  return HpaLevelBuilder::settle(*this, report, max_clusters, NoObserver{});
}

}  // namespace strata
