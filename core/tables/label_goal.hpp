// Purpose: This header computes the costs from nodes of the tables to a goal on the host: by hub labels, or by a search
//          if there are no labels. A GoalMemory serves one goal after another.
// Threads: One thread at a time uses a GoalMemory.
#pragma once

#include <vector>

#include "core/ch/label_sums.hpp"
#include "core/tables/label_unpack.hpp"
#include "core/tables/tables_search.hpp"

namespace strata {

struct HostLabelSums {
  using Lanes = OneLane;
  static Cost least_own_sum(const Cost* a, const Cost* b, uint32_t count) { return least_label_sum(a, b, count); }
  static Cost least_sum(const Cost* a, const Cost* b, uint32_t count) { return least_label_sum(a, b, count); }
  static void least_ways(const LabelGroup& group, Cost* ways, uint32_t begin, uint32_t end) {
    least_label_ways(group, ways, begin, end);
  }
  static LabelMinimum least_of(const LabelGroup& group, const Cost* ways, uint32_t length, Cost best) {
    return least_of_labels(group, ways, length, best);
  }
};
using HostLabelGoal = GoalLabelCosts<HostLabelSums>;

struct GoalMemory {
  std::vector<Cost> through;
  // The contents of `through`: its first `filled` costs are those for this goal, computed from the labels with the
  // number `made`. kNoCell: there are none.
  CellId goal = kNoCell;
  uint64_t made = 0;  // TableLabelsView::made
  uint32_t filled = 0;
  BackwardGoalSearch searched;
  std::vector<uint32_t> ranks;
  static constexpr uint32_t kKnownBits = 17;
  std::vector<CachedMiddleNode> known;
  uint64_t known_of = 0;  // TableLabelsView::made of the labels for which `known` was filled

  void forget() { goal = kNoCell; }
  // Returns memory for `shared` costs, which GoalLabelCosts needs.
  Cost* room(uint32_t shared) {
    if (through.size() < shared) through.resize(shared);
    return through.data();
  }
  // Returns the memory for unpacking paths. `keep` adds the cache of middle nodes, which does not pay for the first
  // step of a path, because that needs few of them.
  LabelUnpackMemory walk(const TableLabelsView& labels, bool keep) {
    const size_t each = size_t{labels.height} + 1;
    if (ranks.size() < 2 * each) ranks.resize(2 * each);
    LabelUnpackMemory memory{ranks.data(), ranks.data() + each, static_cast<uint32_t>(each)};
    if (!keep || labels.count > CachedMiddleNode::kMaxRank) return memory;
    if (known_of != labels.made) known.assign(size_t{1} << kKnownBits, {});
    known_of = labels.made;
    memory.known = known.data();
    memory.known_bits = kKnownBits;
    return memory;
  }
  size_t memory_bytes() const {
    return (through.capacity() + ranks.capacity()) * sizeof(uint32_t) + known.capacity() * sizeof(CachedMiddleNode) +
           searched.memory_bytes();
  }
};

// Calls answer(goal) with the costs to the goal: from `labels` if there are any, else from a search. The costs are
// cached for the next agent with the same goal: call memory.forget() when labels are freed or anything changes.
template <class Answer>
void with_goal(const TablesView& view, const TableLabelsView& labels, const TableEnds& ends, CellId start, CellId goal,
               GoalMemory& memory, Answer&& answer, bool all_of_start = false) {
  const TableCluster& cluster = view.clusters[ends.goal_cluster];
  if (labels.height > 0 && cluster.nodes > 0) {
    if (memory.goal != goal || memory.made != labels.made) memory.filled = 0;
    memory.goal = goal;
    memory.made = labels.made;
    HostLabelGoal by_labels(labels, cluster, ends.goal_cluster, ends.goal_local,
                            memory.room(labels.clusters[ends.goal_cluster].shared), memory.filled);
    answer(by_labels);
    memory.filled = by_labels.filled();
    return;
  }
  memory.searched.search(view, ends, start, all_of_start);
  answer(memory.searched);
}

}  // namespace strata
