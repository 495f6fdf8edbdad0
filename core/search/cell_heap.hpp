// Purpose: CellHeap is an open list from which any cell can be removed and in which the key of any cell can be changed:
//          a binary heap that knows the place of each cell. A cell is in it at most once.
// Differs: BucketQueue and OrderedQueue keep outdated entries until they are popped. A search that is repaired after
//          edits would collect such entries without end.
// Shapes: 4 bytes a cell of the map, and 16 bytes a cell in the heap.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/grid/cell.hpp"
#include "core/grid/cost.hpp"

namespace strata {

// A key of two numbers, compared one after the other.
struct CellKey {
  uint64_t first = 0;
  Cost second = 0;
  friend auto operator<=>(const CellKey&, const CellKey&) = default;
};

class CellHeap {
 public:
  struct Entry {
    uint64_t first;
    Cost second;
    CellId cell;
    CellKey key() const { return {first, second}; }
    // Cells with equal keys are ordered by their ids.
    friend auto operator<=>(const Entry&, const Entry&) = default;
  };

  void begin(size_t cells);  // empties the heap; cells must be below `cells`
  bool empty() const { return entries_.empty(); }
  const Entry& top() const { return entries_.front(); }
  bool has(CellId cell) const { return places_[cell] != kNone; }
  CellKey key(CellId cell) const { return entries_[places_[cell]].key(); }
  void set(CellId cell, CellKey key);                          // adds the cell, or changes its key
  void remove(CellId cell);                                    // the cell must be in the heap
  std::span<const Entry> entries() const { return entries_; }  // in no useful order
  size_t memory_bytes() const { return entries_.capacity() * sizeof(Entry) + places_.capacity() * sizeof(uint32_t); }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;

  void put(size_t place, const Entry& entry);
  void rise(size_t place, const Entry& entry);
  void sink(size_t place, const Entry& entry);

  std::vector<Entry> entries_;
  std::vector<uint32_t> places_;  // by cell: its index in entries_, or kNone
};

}  // namespace strata
