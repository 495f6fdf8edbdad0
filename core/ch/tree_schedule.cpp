#include "core/ch/tree_schedule.hpp"

#include <algorithm>

namespace strata {
namespace {

constexpr size_t kArcsInOneThread = 1u << 16;  // eliminations with fewer arcs are visited in one thread
constexpr uint32_t kSubtrees = 64;             // a subtree visited by one thread has at most this part of all ranks

}  // namespace

TreeSchedule::TreeSchedule(const Elimination& elimination) {
  const uint32_t count = elimination.node_count();
  ranks_.resize(count);
  if (elimination.arc_count() < kArcsInOneThread || machine_threads() == 1) {
    for (uint32_t i = 0; i < count; ++i) ranks_[i] = count - 1 - i;
    lists_ = {0, count};
    batches_ = {0, 1};
    return;
  }
  threads_.emplace();
  std::vector<uint32_t> sizes(count, 1);  // number of ranks in the subtree
  for (uint32_t rank = 0; rank < count; ++rank) {
    if (const uint32_t parent = elimination.parent(rank); parent != kNoRank) sizes[parent] += sizes[rank];
  }
  // A list by rank: the ranks above the subtrees are on lists of their own, by their depth.
  std::vector<uint32_t> list_of(count), depths(count, 0), per_depth;
  const uint32_t most = count / kSubtrees;
  for (uint32_t rank = count; rank-- > 0;) {
    if (sizes[rank] <= most) continue;
    const uint32_t parent = elimination.parent(rank);
    depths[rank] = parent == kNoRank ? 0 : depths[parent] + 1;
    per_depth.resize(std::max<size_t>(per_depth.size(), depths[rank] + size_t{1}), 0);
    ++per_depth[depths[rank]];
  }
  batches_.assign(1, 0);
  for (const uint32_t ranks : per_depth) batches_.push_back(batches_.back() + ranks);
  std::vector<uint32_t> next(batches_);
  uint32_t lists = batches_.back();
  for (uint32_t rank = count; rank-- > 0;) {
    const uint32_t parent = elimination.parent(rank);
    if (sizes[rank] > most) {
      list_of[rank] = next[depths[rank]]++;
    } else {
      list_of[rank] = parent == kNoRank || sizes[parent] > most ? lists++ : list_of[parent];
    }
  }
  batches_.push_back(lists);
  // Sorts the ranks by their lists.
  lists_.assign(lists + size_t{1}, 0);
  for (const uint32_t list : list_of) ++lists_[list + size_t{1}];
  for (size_t list = 1; list < lists_.size(); ++list) lists_[list] += lists_[list - 1];
  next.assign(lists_.begin(), lists_.end());
  for (uint32_t rank = count; rank-- > 0;) ranks_[next[list_of[rank]]++] = rank;
}

}  // namespace strata
