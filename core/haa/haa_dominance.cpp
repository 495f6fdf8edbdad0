// This file removes dominated edges of the HAA* graph (strong and weak dominance), and links the remaining ones.
#include <algorithm>
#include <bit>

#include "core/haa/haa_builder.hpp"

namespace strata {

// Finds the edge that strongly dominates an inter-edge. Edges between the same two cells cost the same, so an edge is
// dominated by another one with at least its clearance that needs no other terrain.
template <class Observer>
size_t HaaBuilder::ObservedBuild<Observer>::strong_inter_dominator(size_t c, size_t t, size_t row) const {
  const std::vector<Capability>& all = agents.capabilities();
  for (size_t other = 0; other < all.size(); ++other) {
    if (other != c && chosen_[other * row + t] != 0 && room_[other][t] >= room_[c][t] && all[c].includes(all[other]))
      return other;
  }
  return kNew;
}

// Finds the edge that strongly dominates an intra-edge (section 5.3). A larger agent, or one with fewer terrains, never
// has a shorter path; so if any edge dominates this one, then the edge of the next size, or of another capability at
// this size, has the same cost.
template <class Observer>
size_t HaaBuilder::ObservedBuild<Observer>::strong_intra_dominator(size_t k, size_t i, size_t j) {
  const Cost cost = distance(k, i, j);
  const auto sizes = static_cast<size_t>(agents.max_size());
  if (size_[k] < sizes && distance(k + 1, i, j) == cost) return k + 1;
  for (size_t other = size_[k] - 1u; other < classes; other += sizes) {
    if (other != k && includes(capability_[k], capability_[other]) && distance(other, i, j) == cost) return other;
  }
  return kNew;
}

template <class Observer>
void HaaBuilder::ObservedBuild<Observer>::report_added(uint8_t line, CellId to, CellId from, Cost cost,
                                                       Cost edge_class) const {
  observed.report(build_event::kAddEdge, 1, line, to, from, cost, edge_class);
}

template <class Observer>
void HaaBuilder::ObservedBuild<Observer>::report_dominated(uint8_t line, const HaaReportedEdge& dropped,
                                                           const HaaReportedEdge& kept) const {
  observed.report(build_event::kKeepEdge, 1, line, kept.to, kept.from, kept.cost, kept.edge_class);
  observed.report(build_event::kDropEdge, 1, line, dropped.to, dropped.from, dropped.cost, dropped.edge_class);
}

template <class Observer>
void HaaBuilder::ObservedBuild<Observer>::store_edges(Haa::ClusterGraph& graph, HaaUpdate& report) {
  const size_t count = nodes_.size();
  pairs_.clear();
  graph.rows.assign(count + 1, {});
  for (size_t i = 0; i < count; ++i) {
    for (size_t j = i + 1; j < count; ++j) {
      for (size_t k = 0; k < classes; ++k) {
        const Cost cost = distance(k, i, j);
        if (cost == kInfinite) continue;
        const size_t by = strong_intra_dominator(k, i, j);
        const bool dominated = by != kNew;
        if constexpr (Observer::kEnabled) {
          const auto edge = [&](size_t own) {
            return HaaReportedEdge{nodes_[i], nodes_[j], cost,
                                   haa_build_code::edge_class(capability_[own], size_[own])};
          };
          report_added(haa_build_code::kIntra, nodes_[j], nodes_[i], cost, edge(k).edge_class);
          if (dominated) report_dominated(haa_build_code::kStrong, edge(k), edge(by));
        }
        if (dominated && !haa.options_.keep_dominated) continue;
        pairs_.push_back({{cost, static_cast<uint8_t>(j), capability_[k], size_[k], dominated}, i});
        ++graph.rows[i + 1].begin;
        ++graph.rows[j + 1].begin;
      }
    }
  }
  report.intra_edges += pairs_.size();
  for (size_t i = 0; i < count; ++i) graph.rows[i + 1].begin += graph.rows[i].begin;
  graph.intra.resize(2 * pairs_.size());
  fill_.assign(count, 0);
  for (size_t i = 0; i < count; ++i) fill_[i] = graph.rows[i].begin;
  for (const auto& [edge, i] : pairs_) {
    graph.intra[fill_[i]++] = edge;
    Haa::IntraEdge& back = graph.intra[fill_[edge.to]++];
    back = edge;
    back.to = static_cast<uint8_t>(i);
  }
}

// --- Weak dominance (section 5.3) ------------------------------------------------------------------------------

// Finds weakly dominated inter-edges. For each class of agents, an edge joins a component of one cluster to a component
// of the other. It dominates another edge if it joins the same components for every class that can use the other edge.
// Dominance is transitive: every removed edge is dominated by one that stays. Of equal edges the widest stays, then the
// edge for the fewest terrains, the nearest to the middle, the first.
template <class Observer>
void HaaBuilder::ObservedBuild<Observer>::find_weak(uint32_t cluster, Side side) {
  Haa::ClusterGraph& graph = haa.graphs_[cluster];
  std::vector<Haa::Transition>& transitions = side == Side::kEast ? graph.east : graph.south;
  const uint32_t neighbour = side == Side::kEast ? clusters.right(cluster) : clusters.below(cluster);
  const Rect rect = clusters.rect(cluster);
  const int middle = (side == Side::kEast ? rect.height() : rect.width()) - 1;
  joins_.assign(transitions.size() * classes, kNothing);
  for (size_t e = 0; e < transitions.size(); ++e) {
    const Haa::Transition& t = transitions[e];
    const CellId near = near_id(rect, side, t.offset);
    const CellId far = far_id(near, side);
    const uint8_t* here = &graph.component[slot_of(cluster, near) * classes];
    const uint8_t* there = &haa.graphs_[neighbour].component[slot_of(neighbour, far) * classes];
    for (size_t k = 0; k < classes; ++k) {
      if (usable(t.capability, t.clearance, k))
        joins_[e * classes + k] = static_cast<uint16_t>(here[k] << 8 | there[k]);
    }
  }
  const auto covers = [&](size_t a, size_t b) {
    for (size_t k = 0; k < classes; ++k) {
      const uint16_t joined = joins_[b * classes + k];
      if (joined != kNothing && joined != joins_[a * classes + k]) return false;
    }
    return true;
  };
  const auto before = [&](size_t a, size_t b) {
    const Haa::Transition& x = transitions[a];
    const Haa::Transition& y = transitions[b];
    if (x.clearance != y.clearance) return x.clearance > y.clearance;
    const int terrains = std::popcount(x.capability) - std::popcount(y.capability);
    if (terrains != 0) return terrains < 0;
    const int off = std::abs(2 * x.offset - middle) - std::abs(2 * y.offset - middle);
    return off != 0 ? off < 0 : a < b;
  };
  const auto edge_of = [&](const Haa::Transition& t) {
    const CellId near = near_id(rect, side, t.offset);
    return HaaReportedEdge{near, far_id(near, side), step_cost(t, near, direction(side)),
                           haa_build_code::edge_class(t.capability, t.clearance)};
  };
  if (!transitions.empty()) report_border(haa_build_code::kWeak, cluster, neighbour);
  bool changed = false;
  for (size_t e = 0; e < transitions.size(); ++e) {
    Haa::Transition& t = transitions[e];
    if (t.part == Haa::SmallestGraph::kInitial) continue;
    bool dominated = false;
    for (size_t other = 0; other < transitions.size() && !dominated; ++other) {
      if (other == e || transitions[other].part == Haa::SmallestGraph::kInitial || !covers(other, e)) continue;
      dominated = before(other, e) || !covers(e, other);
      if constexpr (Observer::kEnabled) {
        if (dominated) report_dominated(haa_build_code::kWeakDrop, edge_of(t), edge_of(transitions[other]));
      }
    }
    const Haa::SmallestGraph part = dominated ? Haa::SmallestGraph::kHigh : Haa::SmallestGraph::kLow;
    changed |= part != t.part;
    t.part = part;
  }
  if (!changed) return;
  flag_links(cluster);
  flag_links(neighbour);
}

template <class Observer>
void HaaBuilder::ObservedBuild<Observer>::find_weak(uint32_t cluster) {
  const uint8_t flags = haa.flags_[cluster];
  unflag(cluster, kWeakEast | kWeakSouth);
  if ((flags & kWeakEast) != 0) find_weak(cluster, Side::kEast);
  if ((flags & kWeakSouth) != 0) find_weak(cluster, Side::kSouth);
}

// --- Links -----------------------------------------------------------------------------------------------------

// Returns the cost of the step for the first class that can make it; at least one class can. The first one has size 1:
// larger agents may pay for heavier terrain under them.
template <class Observer>
Cost HaaBuilder::ObservedBuild<Observer>::step_cost(const Haa::Transition& t, CellId from, int direction) const {
  for (size_t k = 0; k < classes; ++k) {
    if (usable(t.capability, t.clearance, k)) return agents.grid(static_cast<int>(k)).step_cost(from, direction);
  }
  STRATA_CHECK(false);
  return kInfinite;
}

template <class Observer>
void HaaBuilder::ObservedBuild<Observer>::relink(uint32_t cluster, HaaUpdate& report) {
  Haa::ClusterGraph& graph = haa.graphs_[cluster];
  bool sort_rows = (haa.flags_[cluster] & kRows) != 0;
  unflag(cluster, kLinks | kRows);
  graph.inter.clear();
  low_.assign(graph.nodes.size(), 0);
  each_border(cluster, [&](uint32_t first, Side side, uint32_t neighbour) {
    const Rect rect = clusters.rect(first);
    const Haa::ClusterGraph& holder = haa.graphs_[first];
    for (const Haa::Transition& t : side == Side::kEast ? holder.east : holder.south) {
      const CellId near = near_id(rect, side, t.offset);
      const CellId far = far_id(near, side);
      const CellId from = first == cluster ? near : far;
      const CellId to = first == cluster ? far : near;
      const size_t slot = slot_of(cluster, from);
      if (t.part == Haa::SmallestGraph::kLow) low_[slot] = 1;
      graph.inter.push_back({static_cast<uint8_t>(slot), static_cast<uint8_t>(slot_of(neighbour, to)), t.capability,
                             t.clearance, t.part, neighbour, step_cost(t, near, direction(side))});
      report.inter_edges += first == cluster;
    }
  });
  std::stable_sort(graph.inter.begin(), graph.inter.end(),
                   [](const Haa::InterEdge& a, const Haa::InterEdge& b) { return a.slot < b.slot; });
  graph.inter_begin.assign(graph.nodes.size() + 1, 0);
  for (const Haa::InterEdge& edge : graph.inter) ++graph.inter_begin[edge.slot + 1u];
  for (size_t i = 1; i < graph.inter_begin.size(); ++i) {
    graph.inter_begin[i] = static_cast<uint16_t>(graph.inter_begin[i] + graph.inter_begin[i - 1]);
  }
  if (low_ != graph.low) {
    std::swap(graph.low, low_);
    sort_rows = true;
    if (!haa.renumber_) {
      for (size_t i = 0; i < graph.low.size(); ++i) haa.nodes_[haa.first_node_[cluster] + i].in_low = graph.low[i] != 0;
    }
  }
  if (sort_rows) order_rows(graph);
}

template <class Observer>
void HaaBuilder::ObservedBuild<Observer>::order_rows(Haa::ClusterGraph& graph) const {
  for (size_t i = 0; i + 1 < graph.rows.size(); ++i) {
    Haa::NodeEdges& row = graph.rows[i];
    const auto begin = graph.intra.begin() + row.begin;
    const auto end = graph.intra.begin() + graph.rows[i + 1].begin;
    const auto part = [&](const Haa::IntraEdge& edge) {
      return edge.strongly_dominated ? 2 : graph.low[i] != 0 && graph.low[edge.to] != 0 ? 0 : 1;
    };
    std::sort(begin, end, [&](const Haa::IntraEdge& a, const Haa::IntraEdge& b) {
      const int first = part(a);
      const int second = part(b);
      if (first != second) return first < second;
      if (a.to != b.to) return a.to < b.to;
      if (a.cost != b.cost) return a.cost < b.cost;
      return a.capability != b.capability ? a.capability < b.capability : a.clearance < b.clearance;
    });
    row.low = static_cast<uint16_t>(std::count_if(begin, end, [&](const auto& edge) { return part(edge) == 0; }));
    row.high = static_cast<uint16_t>(std::count_if(begin, end, [&](const auto& edge) { return part(edge) < 2; }));
  }
}

// Numbers the nodes by cluster, then by cell, so that ties are broken equally on an updated and on a fresh graph.
template <class Observer>
void HaaBuilder::ObservedBuild<Observer>::renumber() {
  haa.renumber_ = false;
  haa.first_node_.resize(clusters.count() + 1);
  haa.nodes_.clear();
  for (uint32_t cluster = 0; cluster < clusters.count(); ++cluster) {
    haa.first_node_[cluster] = static_cast<uint32_t>(haa.nodes_.size());
    const Haa::ClusterGraph& graph = haa.graphs_[cluster];
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
      const Cell c = shape.cell(graph.nodes[i]);
      haa.nodes_.push_back(
          {graph.nodes[i], cluster, static_cast<uint16_t>(c.x), static_cast<uint16_t>(c.y), graph.low[i] != 0});
    }
  }
  haa.first_node_.back() = static_cast<uint32_t>(haa.nodes_.size());
}

