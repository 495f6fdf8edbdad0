// This file builds and updates level 1 by the same code: a build is an update with every cluster dirty. The upper
// levels follow in hpa_levels.cpp.
#include <algorithm>
#include <atomic>

#include "core/base/check.hpp"
#include "core/base/sort_unique.hpp"
#include "core/base/stopwatch.hpp"
#include "core/base/work_count.hpp"
#include "core/grid/map_links.hpp"
#include "core/hpa/hpa_build.hpp"
#include "core/hpa/hpa_build_code.hpp"
#include "core/hpa/hpa_builder.hpp"
#include "core/search/build_observer.hpp"
#include "core/search/cell_space.hpp"
#include "core/search/trace.hpp"

namespace strata {
namespace {

// Scanning this many borders counts as rebuilding one cluster when work is cut into slices.
constexpr size_t kBordersPerCluster = 16;

}  // namespace

template <class Observer>
struct HpaBuilder::ObservedBuild {
  Hpa& hpa;
  const MoveGrid& grid;
  BuildReporter<Observer> observed;
  Hpa::Level& level = hpa.at(1);
  const ClusterGrid& clusters = level.clusters;

  ObservedBuild(Hpa& target, const MoveGrid& moves, Observer observer) : hpa(target), grid(moves), observed{observer} {}

  void flag(uint32_t cluster, uint8_t what, std::vector<uint32_t>& pending) {
    if ((level.flags[cluster] & what) != 0) return;
    level.flags[cluster] = static_cast<uint8_t>(level.flags[cluster] | what);
    pending.push_back(cluster);
  }
  void flag_borders(uint32_t cluster) { flag(cluster, Hpa::kBorders, level.pending_borders); }
  void flag_nodes(uint32_t cluster) { flag(cluster, Hpa::kNodes, level.pending_clusters); }
  void flag_cells(uint32_t cluster) {
    flag_nodes(cluster);
    level.flags[cluster] = static_cast<uint8_t>(level.flags[cluster] | Hpa::kCells);
  }
  void flag_links(uint32_t cluster) { flag(cluster, Hpa::kLinks, level.pending_links); }
  void unflag(uint32_t cluster, uint8_t what) {
    level.flags[cluster] = static_cast<uint8_t>(level.flags[cluster] & ~what);
  }

  // Marks the borders that have changed: those where a cell on either side has changed (section 4.1).
  void mark(const Rect& changed) {
    const Rect touched = clusters.touched(changed);
    const auto columns = static_cast<uint32_t>(clusters.columns());
    for (int cy = touched.y0; cy < touched.y1; ++cy) {
      for (int cx = touched.x0; cx < touched.x1; ++cx) {
        const uint32_t cluster = static_cast<uint32_t>(cy) * columns + static_cast<uint32_t>(cx);
        const Rect rect = clusters.rect(cluster);
        flag_cells(cluster);
        const bool at_edge = changed.x1 >= rect.x1 || changed.y1 >= rect.y1;
        if (at_edge) flag_borders(cluster);
        if (cx > 0 && changed.x0 <= rect.x0) flag_borders(cluster - 1);
        if (cy > 0 && changed.y0 <= rect.y0) flag_borders(cluster - columns);
      }
    }
  }

  // Finds the ends of links, and marks the clusters of every level in which a cell has become or ceased to be an end.
  void mark_links() {
    if (hpa.link_ends_for_ == grid.built_for()) return;
    hpa.link_ends_for_ = grid.built_for();
    nodes_.clear();
    if (grid.links() != nullptr) {
      for (const MapLink& link : grid.links()->all()) {
        if (grid.passable(link.from) && grid.passable(link.to)) nodes_.insert(nodes_.end(), {link.from, link.to});
      }
      sort_unique(nodes_);
    }
    hpa.too_many_links_ = nodes_.size() > Hpa::kMaxLinkEnds;
    if (hpa.too_many_links_) nodes_.clear();
    std::vector<CellId> changed;
    std::ranges::set_symmetric_difference(nodes_, hpa.link_ends_, std::back_inserter(changed));
    hpa.link_ends_ = nodes_;
    for (const CellId cell : changed) {
      flag_nodes(clusters.cluster_of(grid.cell(cell)));
      for (int l = 1; l < hpa.levels(); ++l) hpa.flag_parent(l, hpa.at(l).clusters.cluster_of(grid.cell(cell)));
    }
  }

