// Purpose: These functions answer queries by hub labels: they find the cheapest path from some nodes of a hierarchy to
//          some other nodes, like the searches of core/ch/ch_search.hpp and cch_search.hpp, but only read labels.
// Source: core/ch/labels.hpp, core/ch/packed_labels.hpp.
// Differs: Ends without a stored label climb to the first nodes that have one, by relaxing their upward arcs.
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
#include "core/ch/labels_code.hpp"
#include "core/ch/packed_labels.hpp"

namespace strata {

// The hub where the cheapest path from a start to a goal turns from up to down.
struct LabelHub {
  Cost cost = kInfinite;    // kInfinite: there is none
  uint32_t rank = kNoRank;  // may be missing if no path is asked for (ChQueryOptions::unpack)
  uint32_t depth = 0;
  // The ranks between which the labels give the path: those of its ends, or the first nodes above them with labels. If
  // the path turns below all labels, the rank of the hub.
  uint32_t start = 0, goal = 0;
};

// The memory of queries by hub labels.
struct LabelSearchMemory {
  std::vector<Cost> ways[2];
  std::vector<Cost> costs[2];
  std::vector<uint32_t> first[2];
  std::vector<NodeLink> near[2];  // the ends that a cheapest path may have
  // The nodes with labels that are reached from ends without; by exit: the end from which it is reached.
  std::vector<NodeLink> exits[2];
  std::vector<uint32_t> origins[2];
  struct ReachedExit {
    uint32_t rank = 0;
    Cost cost = 0;
    uint32_t origin = 0;
  };
  std::vector<ReachedExit> found;
  std::vector<uint32_t> roots;     // the subtrees of the ends
  std::vector<uint32_t> chain[2];  // ranks from an end of the query up to the hub's `start` or `goal`
  // The climb, rank by rank, from ends in the same subtree without labels. Costs are all kNone between two queries.
  std::vector<Cost> climbed[2];          // by rank: the cost
  std::vector<uint32_t> before[2];       // by rank: the rank before it, itself for an end of the query
  std::vector<uint32_t> climb[2], open;  // ranks that were reached; those to be relaxed
  // A part of a path that is being unpacked: an arc with its flag PackedLabels::kEdge, and the rank to which it leads.
  struct Part {
    uint32_t arc = 0, to = 0;
  };
  std::vector<Part> parts, next_parts;
  // Costs of recorded queries, by rank: all kNone between two queries.
  std::vector<Cost> reached[2];
  std::vector<uint32_t> touched[2];
  PackedLabels::Scratch scratch;
  size_t memory_bytes() const;
};

// Returns the hub of the cheapest path that costs less than the bound of the options. Both lists are ascending by rank,
// without duplicates. Sets `read` to the number of label entries read on each side.
LabelHub find_hub(const PackedLabels& labels, std::span<const NodeLink> starts, std::span<const NodeLink> goals,
                  const ChQueryOptions& options, LabelSearchMemory& memory, size_t (&read)[2]);

// Sets route.packed to the path over a hub that find_hub has just returned, and memory.parts to its arcs.
void pack_label_path(const PackedLabels& labels, const LabelHub& hub, LabelSearchMemory& memory, ChRoute& route);
// Unpacks memory.parts to route.nodes, like ch_unpack. All shortcuts of a path are replaced by their child arcs at
// once, so that memory is read for many of them at a time.
void unpack_label_path(const PackedLabels& labels, LabelSearchMemory& memory, ChRoute& route);

// Sorts links by rank and keeps the cheapest of each rank.
void order_links(std::vector<NodeLink>& links);

// Reads the labels entry by entry and reports each step to an observer.
template <class Names, class Observer>
struct HubLabelReader {
  const PackedLabels& labels;
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
    const std::span<const Cost> label = labels.read(end.node, memory.scratch);
    for (uint32_t rank = labels.parent(end.node); rank != kNoRank; rank = labels.parent(rank)) {
      const uint32_t depth = labels.depth(rank);
      if (label[depth] >= Cch::kNone || end.cost + label[depth] >= memory.reached[side][rank]) continue;
      uint32_t before = end.node, next = before;
      while ((next = labels.next_up(before, depth, memory.scratch)) != rank) before = next;
      reach(side, rank, before, end.cost + label[depth]);
    }
  }

  // Reads the labels of all starts and goals. Returns the rank of the hub on the cheapest path below `bound`;
  // kNoRank if there is none.
  uint32_t run(std::span<const NodeLink> starts, std::span<const NodeLink> goals, Cost bound) {
    for (auto& reached : memory.reached) reached.resize(labels.node_count(), Cch::kNone);
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
void label_route(const PackedLabels& labels, std::vector<NodeLink>& starts, std::vector<NodeLink>& goals,
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
  const LabelHub hub = find_hub(labels, starts, goals, options, memory, read);
  for (int side = 0; side < 2; ++side) {
    PhaseStats& sum = stats.of(side == 0 ? Phase::kForward : Phase::kBackward);
    sum.expanded += side == 0 ? starts.size() : goals.size();
    sum.touched += read[side];
  }
  if constexpr (Observer::kEnabled) {
    const uint32_t seen =
        HubLabelReader<Names, Observer>{labels, names, options.level, memory, observer}.run(starts, goals, bound);
    STRATA_CHECK(options.unpack ? seen == hub.rank : (seen == kNoRank) == (hub.cost == kInfinite));
  }
  if (hub.cost == kInfinite) return;
  route.cost = hub.cost;
  if (!options.unpack) return;
  pack_label_path(labels, hub, memory, route);
  if constexpr (Observer::kEnabled) {
    ch_unpack(labels, names, options.level, workspace.ch, route, observer);
  } else {
    unpack_label_path(labels, memory, route);
  }
}

}  // namespace strata
