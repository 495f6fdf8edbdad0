// Build and update: one code path, a build is an update with every cluster dirty.
#include <algorithm>

#include "core/base/check.hpp"
#include "core/hpa/hpa.hpp"
#include "core/search/cell_space.hpp"

namespace strata {
namespace {

constexpr uint8_t kBorders = 1;  // own right and lower border: rescan
constexpr uint8_t kNodes = 2;    // a border has other transitions: collect the nodes, search from new ones
constexpr uint8_t kCells = 4;    // cells inside have changed: search from every node
constexpr uint8_t kLinks = 8;    // inter-edges: look up again

// Borders are cheap against clusters when work is cut into slices.
constexpr size_t kBordersPerCluster = 16;

}  // namespace

struct HpaBuilder {
  Hpa& hpa;
  const MoveGrid& grid;
  const ClusterGrid& clusters;

  HpaBuilder(Hpa& target, const MoveGrid& moves) : hpa(target), grid(moves), clusters(target.cluster_grid_) {}

  void flag(uint32_t cluster, uint8_t what, std::vector<uint32_t>& pending) {
    if ((hpa.flags_[cluster] & what) != 0) return;
    hpa.flags_[cluster] = static_cast<uint8_t>(hpa.flags_[cluster] | what);
    pending.push_back(cluster);
  }
  void flag_borders(uint32_t cluster) { flag(cluster, kBorders, hpa.pending_borders_); }
  void flag_nodes(uint32_t cluster) { flag(cluster, kNodes, hpa.pending_clusters_); }
  void flag_cells(uint32_t cluster) {
    flag_nodes(cluster);
    hpa.flags_[cluster] = static_cast<uint8_t>(hpa.flags_[cluster] | kCells);
  }
  void flag_links(uint32_t cluster) { flag(cluster, kLinks, hpa.pending_links_); }
  void unflag(uint32_t cluster, uint8_t what) {
    hpa.flags_[cluster] = static_cast<uint8_t>(hpa.flags_[cluster] & ~what);
  }

  // Section 4.1: a border has changed if a cell on either side of it has.
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

  void scan_side(uint32_t cluster, Side side, uint32_t neighbour, HpaUpdate& report) {
    entrances_.clear();
    cells_.clear();
    append_entrances(grid, clusters, cluster, side, entrances_);
    for (const Entrance& entrance : entrances_) {
      append_transitions(entrance, hpa.options_.entrance_threshold, hpa.options_.transition_spacing, cells_);
    }
    const Rect rect = clusters.rect(cluster);
    offsets_.clear();
    for (const Cell c : cells_) {
      offsets_.push_back(static_cast<uint16_t>(side == Side::kEast ? c.y - rect.y0 : c.x - rect.x0));
    }
    ++report.borders;
    report.transitions += offsets_.size();
    Hpa::ClusterGraph& graph = hpa.graphs_[cluster];
    std::vector<uint16_t>& stored = side == Side::kEast ? graph.east : graph.south;
    if (stored != offsets_) {
      stored = offsets_;
      flag_nodes(cluster);
      flag_nodes(neighbour);
    }
    flag_links(cluster);
    flag_links(neighbour);
  }

  void scan_borders(uint32_t cluster, HpaUpdate& report) {
    unflag(cluster, kBorders);
    if (clusters.has_right(cluster)) scan_side(cluster, Side::kEast, clusters.right(cluster), report);
    if (clusters.has_below(cluster)) scan_side(cluster, Side::kSouth, clusters.below(cluster), report);
  }

  void collect_nodes(uint32_t cluster, std::vector<CellId>& nodes) const {
    nodes.clear();
    const Rect rect = clusters.rect(cluster);
    const auto columns = static_cast<uint32_t>(clusters.columns());
    for (const uint16_t t : hpa.graphs_[cluster].east) nodes.push_back(grid.id({rect.x1 - 1, rect.y0 + t}));
    for (const uint16_t t : hpa.graphs_[cluster].south) nodes.push_back(grid.id({rect.x0 + t, rect.y1 - 1}));
    if (rect.x0 > 0) {
      for (const uint16_t t : hpa.graphs_[cluster - 1].east) nodes.push_back(grid.id({rect.x0, rect.y0 + t}));
    }
    if (rect.y0 > 0) {
      for (const uint16_t t : hpa.graphs_[cluster - columns].south) nodes.push_back(grid.id({rect.x0 + t, rect.y0}));
    }
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  }