  void report_link_ends() const {
    if constexpr (Observer::kEnabled) {
      if (!hpa.link_ends_.empty()) observed.stage(1, hpa_build_code::kLinks, hpa.link_ends_.size());
      for (const CellId end : hpa.link_ends_) {
        observed.report(build_event::kRaise, 1, hpa_build_code::kEnd, end, kNoCell,
                        clusters.cluster_of(grid.cell(end)));
      }
    }
  }

  void scan_side(uint32_t cluster, Side side, uint32_t neighbour, HpaUpdate& report) {
    entrances_.clear();
    cells_.clear();
    append_entrances(grid, clusters, cluster, side, entrances_);
    report_border(cluster, neighbour);
    for (const Entrance& entrance : entrances_) {
      const size_t first = cells_.size();
      append_transitions(entrance, hpa.options_.entrance_threshold, hpa.options_.transition_spacing, cells_);
      report_entrance(entrance, first);
    }
    const Rect rect = clusters.rect(cluster);
    offsets_.clear();
    for (const Cell c : cells_) {
      offsets_.push_back(static_cast<uint16_t>(side == Side::kEast ? c.y - rect.y0 : c.x - rect.x0));
    }
    ++report.borders;
    report.transitions += offsets_.size();
    Hpa::ClusterGraph& graph = level.graphs[cluster];
    std::vector<uint16_t>& stored = side == Side::kEast ? graph.east : graph.south;
    if (stored != offsets_) {
      stored = offsets_;
      flag_nodes(cluster);
      flag_nodes(neighbour);
    }
    flag_links(cluster);
    flag_links(neighbour);
  }

  void report_border(uint32_t cluster, uint32_t neighbour) const {
    const Rect a = clusters.rect(cluster), b = clusters.rect(neighbour);
    observed.part(1, hpa_build_code::kBorder, {a.x0, a.y0, b.x1, b.y1}, grid.width(), cluster, neighbour);
  }

  // Reports an entrance with its transitions, which are in cells_ from `first` on.
  void report_entrance(const Entrance& entrance, size_t first) const {
    if constexpr (Observer::kEnabled) {
      const size_t transitions = cells_.size() - first;
      observed.report(build_event::kPick, 1, transitions == 1 ? hpa_build_code::kNarrow : hpa_build_code::kWide,
                      grid.id(entrance.last), grid.id(entrance.first), static_cast<Cost>(entrance.width()),
                      static_cast<Cost>(transitions));
      const int direction = entrance.side == Side::kEast ? 2 : 4;
      for (size_t i = first; i < cells_.size(); ++i) {
        const CellId near = grid.id(cells_[i]);
        observed.report(build_event::kAddEdge, 1, hpa_build_code::kPair, grid.neighbour(near, direction), near,
                        grid.step_cost(near, direction));
      }
    }
  }

  void scan_borders(uint32_t cluster, HpaUpdate& report) {
    unflag(cluster, Hpa::kBorders);
    if (clusters.has_right(cluster)) scan_side(cluster, Side::kEast, clusters.right(cluster), report);
    if (clusters.has_below(cluster)) scan_side(cluster, Side::kSouth, clusters.below(cluster), report);
  }

