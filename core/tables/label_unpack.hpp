// Purpose: GoalLabelCosts computes the costs from nodes of the tables to a goal by hub labels, and label_unpack unpacks
// the
//          paths, on host and device.
// Source: core/ch/labels.hpp; Geisberger, Sanders, Schultes, Delling 2008 (shortcuts are unpacked by
//         their middle nodes).
// Units: As in core/tables/tables_view.hpp.
// Ties: The highest ancestor, then the lowest node. Which of several paths of equal cost is unpacked depends on the
//       contraction order, and so on earlier edits. Where that is not acceptable, table_walk follows costs instead.
#pragma once

#include "core/tables/lane_sums.hpp"

namespace strata {

// The hub of a path: the common ancestor of its ends.
struct TablePathHub {
  uint32_t to = kNoTableNode;  // the node by which the path enters the goal's cluster; kNoTableNode if there is no path
  uint32_t hub = 0;            // depth of the hub
};

// The costs to a goal by labels. A path to the goal passes a node of its cluster. The costs from the ancestors that all
// these nodes share are computed once (`through`), as far down as needed; then every other node needs one sum over its
// label. Nodes in the same subtree are also combined with single nodes of the cluster further down.
template <class Sums>
class GoalLabelCosts {
 public:
  using Lanes = typename Sums::Lanes;

  // Prepares the costs to a goal, cell `local` of cluster `number`, which has nodes. `through` has space for one cost
  // per ancestor that all these nodes share; its first `filled` entries already hold the costs of the same goal.
  STRATA_HD GoalLabelCosts(const TableLabelsView& labels, const TableCluster& cluster, uint32_t number, uint32_t local,
                           Cost* through, uint32_t filled = 0)
      : labels_(labels),
        costs_(cluster.to_nodes + static_cast<size_t>(local) * cluster.nodes),
        nodes_(labels.nodes + cluster.first),
        count_(cluster.nodes),
        place_(labels.clusters[number].place),
        shared_(labels.clusters[number].shared),
        through_(through),
        filled_(filled) {}
  uint32_t filled() const { return filled_; }

  // Sets `over` to the node of a cluster with the cheapest path to the goal (the lowest of several) and `best` to the
  // cost, if that is below `best`.
  STRATA_HD void choose(const TableCluster& cluster, uint32_t number, const Cost* costs, Cost& best, uint32_t& over) {
    const ClusterLabelInfo& of_cluster = labels_.clusters[number];
    const uint32_t common = of_cluster.place == place_ ? kNoTableNode : labels_.common(of_cluster.place, place_);
    if (common < shared_ && common < of_cluster.shared) {  // all pairs of nodes share the same number of ancestors
      if (filled_ < common) fill(common);
      const NodeLabelRef* nodes = labels_.nodes + cluster.first;
      const LabelGroup group{
          labels_.entries, &nodes->first, 2,
          costs,           cluster.nodes, labels_.blocks == nullptr ? nullptr : labels_.blocks + of_cluster.block};
      const LabelMinimum choice = Sums::least_of(group, through_, common, best);
      if (choice.label == LabelMinimum::kNoLabel) return;
      best = choice.cost;
      over = cluster.first + choice.label;
      return;
    }
    choose_one_by_one(*this, cluster, costs, best, over);
  }

  STRATA_HD Cost operator()(uint32_t node) {
    const NodeLabelRef& from = labels_.nodes[node];
    const uint32_t common = from.place == place_ ? kNoTableNode : labels_.common(from.place, place_);
    const Cost* label = labels_.entries + from.first;
    const uint32_t length = common < shared_ ? common : shared_;
    if (filled_ < length) fill(length);
    Cost best = Sums::least_own_sum(label, through_, length);
    if (common >= shared_) {
      for (uint32_t i = Lanes::index(); i < count_; i += Lanes::kCount) {
        if (costs_[i] >= best) continue;
        Cost way = costs_[i];
        if (nodes_[i].place != from.place) {
          const uint32_t below = labels_.common(nodes_[i].place, from.place) - shared_;
          way += Sums::least_sum(label + shared_, labels_.entries + nodes_[i].first + shared_, below);
        }
        best = way < best ? way : best;
      }
    }
    return Lanes::least(best);
  }

