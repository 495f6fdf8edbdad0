// Purpose: HaaBuilder implements the building and updating of Haa. Only the files that implement Haa include it.
// Source: Harabor, Botea 2008, section 5 (entrances, intra-edges, dominance).
#pragma once

#include <utility>
#include <vector>

#include "core/base/check.hpp"
#include "core/haa/haa.hpp"
#include "core/haa/haa_build_code.hpp"
#include "core/search/build_observer.hpp"
#include "core/search/trace.hpp"

namespace strata {

// An edge as the events of a trace report it.
struct HaaReportedEdge {
  CellId from = kNoCell, to = kNoCell;
  Cost cost = 0;
  Cost edge_class = 0;
};

struct HaaBuilder {
  // Flags of the remaining work of a cluster.
  static constexpr uint8_t kBorders = 1;  // rescan its right and lower border
  static constexpr uint8_t kNodes = 2;    // cells inside or transitions have changed: search where needed
  // Components joined across the right (east) or lower (south) border may have changed: find weak dominance.
  static constexpr uint8_t kWeakEast = 4;
  static constexpr uint8_t kWeakSouth = 8;
  static constexpr uint8_t kLinks = 16;  // inter-edges of the cluster are to be linked again
  static constexpr uint8_t kRows = 32;   // intra-edges are new and not yet sorted
  static constexpr uint8_t kEverything = kBorders | kNodes | kWeakEast | kWeakSouth | kLinks | kRows;

  // With<Observer> does the work of one call of `update_some`, in the order borders, clusters, weak dominance, links,
  // and reports its steps to the observer.
  template <class Observer>
  struct ObservedBuild;

  // Implements Haa::update_some.
  template <class Observer>
  static bool update_some(Haa& haa, const AgentGrids& agents, HaaUpdate& report, size_t max_clusters,
                          Observer observer);
};

template <class Observer>
struct HaaBuilder::ObservedBuild : HaaBuilder {
  Haa& haa;
  const AgentGrids& agents;
  const ClusterGrid& clusters;
  const uint32_t columns;
  const size_t classes;
  const MoveGrid& shape;  // the moves of any class, for conversions between cells and ids
  BuildReporter<Observer> observed;

  ObservedBuild(Haa& target, const AgentGrids& agent_grids, Observer observer)
      : haa(target),
        agents(agent_grids),
        clusters(target.cluster_grid_),
        columns(static_cast<uint32_t>(clusters.columns())),
        classes(static_cast<size_t>(agent_grids.class_count())),
        shape(agent_grids.grid(0)),
        observed{observer} {
    for (int k = 0; k < agents.class_count(); ++k) {
      size_.push_back(static_cast<uint8_t>(agents.agent(k).size));
      capability_.push_back(agents.agent(k).capability.bits());
    }
  }

  static constexpr bool includes(uint8_t capability, uint8_t part) { return (capability & part) == part; }
  bool usable(uint8_t capability, uint8_t clearance, size_t k) const {
    return clearance >= size_[k] && includes(capability_[k], capability);
  }

  void flag(uint32_t cluster, uint8_t what, uint8_t whole, Haa::WorkList& pending) {
    if ((haa.flags_[cluster] & whole) == 0) pending.clusters.push_back(cluster);
    haa.flags_[cluster] = static_cast<uint8_t>(haa.flags_[cluster] | what);
  }
  void flag_borders(uint32_t cluster) { flag(cluster, kBorders, kBorders, haa.pending_borders_); }
  void flag_nodes(uint32_t cluster) { flag(cluster, kNodes, kNodes, haa.pending_clusters_); }
  void flag_links(uint32_t cluster) { flag(cluster, kLinks, kLinks, haa.pending_links_); }
  void flag_weak(uint32_t cluster, Side side) {
    flag(cluster, side == Side::kEast ? kWeakEast : kWeakSouth, kWeakEast | kWeakSouth, haa.pending_weak_);
  }
  void unflag(uint32_t cluster, uint8_t what) {
    haa.flags_[cluster] = static_cast<uint8_t>(haa.flags_[cluster] & ~what);
  }

  // Calls use(cluster, side, neighbour) for each border of the given cluster: `cluster` is the left or upper cluster of
  // the border, `neighbour` the cluster across the border from the given one.
  template <class Use>
  void each_border(uint32_t cluster, Use&& use) const {
    if (cluster >= columns) use(cluster - columns, Side::kSouth, cluster - columns);
    if (cluster % columns != 0) use(cluster - 1, Side::kEast, cluster - 1);
    if (clusters.has_right(cluster)) use(cluster, Side::kEast, clusters.right(cluster));
    if (clusters.has_below(cluster)) use(cluster, Side::kSouth, clusters.below(cluster));
  }

