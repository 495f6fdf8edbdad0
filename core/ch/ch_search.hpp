// Purpose: ChSearch is the query of a contraction hierarchy: two upward searches, from start and goal, meet at a node,
//          and the path over that node is unpacked into edges of the graph.
// Source: Geisberger, Sanders, Schultes, Delling 2008 (upward search, stall-on-demand, unpacking); Sturtevant,
//         Geisberger 2010; potentials: Goldberg, Harrelson 2005; sweep: Dibbelt, Strasser, Wagner 2014 (elimination
//         tree).
// Differs: A node is also stalled if a higher node reaches it at the same cost, not only at a lower cost; the hierarchy
//          has a path over the higher node. A search may have several start nodes (NodeLink: a rank, and its cost from
//          the end of the query).
// Units: Costs as in core/grid/cost.hpp. Paths of kMaxWay and more count as no path.
// Shapes: A Store offers visit_up(rank, visit(target rank, weight, middle rank)), with targets above the rank, and
//         find_up(rank, target, weight, middle). It may also offer child arcs, as Ch does. A Potential returns, for a
//         rank, a consistent lower bound of the cost to the opposite end of the query. Names(rank) is the cell that
//         names a node in events.
// Threads: Each thread needs its own workspace.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/base/check.hpp"
#include "core/ch/ch.hpp"
#include "core/ch/ch_code.hpp"
#include "core/search/observer.hpp"
#include "core/search/plan.hpp"
#include "core/search/workspace.hpp"

namespace strata {

struct NoPotential {
  Cost operator()(uint32_t) const { return 0; }
};

template <class Store, class ToGoal, class ToStart, class Names, class Observer>
struct ChSearch {
  const Store& store;
  const ToGoal& to_goal;
  const ToStart& to_start;
  const Names& names;
  ChQueryOptions options;
  ChWorkspace& workspace;
  PlanStats& stats;
  Observer observer;

  Cost best = kInfinite;
  uint32_t meeting = kNoRank;

  static constexpr Phase phase_of(int side) { return side == 0 ? Phase::kForward : Phase::kBackward; }
  Cost bound_of(int side, uint32_t rank) const { return side == 0 ? to_goal(rank) : to_start(rank); }
  NodeRecords& records(int side) { return workspace.records[static_cast<size_t>(side)]; }
  std::vector<uint64_t>& heap(int side) { return workspace.heaps[static_cast<size_t>(side)]; }

  void report(EventType type, int side, uint8_t line, uint32_t rank, uint32_t parent, Cost g, Cost h) {
    if constexpr (Observer::kEnabled) {
      observer.on(
          {type, phase_of(side), options.level, line, names(rank), parent == kNoRank ? kNoCell : names(parent), g, h});
    }
  }

  // Relaxes a node: stores the path to it if it is cheaper than the known one, and updates the meeting node.
  void reach(int side, uint32_t rank, uint32_t parent, Cost g, PhaseStats& count) {
    NodeRecords& own = records(side);
    const bool seen = own.seen(rank);
    if (g >= best || (seen && own.g(rank) <= g)) return;
    const Cost h = bound_of(side, rank);
    if (g + h >= best) return;
    own.set(rank, g, parent);
    std::vector<uint64_t>& open = heap(side);
    open.push_back(static_cast<uint64_t>(g + h) << 32 | static_cast<uint32_t>(~rank));
    std::push_heap(open.begin(), open.end(), std::greater<>());
    ++count.generated;
    report(seen ? EventType::kUpdate : EventType::kGenerate, side, seen ? ch_code::kUpdate : ch_code::kGenerate, rank,
           parent == rank ? kNoRank : parent, g, h);
    NodeRecords& other = records(1 - side);
    if (other.seen(rank) && g + other.g(rank) < best) {
      best = g + other.g(rank);
      meeting = rank;
      report(EventType::kMeet, side, ch_code::kMeet, rank, kNoRank, best, 0);
    }
  }