  void collect_nodes(uint32_t cluster, std::vector<CellId>& nodes) const {
    nodes.clear();
    const Rect rect = clusters.rect(cluster);
    const auto columns = static_cast<uint32_t>(clusters.columns());
    for (const uint16_t t : level.graphs[cluster].east) nodes.push_back(grid.id({rect.x1 - 1, rect.y0 + t}));
    for (const uint16_t t : level.graphs[cluster].south) nodes.push_back(grid.id({rect.x0 + t, rect.y1 - 1}));
    if (rect.x0 > 0) {
      for (const uint16_t t : level.graphs[cluster - 1].east) nodes.push_back(grid.id({rect.x0, rect.y0 + t}));
    }
    if (rect.y0 > 0) {
      for (const uint16_t t : level.graphs[cluster - columns].south) nodes.push_back(grid.id({rect.x0 + t, rect.y0}));
    }
    for (int y = rect.y0; y < rect.y1 && !hpa.link_ends_.empty(); ++y) {
      const auto first = std::ranges::lower_bound(hpa.link_ends_, grid.id({rect.x0, y}));
      const auto last = std::upper_bound(first, hpa.link_ends_.end(), grid.id({rect.x1 - 1, y}));
      nodes.insert(nodes.end(), first, last);
    }
    sort_unique(nodes);
  }

  // Rebuilds the intra-edges (section 4.1). Costs are symmetric, so that each pair needs one search; stored moves need
  // one from every node. If only the nodes have changed, edges and moves of old nodes stay valid.
  void rebuild_graph(uint32_t cluster, HpaUpdate& report) {
    const bool keep_old = (level.flags[cluster] & Hpa::kCells) == 0;
    unflag(cluster, Hpa::kNodes | Hpa::kCells);
    Hpa::ClusterGraph& graph = level.graphs[cluster];
    collect_nodes(cluster, nodes_);
    const bool same_nodes = nodes_ == graph.nodes;
    if (same_nodes && keep_old) return;
    ++level.versions[cluster];
    if (!same_nodes) flag_renumber(cluster);
    report.clusters.push_back(cluster);

    std::swap(graph.nodes, old_.nodes);
    std::swap(graph.intra, old_.intra);
    std::swap(graph.moves, old_.moves);
    graph.nodes = nodes_;
    const size_t count = nodes_.size();
    const Rect rect = clusters.rect(cluster);
    observed.part(1, hpa_build_code::kInside, rect, grid.width(), cluster, count);
    const auto cells = static_cast<size_t>(rect.width()) * static_cast<size_t>(rect.height());
    const bool cache = hpa.options_.cache_paths;
    graph.intra.assign(count * count, kInfinite);
    graph.moves.assign(cache ? count * cells : 0, Hpa::kUnreachable);
    node_cells_.clear();
    for (const CellId node : nodes_) node_cells_.push_back(grid.cell(node));
    keep_rows(graph, cells, keep_old);

    Workspace& workspace = hpa.build_workspace_.get();
    // The width of buckets decides which of several shortest paths are stored. It must not follow the cheapest cell of
    // the map: an edit of that would have to rebuild all clusters.
    workspace.sweep.configure(grid.base(0), grid.max_step());
    with_cell_space<true>(grid, rect, workspace.area, workspace.sweep, DistanceBound{}, Cell{}, [&](auto& space) {
      for (size_t i = 0; i < count; ++i) {
        graph.intra[i * count + i] = 0;
        if (kept_[i] != kNew) continue;
        if (!search_cluster(space, i, cache)) continue;
        for (size_t j = 0; j < count; ++j) {
          if (j == i || (kept_[j] == kNew && j < i)) continue;  // the search from the other node has found it
          const uint32_t index = space.index(space.id_of(node_cells_[j]));
          if (!space.records.seen(index)) continue;
          const Cost cost = space.records.g(index);
          graph.intra[i * count + j] = cost;
          graph.intra[j * count + i] = cost;
          ++report.intra_edges;
          observed.report(build_event::kAddEdge, 1, hpa_build_code::kIntra, nodes_[j], nodes_[i], cost);
        }
        if (!cache) continue;
        for (uint32_t c = 0; c < cells; ++c) {
          if (!space.records.seen(c)) continue;
          const uint32_t token = space.records.token(c);
          graph.moves[i * cells + c] =
              token == CellRecords::kStart ? Hpa::kHere : static_cast<uint8_t>(opposite(static_cast<int>(token)));
        }
      }
    });
    if (!same_nodes || graph.intra != old_.intra) hpa.flag_parent(1, cluster);
  }

