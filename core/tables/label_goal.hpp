// Purpose: This header computes the costs from nodes of the tables to a goal on the host: by hub labels, with the loops
//          that the processor is best at, or by a search where there are no labels. GoalMemory is kept from goal to
//          goal.
// Threads: One thread at a time.
#pragma once

#include <vector>

#include "core/ch/label_sums.hpp"
#include "core/tables/label_unpack.hpp"
#include "core/tables/tables_search.hpp"

namespace strata {

struct HostSums {
  using Lanes = OneLane;
  static Cost least_own_sum(const Cost* a, const Cost* b, uint32_t count) { return least_label_sum(a, b, count); }
  static Cost least_sum(const Cost* a, const Cost* b, uint32_t count) { return least_label_sum(a, b, count); }
  static void least_ways(const LabelGroup& group, Cost* ways, uint32_t begin, uint32_t end) {
    least_label_ways(group, ways, begin, end);
  }
  static LabelChoice least_of(const LabelGroup& group, const Cost* ways, uint32_t length, Cost best) {
    return least_of_labels(group, ways, length, best);
  }
};
using HostLabelGoal = LabelGoal<HostSums>;

struct GoalMemory {
  std::vector<Cost> through;
  // The contents of `through`: nothing, or the first costs of this goal by these labels.
  CellId goal = kNoCell;
  uint64_t made = 0;  // TableLabelsView::made
  uint32_t filled = 0;
  SearchedGoal searched;
  std::vector<uint32_t> ranks;
  static constexpr uint32_t kKnownBits = 17;
  std::vector<CachedMiddle> known;
  uint64_t known_of = 0;  // TableLabelsView::made of the labels of `known`

  void forget() { goal = kNoCell; }
  // Returns the memory that LabelGoal needs.
  Cost* room(uint32_t shared) {
    if (through.size() < shared) through.resize(shared);
    return through.data();
  }
  // Returns the memory for unpacking paths. `keep`: with the cache of middles; not worth it for the first step of a
  // path, which takes too few of them.
  LabelUnpackMemory walk(const TableLabelsView& labels, bool keep) {
    const size_t each = size_t{labels.height} + 1;
    if (ranks.size() < 2 * each) ranks.resize(2 * each);
    LabelUnpackMemory memory{ranks.data(), ranks.data() + each, static_cast<uint32_t>(each)};
    if (!keep || labels.count > CachedMiddle::kMaxRank) return memory;
    if (known_of != labels.made) known.assign(size_t{1} << kKnownBits, {});
    known_of = labels.made;
    memory.known = known.data();
    memory.known_bits = kKnownBits;
    return memory;
  }
  size_t memory_bytes() const {
    return (through.capacity() + ranks.capacity()) * sizeof(uint32_t) + known.capacity() * sizeof(CachedMiddle) +
           searched.memory_bytes();
  }
};

// Calls answer(goal) with the costs to the goal, by `labels` if there are any, else by a search. What one goal needed
// is kept for the next agent with the same goal: call forget() on `memory` when labels are freed or anything changes.
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
