#include "app/features/rooms/rooms_heap.hpp"

#include <algorithm>

#include "app/playback/playback.hpp"
#include "core/grid/move_grid.hpp"
#include "core/rooms/rooms_build.hpp"
#include "core/rooms/rooms_build_code.hpp"

namespace strata {

void RoomHeap::restart(const MoveGrid& grid) {
  cursor_ = 0;
  begun_ = false;
  bounds_ = first_room_bounds(grid);
  size_ = bounds_.size() - static_cast<size_t>(std::ranges::count(bounds_, 0u));
}

void RoomHeap::set(CellId cell, uint32_t bound) {
  if (bounds_[cell] > 0) --size_;
  bounds_[cell] = bound;
  if (bound > 0) ++size_;
}

void RoomHeap::follow(const MoveGrid& grid, const Playback& playback) {
  namespace code = rooms_build_code;
  // While the future is hidden, every step of the cursor changes the version of the recording, so that the version
  // cannot tell whether it is another one.
  const uint64_t trace = (playback.future_hidden() ? 1 : playback.trace_version() + 2) ^ grid.built_for() << 32;
  if (trace != trace_ || playback.cursor() < cursor_ || bounds_.size() != grid.cell_count()) restart(grid);
  trace_ = trace;
  for (; cursor_ < playback.cursor(); ++cursor_) {
    const SearchEvent& event = *playback.event(cursor_);
    if (event.line == code::kLoop) begun_ = true;
    if (event.line == code::kLower) set(event.node, event.h);
    if (event.line == code::kSmaller) set(event.parent, event.h);
    if (event.line != code::kRoom) continue;
    const Cell a = grid.cell(event.parent), b = grid.cell(event.node);
    for (int y = a.y; y <= b.y; ++y) {
      for (int x = a.x; x <= b.x; ++x) set(grid.id({x, y}), 0);
    }
  }
}

std::vector<RoomHeap::Entry> RoomHeap::first(size_t most) const {
  std::vector<Entry> entries;
  if (!begun_ || most == 0) return entries;
  const auto before = [](const Entry& a, const Entry& b) {
    return a.bound != b.bound ? a.bound > b.bound : a.cell < b.cell;
  };
  for (CellId cell = 0; cell < bounds_.size(); ++cell) {
    if (bounds_[cell] == 0) continue;
    const Entry own{cell, bounds_[cell]};
    if (entries.size() == most && !before(own, entries.back())) continue;
    if (entries.size() == most) entries.pop_back();
    entries.insert(std::ranges::upper_bound(entries, own, before), own);
  }
  return entries;
}

}  // namespace strata