  void flag_renumber(uint32_t cluster) {
    Hpa::flag_numbers(level, cluster);
    flag_links(cluster);
    const auto columns = static_cast<uint32_t>(clusters.columns());
    if (clusters.has_right(cluster)) flag_links(clusters.right(cluster));
    if (clusters.has_below(cluster)) flag_links(clusters.below(cluster));
    if (cluster % columns != 0) flag_links(cluster - 1);
    if (cluster >= columns) flag_links(cluster - columns);
  }

  // Sets kept_ to the old slot of every node, or kNew, and copies the costs between old nodes.
  void keep_rows(Hpa::ClusterGraph& graph, size_t cells, bool keep_old) {
    const size_t count = graph.nodes.size();
    const size_t old_count = old_.nodes.size();
    kept_.assign(count, kNew);
    if (!keep_old) return;
    for (size_t i = 0; i < count; ++i) {
      const auto place = std::lower_bound(old_.nodes.begin(), old_.nodes.end(), graph.nodes[i]);
      if (place != old_.nodes.end() && *place == graph.nodes[i])
        kept_[i] = static_cast<size_t>(place - old_.nodes.begin());
    }
    for (size_t i = 0; i < count; ++i) {
      if (kept_[i] == kNew) continue;
      for (size_t j = 0; j < count; ++j) {
        if (kept_[j] != kNew) graph.intra[i * count + j] = old_.intra[kept_[i] * old_count + kept_[j]];
      }
      if (!graph.moves.empty()) {
        std::copy_n(old_.moves.begin() + static_cast<std::ptrdiff_t>(kept_[i] * cells), cells,
                    graph.moves.begin() + static_cast<std::ptrdiff_t>(i * cells));
      }
    }
  }

  // Runs Dijkstra's algorithm from node `source` inside the cluster: over all cells, or until all nodes are settled
  // whose edges to `source` are still unknown. Returns false if there are no such nodes.
  template <class Space>
  bool search_cluster(Space& space, size_t source, bool all_cells) {
    size_t left = 0;
    const auto side = static_cast<size_t>(hpa.options_.cluster_size);
    is_target_.assign(side * side, 0);
    for (size_t j = 0; j < node_cells_.size() && !all_cells; ++j) {
      if (j == source || (kept_[j] == kNew && j < source)) continue;
      is_target_[space.index(space.id_of(node_cells_[j]))] = 1;
      ++left;
    }
    if (left == 0 && !all_cells) return false;
    const auto all_settled = [&](uint32_t, uint32_t index) { return is_target_[index] != 0 && --left == 0; };
    PhaseStats stats;
    best_first_search(space, space.begin(node_cells_[source]), CellRecords::kStart, kInfinite, all_settled, stats,
                      observed.search(hpa_build_code::kFrom),
                      {build_event::kSearch, 0, hpa_build_code::kPop, hpa_build_code::kReach, hpa_build_code::kReach});
    return true;
  }

  uint16_t slot_of(uint32_t cluster, CellId cell) const {
    const std::vector<CellId>& nodes = level.graphs[cluster].nodes;
    const auto place = std::lower_bound(nodes.begin(), nodes.end(), cell);
    STRATA_CHECK(place != nodes.end() && *place == cell);
    return static_cast<uint16_t>(place - nodes.begin());
  }

  void add_link(uint32_t cluster, Cell own, uint32_t neighbour, int direction) {
    const CellId from = grid.id(own);
    const CellId to = grid.neighbour(from, direction);
    level.graphs[cluster].inter.push_back(
        {slot_of(cluster, from), slot_of(neighbour, to), neighbour, grid.step_cost(from, direction)});
  }

  size_t border_count() const {
    const auto columns = static_cast<size_t>(clusters.columns()), rows = static_cast<size_t>(clusters.rows());
    return (columns - 1) * rows + columns * (rows - 1);
  }

