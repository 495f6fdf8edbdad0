// Purpose: Open list for searches over abstract graphs, whose edge costs span too wide a range for buckets.
// The order is the project's: smaller f, then larger g, then smaller id.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/grid/cost.hpp"

namespace strata {

class HeapQueue {
 public:
  struct Entry {
    uint64_t key;   // f << 32 | ~g
    uint32_t tie;   // id by which ties are broken
    uint32_t node;  // index of the node
    Cost g() const { return ~static_cast<uint32_t>(key); }
    Cost f() const { return static_cast<Cost>(key >> 32); }
    friend bool operator<(const Entry& a, const Entry& b) { return a.key != b.key ? a.key < b.key : a.tie < b.tie; }
  };

  void clear() { heap_.clear(); }
  bool empty() const { return heap_.empty(); }
  void push(Cost f, Cost g, uint32_t tie, uint32_t node) {
    heap_.push_back({static_cast<uint64_t>(f) << 32 | static_cast<uint32_t>(~g), tie, node});
    std::push_heap(heap_.begin(), heap_.end(), later);
  }
  Entry pop() {
    std::pop_heap(heap_.begin(), heap_.end(), later);
    const Entry entry = heap_.back();
    heap_.pop_back();
    return entry;
  }

 private:
  static bool later(const Entry& a, const Entry& b) { return b < a; }
  std::vector<Entry> heap_;
};

}  // namespace strata
