// Purpose: RoomHeap is the heap of cells from which the construction of rooms takes the next one, as it is at the
// cursor
//          of the stepped recording.
// Source: Harabor, Botea 2010, section 3; core/rooms/rooms_build_code.hpp.
// How: The first bounds are those of the map. The events before the cursor lower them, and take the cells of rooms out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/grid/cell.hpp"

namespace strata {

class MoveGrid;
class Playback;

class RoomHeap {
 public:
  struct Entry {
    CellId cell = kNoCell;
    uint32_t bound = 0;
    friend bool operator==(const Entry&, const Entry&) = default;
  };

  // Follows the recording, which is a construction of the rooms of this grid, to its cursor.
  void follow(const MoveGrid& grid, const Playback& playback);
  bool exists() const { return begun_; }  // false: the construction has not come to the heap yet
  size_t size() const { return size_; }
  // Returns the cells that come first, the largest bound first and among equals the smaller cell; at most so many.
  std::vector<Entry> first(size_t most) const;

 private:
  void restart(const MoveGrid& grid);
  void set(CellId cell, uint32_t bound);

  uint64_t trace_ = 0;  // version of the recording
  size_t cursor_ = 0;
  bool begun_ = false;
  size_t size_ = 0;
  std::vector<uint32_t> bounds_;  // by cell; 0: the cell is not in the heap
};

}  // namespace strata