  // Returns the number of inter-edges of the cluster, each counted at one end only, while the clusters to be relinked
  // are still flagged.
  size_t count_links(uint32_t cluster) const {
    const auto columns = static_cast<uint32_t>(clusters.columns());
    const Hpa::ClusterGraph& graph = level.graphs[cluster];
    size_t count = graph.east.size() + graph.south.size();
    if (cluster % columns != 0 && (level.flags[cluster - 1] & Hpa::kLinks) == 0)
      count += level.graphs[cluster - 1].east.size();
    if (cluster >= columns && (level.flags[cluster - columns] & Hpa::kLinks) == 0) {
      count += level.graphs[cluster - columns].south.size();
    }
    return count;
  }

  void relink(uint32_t cluster) {
    unflag(cluster, Hpa::kLinks);
    Hpa::ClusterGraph& graph = level.graphs[cluster];
    std::swap(graph.inter, old_.inter);
    graph.inter.clear();
    const Rect rect = clusters.rect(cluster);
    const auto columns = static_cast<uint32_t>(clusters.columns());
    if (rect.y0 > 0) {
      for (const uint16_t t : level.graphs[cluster - columns].south) {
        add_link(cluster, {rect.x0 + t, rect.y0}, cluster - columns, 0);
      }
    }
    if (rect.x0 > 0) {
      for (const uint16_t t : level.graphs[cluster - 1].east) {
        add_link(cluster, {rect.x0, rect.y0 + t}, cluster - 1, 6);
      }
    }
    for (const uint16_t t : graph.east) add_link(cluster, {rect.x1 - 1, rect.y0 + t}, cluster + 1, 2);
    for (const uint16_t t : graph.south) add_link(cluster, {rect.x0 + t, rect.y1 - 1}, cluster + columns, 4);
    Hpa::index_links(graph);
    // The version also changes with the slots of the neighbours' nodes.
    if (graph.inter != old_.inter) ++level.versions[cluster];
    if (!Hpa::same_links(graph.inter, old_.inter)) hpa.flag_parent(1, cluster);
  }

  // Subtracts the work done from `max_clusters`. Returns false if work is left.
  bool update_some(HpaUpdate& report, size_t& max_clusters) {
    mark_links();
    // Lists are processed from their heads, which are stored, so that the cost of a slice depends only on its own work.
    size_t borders = max_clusters > SIZE_MAX / kBordersPerCluster ? SIZE_MAX : max_clusters * kBordersPerCluster;
    size_t& border_head = level.border_head;
    observed.stage(1, hpa_build_code::kClusters, clusters.count(), static_cast<size_t>(clusters.cluster_size()));
    observed.stage(1, hpa_build_code::kBorders, border_count(), static_cast<size_t>(hpa.options_.entrance_threshold));
    for (; border_head < level.pending_borders.size(); ++border_head) {
      if (borders-- == 0) return false;
      scan_borders(level.pending_borders[border_head], report);
    }
    level.pending_borders.clear();
    border_head = 0;
    report_link_ends();

    size_t& cluster_head = level.cluster_head;
    observed.stage(1, hpa_build_code::kInside, clusters.count());
    if (cluster_head == 0) std::sort(level.pending_clusters.begin(), level.pending_clusters.end());
    for (; cluster_head < level.pending_clusters.size(); ++cluster_head) {
      if (max_clusters == 0) return false;
      --max_clusters;
      rebuild_graph(level.pending_clusters[cluster_head], report);
    }
    level.pending_clusters.clear();
    cluster_head = 0;

    // Links are counted before the first cluster is relinked. A large build relinks everything and does not count.
    if (level.link_head == 0 && level.pending_links.size() <= kCountedLinks) {
      for (const uint32_t cluster : level.pending_links) report.inter_edges += count_links(cluster);
    }
    const size_t most =
        max_clusters > SIZE_MAX / Hpa::kLinksPerCluster ? SIZE_MAX : max_clusters * Hpa::kLinksPerCluster;
    for (size_t done = 0; level.link_head < level.pending_links.size(); ++level.link_head, ++done) {
      if (done == most) return false;
      relink(level.pending_links[level.link_head]);
    }
    level.pending_links.clear();
    level.link_head = 0;
    return Hpa::renumber(level, grid.width(), max_clusters);
  }