template size_t HaaBuilder::ObservedBuild<NoObserver>::strong_inter_dominator(size_t, size_t, size_t) const;
template void HaaBuilder::ObservedBuild<NoObserver>::report_added(uint8_t, CellId, CellId, Cost, Cost) const;
template void HaaBuilder::ObservedBuild<NoObserver>::report_dominated(uint8_t, const HaaReportedEdge&,
                                                                      const HaaReportedEdge&) const;
template Cost HaaBuilder::ObservedBuild<NoObserver>::step_cost(const Haa::Transition&, CellId, int) const;
template void HaaBuilder::ObservedBuild<NoObserver>::store_edges(Haa::ClusterGraph&, HaaUpdate&);
template void HaaBuilder::ObservedBuild<NoObserver>::find_weak(uint32_t);
template void HaaBuilder::ObservedBuild<NoObserver>::relink(uint32_t, HaaUpdate&);
template void HaaBuilder::ObservedBuild<NoObserver>::renumber();
template size_t HaaBuilder::ObservedBuild<TraceObserver>::strong_inter_dominator(size_t, size_t, size_t) const;
template void HaaBuilder::ObservedBuild<TraceObserver>::report_added(uint8_t, CellId, CellId, Cost, Cost) const;
template void HaaBuilder::ObservedBuild<TraceObserver>::report_dominated(uint8_t, const HaaReportedEdge&,
                                                                         const HaaReportedEdge&) const;
template Cost HaaBuilder::ObservedBuild<TraceObserver>::step_cost(const Haa::Transition&, CellId, int) const;
template void HaaBuilder::ObservedBuild<TraceObserver>::store_edges(Haa::ClusterGraph&, HaaUpdate&);
template void HaaBuilder::ObservedBuild<TraceObserver>::find_weak(uint32_t);
template void HaaBuilder::ObservedBuild<TraceObserver>::relink(uint32_t, HaaUpdate&);
template void HaaBuilder::ObservedBuild<TraceObserver>::renumber();

}  // namespace strata
