// These functions read the rooms, for overlays, panels and tests.
#include <fmt/format.h>

#include "core/rooms/rooms.hpp"
#include "core/rooms/rooms_build.hpp"

namespace strata {

void Rooms::append_macro_edges(const MoveGrid& grid, CellId cell, std::vector<CellId>& targets) const {
  if (room_of_[cell] < 0) return;
  const Rect& room = rooms_[static_cast<size_t>(room_of_[cell])].cells;
  const Cell c = grid.cell(cell);
  const bool on_column = c.x == room.x0 || c.x == room.x1 - 1;
  const bool on_row = c.y == room.y0 || c.y == room.y1 - 1;
  if (on_column && on_row) return;  // macro edges of a corner would run along the perimeter
  if (!on_column) {
    if (c.y != room.y0) targets.push_back(grid.id({c.x, room.y0}));
    if (c.y != room.y1 - 1) targets.push_back(grid.id({c.x, room.y1 - 1}));
  }
  if (!on_row) {
    if (c.x != room.x0) targets.push_back(grid.id({room.x0, c.y}));
    if (c.x != room.x1 - 1) targets.push_back(grid.id({room.x1 - 1, c.y}));
  }
}

size_t Rooms::memory_bytes() const {
  return free_.capacity() * sizeof(uint64_t) + room_of_.capacity() * sizeof(int32_t) + marks_.capacity() +
         rooms_.capacity() * sizeof(Room) + unused_.capacity() * sizeof(uint32_t) + dirty_.capacity() * sizeof(Rect) +
         (job_.free_down.capacity() + job_.free_all[0].capacity() + job_.free_all[1].capacity()) * sizeof(uint64_t) +
         (job_.dissolving.capacity() + job_.renumbering.capacity()) * sizeof(uint32_t) +
         job_.marking.capacity() * sizeof(Rect) + job_.down.capacity() * sizeof(uint16_t) +
         job_.bound.capacity() * sizeof(uint32_t) + job_.heap.capacity() * sizeof(uint64_t);
}

std::optional<std::string> Rooms::fault(const MoveGrid& grid) const {
  if (built_for_ != grid.built_for()) return "the rooms are not those of this revision of the map";
  RoomsCounts found;
  std::vector<int32_t> expected(grid.cell_count(), -1);
  for (size_t number = 0; number < rooms_.size(); ++number) {
    const Rect& cells = rooms_[number].cells;
    if (cells.empty()) continue;
    if (!rooms_[number].prunes()) return fmt::format("room {} prunes nothing", number);
    if (cells.clipped(grid.bounds()) != cells) return fmt::format("room {} lies outside the map", number);
    ++found.rooms;
    for (int y = cells.y0; y < cells.y1; ++y) {
      for (int x = cells.x0; x < cells.x1; ++x) {
        const CellId id = grid.id({x, y});
        if (!grid.passable(id)) return fmt::format("room {} holds the obstacle ({},{})", number, x, y);
        if (expected[id] >= 0) return fmt::format("rooms {} and {} share ({},{})", expected[id], number, x, y);
        expected[id] = static_cast<int32_t>(number);
        ++found.covered;
        found.pruned += rooms_[number].interior().contains({x, y});
      }
    }
  }
  for (CellId id = 0; id < grid.cell_count(); ++id) {
    const Cell c = grid.cell(id);
    const auto at = [c] { return fmt::format("({},{})", c.x, c.y); };
    if (room_of_[id] != expected[id]) return at() + " does not know its room";
    const bool is_free =
        (free_[static_cast<size_t>(c.y) * words_ + static_cast<size_t>(c.x) / 64] >> (c.x & 63) & 1) != 0;
    if (is_free != (grid.passable(id) && expected[id] < 0)) return at() + " does not know whether it is free";
    uint32_t marks = grid.moves(id) & kStraightMoves;
    if (expected[id] >= 0) {
      const Rect& cells = rooms_[static_cast<size_t>(expected[id])].cells;
      uint32_t sides = 0;
      for (uint32_t d = 0; d < kDirections; d += 2) {
        if (!cells.contains({c.x + kDirX[d], c.y + kDirY[d]})) sides |= 1u << d;
      }
      marks = (marks & sides) | sides << 1;
    }
    if (marks_[id] != marks) return at() + " does not know its steps";
    found.passable += grid.passable(id);
  }
  if (found.rooms != counts_.rooms || found.covered != counts_.covered || found.pruned != counts_.pruned ||
      found.passable != counts_.passable) {
    return "the counts are not those of the rooms";
  }
  return std::nullopt;
}

std::vector<uint32_t> first_room_bounds(const MoveGrid& grid) {
  const int width = grid.width(), height = grid.height();
  std::vector<uint32_t> bounds(grid.cell_count(), 0);
  std::vector<uint32_t> down(static_cast<size_t>(width), 0);  // free cells downwards, by column
  for (int y = height; y-- > 0;) {
    uint32_t right = 0;
    for (int x = width; x-- > 0;) {
      const CellId id = grid.id({x, y});
      uint32_t& below = down[static_cast<size_t>(x)];
      if (!grid.passable(id)) {
        right = below = 0;
        continue;
      }
      ++right;
      ++below;
      if (right <= 2 || below <= 2) continue;
      // A room that is one column or row shorter loses the part of its interior in that column or row.
      const uint32_t shorter = bounds[id + 1] + (below - 2),
                     lower = bounds[id + static_cast<CellId>(width)] + (right - 2);
      bounds[id] = std::min({(right - 2) * (below - 2), shorter, lower});
    }
  }
  return bounds;
}

}  // namespace strata
