// This file holds the stages of the decomposition of an area into rooms: free cells are read, upper bounds of
// rooms are computed, the largest rooms are cut out one by one, and cells are marked. Functions that are called
// for every cell are inline.
#include <algorithm>

#include "core/rooms/bit_rows.hpp"
#include "core/rooms/rooms_builder.hpp"

namespace strata {
namespace {

// Returns the first of the largest values, in two passes; the first pass has no branches.
uint32_t* largest(uint32_t* begin, uint32_t* end) {
  int32_t most = 0;
  for (const uint32_t* i = begin; i != end; ++i) most = std::max(most, static_cast<int32_t>(*i));
  while (*begin != static_cast<uint32_t>(most)) ++begin;
  return begin;
}

}  // namespace

template <class Observer>
bool RoomsBuilder::ObservedBuild<Observer>::read(uint64_t& budget) {
  const auto width = static_cast<size_t>(rooms.width_);
  for (; job.row < job.area.y1; ++job.row) {
    if (budget == 0) return false;
    rooms.room_of_.resize(rooms.room_of_.size() + width, -1);
    rooms.marks_.resize(rooms.marks_.size() + width, 0);
    const CellId first = grid.id({0, job.row});
    uint64_t* bits = row_bits(job.row);
    for (int x = 0; x < rooms.width_; ++x) {
      bits[x >> 6] |= static_cast<uint64_t>(grid.passable(first + static_cast<CellId>(x))) << (x & 63);
    }
    spend(kReadCell * width, budget);
  }
  return true;
}

template <class Observer>
bool RoomsBuilder::ObservedBuild<Observer>::bound(uint64_t& budget) {
  const Rect& area = job.area;
  const auto width = static_cast<size_t>(area.width());
  for (; job.row > area.y0; --job.row) {
    if (budget == 0) return false;
    const int y = job.row - 1;
    const int row = y - area.y0;
    const uint64_t* bits = row_bits(y);
    for (size_t size = 0; size < 2; ++size) {
      uint64_t* group = group_bits(size, row);
      for (size_t word = 0; word < job.width_words(); ++word)
        group[word] &= bits[area.x0 / 64 + static_cast<int>(word)];
    }
    job.bound.resize(job.bound.size() + width);
    uint32_t* bounds = &job.bound[local(area.x0, y)];
    const uint32_t* below = y + 1 < area.y1 ? bounds - width : nullptr;  // read from the third row on
    uint32_t right = 0;
    uint32_t bound_right = 0;
    for (size_t i = width; i-- > 0;) {
      const int x = area.x0 + static_cast<int>(i);
      uint16_t& down = job.down[i];
      uint32_t best = 0;
      if (((bits[x >> 6] >> (x & 63)) & 1) == 0) {
        right = 0;
        down = 0;
      } else {
        ++right;
        ++down;
        ++report.cells;
        column_bits(x)[row >> 6] |= 1ull << (row & 63);
        if (right > 2 && down > 2) {
          best = (right - 2) * (down - 2u);
          best = std::min(best, bound_right + (down - 2u));
          best = std::min(best, below[i] + (right - 2));
          ++job.open;
        }
      }
      bounds[i] = best;
      bound_right = best;
    }
    for (size_t i = 0; i < width; i += Rooms::kBlock) {
      const uint32_t most = *largest(bounds + i, bounds + std::min(width, i + Rooms::kBlock));
      if (most == 0) continue;
      job.heap.push_back(heap_key(most, block_of(i, y)));
      std::push_heap(job.heap.begin(), job.heap.end());
    }
    spend(kBoundCell * width, budget);
  }
  return true;
}

template <class Observer>
inline Rect RoomsBuilder::ObservedBuild<Observer>::largest_from(int x, int y, int width, int tallest, uint64_t& tests) {
  Rect best{x, y, x, y};
  uint32_t most = 0;
  const auto weigh = [&](int columns, int lines) {
    if (interior_of(columns, lines) <= most) return;
    most = interior_of(columns, lines);
    best = {x, y, x + columns, y + lines};
  };
  const int column = x - job.first_column();
  for (int height = 1; height < tallest;) {
    const int row = y + height - job.area.y0;
    const int left = tallest - height;
    ++tests;
    if ((row & 63) == 0 && left >= 64 && is_open(group_bits(1, row), column, width)) {
      height += 64;
      continue;
    }
    if ((row & 7) == 0 && left >= 8 && is_open(group_bits(0, row), column, width)) {
      height += 8;
      continue;
    }
    const uint64_t* bits = row_bits(y + height);
    if (!is_open(bits, x, width)) {
      weigh(width, height);
      width = run_length(bits, x, width);
      if (interior_of(width, tallest) <= most) return best;
    }
    ++height;
  }
  weigh(width, tallest);
  return best;
}

template <class Observer>
inline uint32_t RoomsBuilder::ObservedBuild<Observer>::bound_now(const uint32_t* bound, int x, int y, int right,
                                                                 int down) const {
  if (right < 3 || down < 3) return 0;
  uint32_t most = interior_of(right, down);
  if (x + 1 < job.area.x1) most = std::min(most, bound[1] + static_cast<uint32_t>(down - 2));
  if (y + 1 < job.area.y1) most = std::min(most, *(bound - job.area.width()) + static_cast<uint32_t>(right - 2));
  return most;
}

template <class Observer>
inline void RoomsBuilder::ObservedBuild<Observer>::lower_top(uint32_t most, uint32_t block) {
  std::vector<uint64_t>& heap = job.heap;
  uint64_t key = heap_key(most, block);
  if (most == 0) {
    key = heap.back();
    heap.pop_back();
    if (heap.empty()) return;
  }
  size_t hole = 0;
  for (;;) {
    size_t child = 2 * hole + 1;
    if (child >= heap.size()) break;
    if (child + 1 < heap.size() && heap[child + 1] > heap[child]) ++child;
    if (heap[child] <= key) break;
    heap[hole] = heap[child];
    hole = child;
  }
  heap[hole] = key;
}

template <class Observer>
void RoomsBuilder::ObservedBuild<Observer>::begin_room(const Rect& cells) {
  job.number = new_room(cells);
  job.room = cells;
}

template <class Observer>
bool RoomsBuilder::ObservedBuild<Observer>::take_rows(uint64_t& budget) {
  const Rect cells = job.room;
  const auto close = [](uint64_t& word, uint64_t mask) { word &= ~mask; };
  const auto take_row = [&](const Rect&, int y) {
    for_bits(row_bits(y), cells.x0, cells.x1, close);
    number_row(cells, y, static_cast<int32_t>(job.number), budget);
    uint32_t* bounds = &job.bound[local(cells.x0, y)];
    uint32_t* end = bounds + cells.width();
    job.open -= static_cast<size_t>(cells.width() - std::count(bounds, end, 0u));
    std::fill(bounds, end, 0u);
  };
  if (!by_rows(cells, budget, take_row)) return false;
  const int top = cells.y0 - job.area.y0;
  const int bottom = cells.y1 - job.area.y0;
  for (int x = cells.x0; x < cells.x1; ++x) for_bits(column_bits(x), top, bottom, close);
  for (const size_t size : {size_t{0}, size_t{1}}) {
    const int rows = 8 << (3 * size);
    for (int row = top & ~(rows - 1); row < bottom; row += rows) {
      for_bits(group_bits(size, row), cells.x0 - job.first_column(), cells.x1 - job.first_column(), close);
    }
  }
  job.room = {};
  ++report.built;
  count(cells, true);
  return true;
}

// Reports the largest empty rectangle at a cell; it becomes a room if its interior is as large as the bound.
template <class Observer>
void RoomsBuilder::ObservedBuild<Observer>::report_measured(const Rect& found, uint32_t bound,
                                                            uint32_t interior) const {
  if constexpr (Observer::kEnabled) {
    if (interior == bound) {
      // The number that `new_room` will assign to it.
      const size_t number = rooms.unused_.empty() ? rooms.rooms_.size() : rooms.unused_.back();
      observed.part(0, rooms_build_code::kRoom, found, grid.width(), number, interior);
      return;
    }
    const CellId corner = grid.id({found.x0, found.y0});
    const CellId last = interior == 0 ? corner : grid.id({found.x1 - 1, found.y1 - 1});
    observed.report(build_event::kPick, 0, rooms_build_code::kSmaller, last, corner, bound, interior);
  }
}

template <class Observer>
bool RoomsBuilder::ObservedBuild<Observer>::cut(uint64_t& budget) {
  if (!job.room.empty() && !take_rows(budget)) return false;
  const auto width = static_cast<size_t>(job.area.width());
  while (!job.heap.empty()) {
    if (budget == 0) return false;
    const auto key_bound = static_cast<uint32_t>(job.heap.front() >> 32);
    const uint32_t block = 0xffffffffu - static_cast<uint32_t>(job.heap.front());
    const auto row = static_cast<int>(block / job.blocks());
    const int y = job.area.y0 + row;
    const size_t column = block % job.blocks() * Rooms::kBlock;
    uint32_t* bounds = &job.bound[local(job.area.x0, y)];
    uint32_t* begin = bounds + column;
    uint32_t* end = bounds + std::min(width, column + Rooms::kBlock);
    uint32_t* top = largest(begin, end);
    spend(kVisitBlock, budget);
    while (*top == key_bound) {
      const int x = job.area.x0 + static_cast<int>(top - bounds);
      const int right = run_length(row_bits(y), x, job.area.x1 - x);
      const int down = run_length(column_bits(x), row, job.area.height() - row);
      uint32_t most = std::min(key_bound, bound_now(top, x, y, right, down));
      uint64_t tests = 0;
      if (most == key_bound) {
        const Rect found = largest_from(x, y, right, down, tests);
        most = interior_of(found.width(), found.height());
        report_measured(found, key_bound, most);
        if (most == key_bound) {
          begin_room(found);
          if (!take_rows(budget)) return false;
        }
      } else {
        observed.report(build_event::kPick, 0, rooms_build_code::kLower, grid.id({x, y}), grid.id({x, y}), key_bound,
                        most);
      }
      if (*top > 0) {
        *top = most;
        job.open -= most == 0;
      }
      spend(kVisitBlock + tests * kScanRow, budget);
      top = largest(begin, end);
    }
    lower_top(*top, block);
  }
  return true;
}

template <class Observer>
inline void RoomsBuilder::ObservedBuild<Observer>::mark_cell(Cell c) {
  const CellId id = grid.id(c);
  auto marks = static_cast<uint8_t>(grid.moves(id) & kStraightMoves);
  const int32_t number = rooms.room_of_[id];
  if (number >= 0) {
    const Rect& cells = rooms.rooms_[static_cast<size_t>(number)].cells;
    const int sides = (c.y == cells.y0 ? 1 : 0) | (c.x == cells.x1 - 1 ? 4 : 0) | (c.y == cells.y1 - 1 ? 16 : 0) |
                      (c.x == cells.x0 ? 64 : 0);
    marks = static_cast<uint8_t>((marks & sides) | sides << 1);
  }
  rooms.marks_[id] = marks;
}

template <class Observer>
bool RoomsBuilder::ObservedBuild<Observer>::mark(uint64_t& budget) {
  for (; !job.marking.empty(); job.marking.pop_back()) {
    const auto mark_row = [&](const Rect& area, int y) {
      for (int x = area.x0; x < area.x1; ++x) mark_cell({x, y});
      spend(kMarkCell * static_cast<uint64_t>(area.width()), budget);
    };
    if (!by_rows(job.marking.back(), budget, mark_row)) return false;
  }
  return true;
}

template bool RoomsBuilder::ObservedBuild<NoObserver>::read(uint64_t&);
template bool RoomsBuilder::ObservedBuild<NoObserver>::bound(uint64_t&);
template bool RoomsBuilder::ObservedBuild<NoObserver>::cut(uint64_t&);
template bool RoomsBuilder::ObservedBuild<NoObserver>::mark(uint64_t&);
template bool RoomsBuilder::ObservedBuild<TraceObserver>::read(uint64_t&);
template bool RoomsBuilder::ObservedBuild<TraceObserver>::bound(uint64_t&);
template bool RoomsBuilder::ObservedBuild<TraceObserver>::cut(uint64_t&);
template bool RoomsBuilder::ObservedBuild<TraceObserver>::mark(uint64_t&);

}  // namespace strata
