// Purpose: RoomsBuilder implements the building and updating of Rooms. Only the files that implement Rooms include it.
//          A build is a job over the whole map, an edit becomes a job over the rooms that it touches, and a job can be
//          interrupted at any point.
// Source: Harabor, Botea 2010, section 3 (decomposition).
#pragma once

#include <algorithm>

#include "core/rooms/rooms.hpp"
#include "core/rooms/rooms_build_code.hpp"
#include "core/search/build_observer.hpp"
#include "core/search/trace.hpp"

namespace strata {

inline uint32_t interior_of(int width, int height) {
  return width > 2 && height > 2 ? static_cast<uint32_t>(width - 2) * static_cast<uint32_t>(height - 2) : 0;
}

inline int64_t cells_of(const Rect& r) { return int64_t{r.width()} * r.height(); }

// RoomsBuilder::ObservedBuild<Observer> does the work and reports its steps to the observer.
struct RoomsBuilder {
  template <class Observer>
  struct ObservedBuild;

  // Implements Rooms::update_some.
  template <class Observer>
  static bool update_some(Rooms& rooms, const MoveGrid& grid, RoomsUpdate& report, size_t max_steps, Observer observer);
};

template <class Observer>
struct RoomsBuilder::ObservedBuild {
  Rooms& rooms;
  const MoveGrid& grid;
  RoomsUpdate& report;
  BuildReporter<Observer> observed;
  Rooms::DecompositionJob& job = rooms.job_;

  using BuildStage = Rooms::BuildStage;

  // The costs of pieces of work, in 1/400 of a step.
  static constexpr uint64_t kStep = 400;
  static constexpr uint64_t kReadCell = 1, kBoundCell = 4, kMarkCell = 3;
  static constexpr uint64_t kVisitBlock = 30, kScanRow = 3, kTakeCell = 2;
  static constexpr uint64_t kCutCell = 40;  // usual cost of cutting per cell with a bound

  uint64_t* row_bits(int y) { return rooms.free_.data() + static_cast<size_t>(y) * rooms.words_; }
  uint64_t* column_bits(int x) {
    return job.free_down.data() + static_cast<size_t>(x - job.area.x0) * job.height_words();
  }
  // Returns the bits of the group of rows to which this row of the area belongs. A group has 8 << 3 * size rows. Bit 0
  // is column job.first_column().
  uint64_t* group_bits(size_t size, int row) {
    return job.free_all[size].data() + static_cast<size_t>(row >> (3 + 3 * size)) * job.width_words();
  }
  // Returns the index of a cell in job.bound, which begins with the last row.
  size_t local(int x, int y) const {
    return static_cast<size_t>(job.area.y1 - 1 - y) * static_cast<size_t>(job.area.width()) +
           static_cast<size_t>(x - job.area.x0);
  }

  // --- A job -------------------------------------------------------------------------------------------------------

  // Goes on with the current job. Returns true when it is done.
  bool work(uint64_t& budget);
  // Returns how much of the job is left, by the usual costs of the stages.
  static uint64_t work_left(const Rooms& rooms);
  void begin_stage(BuildStage stage);
  void finish();

  // --- Its stages; each subtracts its work from `budget` and returns whether it is done ----------------------------

  bool read(uint64_t& budget);
  // Computes an upper bound of the interior of any room from each cell, from the free cells to the right and below, and
  // from the bounds of the two neighbours there: a room that is one row or column shorter loses that much.
  bool bound(uint64_t& budget);
  // Cuts out rooms as in section 3 of the paper: the heap holds upper bounds; the bound on top is computed again on the
  // cells still free, and becomes a room if it has not changed.
  bool cut(uint64_t& budget);
  bool mark(uint64_t& budget);
  // Dissolves one room after the other.
  bool dissolve(uint64_t& budget);

  // --- Cutting (rooms_cut.cpp) -------------------------------------------------------------------------------------

  uint32_t block_of(size_t column, int y) const {
    return static_cast<uint32_t>(static_cast<size_t>(y - job.area.y0) * job.blocks() + column / Rooms::kBlock);
  }
  // Orders by the largest bound, then by the smallest block, which holds the smaller cells.
  static uint64_t heap_key(uint32_t most, uint32_t block) { return uint64_t{most} << 32 | (0xffffffffu - block); }
  // Returns the room with the largest interior from a free cell, given how far it is free to the right and below; of
  // several the one with the fewest rows. Only the tallest room of each width is tried.
  Rect largest_from(int x, int y, int width, int tallest, uint64_t& tests);
  // Returns the current bound of a cell, from the free cells to the right and below and the current bounds there.
  uint32_t bound_now(const uint32_t* bound, int x, int y, int right, int down) const;
  // Lowers the bound of the block on top of the heap, which has become smaller.
  void lower_top(uint32_t most, uint32_t block);
  void report_rooms() const;
  void report_measured(const Rect& found, uint32_t bound, uint32_t interior) const;
  void begin_room(const Rect& cells);
  bool take_rows(uint64_t& budget);
  void mark_cell(Cell c);

  // --- Edits (rooms_rebuild.cpp) -----------------------------------------------------------------------------------

  // Dissolves rooms that have lost a cell, and small rooms beside cells that became free, where larger rooms may form.
  void begin_edit(const Rect& changed);
  // Returns the part of a room that is cut again: all of it, or of a large room the part around the edit.
  Rect part_of(const Rect& cells) const;
  // Makes rooms of what surrounds the part: above and below it as wide as the old room, and on either side. The largest
  // keeps the number.
  void split_off_remainder(uint32_t number, const Rect& part);
  void take_over_change();

  // --- Shared -----------------------------------------------------------------------------------------------------

  void spend(uint64_t cost, uint64_t& budget) {
    job.spent += cost;
    budget -= std::min(budget, cost);
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

  // Calls use(area, y) for the rows of an area, as far as the budget goes; the next call goes on from there. Returns
  // true when all rows are done.
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

  template <class Use>
  void for_each_cell(const Rect& area, Use&& use) {
    for (int y = area.y0; y < area.y1; ++y) {
      for (int x = area.x0; x < area.x1; ++x) use(x, y, grid.id({x, y}));
    }
  }
};

}  // namespace strata
