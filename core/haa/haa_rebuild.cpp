// This file builds and updates the graph of HAA* by the same code: a build is an update with every cluster dirty.
#include <algorithm>
#include <cstring>

#include "core/base/sort_unique.hpp"
#include "core/haa/haa_build.hpp"
#include "core/haa/haa_builder.hpp"
#include "core/search/cell_space.hpp"

namespace strata {
namespace {

// Scanning this many borders, or linking this many clusters, counts as rebuilding one cluster.
constexpr size_t kBordersPerCluster = 16;
constexpr size_t kLinksPerCluster = 16;

// Marks in each maximal run of pairs that agents of one class can cross the pair with the largest clearance; of equal
// ones the nearest to the middle, then the first. Calls tell(first, last) for each run.
template <class Tell>
void mark_runs(const std::vector<uint8_t>& room, int length, int size, uint8_t* chosen, Tell&& tell) {
  for (int first = 0; first < length; ++first) {
    if (room[static_cast<size_t>(first)] < size) continue;
    int last = first;
    while (last + 1 < length && room[static_cast<size_t>(last + 1)] >= size) ++last;
    int best = first;
    const auto off_middle = [&](int t) { return std::abs(2 * t - first - last); };
    for (int t = first + 1; t <= last; ++t) {
      const int more = room[static_cast<size_t>(t)] - room[static_cast<size_t>(best)];
      if (more > 0 || (more == 0 && off_middle(t) < off_middle(best))) best = t;
    }
    chosen[best] = 1;
    tell(first, last);
    first = last;
  }
}

// Does the work of a list from its head on and stores the new head, so that the cost of a slice depends only on its own
// work. `work` must not add to the list. Returns false if `budget` runs out.
template <class List, class Work>
bool work_off(List& list, size_t& budget, Work&& work) {
  for (; list.head < list.clusters.size(); ++list.head) {
    if (budget == 0) return false;
    --budget;
    work(list.clusters[list.head]);
  }
  list.clusters.clear();
  list.head = 0;
  return true;
}

size_t times(size_t count, size_t factor) { return count > SIZE_MAX / factor ? SIZE_MAX : count * factor; }

}  // namespace

// Flags the borders that have changed: those with a changed cell on either side.
template <class Observer>
void HaaBuilder::ObservedBuild<Observer>::mark(size_t agent_class, const Rect& changed) {
  const Rect touched = clusters.touched(changed);
  for (int cy = touched.y0; cy < touched.y1; ++cy) {
    for (int cx = touched.x0; cx < touched.x1; ++cx) {
      const uint32_t cluster = static_cast<uint32_t>(cy) * columns + static_cast<uint32_t>(cx);
      const Rect rect = clusters.rect(cluster);
      flag_nodes(cluster);
      haa.changed_[cluster].set(agent_class);
      if (changed.x1 >= rect.x1 || changed.y1 >= rect.y1) flag_borders(cluster);
      if (cx > 0 && changed.x0 <= rect.x0) flag_borders(cluster - 1);
      if (cy > 0 && changed.y0 <= rect.y0) flag_borders(cluster - columns);
    }
  }
}

// --- Entrances (section 5.1) -------------------------------------------------------------------------------------

template <class Observer>
void HaaBuilder::ObservedBuild<Observer>::scan_side(uint32_t cluster, Side side, uint32_t neighbour,
                                                    HaaUpdate& report) {
  const Rect rect = clusters.rect(cluster);
  const int length = side == Side::kEast ? rect.height() : rect.width();
  const size_t capabilities = agents.capabilities().size();
  const auto row = static_cast<size_t>(length);
  room_.resize(capabilities);
  chosen_.assign(capabilities * row, 0);
  report_border(haa_build_code::kBorders, cluster, neighbour);
  const CellId step = side == Side::kEast ? static_cast<CellId>(shape.width()) : 1;
  const CellId across = side == Side::kEast ? 1 : static_cast<CellId>(shape.width());
  for (size_t c = 0; c < capabilities; ++c) {
    const std::span<const uint8_t> values = agents.clearance(static_cast<int>(c)).values();
    room_[c].resize(row);
    CellId cell = near_id(rect, side, 0);
    for (size_t t = 0; t < row; ++t, cell += step) {
      const int room = std::min<int>(values[cell], values[cell + across]);
      room_[c][t] = static_cast<uint8_t>(std::min(room, haa.options_.max_size));
    }
    const int sizes = haa.options_.as_published ? 1 : haa.options_.max_size;
    for (int size = 1; size <= sizes; ++size) {
      mark_runs(room_[c], length, size, &chosen_[c * row], [&](int first, int last) {
        observed.report(build_event::kPick, 1, haa_build_code::kRun, near_id(rect, side, last),
                        near_id(rect, side, first), static_cast<Cost>(last - first + 1),
                        haa_build_code::edge_class(agents.capabilities()[c].bits(), static_cast<uint8_t>(size)));
      });
    }
  }
  transitions_.clear();
  for (size_t t = 0; t < row; ++t) {
    for (size_t c = 0; c < capabilities; ++c) {
      if (chosen_[c * row + t] == 0) continue;
      const size_t by = strong_inter_dominator(c, t, row);
      const bool dominated = by != kNew;
      if constexpr (Observer::kEnabled) {
        const auto edge = [&](size_t own) {
          const Haa::Transition pair{static_cast<uint8_t>(t), agents.capabilities()[own].bits(), room_[own][t],
                                     Haa::SmallestGraph::kHigh};
          const CellId near = near_id(rect, side, pair.offset);
          return HaaReportedEdge{near, far_id(near, side), step_cost(pair, near, direction(side)),
                                 haa_build_code::edge_class(pair.capability, pair.clearance)};
        };
        const HaaReportedEdge own = edge(c);
        report_added(haa_build_code::kPair, own.to, own.from, own.cost, own.edge_class);
        if (dominated) report_dominated(haa_build_code::kStrong, own, edge(by));
      }
      if (dominated && !haa.options_.keep_dominated) continue;
      transitions_.push_back({static_cast<uint8_t>(t), agents.capabilities()[c].bits(), room_[c][t],
                              dominated ? Haa::SmallestGraph::kInitial : Haa::SmallestGraph::kHigh});
    }
  }
  ++report.borders;
  Haa::ClusterGraph& graph = haa.graphs_[cluster];
  std::vector<Haa::Transition>& stored = side == Side::kEast ? graph.east : graph.south;
  const auto same = [](const Haa::Transition& a, const Haa::Transition& b) {
    return a.offset == b.offset && a.capability == b.capability && a.clearance == b.clearance &&
           (a.part == Haa::SmallestGraph::kInitial) == (b.part == Haa::SmallestGraph::kInitial);
  };
  if (!std::equal(stored.begin(), stored.end(), transitions_.begin(), transitions_.end(), same)) {
    stored = transitions_;
    flag_nodes(cluster);
    flag_nodes(neighbour);
    flag_weak(cluster, side);
  }
  flag_links(cluster);  // the cost of steps across the border may have changed
  flag_links(neighbour);
}

template <class Observer>
void HaaBuilder::ObservedBuild<Observer>::scan_borders(uint32_t cluster, HaaUpdate& report) {
  unflag(cluster, kBorders);
  if (clusters.has_right(cluster)) scan_side(cluster, Side::kEast, clusters.right(cluster), report);
  if (clusters.has_below(cluster)) scan_side(cluster, Side::kSouth, clusters.below(cluster), report);
}

// --- Intra-edges (section 5.2) ---------------------------------------------------------------------------------

template <class Observer>
void HaaBuilder::ObservedBuild<Observer>::collect_nodes(uint32_t cluster) {
  nodes_.clear();
  each_border(cluster, [&](uint32_t first, Side side, uint32_t) {
    const Haa::ClusterGraph& graph = haa.graphs_[first];
    const Rect rect = clusters.rect(first);
    for (const Haa::Transition& t : side == Side::kEast ? graph.east : graph.south) {
      const CellId near = near_id(rect, side, t.offset);
      nodes_.push_back(first == cluster ? near : far_id(near, side));
    }
  });
  sort_unique(nodes_);
}

// Recovers distances from the existing edges: that of a removed edge is given by the edge that dominates it. Searches
// run only for classes with changed cells, and from new nodes.
template <class Observer>
void HaaBuilder::ObservedBuild<Observer>::rebuild_graph(uint32_t cluster, HaaUpdate& report) {
  Haa::ClusterGraph& graph = haa.graphs_[cluster];
  const Haa::ClassSet changed = haa.changed_[cluster];
  unflag(cluster, kNodes);
  haa.changed_[cluster].reset();
  collect_nodes(cluster);
  const bool same_nodes = nodes_ == graph.nodes;
  if (same_nodes && changed.none() && !graph.rows.empty()) return;
  report.clusters.push_back(cluster);
  const size_t count = nodes_.size();
  node_cells_.clear();
  for (const CellId node : nodes_) node_cells_.push_back(shape.cell(node));
  distances_.assign(classes * count * count, kInfinite);
  recover(graph, changed);

  const Rect rect = clusters.rect(cluster);
  observed.part(1, haa_build_code::kInside, rect, shape.width(), cluster, count);
  const bool new_nodes = std::find(kept_.begin(), kept_.end(), kNew) != kept_.end();
  for (size_t k = 0; k < classes && count > 0; ++k) {
    if (!new_nodes && !changed[k]) continue;
    const MoveGrid& grid = agents.grid(static_cast<int>(k));
    const size_t twin = first_equal_class(k, rect);
    observed.part(1, haa_build_code::kClass, rect, shape.width(), haa_build_code::edge_class(capability_[k], size_[k]),
                  haa_build_code::edge_class(capability_[twin], size_[twin]));
    if (twin < k) {
      std::copy_n(&distances_[twin * count * count], count * count, &distances_[k * count * count]);
      continue;
    }
    with_cell_space<true>(grid, rect, haa.build_workspace_.get().area, haa.build_workspace_.get().sweep,
                          DistanceBound{}, Cell{}, [&](auto& space) { search_class(space, grid, k, changed[k]); });
  }
  if (find_components(graph) || !same_nodes) {
    each_border(cluster, [&](uint32_t first, Side side, uint32_t) { flag_weak(first, side); });
  }
  if (!same_nodes) {
    haa.renumber_ = true;
    graph.nodes = nodes_;
    each_border(cluster, [&](uint32_t, Side, uint32_t neighbour) { flag_links(neighbour); });
  }
  std::swap(graph.component, component_);
  store_edges(graph, report);
  flag_links(cluster);
  haa.flags_[cluster] = static_cast<uint8_t>(haa.flags_[cluster] | kRows);
}

// Sets kept_ to the old slot of every node, or kNew, and copies the distances that are still valid from
// the existing graph.
template <class Observer>
void HaaBuilder::ObservedBuild<Observer>::recover(const Haa::ClusterGraph& graph, const Haa::ClassSet& changed) {
  const size_t count = nodes_.size();
  kept_.assign(count, kNew);
  new_slot_.assign(graph.nodes.size(), kNew);
  for (size_t i = 0; i < count; ++i) {
    const auto place = std::lower_bound(graph.nodes.begin(), graph.nodes.end(), nodes_[i]);
    if (place == graph.nodes.end() || *place != nodes_[i]) continue;
    kept_[i] = static_cast<size_t>(place - graph.nodes.begin());
    new_slot_[kept_[i]] = i;
  }
  if (changed.count() == classes) return;
  for (size_t old = 0; old < graph.nodes.size(); ++old) {
    const size_t i = new_slot_[old];
    if (i == kNew) continue;
    for (uint32_t e = graph.rows[old].begin; e < graph.rows[old + 1].begin; ++e) {
      const Haa::IntraEdge& edge = graph.intra[e];
      const size_t j = new_slot_[edge.to];
      if (j == kNew) continue;
      for (size_t k = 0; k < classes; ++k) {
        if (!changed[k] && usable(edge.capability, edge.clearance, k)) {
          distance(k, i, j) = std::min(distance(k, i, j), edge.cost);
        }
      }
    }
  }
}

// Returns the first class that can stand on the same cells of the cluster with the same weights, and so has
// the same distances.
template <class Observer>
size_t HaaBuilder::ObservedBuild<Observer>::first_equal_class(size_t k, const Rect& rect) const {
  const auto width = static_cast<size_t>(rect.width());
  const uint8_t* own = agents.grid(static_cast<int>(k)).weights().data();
  for (size_t other = 0; other < k; ++other) {
    const uint8_t* weights = agents.grid(static_cast<int>(other)).weights().data();
    bool same = true;
    for (int y = rect.y0; y < rect.y1 && same; ++y) {
      const CellId begin = shape.id({rect.x0, y});
      same = std::memcmp(own + begin, weights + begin, width) == 0;
    }
    if (same) return other;
  }
  return k;
}

template <class Observer>
template <class Space>
void HaaBuilder::ObservedBuild<Observer>::search_class(Space& space, const MoveGrid& grid, size_t k, bool all) {
  const size_t count = nodes_.size();
  const auto is_new = [&](size_t i) { return all || kept_[i] == kNew; };
  for (size_t i = 0; i < count; ++i) {
    if (!is_new(i) || !grid.passable(nodes_[i])) continue;
    // Returns whether the distance from node i to node j is needed: the search from j has not found it.
    const auto is_wanted = [&](size_t j) { return j != i && !(is_new(j) && j < i) && grid.passable(nodes_[j]); };
    size_t left = 0;
    const auto side = static_cast<size_t>(haa.options_.cluster_size);
    is_target_.assign(side * side, 0);
    for (size_t j = 0; j < count; ++j) {
      if (!is_wanted(j)) continue;
      is_target_[space.index(space.id_of(node_cells_[j]))] = 1;
      ++left;
    }
    if (left == 0) continue;
    const auto all_settled = [&](uint32_t, uint32_t index) { return is_target_[index] != 0 && --left == 0; };
    PhaseStats stats;
    best_first_search(space, space.begin(node_cells_[i]), CellRecords::kStart, kInfinite, all_settled, stats,
                      observed.search(haa_build_code::kFrom),
                      {build_event::kSearch, 0, haa_build_code::kPop, haa_build_code::kReach, haa_build_code::kReach});
    for (size_t j = 0; j < count; ++j) {
      if (!is_wanted(j)) continue;
      const uint32_t index = space.index(space.id_of(node_cells_[j]));
      if (!space.records.seen(index)) continue;
      distance(k, i, j) = distance(k, j, i) = space.records.g(index);
    }
  }
}

// Computes component_. Returns whether it differs from that of the graph.
template <class Observer>
bool HaaBuilder::ObservedBuild<Observer>::find_components(const Haa::ClusterGraph& graph) {
  const size_t count = nodes_.size();
  component_.assign(count * classes, Haa::kNone);
  for (size_t k = 0; k < classes; ++k) {
    const MoveGrid& grid = agents.grid(static_cast<int>(k));
    for (size_t i = 0; i < count; ++i) {
      if (!grid.passable(nodes_[i])) continue;
      size_t first = i;
      for (size_t j = 0; j < i && first == i; ++j) {
        if (distance(k, i, j) != kInfinite) first = j;
      }
      component_[i * classes + k] = static_cast<uint8_t>(first);
    }
  }
  return component_ != graph.component;
}

// --- In slices -------------------------------------------------------------------------------------------------

template <class Observer>
bool HaaBuilder::ObservedBuild<Observer>::update_some(HaaUpdate& report, size_t max_clusters) {
  size_t borders = times(max_clusters, kBordersPerCluster);
  observed.stage(
      1, haa_build_code::kBorders,
      (columns - 1) * static_cast<size_t>(clusters.rows()) + columns * (static_cast<size_t>(clusters.rows()) - 1),
      haa.options_.as_published ? 1 : static_cast<size_t>(haa.options_.max_size));
  if (!work_off(haa.pending_borders_, borders, [&](uint32_t c) { scan_borders(c, report); })) return false;

  Haa::WorkList& dirty = haa.pending_clusters_;
  observed.stage(1, haa_build_code::kInside, clusters.count());
  if (dirty.head == 0) std::sort(dirty.clusters.begin(), dirty.clusters.end());
  if (!dirty.clusters.empty()) configure_sweep();
  if (!work_off(dirty, max_clusters, [&](uint32_t c) { rebuild_graph(c, report); })) return false;

  size_t links = times(max_clusters, kLinksPerCluster);
  observed.stage(1, haa_build_code::kWeak, clusters.count());
  if (!work_off(haa.pending_weak_, links, [&](uint32_t c) { find_weak(c); })) return false;
  if (!work_off(haa.pending_links_, links, [&](uint32_t c) { relink(c, report); })) return false;
  if (haa.renumber_) renumber();
  if constexpr (Observer::kEnabled) {
    const auto low = std::ranges::count_if(haa.nodes_, [](const HaaNode& node) { return node.in_low; });
    observed.stage(1, haa_build_code::kLow, haa.nodes_.size(), static_cast<size_t>(low));
  }
  std::sort(report.clusters.begin(), report.clusters.end());
  report.clusters.erase(std::unique(report.clusters.begin(), report.clusters.end()), report.clusters.end());
  haa.built_for_ = agents.built_for();
  return true;
}

template <class Observer>
void HaaBuilder::ObservedBuild<Observer>::configure_sweep() {
  Cost min_step = kInfinite;
  Cost max_step = 0;
  for (int k = 0; k < agents.class_count(); ++k) {
    const MoveGrid& grid = agents.grid(k);
    min_step = std::min(min_step, grid.base(0) * static_cast<Cost>(grid.min_weight()));
    max_step = std::max(max_step, grid.max_step());
  }
  haa.build_workspace_.get().sweep.configure(min_step, max_step);
}

void Haa::reset(const AgentGrids& agents, const HaaOptions& options) {
  STRATA_CHECK(options.cluster_size >= kMinClusterSize && options.cluster_size <= kMaxClusterSize);
  STRATA_CHECK(options.max_size == agents.max_size() && options.capabilities == agents.capabilities());
  options_ = options;
  cluster_grid_ = ClusterGrid(agents.grid(0).width(), agents.grid(0).height(), options.cluster_size);
  const uint32_t count = cluster_grid_.count();
  graphs_.assign(count, {});
  flags_.assign(count, HaaBuilder::kEverything);
  ClassSet all;
  for (int k = 0; k < agents.class_count(); ++k) all.set(static_cast<size_t>(k));
  changed_.assign(count, all);
  WorkList list;
  list.clusters.resize(count);
  for (uint32_t i = 0; i < count; ++i) list.clusters[i] = i;
  pending_borders_ = pending_clusters_ = pending_weak_ = pending_links_ = list;
  first_node_.clear();
  nodes_.clear();
  renumber_ = true;
  built_for_ = 0;
}

void Haa::mark_dirty(const AgentGrids& agents, std::span<const Rect> changed) {
  STRATA_CHECK(changed.size() == static_cast<size_t>(agents.class_count()));
  STRATA_CHECK(graphs_.size() == cluster_grid_.count());
  built_for_ = 0;
  HaaBuilder::ObservedBuild<NoObserver> builder(*this, agents, {});
  for (size_t k = 0; k < changed.size(); ++k) {
    if (!changed[k].empty()) builder.mark(k, changed[k]);
  }
}

template <class Observer>
bool HaaBuilder::update_some(Haa& haa, const AgentGrids& agents, HaaUpdate& report, size_t max_clusters,
                             Observer observer) {
  STRATA_CHECK(haa.options_.max_size == agents.max_size() && haa.options_.capabilities == agents.capabilities());
  if (haa.built_for_ == agents.built_for()) return true;
  return ObservedBuild<Observer>(haa, agents, observer).update_some(report, max_clusters);
}

bool Haa::update_some(const AgentGrids& agents, HaaUpdate& report, size_t max_clusters) {
  return HaaBuilder::update_some(*this, agents, report, max_clusters, NoObserver{});
}

HaaUpdate build_recorded(Haa& haa, const AgentGrids& agents, const HaaOptions& options, Trace& trace) {
  HaaUpdate report;
  haa.reset(agents, options);
  HaaBuilder::update_some(haa, agents, report, SIZE_MAX, TraceObserver{&trace});
  return report;
}

size_t Haa::pending() const {
  const size_t dirty = pending_clusters_.left();
  const bool rest = pending_borders_.left() + pending_weak_.left() + pending_links_.left() > 0;
  return dirty == 0 && rest ? 1 : dirty;
}

HaaUpdate Haa::build(const AgentGrids& agents, const HaaOptions& options) {
  HaaUpdate report;
  reset(agents, options);
  update_some(agents, report);
  return report;
}

HaaUpdate Haa::update(const AgentGrids& agents, std::span<const Rect> changed) {
  HaaUpdate report;
  mark_dirty(agents, changed);
  update_some(agents, report);
  return report;
}

}  // namespace strata
