// Purpose: This header defines two open lists. OrderedQueue is a binary heap with a choice of tie-breaking, for
//          searches whose f may decrease. FifoQueue is a first in, first out queue.
// Differs: BucketQueue is several times as fast, but requires that f never decreases and has a single tie-breaking.
// Units: f and g in cost units.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/interruption.hpp"
#include "core/base/work_count.hpp"
#include "core/grid/cost.hpp"
#include "core/search/heuristic.hpp"

namespace strata {

// Calls interruption_point and counts the work after every 64 pops.
inline void pass_point(uint32_t& popped) {
  constexpr uint32_t kPopsBetweenPoints = 64;
  if (popped++ % kPopsBetweenPoints != 0) return;
  interruption_point();
  count_work(kPopsBetweenPoints);
}

class OrderedQueue {
 public:
  struct Entry {
    Cost g;
    uint32_t id;
  };

  void set_tie_breaking(TieBreaking ties) { ties_ = ties; }
  // Empties the queue. The arguments have the meaning of those of BucketQueue::begin and are ignored.
  void begin(Cost, Cost) {
    heap_.clear();
    pushed_ = popped_ = 0;
  }
  void push(Cost f, Cost g, uint32_t id) {
    const uint32_t rank = ties_ == TieBreaking::kLargeG ? ~g : ties_ == TieBreaking::kSmallG ? g : pushed_;
    ++pushed_;
    heap_.push_back({uint64_t{f} << 32 | rank, g, id});
    std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
  }
  // Moves the best entry into `entry`. Returns false if the queue is empty.
  bool pop(Entry& entry) {
    if (heap_.empty()) return false;
    pass_point(popped_);
    std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
    entry = {heap_.back().g, heap_.back().id};
    heap_.pop_back();
    return true;
  }

 private:
  struct Item {
    uint64_t key;  // f << 32 | rank among entries of equal f
    Cost g;
    uint32_t id;
    friend bool operator>(const Item& a, const Item& b) { return a.key != b.key ? a.key > b.key : a.id > b.id; }
  };

  TieBreaking ties_ = TieBreaking::kLargeG;
  uint32_t pushed_ = 0;  // first in, first out holds for the first 2^32 entries of a search
  uint32_t popped_ = 0;
  std::vector<Item> heap_;
};

// A first in, first out open list that ignores f.
class FifoQueue {
 public:
  using Entry = OrderedQueue::Entry;

  void begin(Cost, Cost) {
    entries_.clear();
    taken_ = 0;
    popped_ = 0;
  }
  void push(Cost, Cost g, uint32_t id) { entries_.push_back({g, id}); }
  bool pop(Entry& entry) {
    if (taken_ == entries_.size()) return false;
    pass_point(popped_);
    entry = entries_[taken_++];
    return true;
  }

 private:
  std::vector<Entry> entries_;
  size_t taken_ = 0;  // number of popped entries
  uint32_t popped_ = 0;
};

}  // namespace strata