  // Returns the hub of the cheapest path from a node to a node of the goal's cluster: the highest one, then the lowest
  // node. `cost` must be the cost from the node, below kNoWay.
  STRATA_HD TablePathHub meeting(uint32_t first_node, uint32_t node, Cost cost) {
    constexpr uint32_t kNone = 0xffffffffu;
    const NodeLabelRef& from = labels_.nodes[node];
    const uint32_t common = from.place == place_ ? kNoTableNode : labels_.common(from.place, place_);
    const Cost* label = labels_.entries + from.first;
    const uint32_t length = common < shared_ ? common : shared_;
    uint32_t hub = kNone, over = kNone;
    for (uint32_t k = Lanes::index(); k < length && hub == kNone; k += Lanes::kCount) {
      if (label[k] + through_[k] != cost) continue;
      for (uint32_t i = 0; i < count_; ++i) {
        if (costs_[i] >= kNoWay || costs_[i] + labels_.entries[nodes_[i].first + k] != through_[k]) continue;
        hub = k;
        over = i;
        break;
      }
    }
    if (const uint32_t highest = Lanes::least(hub); highest != kNone) {
      return {first_node + Lanes::least(hub == highest ? over : kNone), highest};
    }
    for (uint32_t i = 0; i < count_; ++i) {
      if (nodes_[i].place == from.place) {
        if (costs_[i] == cost) return {first_node + i, 0};
        continue;
      }
      const uint32_t below = labels_.common(nodes_[i].place, from.place);
      const Cost* other = labels_.entries + nodes_[i].first;
      for (uint32_t k = shared_ + Lanes::index(); k < below && hub == kNone; k += Lanes::kCount) {
        if (costs_[i] + label[k] + other[k] == cost) hub = k;
      }
      if (const uint32_t highest = Lanes::least(hub); highest != kNone) return {first_node + i, highest};
    }
    return {};
  }

 private:
  STRATA_HD void fill(uint32_t length) {
    Sums::least_ways({labels_.entries, &nodes_->first, 2, costs_, count_}, through_, filled_, length);
    filled_ = length;
  }

