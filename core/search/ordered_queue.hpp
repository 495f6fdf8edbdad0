// Purpose: This header has two open lists of the plain searches. OrderedQueue is a binary heap for searches whose f may
//          fall, with a choice of tie-breaking. WaitingQueue is first in, first out.
// Differs: BucketQueue is several times as fast, but asks for an f that never falls and has one order only.
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

// Called before every pop: from time to time it offers an interruption point and counts the work.
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
  // Empties the queue. The arguments exist for BucketQueue and are ignored.
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
  // Returns false if the queue is empty.
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
    uint64_t key;  // f << 32 | the rank among equal f
    Cost g;
    uint32_t id;
    friend bool operator>(const Item& a, const Item& b) { return a.key != b.key ? a.key > b.key : a.id > b.id; }
  };

  TieBreaking ties_ = TieBreaking::kLargeG;
  uint32_t pushed_ = 0;  // first in, first out is right for the first 2^32 entries of a search
  uint32_t popped_ = 0;
  std::vector<Item> heap_;
};

// A first in, first out queue that ignores f.
class WaitingQueue {
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
  size_t taken_ = 0;  // entries popped
  uint32_t popped_ = 0;
};

}  // namespace strata
