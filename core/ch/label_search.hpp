// Purpose: These functions answer queries by hub labels: they find the cheapest path from some nodes of a hierarchy to
//          some other nodes, like the searches of core/ch/ch_search.hpp and cch_search.hpp, but only read labels.
// Source: core/ch/labels.hpp.
// Units: Costs as in core/grid/cost.hpp. Paths of Cch::kNone and more count as none.
// Ties: The most important hub is chosen, and on each side the least important end.
// Threads: Each thread needs its own workspace.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/base/check.hpp"
#include "core/ch/cch.hpp"
#include "core/ch/ch_search.hpp"
#include "core/ch/labels.hpp"
#include "core/ch/labels_code.hpp"

namespace strata {

// The hub where the cheapest path from a start to a goal turns from up to down.
struct LabelHub {
  Cost cost = kInfinite;
  uint32_t rank = kNoRank;
  uint32_t depth = 0;
  uint32_t start = 0, goal = 0;  // ranks of the ends of the path
};

// The memory of queries by hub labels.
struct LabelSearchMemory {
  std::vector<Cost> ways[2];
  std::vector<Cost> costs[2];
  std::vector<uint32_t> first[2];
  std::vector<NodeLink> near[2];  // the ends that a cheapest path may have
  // Costs of recorded queries, by rank: all kNone between two queries.
  std::vector<Cost> reached[2];
  std::vector<uint32_t> touched[2];
  size_t memory_bytes() const;
};

// Returns the hub of the cheapest path that costs less than the bound of the options. Both lists are ascending by rank,
// without duplicates. Sets `read` to the number of label entries read on each side.
LabelHub find_hub(const Cch& cch, const Labels& labels, std::span<const NodeLink> starts,
                  std::span<const NodeLink> goals, const ChQueryOptions& options, LabelSearchMemory& memory,
                  size_t (&read)[2]);

// Sorts links by rank and keeps the cheapest of each rank.
void order_links(std::vector<NodeLink>& links);

// Reads the labels entry by entry and reports each step to an observer.
template <class Names, class Observer>
struct HubLabelReader {
  const Cch& cch;
  const Labels& labels;
  const Names& names;
  uint8_t level;
  LabelSearchMemory& memory;
  Observer observer;

  void report(EventType type, int side, uint8_t line, uint32_t rank, uint32_t parent, Cost g) {
    const Phase phase = side == 0 ? Phase::kForward : Phase::kBackward;
    observer.on({type, phase, level, line, names(rank), parent == kNoRank ? kNoCell : names(parent), g, 0});
  }

  void reach(int side, uint32_t rank, uint32_t parent, Cost g) {
    Cost& known = memory.reached[side][rank];
    if (g >= known) return;
    const bool fresh = known == Cch::kNone;
    if (fresh) memory.touched[side].push_back(rank);
    known = g;
    const uint8_t line = side == 1           ? labels_code::kBackward
                         : parent == kNoRank ? labels_code::kInit
                         : fresh             ? labels_code::kNew
                                             : labels_code::kLess;
    report(fresh ? EventType::kGenerate : EventType::kUpdate, side, line, rank, parent, g);
  }

  // Reads the label of `end` and reports each improved cost to an ancestor. In the events the parent of the ancestor is
  // the last rank before it on the upward path from `end`.
  void read(int side, const NodeLink& end) {
    const Cost g = memory.reached[side][end.node];
    report(EventType::kExpand, side, side == 0 ? labels_code::kRead : labels_code::kBackward, end.node, kNoRank, g);
    const std::span<const Cost> label = labels.label(end.node);
    for (uint32_t rank = cch.parent(end.node); rank != kNoRank; rank = cch.parent(rank)) {
      const uint32_t depth = labels.depth(rank);
      if (label[depth] >= Cch::kNone || end.cost + label[depth] >= memory.reached[side][rank]) continue;
      uint32_t before = end.node;
      for (uint32_t next = labels.next_up(cch, before, depth); next != rank; next = labels.next_up(cch, before, depth))
        before = next;
      reach(side, rank, before, end.cost + label[depth]);
    }
  }

  // Reads the labels of all starts and goals. Returns the rank of the hub on the cheapest path below `bound`;
  // kNoRank if there is none.
  uint32_t run(std::span<const NodeLink> starts, std::span<const NodeLink> goals, Cost bound) {
    for (auto& reached : memory.reached) reached.resize(cch.node_count(), Cch::kNone);
    for (const NodeLink& end : starts) reach(0, end.node, kNoRank, end.cost);
    for (const NodeLink& end : goals) reach(1, end.node, kNoRank, end.cost);
    for (const NodeLink& end : starts) read(0, end);
    for (const NodeLink& end : goals) read(1, end);
    std::vector<uint32_t>& both = memory.touched[0];
    std::sort(both.begin(), both.end(), std::greater<>());
    Cost best = bound;
    uint32_t hub = kNoRank;
    for (const uint32_t rank : both) {
      const Cost there = memory.reached[0][rank], back = memory.reached[1][rank];
      if (back == Cch::kNone || there + back >= best) continue;
      best = there + back;
      hub = rank;
      report(EventType::kMeet, 0, labels_code::kHub, rank, kNoRank, best);
    }
    for (int side = 0; side < 2; ++side) {
      for (const uint32_t rank : memory.touched[side]) memory.reached[side][rank] = Cch::kNone;
      memory.touched[side].clear();
    }
    return hub;
  }
};

// Finds the cheapest path from one of the starts to one of the goals, including the costs of the
// links. Sorts both lists.
template <class Names, class Observer>
void label_route(const Cch& cch, const Labels& labels, std::vector<NodeLink>& starts, std::vector<NodeLink>& goals,
                 const Names& names, const ChQueryOptions& options, Workspace& workspace, PlanStats& stats,
                 Observer observer) {
  ChRoute& route = workspace.ch.route;
  route.cost = kInfinite;
  route.packed.clear();
  route.nodes.clear();
  route.stalled = route.unpacked = 0;
  order_links(starts);
  order_links(goals);
  LabelSearchMemory& memory = workspace.own.of<LabelSearchMemory>();
  const Cost bound = std::min(options.bound, Cch::kNone);
  size_t read[2] = {};
  const LabelHub hub = find_hub(cch, labels, starts, goals, options, memory, read);
  for (int side = 0; side < 2; ++side) {
    PhaseStats& sum = stats.of(side == 0 ? Phase::kForward : Phase::kBackward);
    sum.expanded += side == 0 ? starts.size() : goals.size();
    sum.touched += read[side];
  }
  if constexpr (Observer::kEnabled) {
    const uint32_t seen =
        HubLabelReader<Names, Observer>{cch, labels, names, options.level, memory, observer}.run(starts, goals, bound);
    STRATA_CHECK(seen == hub.rank);
  }
  if (hub.rank == kNoRank) return;
  route.cost = hub.cost;
  if (!options.unpack) return;
  labels.join(cch, hub.start, hub.goal, hub.depth, route.packed);
  ch_unpack(cch, names, options.level, workspace.ch, route, observer);
}

}  // namespace strata
