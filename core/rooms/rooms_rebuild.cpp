// This file builds and updates rooms by the same code: a build is a job over the whole map, an edit becomes a job over
// the rooms that it touches.
#include <algorithm>

#include "core/base/check.hpp"
#include "core/rooms/bit_rows.hpp"
#include "core/rooms/rooms_build.hpp"
#include "core/rooms/rooms_builder.hpp"

namespace strata {
namespace {

// Rooms beside freed cells are cut again only if they are small: each has fewer cells than this, and all
// together at most as many.
constexpr int64_t kWorthCells = 4096;
// Of a room with more cells than this only the part within kAround cells of an edit is cut again. No part of the rest
// is narrower than kLeast, unless the room is.
constexpr int64_t kLargeCells = 16384;
constexpr int kAround = 24, kLeast = 8;
// Cells of no room within this distance of an edit are also cut again.
constexpr int kReach = 2;

}  // namespace

template <class Observer>
bool RoomsBuilder::ObservedBuild<Observer>::work(uint64_t& budget) {
  for (;;) {
    switch (job.stage) {
      case BuildStage::kIdle:
        return true;
      case BuildStage::kRead:
        if (!read(budget)) return false;
        begin_stage(BuildStage::kBound);
        break;
      case BuildStage::kDissolve:
        if (!dissolve(budget)) return false;
        take_over_change();
        begin_stage(BuildStage::kBound);
        break;
      case BuildStage::kBound:
        if (!bound(budget)) return false;
        begin_stage(BuildStage::kCut);
        break;
      case BuildStage::kCut:
        if (!cut(budget)) return false;
        begin_stage(BuildStage::kMark);
        break;
      case BuildStage::kMark:
        if (!mark(budget)) return false;
        finish();
        return true;
    }
  }
}

template <class Observer>
uint64_t RoomsBuilder::ObservedBuild<Observer>::work_left(const Rooms& rooms) {
  const Rooms::DecompositionJob& job = rooms.job_;
  if (job.stage == BuildStage::kIdle) return 0;
  const auto width = static_cast<uint64_t>(job.area.width());
  const auto rows = static_cast<uint64_t>(job.area.height());
  const int row = std::clamp(job.row, job.area.y0, job.area.y1);
  const auto below = static_cast<uint64_t>(job.area.y1 - row), above = static_cast<uint64_t>(row - job.area.y0);
  uint64_t left = kMarkCell * width * (job.stage == BuildStage::kMark ? below : rows);
  if (job.stage == BuildStage::kCut) left += kCutCell * job.open;
  if (job.stage == BuildStage::kBound) left += kBoundCell * width * above + kCutCell * (job.open + width * above);
  if (job.stage == BuildStage::kRead || job.stage == BuildStage::kDissolve)
    left += (kReadCell * below + (kBoundCell + kCutCell) * rows) * width;
  return left;
}

template <class Observer>
void RoomsBuilder::ObservedBuild<Observer>::begin_stage(BuildStage stage) {
  if (stage == BuildStage::kCut) {
    observed.stage(0, rooms_build_code::kBounds, report.cells, job.open);
    observed.stage(0, rooms_build_code::kLoop, job.open);
  }
  if (stage == BuildStage::kMark) report_rooms();
  if (stage == BuildStage::kMark) {
    job.area = job.area.grown(1).clipped(grid.bounds());
    job.marking.push_back(job.area);
    report.areas.push_back(job.area);
  }
  job.stage = stage;
  job.row = stage == BuildStage::kBound ? job.area.y1 : job.area.y0;
  if (stage != BuildStage::kBound) return;
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

template <class Observer>
void RoomsBuilder::ObservedBuild<Observer>::finish() {
  constexpr size_t kKept = 1 << 20;  // memory that is kept for the next edit, in bytes
  if (job.bound.capacity() > kKept) job = {};
  job.stage = BuildStage::kIdle;
  job.spent = 0;
}

template <class Observer>
void RoomsBuilder::ObservedBuild<Observer>::begin_edit(const Rect& changed) {
  std::vector<uint32_t>& going = job.dissolving;
  const auto is_going = [&](int32_t number) { return !going.empty() && going.back() == static_cast<uint32_t>(number); };
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
  begin_stage(BuildStage::kDissolve);
}

template <class Observer>
Rect RoomsBuilder::ObservedBuild<Observer>::part_of(const Rect& cells) const {
  if (cells_of(cells) <= kLargeCells) return cells;
  Rect part = job.changed.grown(kAround).clipped(cells);
  if (part.x0 - cells.x0 < kLeast) part.x0 = cells.x0;
  if (part.y0 - cells.y0 < kLeast) part.y0 = cells.y0;
  if (cells.x1 - part.x1 < kLeast) part.x1 = cells.x1;
  if (cells.y1 - part.y1 < kLeast) part.y1 = cells.y1;
  return part;
}

template <class Observer>
bool RoomsBuilder::ObservedBuild<Observer>::dissolve(uint64_t& budget) {
  for (; !job.dissolving.empty(); job.dissolving.pop_back()) {
    const uint32_t number = job.dissolving.back();
    const Rect part = part_of(rooms.rooms_[number].cells);
    const auto free_row = [&](const Rect&, int y) {
      for_bits(row_bits(y), part.x0, part.x1, [](uint64_t& word, uint64_t mask) { word |= mask; });
      number_row(part, y, -1, budget);
    };
    if (!by_rows(part, budget, free_row)) return false;
    split_off_remainder(number, part);
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

template <class Observer>
void RoomsBuilder::ObservedBuild<Observer>::split_off_remainder(uint32_t number, const Rect& part) {
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
    // Only the marks of its sides have changed.
    for (const Rect& side : {Rect{r.x0, r.y0, r.x1, r.y0 + 1}, Rect{r.x0, r.y1 - 1, r.x1, r.y1},
                             Rect{r.x0, r.y0, r.x0 + 1, r.y1}, Rect{r.x1 - 1, r.y0, r.x1, r.y1}}) {
      job.marking.push_back(side);
    }
  }
}

template <class Observer>
void RoomsBuilder::ObservedBuild<Observer>::take_over_change() {
  for_each_cell(job.changed, [&](int x, int y, CellId id) {
    if (rooms.room_of_[id] >= 0) return;
    uint64_t& word = row_bits(y)[x >> 6];
    const uint64_t bit = 1ull << (x & 63);
    word = grid.passable(id) ? word | bit : word & ~bit;
  });
}

// Reports the rooms with the cells that searches prune, and their macro edges.
template <class Observer>
void RoomsBuilder::ObservedBuild<Observer>::report_rooms() const {
  if constexpr (Observer::kEnabled) {
    observed.stage(0, rooms_build_code::kPrune, rooms.counts_.rooms, rooms.counts_.pruned);
    std::vector<CellId> targets;
    for (size_t number = 0; number < rooms.rooms_.size(); ++number) {
      const Rect& cells = rooms.rooms_[number].cells;
      if (cells.empty()) continue;
      observed.part(0, rooms_build_code::kInterior, cells, grid.width(), number,
                    interior_of(cells.width(), cells.height()));
      for (int y = cells.y0; y < cells.y1; ++y) {
        for (int x = cells.x0; x < cells.x1; x += y == cells.y0 ? 1 : std::max(1, cells.width() - 1)) {
          const CellId from = grid.id({x, y});
          targets.clear();
          rooms.append_macro_edges(grid, from, targets);
          for (const CellId to : targets) {
            if (to < from) continue;  // each edge once
            const Cell end = grid.cell(to);
            observed.report(
                build_event::kAddEdge, 0, rooms_build_code::kMacro, to, from,
                grid.base(0) * static_cast<Cost>(grid.unit_weight()) * static_cast<Cost>(end.x - x + end.y - y));
          }
        }
      }
    }
  }
}

using PlainBuilder = RoomsBuilder::ObservedBuild<NoObserver>;

void Rooms::reset(const MoveGrid& grid) {
  *this = {};
  width_ = grid.width();
  height_ = grid.height();
  words_ = (static_cast<size_t>(width_) + 63) / 64;
  free_.assign(words_ * static_cast<size_t>(height_), 0);
  room_of_.reserve(grid.cell_count());  // the arrays grow row by row, as filling them at once takes long on large maps
  marks_.reserve(grid.cell_count());
  job_.stage = BuildStage::kRead;
  job_.area = grid.bounds();
}

void Rooms::mark_dirty(const MoveGrid& grid, const Rect& changed) {
  STRATA_CHECK(width_ > 0 && width_ == grid.width() && height_ == grid.height());
  built_for_ = 0;
  if (!changed.empty()) dirty_.push_back(changed);
}

size_t Rooms::total() const {
  if (built_for_ != 0) return 0;
  return static_cast<size_t>((job_.spent + PlainBuilder::work_left(*this)) / PlainBuilder::kStep) + 1 + dirty_.size();
}

size_t Rooms::pending() const {
  if (built_for_ != 0) return 0;
  return static_cast<size_t>(PlainBuilder::work_left(*this) / PlainBuilder::kStep) + 1 + dirty_.size();
}

template <class Observer>
bool RoomsBuilder::update_some(Rooms& rooms, const MoveGrid& grid, RoomsUpdate& report, size_t max_steps,
                               Observer observer) {
  STRATA_CHECK(rooms.width_ > 0 && rooms.width_ == grid.width() && rooms.height_ == grid.height());
  if (rooms.built_for_ == grid.built_for()) return true;
  ObservedBuild<Observer> builder{rooms, grid, report, {observer}};
  uint64_t budget = max_steps > UINT64_MAX / PlainBuilder::kStep ? UINT64_MAX : max_steps * PlainBuilder::kStep;
  while (builder.work(budget)) {
    if (rooms.dirty_.empty()) {
      rooms.counts_.passable = grid.passable_count();
      rooms.built_for_ = grid.built_for();
      return true;
    }
    const Rect changed = rooms.dirty_.back();
    rooms.dirty_.pop_back();
    builder.begin_edit(changed);
  }
  return false;
}

bool Rooms::update_some(const MoveGrid& grid, RoomsUpdate& report, size_t max_steps) {
  return RoomsBuilder::update_some(*this, grid, report, max_steps, NoObserver{});
}

RoomsUpdate build_recorded(Rooms& rooms, const MoveGrid& grid, Trace& trace) {
  RoomsUpdate report;
  rooms.reset(grid);
  RoomsBuilder::update_some(rooms, grid, report, SIZE_MAX, TraceObserver{&trace});
  return report;
}

RoomsUpdate Rooms::build(const MoveGrid& grid) {
  RoomsUpdate report;
  reset(grid);
  update_some(grid, report);
  return report;
}

RoomsUpdate Rooms::update(const MoveGrid& grid, const Rect& changed) {
  RoomsUpdate report;
  mark_dirty(grid, changed);
  update_some(grid, report);
  return report;
}

}  // namespace strata
