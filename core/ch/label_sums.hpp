// Purpose: These functions are the inner loops of hub labels (core/ch/labels.hpp): the least sum of two labels, and the
//          minimum of several labels entry by entry.
// Units: Entries are costs up to Cch::kNone, 2^30 - 1, so that the sum of two fits into a signed number.
// Threads: Any thread may call them.
#pragma once

#include <cstdint>

#include "core/grid/cost.hpp"

namespace strata {

// Returns the least a[k] + b[k] for k < count; 2^31 - 2 if count is 0.
Cost least_label_sum(const Cost* a, const Cost* b, uint32_t count);

// The number of entries in a block, for which a packed label (core/ch/packed_labels.hpp) stores the least entry.
inline constexpr uint32_t kLabelBlock = 16;
struct BlockedLabel {
  const Cost* entries = nullptr;
  const Cost* minima = nullptr;  // by block
};
// Returns the least sum of two entries k < count if it is at most `most`, else any value above `most`. Blocks whose
// minima show that they cannot give it are not read. `count` is above 0.
Cost least_label_sum_in_blocks(const BlockedLabel& a, const BlockedLabel& b, uint32_t count, Cost most);
// Returns the lowest k < count with a[k] + b[k] == sum. There must be one, and no smaller sum.
uint32_t first_label_sum(const BlockedLabel& a, const BlockedLabel& b, uint32_t count, Cost sum);

// The labels of several nodes: the first entry of each, and the cost to its node, up to 2^30 - 1.
struct LabelGroup {
  const Cost* entries = nullptr;
  const uint32_t* first = nullptr;  // label i begins at first[i * stride]
  uint32_t stride = 1;
  const Cost* costs = nullptr;
  uint32_t count = 0;
  // If not null: for each k the k-th entries of all labels side by side, padded with kNone to a multiple of four.
  const Cost* block = nullptr;
};
// Sets, for begin <= k < end,
// ways[k] = min(2^30 - 1, min over i of costs[i] + label i at k)
void least_label_ways(const LabelGroup& group, Cost* ways, uint32_t begin, uint32_t end);
// The result of least_of_labels: the least costs[i] + (label i at k) + ways[k] for k < length, and the lowest i that
// gives it; kNoLabel if it is not below `best`.
struct LabelMinimum {
  static constexpr uint32_t kNoLabel = 0xffffffffu;
  Cost cost = 0;
  uint32_t label = kNoLabel;
};
LabelMinimum least_of_labels(const LabelGroup& group, const Cost* ways, uint32_t length, Cost best);
// If over + row[i] < best[i], sets
//   best[i] = over + row[i]
//   by[i] = name
void lower_label(Cost* best, uint32_t* by, const Cost* row, Cost over, uint32_t name, uint32_t length);

}  // namespace strata