 private:
  static constexpr size_t kCountedLinks = 1u << 16;
  std::vector<Entrance> entrances_;
  std::vector<Cell> cells_;
  std::vector<uint16_t> offsets_;
  std::vector<CellId> nodes_;
  std::vector<Cell> node_cells_;
  std::vector<uint8_t> is_target_;
  static constexpr size_t kNew = SIZE_MAX;
  std::vector<size_t> kept_;  // by node: its old slot, or kNew
  Hpa::ClusterGraph old_;     // nodes, intra-edges and moves before the update
};

void Hpa::reset(const MoveGrid& grid, const HpaOptions& options) {
  STRATA_CHECK(options.valid());
  static std::atomic<uint64_t> resets = 0;
  identity_ = ++resets;
  options_ = options;
  levels_.assign(static_cast<size_t>(options.levels), {});
  for (int l = 1; l <= options.levels; ++l) {
    Level& level = at(l);
    level.clusters = ClusterGrid(grid.width(), grid.height(), options.side(l));
    const uint32_t count = level.clusters.count();
    count_work(count);
    level.graphs.resize(count);
    level.flags.assign(count, l == 1 ? kBorders | kNodes | kCells | kLinks : kNodes | kLinks);
    level.pending_clusters.resize(count);
    for (uint32_t i = 0; i < count; ++i) level.pending_clusters[i] = i;
    level.pending_links = level.pending_clusters;
    if (l > 1) continue;
    level.pending_borders = level.pending_clusters;
    level.versions.assign(count, 0);
  }
  built_for_ = 0;
  link_ends_.clear();
  too_many_links_ = false;
  link_ends_for_ = 0;
}

void Hpa::mark_dirty(const MoveGrid& grid, const Rect& changed) {
  STRATA_CHECK(!levels_.empty() && at(1).clusters.width() == grid.width() && at(1).clusters.height() == grid.height());
  built_for_ = 0;
  if (changed.empty()) return;
  HpaBuilder::ObservedBuild<NoObserver>(*this, grid, {}).mark(changed);
}

template <class Observer>
bool HpaBuilder::update_some(Hpa& hpa, const MoveGrid& grid, HpaUpdate& report, size_t max_clusters,
                             Observer observer) {
  if (hpa.built_for_ == grid.built_for()) return true;
  report.micros.resize(hpa.levels_.size());
  const Stopwatch watch;
  const bool done = ObservedBuild<Observer>(hpa, grid, observer).update_some(report, max_clusters);
  report.micros.front() += watch.micros();
  if (!done) return false;
  std::sort(report.clusters.begin(), report.clusters.end());
  if constexpr (Observer::kEnabled) {
    if (!HpaLevelBuilder::settle(hpa, report, max_clusters, observer)) return false;
  } else {
    if (!hpa.settle_upper(report, max_clusters)) return false;
  }
  hpa.built_for_ = grid.built_for();
  return true;
}

bool Hpa::update_some(const MoveGrid& grid, HpaUpdate& report, size_t max_clusters) {
  return HpaBuilder::update_some(*this, grid, report, max_clusters, NoObserver{});
}

HpaUpdate build_recorded(Hpa& hpa, const MoveGrid& grid, const HpaOptions& options, Trace& trace) {
  HpaUpdate report;
  hpa.reset(grid, options);
  HpaBuilder::update_some(hpa, grid, report, SIZE_MAX, TraceObserver{&trace});
  return report;
}

size_t Hpa::pending() const {
  size_t upper = 0;
  for (size_t l = 1; l < levels_.size(); ++l) upper += levels_[l].pending_clusters.size();
  const size_t base = at(1).pending_clusters.size() - at(1).cluster_head;
  return base > 0 ? base : std::min<size_t>(upper, 1);
}

HpaUpdate Hpa::build(const MoveGrid& grid, const HpaOptions& options) {
  HpaUpdate report;
  reset(grid, options);
  update_some(grid, report);
  return report;
}

HpaUpdate Hpa::update(const MoveGrid& grid, const Rect& changed) {
  HpaUpdate report;
  mark_dirty(grid, changed);
  update_some(grid, report);
  return report;
}

}  // namespace strata