  // Expands the best node of one side.
  void step(int side, PhaseStats& count, ChRoute& route) {
    std::vector<uint64_t>& open = heap(side);
    const uint64_t top = open.front();
    std::pop_heap(open.begin(), open.end(), std::greater<>());
    open.pop_back();
    const uint32_t rank = ~static_cast<uint32_t>(top);
    NodeRecords& own = records(side);
    const Cost g = own.g(rank);
    const Cost h = bound_of(side, rank);
    // Outdated: a shorter path was found after this entry was pushed.
    if (static_cast<Cost>(top >> 32) != g + h) return;
    if (options.stall) {
      uint32_t higher = kNoRank;
      Cost cheaper = 0;
      store.visit_up(rank, [&](uint32_t target, Cost weight, uint32_t) {
        if (own.seen(target) && own.g(target) + weight <= g) {
          higher = target;
          cheaper = own.g(target) + weight;
        }
      });
      if (higher != kNoRank) {
        ++route.stalled;
        report(EventType::kStall, side, ch_code::kStall, rank, higher, g, cheaper);
        return;
      }
    }
    ++count.expanded;
    report(EventType::kExpand, side, ch_code::kPop, rank, kNoRank, g, h);
    store.visit_up(rank, [&](uint32_t target, Cost weight, uint32_t) {
      ++count.touched;
      reach(side, target, rank, g + weight, count);
    });
  }

  void run(uint32_t ranks, std::span<const NodeLink> starts, std::span<const NodeLink> goals, ChRoute& route) {
    best = std::min(options.bound, kMaxWay);
    for (int side = 0; side < 2; ++side) {
      records(side).begin(ranks);
      heap(side).clear();
    }
    PhaseStats counts[2];
    for (const NodeLink& end : starts) reach(0, end.node, end.node, end.cost, counts[0]);
    for (const NodeLink& end : goals) reach(1, end.node, end.node, end.cost, counts[1]);
    for (;;) {
      const uint64_t forward = heap(0).empty() ? ~uint64_t{0} : heap(0).front() >> 32;
      const uint64_t backward = heap(1).empty() ? ~uint64_t{0} : heap(1).front() >> 32;
      if (std::min(forward, backward) >= best) break;  // neither side can find a cheaper path
      const int side = forward <= backward ? 0 : 1;
      step(side, counts[side], route);
    }
    for (int side = 0; side < 2; ++side) {
      PhaseStats& sum = stats.of(phase_of(side));
      sum.expanded += counts[side].expanded;
      sum.generated += counts[side].generated;
      sum.touched += counts[side].touched;
    }
    if (meeting == kNoRank) return;
    route.cost = best;
    for (uint32_t rank = meeting;; rank = records(0).token(rank)) {
      route.packed.push_back(rank);
      if (records(0).token(rank) == rank) break;
    }
    std::reverse(route.packed.begin(), route.packed.end());
    for (uint32_t rank = meeting; records(1).token(rank) != rank;) {
      rank = records(1).token(rank);
      route.packed.push_back(rank);
    }
  }
};

// Unpacks the shortcuts of `route.packed` until each step of `route.nodes` is an edge of the graph.
template <class Store, class Names, class Observer>
struct ChUnpacking {
  const Store& store;
  const Names& names;
  uint8_t level;
  ChWorkspace& workspace;
  ChRoute& route;
  Observer observer;

  void add_edge(uint32_t from, uint32_t to, Cost weight) {
    route.nodes.push_back(to);
    if constexpr (Observer::kEnabled) {
      observer.on({EventType::kPathEdge, Phase::kRefine, level, ch_code::kEdge, names(to), names(from), weight, 0});
    }
  }
  void count_shortcut(uint32_t from, uint32_t to, Cost weight) {
    ++route.unpacked;
    if constexpr (Observer::kEnabled) {
      observer.on({EventType::kRefine, Phase::kRefine, level, ch_code::kUnpack, names(to), names(from), weight, 0});
    }
  }
  static uint64_t both(uint32_t from, uint32_t to) { return static_cast<uint64_t>(from) << 32 | to; }

  // Looks up each arc by its ends.
  void by_ends(uint32_t first, uint32_t last) {
    std::vector<uint64_t>& stack = workspace.stack;
    stack.assign(1, both(first, last));
    while (!stack.empty()) {
      const auto from = static_cast<uint32_t>(stack.back() >> 32);
      const auto to = static_cast<uint32_t>(stack.back());
      stack.pop_back();
      Cost weight = 0;
      uint32_t middle = kNoRank;
      const bool there = store.find_up(std::min(from, to), std::max(from, to), weight, middle);
      STRATA_CHECK(there);
      if (middle == kNoRank) {
        add_edge(from, to, weight);
        continue;
      }
      count_shortcut(from, to, weight);
      stack.push_back(both(middle, to));
      stack.push_back(both(from, middle));
    }
  }

