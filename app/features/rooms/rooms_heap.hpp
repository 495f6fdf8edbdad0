// Purpose: RoomHeap is the heap from which the construction of rooms takes the cell where its next room begins. It has
//          the content at the cursor of the stepped construction.
// Source: Harabor, Botea 2010, section 3; core/rooms/rooms_build_code.hpp.
// How: At first the heap has an upper bound for the room at each cell, computed from the map. The events before the
//      cursor lower these bounds, and remove the cells of finished rooms.
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

  // Brings the heap to the state at the cursor. The recording must be a construction of the rooms of this grid.
  void follow(const MoveGrid& grid, const Playback& playback);
  // Returns whether the heap exists at the cursor: false before the construction has computed it.
  bool exists() const { return begun_; }
  size_t size() const { return size_; }
  // Returns the first cells of the heap, at most `most`: the largest bound first; of equal bounds the
  // smaller cell id first.
  std::vector<Entry> first(size_t most) const;

 private:
  void restart(const MoveGrid& grid);
  void set(CellId cell, uint32_t bound);

  // Version of the recording that the heap was computed from.
  uint64_t trace_ = 0;
  size_t cursor_ = 0;
  bool begun_ = false;
  size_t size_ = 0;
  // Index: cell. Value: its bound; 0: the cell is not in the heap.
  std::vector<uint32_t> bounds_;
};

}  // namespace strata