  const TableLabelsView& labels_;
  const Cost* costs_;  // from the goal to the nodes of its cluster
  const NodeLabelRef* nodes_;
  uint32_t count_, place_, shared_;
  Cost* through_;
  uint32_t filled_;
};

// --- Paths by labels ------------------------------------------------------------------------------------------------

// The middle node of an arc, cached because many paths use the same arcs. It packs three ranks of at most kMaxRank:
// both ends, the lower one first, and the middle; kMaxRank + 1 as the middle stands for an edge.
struct CachedMiddleNode {
  static constexpr uint32_t kBits = 21, kMaxRank = (1u << kBits) - 2;
  uint64_t ranks = 0;  // 0: the entry is empty
  STRATA_HD static uint64_t ends(uint32_t lower, uint32_t upper) {
    return static_cast<uint64_t>(lower) << kBits | upper;
  }
};
// The memory for unpacking a path: `capacity` numbers in each array; TableLabelsView::height + 1 always suffice. On the
// host `known` may point to a cache of 2^known_bits middle nodes, which is valid for one set of labels only.
struct LabelUnpackMemory {
  uint32_t* climbed = nullptr;
  uint32_t* waiting = nullptr;
  uint32_t capacity = 0;
  CachedMiddleNode* known = nullptr;
  uint32_t known_bits = 0;
  CachedMiddleNode& place_of(uint64_t ends) const { return known[(ends * 0x9e3779b97f4a7c15u) >> (64 - known_bits)]; }
};

// Returns the first arc of the upward path from a rank to its ancestor at `depth`.
STRATA_HD inline uint32_t label_climb(const TableLabelsView& labels, uint32_t rank, uint32_t depth) {
  const TableLabelRank& here = labels.ranks[rank];
  const size_t entry = size_t{here.first} + depth;
  constexpr uint32_t kSearched = 0xff;  // the meaning of Labels::upper_ends
  uint32_t arc = here.arcs + labels.upper_ends[entry];
  if (labels.upper_ends[entry] == kSearched) {
    for (arc = here.arcs;; ++arc) {
      const TableLabelRank& there = labels.ranks[labels.targets[arc]];
      if (there.depth < depth || labels.weights[arc] >= kNoWay) continue;
      if (labels.weights[arc] + labels.entries[size_t{there.first} + depth] == labels.entries[entry]) break;
    }
  }
  return arc;
}

// Returns the middle node of the arc between two ranks; kNoTableNode for an edge.
inline uint32_t label_middle(const TableLabelsView& labels, uint32_t one, uint32_t other) {
  const uint32_t lower = one < other ? one : other, upper = one < other ? other : one;
  uint32_t begin = labels.ranks[lower].arcs, length = labels.ranks[lower + 1].arcs - begin;
  constexpr uint32_t kMost = 64;  // up to this many upper ends are scanned in one loop
  while (length > kMost) {
    const uint32_t half = length / 2;
    begin += labels.targets[begin + half] <= upper ? half : 0;
    length -= half;
  }
  // Memory latency dominates: all cache lines are prefetched together instead of one after the other.
  constexpr uint32_t kLine = 64 / sizeof(uint32_t);
  for (uint32_t i = 0; i < length; i += kLine) __builtin_prefetch(labels.middles + begin + i);
  const auto sought = static_cast<int32_t>(upper);
  uint32_t before = 0;
  for (uint32_t i = 0; i < length; ++i) before += static_cast<int32_t>(labels.targets[begin + i]) < sought ? 1u : 0u;
  return labels.middles[begin + before];
}

inline uint32_t label_middle(const TableLabelsView& labels, const LabelUnpackMemory& memory, uint32_t one,
                             uint32_t other) {
  if (memory.known == nullptr) return label_middle(labels, one, other);
  const uint32_t lower = one < other ? one : other, upper = one < other ? other : one;
  const uint64_t ends = CachedMiddleNode::ends(lower, upper);
  CachedMiddleNode& known = memory.place_of(ends);
  constexpr uint32_t kEdge = CachedMiddleNode::kMaxRank + 1;
  if (known.ranks >> CachedMiddleNode::kBits != ends) {
    const uint32_t middle = label_middle(labels, lower, upper);
    known.ranks = ends << CachedMiddleNode::kBits | (middle == kNoTableNode ? kEdge : middle);
    return middle;
  }
  const auto middle = static_cast<uint32_t>(known.ranks & ((1u << CachedMiddleNode::kBits) - 1));
  return middle == kEdge ? kNoTableNode : middle;
}

// Calls visit(rank) for every node of the path from `from` to `to`, both included, over their common ancestor at depth
// `hub`, while it returns true. Returns false if the memory does not suffice. Host only.
template <class Visit>
inline bool label_unpack(const TableLabelsView& labels, uint32_t from, uint32_t to, uint32_t hub,
                         const LabelUnpackMemory& memory, Visit&& visit) {
  uint32_t at = from;
  bool more = visit(at);
  // Visits the nodes below the arc to `next`, then `next`.
  const auto unpack = [&](uint32_t next) {
    uint32_t waiting = 0;
    memory.waiting[waiting++] = next;
    while (waiting > 0 && more) {
      const uint32_t end = memory.waiting[waiting - 1];
      const uint32_t middle = label_middle(labels, memory, at, end);
      if (middle == kNoTableNode) {
        --waiting;
        at = end;
        more = visit(at);
      } else if (waiting == memory.capacity) {
        return false;
      } else {
        memory.waiting[waiting++] = middle;
      }
    }
    return true;
  };
  for (uint32_t rank = from; more && labels.ranks[rank].depth > hub;) {
    rank = labels.targets[label_climb(labels, rank, hub)];
    if (!unpack(rank)) return false;
  }
  if (!more) return true;
  // The side of `to` also climbs; its path is unpacked in reverse.
  uint32_t climbed = 0;
  for (uint32_t rank = to; labels.ranks[rank].depth > hub; rank = labels.targets[label_climb(labels, rank, hub)]) {
    if (climbed == memory.capacity) return false;
    memory.climbed[climbed++] = rank;
  }
  while (more && climbed > 0) {
    if (!unpack(memory.climbed[--climbed])) return false;
  }
  return true;
}

// Unpacks with label_unpack, for table_unpack.
struct UnpackByMiddles {
  const TableLabelsView& labels;
  LabelUnpackMemory memory;
  template <class Visit>
  bool operator()(uint32_t from, uint32_t to, uint32_t hub, Visit&& visit) const {
    return label_unpack(labels, from, to, hub, memory, visit);
  }
};

// Returns the hub of the path; none if the path stays inside the cluster. `goal` must be unchanged since the
// answer was computed.
template <class Sums>
STRATA_HD inline TablePathHub table_hub(const TablesView& view, const TableEnds& ends, const TableAnswer& answer,
                                        GoalLabelCosts<Sums>& goal) {
  if (answer.from == kNoTableNode) return {};
  const TableCluster& first = view.clusters[ends.start_cluster];
  const Cost departure =
      first.to_nodes[static_cast<size_t>(ends.start_local) * first.nodes + (answer.from - first.first)];
  return goal.meeting(view.clusters[ends.goal_cluster].first, answer.from, answer.cost - departure);
}

// Unpacks the path of table_walk. Of consecutive nodes in one cluster only the first and the last are emitted, because
// the edge between them is never longer. `walk` is UnpackByMiddles or UnpackByArcs. Returns the number of cells; 0 if
// the memory does not suffice.
template <class Walk, class Emit>
STRATA_HD inline uint32_t table_unpack(const TablesView& view, const Walk& walk, const TableAnswer& answer,
                                       const TablePathHub& meeting, CellId start, CellId goal_cell, Emit&& emit) {
  uint32_t count = 0;
  CellId last = kNoCell;
  const auto put = [&](CellId cell) {
    if (cell == last) return true;
    last = cell;
    ++count;
    return static_cast<bool>(emit(cell));
  };
  if (!put(start)) return count;
  if (answer.from == kNoTableNode) {
    put(goal_cell);
    return count;
  }
  if (meeting.to == kNoTableNode) return 0;
  bool more = true;
  if (answer.from == meeting.to) {
    more = put(view.node_cell[answer.from]);
  } else {
    CellId before = kNoCell, held = kNoCell;  // the cell emitted last, and the next one
    uint32_t before_cluster = 0, held_cluster = 0;
    const TableLabelsView& labels = walk.labels;
    const bool enough = walk(labels.rank_of[answer.from], labels.rank_of[meeting.to], meeting.hub, [&](uint32_t rank) {
      const CellId cell = labels.ranks[rank].cell;
      const uint32_t cluster = view.cluster_of(view.cell(cell));
      const bool left_out = before != kNoCell && before_cluster == held_cluster && held_cluster == cluster;
      if (held != kNoCell && !left_out) {
        more = put(held);
        before = held;
        before_cluster = held_cluster;
      }
      held = cell;
      held_cluster = cluster;
      return more;
    });
    if (!enough) return 0;
    if (more) more = put(held);
  }
  if (more) put(goal_cell);
  return count;
}

// Returns whether the path leaves over a node on the start cell: then the first hop is known only after unpacking.
STRATA_HD inline bool table_starts_on_node(const TablesView& view, const TableAnswer& answer, CellId start) {
  return answer.from != kNoTableNode && view.node_cell[answer.from] == start;
}

// Returns the first cell of the unpacked path that is not the start, else the goal; kNoCell if the memory does not
// suffice. `meeting` is used only if table_starts_on_node.
template <class Walk>
STRATA_HD inline CellId table_first_hop(const TablesView& view, const Walk& walk, const TableAnswer& answer,
                                        const TablePathHub& meeting, CellId start, CellId goal_cell) {
  if (answer.from == kNoTableNode) return goal_cell;
  if (!table_starts_on_node(view, answer, start)) return view.node_cell[answer.from];
  CellId hop = goal_cell;
  const uint32_t count = table_unpack(view, walk, answer, meeting, start, goal_cell, [&](CellId cell) {
    hop = cell;
    return cell == start;
  });
  return count == 0 ? kNoCell : hop;
}

}  // namespace strata