  // Follows the child arcs, which are stored. A part that waits on the stack has its ends and then its arc.
  void by_child_arcs(uint32_t from, uint32_t to) {
    std::vector<uint64_t>& stack = workspace.stack;
    stack.clear();
    uint32_t arc = store.arc_number(std::min(from, to), std::max(from, to));
    for (;;) {
      const uint32_t middle = store.arc_middle(arc);
      if (middle != kNoRank) {
        count_shortcut(from, to, store.arc_weight(arc));
        const ChildArcs children = store.child_arcs(arc);
        stack.push_back(both(middle, to));
        stack.push_back(from < to ? children.to_upper : children.to_lower);
        arc = from < to ? children.to_lower : children.to_upper;
        to = middle;
        continue;
      }
      add_edge(from, to, store.arc_weight(arc));
      if (stack.empty()) return;
      arc = static_cast<uint32_t>(stack.back());
      stack.pop_back();
      from = static_cast<uint32_t>(stack.back() >> 32);
      to = static_cast<uint32_t>(stack.back());
      stack.pop_back();
    }
  }

  // Copies stored paths, and follows the child arcs of shortcuts without one.
  void by_stored_paths(uint32_t from, uint32_t to) {
    std::vector<uint64_t>& stack = workspace.stack;
    std::vector<uint32_t>& nodes = route.nodes;
    stack.clear();
    uint32_t arc = store.arc_number(std::min(from, to), std::max(from, to));
    for (;;) {
      if (!store.path_stored(arc)) {
        ++route.unpacked;
        const uint32_t middle = store.arc_middle(arc);
        const ChildArcs children = store.child_arcs(arc);
        stack.push_back(both(middle, to));
        stack.push_back(from < to ? children.to_upper : children.to_lower);
        arc = from < to ? children.to_lower : children.to_upper;
        to = middle;
        continue;
      }
      const StoredPath path = store.stored_path(arc);
      const size_t count = path.ranks.size(), before = nodes.size();
      route.unpacked += count;
      nodes.resize(before + count + 1);
      if (path.backward == (from > to)) {
        std::copy(path.ranks.begin(), path.ranks.end(), nodes.data() + before);
      } else {
        std::reverse_copy(path.ranks.begin(), path.ranks.end(), nodes.data() + before);
      }
      nodes.back() = to;
      if (stack.empty()) return;
      arc = static_cast<uint32_t>(stack.back());
      stack.pop_back();
      from = static_cast<uint32_t>(stack.back() >> 32);
      to = static_cast<uint32_t>(stack.back());
      stack.pop_back();
    }
  }

  void run() {
    route.nodes.assign(1, route.packed.front());
    for (size_t i = 1; i < route.packed.size(); ++i) {
      if constexpr (!Observer::kEnabled && requires { store.has_paths(); }) {
        if (store.has_paths()) {
          by_stored_paths(route.packed[i - 1], route.packed[i]);
          continue;
        }
      }
      if constexpr (requires { store.has_child_arcs(); }) {
        if (store.has_child_arcs()) {
          by_child_arcs(route.packed[i - 1], route.packed[i]);
          continue;
        }
      }
      by_ends(route.packed[i - 1], route.packed[i]);
    }
  }
};

template <class Store, class Names, class Observer>
void ch_unpack(const Store& store, const Names& names, uint8_t level, ChWorkspace& workspace, ChRoute& route,
               Observer observer) {
  ChUnpacking<Store, Names, Observer>{store, names, level, workspace, route, observer}.run();
}

// Finds the cheapest path from one of the starts to one of the goals, including the costs of the links.
template <class Store, class ToGoal, class ToStart, class Names, class Observer>
void ch_route(const Store& store, uint32_t ranks, std::span<const NodeLink> starts, std::span<const NodeLink> goals,
              const ToGoal& to_goal, const ToStart& to_start, const Names& names, const ChQueryOptions& options,
              ChWorkspace& workspace, PlanStats& stats, ChRoute& route, Observer observer) {
  route.cost = kInfinite;
  route.packed.clear();
  route.nodes.clear();
  route.stalled = route.unpacked = 0;
  ChSearch<Store, ToGoal, ToStart, Names, Observer>{store,   to_goal,   to_start, names,
                                                    options, workspace, stats,    observer}
      .run(ranks, starts, goals, route);
  if (route.found() && options.unpack) ch_unpack(store, names, options.level, workspace, route, observer);
}

}  // namespace strata
