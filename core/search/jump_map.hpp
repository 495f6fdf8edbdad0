// Purpose: Where straight jumps of jump point search end, as bits, kept true after edits: a jump looks at 64 cells at a
//          time and never at the borders of the map.
// Source: Harabor, Grastien 2014, "Improving jump point search", section 4 (block-based jumping).
// Differs: The paper combines the blocked bits of three rows in every jump. Here the jump points of each straight
//          direction are bits of their own beside the blocked ones. Lines are laid out in the direction of travel, so
//          that the four directions are one piece of code; the paper has rows and their transpose.
// Shapes: One line for each row (east, west) or column (north, south). The words of a line come in pairs: 64 blocked
//         bits, then 64 jump point bits; the cell travelled through first is bit 0 of the first pair. Every line ends
//         in blocked bits. 1 byte a cell.
// Threads: Const calls may run together.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/grid/move_grid.hpp"

namespace strata {

class JumpMap {
 public:
  void build(const MoveGrid& grid);
  // `changed` holds the cells that became passable or blocked since (what MoveGrid::update returns).
  void update(const MoveGrid& grid, const Rect& changed);
  uint64_t built_for() const { return built_for_; }  // revision of the map; 0: never
  size_t memory_bytes() const { return words_.capacity() * sizeof(uint64_t); }

  // The lines of one straight direction. A cell that is reached by a step in this direction is a jump point if it has a
  // forced neighbour: a cell beside it is passable and the one behind that is blocked.
  struct Lanes {
    const uint64_t* words = nullptr;
    uint32_t stride = 0;  // words from one line to the next
    const uint64_t* line(int row_or_column) const { return words + static_cast<size_t>(row_or_column) * stride; }
  };
  Lanes lanes(int direction) const {
    const auto i = static_cast<size_t>(direction) / 2;
    return {words_.data() + first_[i], stride_[i]};
  }

  friend bool operator==(const JumpMap& a, const JumpMap& b) {
    return a.width_ == b.width_ && a.height_ == b.height_ && a.words_ == b.words_;
  }

 private:
  void update_direction(const MoveGrid& grid, int direction, const Rect& around);

  int width_ = 0;
  int height_ = 0;
  uint64_t built_for_ = 0;
  std::array<size_t, 4> first_{};  // by direction / 2: index of its first word
  std::array<uint32_t, 4> stride_{};
  std::vector<uint64_t> words_;
};

// A position in the lines of a straight direction: it grows by one with every step.
constexpr bool is_horizontal(int direction) { return (direction & 2) != 0; }
constexpr bool is_forward(int direction) { return direction == 2 || direction == 4; }

}  // namespace strata
