#include "core/search/cell_heap.hpp"

namespace strata {

void CellHeap::begin(size_t cells) {
  entries_.clear();
  places_.assign(cells, kNone);
}

void CellHeap::set(CellId cell, CellKey key) {
  const Entry entry{key.first, key.second, cell};
  if (!has(cell)) {
    entries_.push_back(entry);
    rise(entries_.size() - 1, entry);
    return;
  }
  const size_t place = places_[cell];
  if (entry < entries_[place]) {
    rise(place, entry);
  } else {
    sink(place, entry);
  }
}

void CellHeap::remove(CellId cell) {
  const size_t place = places_[cell];
  const Entry last = entries_.back();
  entries_.pop_back();
  places_[cell] = kNone;
  if (last.cell == cell) return;
  if (last < entries_[place]) {
    rise(place, last);
  } else {
    sink(place, last);
  }
}

void CellHeap::put(size_t place, const Entry& entry) {
  entries_[place] = entry;
  places_[entry.cell] = static_cast<uint32_t>(place);
}

// Puts the entry at this place or above it, so that no entry on the way up is larger.
void CellHeap::rise(size_t place, const Entry& entry) {
  while (place > 0) {
    const size_t above = (place - 1) / 2;
    if (!(entry < entries_[above])) break;
    put(place, entries_[above]);
    place = above;
  }
  put(place, entry);
}

// Puts the entry at this place or below it, so that no entry on the way down is smaller.
void CellHeap::sink(size_t place, const Entry& entry) {
  for (;;) {
    size_t below = 2 * place + 1;
    if (below >= entries_.size()) break;
    if (below + 1 < entries_.size() && entries_[below + 1] < entries_[below]) ++below;
    if (!(entries_[below] < entry)) break;
    put(place, entries_[below]);
    place = below;
  }
  put(place, entry);
}

}  // namespace strata
