// Build and update: one code path. A build is a job over the whole map; an edit becomes a job over the rooms that it
// touches. Jobs are cut into slices at will.
#include <algorithm>

#include "core/base/check.hpp"
#include "core/rooms/bit_rows.hpp"
#include "core/rooms/rooms.hpp"

namespace strata {
namespace {

// What work costs, in 1/400 of a step.
constexpr uint64_t kStep = 400;
constexpr uint64_t kReadCell = 1, kBoundCell = 4, kMarkCell = 3;
constexpr uint64_t kVisitBlock = 30, kScanRow = 3, kTakeCell = 2;
constexpr uint64_t kCutCell = 40;  // what cutting takes for each cell with a bound, usually

// Rooms beside freed cells are cut anew with them while they are small: a room of this many cells never is, nor are
// more than this many together.
constexpr int64_t kWorthCells = 4096;
// Of a room with more cells than this only the part within kAround cells of an edit is cut anew. No part of the rest
// is narrower than kLeast, if the room is not.
constexpr int64_t kLargeCells = 16384;
constexpr int kAround = 24, kLeast = 8;
// Cells of no room this near to an edit take part.
constexpr int kReach = 2;

// The first of the largest. In two passes: the first one without branches.
uint32_t* largest(uint32_t* begin, uint32_t* end) {
  int32_t most = 0;
  for (const uint32_t* i = begin; i != end; ++i) most = std::max(most, static_cast<int32_t>(*i));
  while (*begin != static_cast<uint32_t>(most)) ++begin;
  return begin;
}

uint32_t interior_of(int width, int height) {
  return width > 2 && height > 2 ? static_cast<uint32_t>(width - 2) * static_cast<uint32_t>(height - 2) : 0;
}

int64_t cells_of(const Rect& r) { return int64_t{r.width()} * r.height(); }

}  // namespace

struct RoomsBuilder {
  Rooms& rooms;
  const MoveGrid& grid;
  RoomsUpdate& report;
  Rooms::Job& job = rooms.job_;

  using Stage = Rooms::Stage;

  uint64_t* row_bits(int y) { return rooms.free_.data() + static_cast<size_t>(y) * rooms.words_; }
  uint64_t* column_bits(int x) {
    return job.free_down.data() + static_cast<size_t>(x - job.area.x0) * job.height_words();
  }
  // Of the group of 8 << 3 * size rows that this row of the area is in; column 0 is job.first_column().
  uint64_t* group_bits(size_t size, int row) {
    return job.free_all[size].data() + static_cast<size_t>(row >> (3 + 3 * size)) * job.width_words();
  }
  // The place of a cell in job.bound. Rows are appended from the last one on.
  size_t local(int x, int y) const {
    return static_cast<size_t>(job.area.y1 - 1 - y) * static_cast<size_t>(job.area.width()) +
           static_cast<size_t>(x - job.area.x0);
  }

  // --- The stages of a job; each takes what it does off `budget` and says whether it is through --------------------

  void spend(uint64_t cost, uint64_t& budget) {
    job.spent += cost;
    budget -= std::min(budget, cost);
  }

  void begin_stage(Stage stage) {
    if (stage == Stage::kMark) {
      job.area = job.area.grown(1).clipped(grid.bounds());
      job.marking.push_back(job.area);
      report.areas.push_back(job.area);
    }
    job.stage = stage;
    job.row = stage == Stage::kBound ? job.area.y1 : job.area.y0;
    if (stage != Stage::kBound) return;
    const auto width = static_cast<size_t>(job.area.width());
    const auto height = static_cast<size_t>(job.area.height());
    job.down.assign(width, 0);
    job.free_down.assign(width * job.height_words(), 0);
    job.free_all[0].assign((height / 8 + 1) * job.width_words(), ~0ull);
    job.free_all[1].assign((height / 64 + 1) * job.width_words(), ~0ull);
    job.bound.clear();
    job.bound.reserve(width * height);
    job.heap.clear();
    job.open = 0;
  }

