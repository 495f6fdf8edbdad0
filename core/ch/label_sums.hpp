// Purpose: These functions are the inner loops of hub labels (core/ch/labels.hpp): the least sum of two labels, and the
//          least of several labels entry by entry.
// Units: Entries are costs up to Cch::kNone, 2^30 - 1: as signed numbers two of them can be added.
// Threads: Any thread may call them.
#pragma once

#include <cstdint>

#include "core/grid/cost.hpp"

namespace strata {

// The least of a[k] + b[k] for k < count; 2^31 - 2 where count is 0.
Cost least_label_sum(const Cost* a, const Cost* b, uint32_t count);

// Some labels, known by where they begin among the entries, and what it costs to get to their nodes, up to 2^30 - 1.
struct LabelGroup {
  const Cost* entries = nullptr;
  const uint32_t* first = nullptr;  // of label i at first[i * stride]
  uint32_t stride = 1;
  const Cost* costs = nullptr;
  uint32_t count = 0;
  // If not null: for each k the entries of all labels side by side, and kNone up to a multiple of four.
  const Cost* block = nullptr;
};
// ways[k] = the least of costs[i] + label i at k, or 2^30 - 1, for begin <= k < end.
void least_label_ways(const LabelGroup& group, Cost* ways, uint32_t begin, uint32_t end);
// The least of costs[i] + label i at k + ways[k] for k < length, and the lowest i that gives it; kNoLabel where that is
// not below `best`.
struct LabelChoice {
  static constexpr uint32_t kNoLabel = 0xffffffffu;
  Cost cost = 0;
  uint32_t label = kNoLabel;
};
LabelChoice least_of_labels(const LabelGroup& group, const Cost* ways, uint32_t length, Cost best);
// best[i] = over + row[i] where that is smaller, and by[i] = name there.
void lower_label(Cost* best, uint32_t* by, const Cost* row, Cost over, uint32_t name, uint32_t length);

}  // namespace strata