  // Returns the cell of a transition in the left or upper cluster, whose rectangle is `rect`. far_id returns the cell
  // across the border.
  CellId near_id(const Rect& rect, Side side, int offset) const {
    return shape.id(side == Side::kEast ? Cell{rect.x1 - 1, rect.y0 + offset} : Cell{rect.x0 + offset, rect.y1 - 1});
  }
  static int direction(Side side) { return side == Side::kEast ? 2 : 4; }
  CellId far_id(CellId near, Side side) const { return shape.neighbour(near, direction(side)); }
  size_t slot_of(uint32_t cluster, CellId cell) const {
    const std::vector<CellId>& nodes = haa.graphs_[cluster].nodes;
    const auto place = std::lower_bound(nodes.begin(), nodes.end(), cell);
    STRATA_CHECK(place != nodes.end() && *place == cell);
    return static_cast<size_t>(place - nodes.begin());
  }
  Cost& distance(size_t k, size_t i, size_t j) {
    const size_t count = nodes_.size();
    return distances_[(k * count + i) * count + j];
  }

  // The functions below are defined in haa_rebuild.cpp.
  void mark(size_t agent_class, const Rect& changed);
  void scan_borders(uint32_t cluster, HaaUpdate& report);
  void scan_side(uint32_t cluster, Side side, uint32_t neighbour, HaaUpdate& report);
  void collect_nodes(uint32_t cluster);
  void rebuild_graph(uint32_t cluster, HaaUpdate& report);
  void recover(const Haa::ClusterGraph& graph, const Haa::ClassSet& changed);
  size_t first_equal_class(size_t k, const Rect& rect) const;
  template <class Space>
  void search_class(Space& space, const MoveGrid& grid, size_t k, bool all);
  bool find_components(const Haa::ClusterGraph& graph);
  void configure_sweep();
  bool update_some(HaaUpdate& report, size_t max_clusters);

  // The functions below are defined in haa_dominance.cpp. The first two return the other capability, or class, whose
  // edge dominates this one; kNew if none does.
  size_t strong_inter_dominator(size_t c, size_t t, size_t row) const;
  size_t strong_intra_dominator(size_t k, size_t i, size_t j);
  void store_edges(Haa::ClusterGraph& graph, HaaUpdate& report);
  void find_weak(uint32_t cluster);
  void find_weak(uint32_t cluster, Side side);
  void report_border(uint8_t line, uint32_t cluster, uint32_t neighbour) const {
    const Rect a = clusters.rect(cluster), b = clusters.rect(neighbour);
    observed.part(1, line, {a.x0, a.y0, b.x1, b.y1}, shape.width(), cluster, neighbour);
  }
  // Report an edge that is added, and an edge that is dropped because `kept` dominates it. `edge_class`
  // is that of the edge.
  void report_added(uint8_t line, CellId to, CellId from, Cost cost, Cost edge_class) const;
  void report_dominated(uint8_t line, const HaaReportedEdge& dropped, const HaaReportedEdge& kept) const;
  Cost step_cost(const Haa::Transition& t, CellId from, int direction) const;
  void relink(uint32_t cluster, HaaUpdate& report);
  void order_rows(Haa::ClusterGraph& graph) const;
  void renumber();

 private:
  static constexpr size_t kNew = SIZE_MAX;
  static constexpr uint16_t kNothing = 0xffff;

  std::vector<uint8_t> size_, capability_;  // by class: its agent size, its capability
  std::vector<std::vector<uint8_t>> room_;  // by capability and offset along a border: clearance of the pair of cells
  std::vector<uint8_t> chosen_;             // by capability and offset: whether there is a transition
  std::vector<Haa::Transition> transitions_;
  std::vector<CellId> nodes_;
  std::vector<Cell> node_cells_;
  std::vector<size_t> kept_;      // by slot: the slot before the update, or kNew
  std::vector<size_t> new_slot_;  // by slot before the update: the slot now, or kNew
  std::vector<Cost> distances_;   // by class, slot and slot
  std::vector<uint8_t> is_target_;
  std::vector<uint8_t> component_;
  std::vector<std::pair<Haa::IntraEdge, size_t>> pairs_;
  std::vector<uint32_t> fill_;
  std::vector<uint16_t> joins_;  // by edge and class: the components that the edge joins, or kNothing
  std::vector<uint8_t> low_;
};

}  // namespace strata
