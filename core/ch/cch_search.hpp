// Purpose: CchSearch is the query of a customisable contraction hierarchy. It visits all ancestors of start and goal in
//          the elimination tree by rank, without a priority queue.
// Source: Dibbelt, Strasser, Wagner 2014, section 6 (elimination tree).
// Differs: From the first common ancestor on, nodes that cannot lead to a cheaper path than the best known one are
//          skipped. A search may have several start nodes.
// Units: Costs as in core/grid/cost.hpp. Paths of Cch::kNone and more count as no path.
// Threads: Each thread needs its own workspace.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/ch/cch.hpp"
#include "core/ch/cch_code.hpp"
#include "core/ch/ch_search.hpp"
#include "core/ch/min_plus.hpp"

namespace strata {

template <class ToGoal, class ToStart, class Names, class Observer>
struct CchSearch {
  const Cch& cch;
  const ToGoal& to_goal;
  const ToStart& to_start;
  const Names& names;
  const ChQueryOptions options;
  ChWorkspace& workspace;
  PlanStats& stats;
  Observer observer;

  Cost best = kInfinite;
  uint32_t meeting = kNoRank;

  Cost* distances(int side) { return workspace.distances[static_cast<size_t>(side)].data(); }
  uint32_t* parents(int side) { return workspace.parents[static_cast<size_t>(side)].data(); }
  std::vector<uint32_t>& climb(int side) { return workspace.climbs[static_cast<size_t>(side)]; }

  void report(EventType type, int side, uint8_t line, uint32_t rank, uint32_t parent, Cost g, Cost h) {
    if constexpr (Observer::kEnabled) {
      const Phase phase = side == 0 ? Phase::kForward : Phase::kBackward;
      observer.on({type, phase, options.level, line, names(rank), parent == kNoRank ? kNoCell : names(parent), g, h});
    }
  }

  // Lists all ancestors of the ends, including the ends, least important first.
  void list(int side, std::span<const NodeLink> ends) {
    std::vector<uint32_t>& ranks = climb(side);
    ranks.clear();
    Cost* distance = distances(side);
    StampedSet& listed = workspace.listed;
    listed.begin(cch.node_count());
    size_t chains = 0;
    for (const NodeLink& end : ends) {
      if (end.cost < distance[end.node]) {
        distance[end.node] = end.cost;
        parents(side)[end.node] = end.node;
        report(EventType::kGenerate, side, cch_code::kGenerate, end.node, kNoRank, end.cost, 0);
      }
      if (listed.has(end.node)) continue;
      ++chains;
      for (uint32_t rank = end.node; rank != kNoRank && !listed.has(rank); rank = cch.parent(rank)) {
        listed.add(rank);
        ranks.push_back(rank);
      }
    }
    if (chains > 1) std::sort(ranks.begin(), ranks.end());
  }

  void open(int side, uint32_t rank, PhaseStats& count) {
    Cost* distance = distances(side);
    uint32_t* parent = parents(side);
    const Cost g = distance[rank];
    const uint32_t begin = cch.first_arc(rank), end = cch.first_arc(rank + 1);
    ++count.expanded;
    count.touched += end - begin;
    report(EventType::kExpand, side, cch_code::kClimb, rank, kNoRank, g, 0);
    cch.for_runs(begin, end, [&](uint32_t first, uint32_t arc, uint32_t length) {
      const Cost* weights = cch.arc_weights() + arc;
      if constexpr (Observer::kEnabled) {
        for (uint32_t i = 0; i < length; ++i) {
          const uint32_t target = first + i;
          const Cost way = g + weights[i];
          if (way >= distance[target]) continue;
          const bool fresh = distance[target] == Cch::kNone;
          report(fresh ? EventType::kGenerate : EventType::kUpdate, side,
                 fresh ? cch_code::kGenerate : cch_code::kUpdate, target, rank, way, 0);
        }
      }
      lower_row<false>(distance + first, parent + first, weights, g, rank, length);
    });
  }

  void run(std::span<const NodeLink> starts, std::span<const NodeLink> goals, ChRoute& route) {
    best = std::min(options.bound, Cch::kNone);
    for (int side = 0; side < 2; ++side) {
      const auto s = static_cast<size_t>(side);
      if (workspace.distances[s].size() < cch.node_count()) {
        workspace.distances[s].resize(cch.node_count(), Cch::kNone);
        workspace.parents[s].resize(cch.node_count());
      }
      list(side, side == 0 ? starts : goals);
    }
    PhaseStats counts[2];
    size_t at[2] = {0, 0};
    const std::vector<uint32_t>& forward = climb(0);
    const std::vector<uint32_t>& backward = climb(1);
    const auto visit = [&](int side, uint32_t rank) {
      const Cost g = distances(side)[rank];
      if (g >= best || g == Cch::kNone) return;
      if (best != kInfinite && g + (side == 0 ? to_goal(rank) : to_start(rank)) >= best) return;
      open(side, rank, counts[side]);
    };
    while (at[0] < forward.size() || at[1] < backward.size()) {
      const uint32_t f = at[0] < forward.size() ? forward[at[0]] : kNoRank;
      const uint32_t b = at[1] < backward.size() ? backward[at[1]] : kNoRank;
      if (f == b) {
        const Cost one = distances(0)[f], two = distances(1)[f];
        if (one + two < best && one + two < Cch::kNone) {
          best = one + two;
          meeting = f;
          report(EventType::kMeet, 0, cch_code::kMeet, f, kNoRank, best, 0);
        }
      }
      const uint32_t next = std::min(f, b);
      if (f == next) visit(0, f), ++at[0];
      if (b == next) visit(1, b), ++at[1];
    }
    for (int side = 0; side < 2; ++side) {
      for (const uint32_t rank : climb(side)) distances(side)[rank] = Cch::kNone;
      PhaseStats& sum = stats.of(side == 0 ? Phase::kForward : Phase::kBackward);
      sum.expanded += counts[side].expanded;
      sum.generated += counts[side].generated;
      sum.touched += counts[side].touched;
    }
    if (meeting == kNoRank) return;
    route.cost = best;
    for (uint32_t rank = meeting;; rank = parents(0)[rank]) {
      route.packed.push_back(rank);
      if (parents(0)[rank] == rank) break;
    }
    std::reverse(route.packed.begin(), route.packed.end());
    for (uint32_t rank = meeting; parents(1)[rank] != rank;) {
      rank = parents(1)[rank];
      route.packed.push_back(rank);
    }
  }
};

// Finds the cheapest path from one of the starts to one of the goals, including the costs of the links.
template <class ToGoal, class ToStart, class Names, class Observer>
void cch_route(const Cch& cch, std::span<const NodeLink> starts, std::span<const NodeLink> goals, const ToGoal& to_goal,
               const ToStart& to_start, const Names& names, const ChQueryOptions& options, ChWorkspace& workspace,
               PlanStats& stats, ChRoute& route, Observer observer) {
  route.cost = kInfinite;
  route.packed.clear();
  route.nodes.clear();
  route.stalled = route.unpacked = 0;
  CchSearch<ToGoal, ToStart, Names, Observer>{cch, to_goal, to_start, names, options, workspace, stats, observer}.run(
      starts, goals, route);
  if (route.found() && options.unpack) ch_unpack(cch, names, options.level, workspace, route, observer);
}

}  // namespace strata