  // Section 4.1: intra-edges. Costs are symmetric, so each pair needs one search; stored moves need one from every
  // node. Where only the nodes have changed, what leads from the old ones still holds.
  void rebuild_graph(uint32_t cluster, HpaUpdate& report) {
    const bool keep_old = (hpa.flags_[cluster] & kCells) == 0;
    unflag(cluster, kNodes | kCells);
    Hpa::ClusterGraph& graph = hpa.graphs_[cluster];
    collect_nodes(cluster, nodes_);
    const bool same_nodes = nodes_ == graph.nodes;
    if (same_nodes && keep_old) return;
    if (!same_nodes) flag_renumber(cluster);
    report.clusters.push_back(cluster);

    std::swap(graph.nodes, old_.nodes);
    std::swap(graph.intra, old_.intra);
    std::swap(graph.moves, old_.moves);
    graph.nodes = nodes_;
    const size_t count = nodes_.size();
    const Rect rect = clusters.rect(cluster);
    const auto cells = static_cast<size_t>(rect.width()) * static_cast<size_t>(rect.height());
    const bool cache = hpa.options_.cache_paths;
    graph.intra.assign(count * count, kInfinite);
    graph.moves.assign(cache ? count * cells : 0, Hpa::kUnreachable);
    node_cells_.clear();
    for (const CellId node : nodes_) node_cells_.push_back(grid.cell(node));
    keep_rows(graph, cells, keep_old);

    Workspace& workspace = hpa.build_workspace_;
    workspace.sweep.configure(grid.base(0) * static_cast<Cost>(grid.min_weight()), grid.max_step());
    with_cell_space<true>(grid, rect, workspace.area, workspace.sweep, DistanceBound{}, Cell{}, [&](auto& space) {
      for (size_t i = 0; i < count; ++i) {
        graph.intra[i * count + i] = 0;
        if (kept_[i] != kNew) continue;
        if (!search_cluster(space, i, cache)) continue;
        for (size_t j = 0; j < count; ++j) {
          if (j == i || (kept_[j] == kNew && j < i)) continue;  // done from there
          const uint32_t index = space.index(space.id_of(node_cells_[j]));
          if (!space.records.seen(index)) continue;
          const Cost cost = space.records.g(index);
          graph.intra[i * count + j] = cost;
          graph.intra[j * count + i] = cost;
          ++report.intra_edges;
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
  }

  void flag_renumber(uint32_t cluster) {
    hpa.renumber_ = true;
    flag_links(cluster);
    const auto columns = static_cast<uint32_t>(clusters.columns());
    if (clusters.has_right(cluster)) flag_links(clusters.right(cluster));
    if (clusters.has_below(cluster)) flag_links(clusters.below(cluster));
    if (cluster % columns != 0) flag_links(cluster - 1);
    if (cluster >= columns) flag_links(cluster - columns);
  }

  // Fills kept_ with the old slot of every node, or kNew, and copies what is known between old ones.
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

  // Dijkstra from node `source` inside the cluster. Goes through all cells, or else only until the nodes whose edges to
  // it are not known yet are settled; false if there are none.
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
                      NoObserver{}, {});
    return true;
  }

  uint16_t slot_of(uint32_t cluster, CellId cell) const {
    const std::vector<CellId>& nodes = hpa.graphs_[cluster].nodes;
    const auto place = std::lower_bound(nodes.begin(), nodes.end(), cell);
    STRATA_CHECK(place != nodes.end() && *place == cell);
    return static_cast<uint16_t>(place - nodes.begin());
  }

  void add_link(uint32_t cluster, Cell own, uint32_t neighbour, int direction) {
    const CellId from = grid.id(own);
    const CellId to = grid.neighbour(from, direction);
    hpa.graphs_[cluster].inter.push_back(
        {slot_of(cluster, from), slot_of(neighbour, to), neighbour, grid.step_cost(from, direction)});
  }

  // Inter-edges of the cluster, each counted at one end only while the clusters to be relinked are still flagged.
  size_t count_links(uint32_t cluster) const {
    const auto columns = static_cast<uint32_t>(clusters.columns());
    const Hpa::ClusterGraph& graph = hpa.graphs_[cluster];
    size_t count = graph.east.size() + graph.south.size();
    if (cluster % columns != 0 && (hpa.flags_[cluster - 1] & kLinks) == 0)
      count += hpa.graphs_[cluster - 1].east.size();
    if (cluster >= columns && (hpa.flags_[cluster - columns] & kLinks) == 0) {
      count += hpa.graphs_[cluster - columns].south.size();
    }
    return count;
  }

  void relink(uint32_t cluster) {
    unflag(cluster, kLinks);
    Hpa::ClusterGraph& graph = hpa.graphs_[cluster];
    graph.inter.clear();
    const Rect rect = clusters.rect(cluster);
    const auto columns = static_cast<uint32_t>(clusters.columns());
    if (rect.y0 > 0) {
      for (const uint16_t t : hpa.graphs_[cluster - columns].south) {
        add_link(cluster, {rect.x0 + t, rect.y0}, cluster - columns, 0);
      }
    }
    if (rect.x0 > 0) {
      for (const uint16_t t : hpa.graphs_[cluster - 1].east) {
        add_link(cluster, {rect.x0, rect.y0 + t}, cluster - 1, 6);
      }
    }
    for (const uint16_t t : graph.east) add_link(cluster, {rect.x1 - 1, rect.y0 + t}, cluster + 1, 2);
    for (const uint16_t t : graph.south) add_link(cluster, {rect.x0 + t, rect.y1 - 1}, cluster + columns, 4);
    std::sort(graph.inter.begin(), graph.inter.end(), [](const Hpa::InterEdge& a, const Hpa::InterEdge& b) {
      return a.slot != b.slot ? a.slot < b.slot : a.to < b.to;
    });
    graph.inter_begin.assign(graph.nodes.size() + 1, 0);
    for (const Hpa::InterEdge& edge : graph.inter) ++graph.inter_begin[edge.slot + 1u];
    for (size_t i = 1; i < graph.inter_begin.size(); ++i) {
      graph.inter_begin[i] = static_cast<uint16_t>(graph.inter_begin[i] + graph.inter_begin[i - 1]);
    }
  }

  // Nodes are numbered by cluster, then by cell, so that an updated graph and a fresh one agree in every tie.
  void renumber() {
    hpa.renumber_ = false;
    hpa.first_node_.resize(clusters.count() + 1);
    hpa.nodes_.clear();
    for (uint32_t cluster = 0; cluster < clusters.count(); ++cluster) {
      hpa.first_node_[cluster] = static_cast<uint32_t>(hpa.nodes_.size());
      for (const CellId cell : hpa.graphs_[cluster].nodes) {
        const Cell c = grid.cell(cell);
        hpa.nodes_.push_back({cell, cluster, static_cast<uint16_t>(c.x), static_cast<uint16_t>(c.y)});
      }
    }
    hpa.first_node_.back() = static_cast<uint32_t>(hpa.nodes_.size());
  }

  bool settle(HpaUpdate& report, size_t max_clusters) {
    // Work is taken from the front; the heads are remembered, so that a slice costs what it does.
    size_t borders = max_clusters > SIZE_MAX / kBordersPerCluster ? SIZE_MAX : max_clusters * kBordersPerCluster;
    size_t& border_head = hpa.border_head_;
    for (; border_head < hpa.pending_borders_.size(); ++border_head) {
      if (borders-- == 0) return false;
      scan_borders(hpa.pending_borders_[border_head], report);
    }
    hpa.pending_borders_.clear();
    border_head = 0;

    size_t& cluster_head = hpa.cluster_head_;
    if (cluster_head == 0) std::sort(hpa.pending_clusters_.begin(), hpa.pending_clusters_.end());
    for (; cluster_head < hpa.pending_clusters_.size(); ++cluster_head) {
      if (max_clusters-- == 0) return false;
      rebuild_graph(hpa.pending_clusters_[cluster_head], report);
    }
    hpa.pending_clusters_.clear();
    cluster_head = 0;

    for (const uint32_t cluster : hpa.pending_links_) report.inter_edges += count_links(cluster);
    for (const uint32_t cluster : hpa.pending_links_) relink(cluster);
    hpa.pending_links_.clear();
    if (hpa.renumber_) renumber();
    hpa.built_for_ = grid.built_for();
    return true;
  }

 private:
  std::vector<Entrance> entrances_;
  std::vector<Cell> cells_;
  std::vector<uint16_t> offsets_;
  std::vector<CellId> nodes_;
  std::vector<Cell> node_cells_;
  std::vector<uint8_t> is_target_;
  static constexpr size_t kNew = SIZE_MAX;
  std::vector<size_t> kept_;  // by node: its slot before, or kNew
  Hpa::ClusterGraph old_;     // nodes, intra-edges and moves from before
};

void Hpa::reset(const MoveGrid& grid, const HpaOptions& options) {
  STRATA_CHECK(options.cluster_size >= kMinClusterSize && options.cluster_size <= kMaxClusterSize);
  STRATA_CHECK(options.entrance_threshold >= 1 && options.transition_spacing >= 0);
  options_ = options;
  cluster_grid_ = ClusterGrid(grid.width(), grid.height(), options.cluster_size);
  const uint32_t count = cluster_grid_.count();
  graphs_.assign(count, {});
  flags_.assign(count, kBorders | kNodes | kCells | kLinks);
  pending_borders_.resize(count);
  for (uint32_t i = 0; i < count; ++i) pending_borders_[i] = i;
  pending_clusters_ = pending_borders_;
  pending_links_ = pending_borders_;
  border_head_ = cluster_head_ = 0;
  first_node_.clear();
  nodes_.clear();
  renumber_ = true;
  built_for_ = 0;
}

void Hpa::mark_dirty(const MoveGrid& grid, const Rect& changed) {
  STRATA_CHECK(graphs_.size() == cluster_grid_.count());
  built_for_ = 0;
  if (changed.empty()) return;
  HpaBuilder(*this, grid).mark(changed);
}

bool Hpa::settle(const MoveGrid& grid, HpaUpdate& report, size_t max_clusters) {
  if (built_for_ == grid.built_for()) return true;
  return HpaBuilder(*this, grid).settle(report, max_clusters);
}

HpaUpdate Hpa::build(const MoveGrid& grid, const HpaOptions& options) {
  HpaUpdate report;
  reset(grid, options);
  settle(grid, report);
  return report;
}

HpaUpdate Hpa::update(const MoveGrid& grid, const Rect& changed) {
  HpaUpdate report;
  mark_dirty(grid, changed);
  settle(grid, report);
  return report;
}

}  // namespace strata