  bool read(uint64_t& budget) {
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

  // An upper bound of the interior of any room from each cell, from the free cells to the right and below, and from the
  // bounds of the two neighbours there: a room that is one row or column shorter has as much less.
  bool bound(uint64_t& budget) {
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

  uint32_t block_of(size_t column, int y) const {
    return static_cast<uint32_t>(static_cast<size_t>(y - job.area.y0) * job.blocks() + column / Rooms::kBlock);
  }
  // The largest bound first, then the smallest block, which holds the smaller cells.
  static uint64_t heap_key(uint32_t most, uint32_t block) { return uint64_t{most} << 32 | (0xffffffffu - block); }

  // The room with the largest interior from a free cell, from how far it is free to the right and below; of several
  // the one with the fewest rows. Only the tallest of each width counts.
  Rect largest_from(int x, int y, int width, int tallest, uint64_t& tests) {
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

  // The bound of a cell by what is free right and below of it now, and by the bounds there now.
  uint32_t bound_now(const uint32_t* bound, int x, int y, int right, int down) const {
    if (right < 3 || down < 3) return 0;
    uint32_t most = interior_of(right, down);
    if (x + 1 < job.area.x1) most = std::min(most, bound[1] + static_cast<uint32_t>(down - 2));
    if (y + 1 < job.area.y1) most = std::min(most, *(bound - job.area.width()) + static_cast<uint32_t>(right - 2));
    return most;
  }

  // Section 3: the heap holds upper bounds; what comes out on top is computed anew on the cells still free, and becomes
  // a room if that changes nothing.
  bool cut(uint64_t& budget) {
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
          if (most == key_bound) {
            begin_room(found);
            if (!take_rows(budget)) return false;
          }
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

  // The block on top of the heap has another bound now, a smaller one.
  void lower_top(uint32_t most, uint32_t block) {
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

  uint32_t new_room(const Rect& cells) {
    if (rooms.unused_.empty()) {
      rooms.rooms_.push_back({cells});
      return static_cast<uint32_t>(rooms.rooms_.size()) - 1;
    }
    const uint32_t number = rooms.unused_.back();
    rooms.unused_.pop_back();
    rooms.rooms_[number] = {cells};
    return number;
  }

  void begin_room(const Rect& cells) {
    job.number = new_room(cells);
    job.room = cells;
  }

  bool take_rows(uint64_t& budget) {
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

  void number_row(const Rect& cells, int y, int32_t number, uint64_t& budget) {
    std::fill_n(rooms.room_of_.begin() + grid.id({cells.x0, y}), cells.width(), number);
    spend(kTakeCell * static_cast<uint64_t>(cells.width()), budget);
  }

  void count(const Rect& cells, bool more) {
    const auto signed_by = [more](size_t& sum, size_t by) { sum = more ? sum + by : sum - by; };
    signed_by(rooms.counts_.rooms, 1);
    signed_by(rooms.counts_.covered, static_cast<size_t>(cells_of(cells)));
    signed_by(rooms.counts_.pruned, interior_of(cells.width(), cells.height()));
  }

  bool mark(uint64_t& budget) {
    for (; !job.marking.empty(); job.marking.pop_back()) {
      const auto mark_row = [&](const Rect& area, int y) {
        for (int x = area.x0; x < area.x1; ++x) mark_cell({x, y});
        spend(kMarkCell * static_cast<uint64_t>(area.width()), budget);
      };
      if (!by_rows(job.marking.back(), budget, mark_row)) return false;
    }
    return true;
  }

  void mark_cell(Cell c) {
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

  // Calls use(area, y) for the rows of an area, as far as the budget goes; the next call goes on from there. True when
  // all are done.
  template <class Use>
  bool by_rows(const Rect& area, uint64_t& budget, Use&& use) {
    if (job.taking.empty()) {
      job.taking = area;
      job.row = area.y0;
    }
    for (; job.row < area.y1; ++job.row) {
      if (budget == 0) return false;
      use(area, job.row);
    }
    job.taking = {};
    return true;
  }

  // Goes on with the job under way. True when it is done.
  bool work(uint64_t& budget) {
    for (;;) {
      switch (job.stage) {
        case Stage::kIdle:
          return true;
        case Stage::kRead:
          if (!read(budget)) return false;
          begin_stage(Stage::kBound);
          break;
        case Stage::kDissolve:
          if (!dissolve(budget)) return false;
          take_over_change();
          begin_stage(Stage::kBound);
          break;
        case Stage::kBound:
          if (!bound(budget)) return false;
          begin_stage(Stage::kCut);
          break;
        case Stage::kCut:
          if (!cut(budget)) return false;
          begin_stage(Stage::kMark);
          break;
        case Stage::kMark:
          if (!mark(budget)) return false;
          finish();
          return true;
      }
    }
  }

  // How much of the job is left, by the stages' usual costs.
  static uint64_t work_left(const Rooms& rooms) {
    const Rooms::Job& job = rooms.job_;
    if (job.stage == Stage::kIdle) return 0;
    const auto width = static_cast<uint64_t>(job.area.width());
    const auto rows = static_cast<uint64_t>(job.area.height());
    const int row = std::clamp(job.row, job.area.y0, job.area.y1);
    const auto below = static_cast<uint64_t>(job.area.y1 - row), above = static_cast<uint64_t>(row - job.area.y0);
    uint64_t left = kMarkCell * width * (job.stage == Stage::kMark ? below : rows);
    if (job.stage == Stage::kCut) left += kCutCell * job.open;
    if (job.stage == Stage::kBound) left += kBoundCell * width * above + kCutCell * (job.open + width * above);
    if (job.stage == Stage::kRead || job.stage == Stage::kDissolve)
      left += (kReadCell * below + (kBoundCell + kCutCell) * rows) * width;
    return left;
  }

  void finish() {
    constexpr size_t kKept = 1 << 20;  // memory worth keeping from one edit to the next
    if (job.bound.capacity() > kKept) job = {};
    job.stage = Stage::kIdle;
    job.spent = 0;
  }

  // --- Edits ------------------------------------------------------------------------------------------------------

  // Rooms that have lost a cell are dissolved, and small ones beside cells that became free: larger ones may form
  // there.
  void begin_edit(const Rect& changed) {
    std::vector<uint32_t>& going = job.dissolving;
    const auto is_going = [&](int32_t number) {
      return !going.empty() && going.back() == static_cast<uint32_t>(number);
    };
    const auto keep_each_once = [&](size_t from) {
      const auto begin = going.begin() + static_cast<std::ptrdiff_t>(from);
      std::sort(begin, going.end());
      going.erase(std::unique(begin, going.end()), going.end());
    };
    for_each_cell(changed, [&](int, int, CellId id) {
      const int32_t number = rooms.room_of_[id];
      if (number >= 0 && !grid.passable(id) && !is_going(number)) going.push_back(static_cast<uint32_t>(number));
    });
    keep_each_once(0);
    const size_t broken = going.size();
    for_each_cell(changed, [&](int x, int y, CellId id) {
      if (!grid.passable(id) || rooms.room_of_[id] >= 0 || ((row_bits(y)[x >> 6] >> (x & 63)) & 1) != 0) return;
      for (size_t d = 0; d < kDirections; d += 2) {
        const Cell beside{x + kDirX[d], y + kDirY[d]};
        if (!grid.contains(beside)) continue;
        const int32_t number = rooms.room_of_[grid.id(beside)];
        if (number >= 0 && !is_going(number)) going.push_back(static_cast<uint32_t>(number));
      }
    });
    keep_each_once(broken);
    int64_t left = kWorthCells;
    const auto too_large = [&](uint32_t number) {
      if (std::binary_search(going.begin(), going.begin() + static_cast<std::ptrdiff_t>(broken), number)) return true;
      const int64_t cells = cells_of(rooms.rooms_[number].cells);
      if (cells >= left) return true;
      left -= cells;
      return false;
    };
    std::vector<uint32_t>::iterator kept = going.begin() + static_cast<std::ptrdiff_t>(broken);
    for (auto number = kept; number != going.end(); ++number) {
      if (!too_large(*number)) *kept++ = *number;
    }
    going.erase(kept, going.end());

    job.changed = changed;
    job.area = changed;
    for (const uint32_t number : going) job.area.include(part_of(rooms.rooms_[number].cells));
    job.area = job.area.grown(kReach).clipped(grid.bounds());
    report.dissolved += going.size();
    begin_stage(Stage::kDissolve);
  }

  template <class Use>
  void for_each_cell(const Rect& area, Use&& use) {
    for (int y = area.y0; y < area.y1; ++y) {
      for (int x = area.x0; x < area.x1; ++x) use(x, y, grid.id({x, y}));
    }
  }

  // What of a room is cut anew: all of it, or if it is large the part around the change.
  Rect part_of(const Rect& cells) const {
    if (cells_of(cells) <= kLargeCells) return cells;
    Rect part = job.changed.grown(kAround).clipped(cells);
    if (part.x0 - cells.x0 < kLeast) part.x0 = cells.x0;
    if (part.y0 - cells.y0 < kLeast) part.y0 = cells.y0;
    if (cells.x1 - part.x1 < kLeast) part.x1 = cells.x1;
    if (cells.y1 - part.y1 < kLeast) part.y1 = cells.y1;
    return part;
  }

  // One room after the other.
  bool dissolve(uint64_t& budget) {
    for (; !job.dissolving.empty(); job.dissolving.pop_back()) {
      const uint32_t number = job.dissolving.back();
      const Rect part = part_of(rooms.rooms_[number].cells);
      const auto free_row = [&](const Rect&, int y) {
        for_bits(row_bits(y), part.x0, part.x1, [](uint64_t& word, uint64_t mask) { word |= mask; });
        number_row(part, y, -1, budget);
      };
      if (!by_rows(part, budget, free_row)) return false;
      keep_rest(number, part);
    }
    for (; !job.renumbering.empty(); job.renumbering.pop_back()) {
      const uint32_t number = job.renumbering.back();
      const auto renumber_row = [&](const Rect& cells, int y) {
        number_row(cells, y, static_cast<int32_t>(number), budget);
      };
      if (!by_rows(rooms.rooms_[number].cells, budget, renumber_row)) return false;
    }
    return true;
  }

  // What surrounds the part becomes rooms as it is: above and below it as wide as the old room, and on either side. The
  // largest keeps the number.
  void keep_rest(uint32_t number, const Rect& part) {
    const Rect cells = rooms.rooms_[number].cells;
    count(cells, false);
    Rect rest[] = {{cells.x0, cells.y0, cells.x1, part.y0},
                   {cells.x0, part.y1, cells.x1, cells.y1},
                   {cells.x0, part.y0, part.x0, part.y1},
                   {part.x1, part.y0, cells.x1, part.y1}};
    const auto size = [](const Rect& r) { return r.empty() ? 0 : cells_of(r); };
    std::stable_sort(std::begin(rest), std::end(rest), [&](const Rect& a, const Rect& b) { return size(a) > size(b); });
    rooms.rooms_[number] = {};
    if (rest[0].empty()) {
      rooms.unused_.push_back(number);
      return;
    }
    report.areas.push_back(cells);
    rooms.rooms_[number] = {rest[0]};
    for (const Rect& r : rest) {
      if (r.empty()) continue;
      if (r != rest[0]) job.renumbering.push_back(new_room(r));
      count(r, true);
      ++report.built;
      // Only its sides are other than they were.
      for (const Rect& side : {Rect{r.x0, r.y0, r.x1, r.y0 + 1}, Rect{r.x0, r.y1 - 1, r.x1, r.y1},
                               Rect{r.x0, r.y0, r.x0 + 1, r.y1}, Rect{r.x1 - 1, r.y0, r.x1, r.y1}}) {
        job.marking.push_back(side);
      }
    }
  }

  void take_over_change() {
    for_each_cell(job.changed, [&](int x, int y, CellId id) {
      if (rooms.room_of_[id] >= 0) return;
      uint64_t& word = row_bits(y)[x >> 6];
      const uint64_t bit = 1ull << (x & 63);
      word = grid.passable(id) ? word | bit : word & ~bit;
    });
  }
};

void Rooms::reset(const MoveGrid& grid) {
  *this = {};
  width_ = grid.width();
  height_ = grid.height();
  words_ = (static_cast<size_t>(width_) + 63) / 64;
  free_.assign(words_ * static_cast<size_t>(height_), 0);
  room_of_.reserve(grid.cell_count());  // they grow row by row: filling them takes long on large maps
  marks_.reserve(grid.cell_count());
  job_.stage = Stage::kRead;
  job_.area = grid.bounds();
}

void Rooms::mark_dirty(const MoveGrid& grid, const Rect& changed) {
  STRATA_CHECK(width_ > 0 && width_ == grid.width() && height_ == grid.height());
  built_for_ = 0;
  if (!changed.empty()) dirty_.push_back(changed);
}

size_t Rooms::total() const {
  if (built_for_ != 0) return 0;
  return static_cast<size_t>((job_.spent + RoomsBuilder::work_left(*this)) / kStep) + 1 + dirty_.size();
}

size_t Rooms::pending() const {
  if (built_for_ != 0) return 0;
  return static_cast<size_t>(RoomsBuilder::work_left(*this) / kStep) + 1 + dirty_.size();
}

bool Rooms::settle(const MoveGrid& grid, RoomsUpdate& report, size_t max_steps) {
  STRATA_CHECK(width_ > 0 && width_ == grid.width() && height_ == grid.height());
  if (built_for_ == grid.built_for()) return true;
  RoomsBuilder builder{*this, grid, report};
  uint64_t budget = max_steps > UINT64_MAX / kStep ? UINT64_MAX : max_steps * kStep;
  while (builder.work(budget)) {
    if (dirty_.empty()) {
      counts_.passable = grid.passable_count();
      built_for_ = grid.built_for();
      return true;
    }
    const Rect changed = dirty_.back();
    dirty_.pop_back();
    builder.begin_edit(changed);
  }
  return false;
}

RoomsUpdate Rooms::build(const MoveGrid& grid) {
  RoomsUpdate report;
  reset(grid);
  settle(grid, report);
  return report;
}

RoomsUpdate Rooms::update(const MoveGrid& grid, const Rect& changed) {
  RoomsUpdate report;
  mark_dirty(grid, changed);
  settle(grid, report);
  return report;
}

}  // namespace strata
