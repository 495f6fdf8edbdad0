// Purpose: SweepQueue is an open list for Dijkstra's algorithm where the order of expansion does not matter, only the
//          costs and a deterministic set of shortest paths. It has coarse buckets, each first in, first out.
// Source: Denardo, Fox 1979: if buckets are no wider than the cheapest step, every entry of the current bucket is
//         final, so that nothing has to be sorted.
// Errors: It must not be used with a heuristic (f = g is required).
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "core/base/check.hpp"
#include "core/grid/cost.hpp"

namespace strata {

class SweepQueue {
 public:
  struct Entry {
    Cost g;
    uint32_t id;
  };

  // Sets the smallest and the largest cost of a step in later searches.
  void configure(Cost min_step, Cost max_step) {
    STRATA_CHECK(min_step > 0 && min_step <= max_step);
    shift_ = static_cast<uint32_t>(std::bit_width(min_step)) - 1;
    buckets_.resize(std::bit_ceil((max_step >> shift_) + 2));
    mask_ = static_cast<uint32_t>(buckets_.size()) - 1;
  }

  void begin(Cost, Cost) {
    for (std::vector<Entry>& bucket : buckets_) bucket.clear();
    current_ = 0;
    taken_ = 0;
    left_ = 0;
  }
  void push(Cost, Cost g, uint32_t id) {
    buckets_[(g >> shift_) & mask_].push_back({g, id});
    ++left_;
  }
  bool pop(Entry& entry) {
    if (left_ == 0) return false;
    while (taken_ == buckets_[current_].size()) {
      buckets_[current_].clear();
      taken_ = 0;
      current_ = (current_ + 1) & mask_;
    }
    entry = buckets_[current_][taken_++];
    --left_;
    return true;
  }

 private:
  uint32_t shift_ = 0;
  uint32_t mask_ = 0;
  uint32_t current_ = 0;
  size_t taken_ = 0;  // number of entries of the current bucket that were popped
  size_t left_ = 0;
  std::vector<std::vector<Entry>> buckets_;
};

}  // namespace strata
