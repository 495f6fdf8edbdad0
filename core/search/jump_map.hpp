// Purpose: A JumpMap holds the ends of the jumps of jump point search as bits, and is updated after edits. One word
//          tells for 63 cells that a straight jump leads nowhere, a diagonal jump measures its run 64 cells at a time,
//          and no jump checks the borders of the map.
// Source: Harabor, Grastien 2014, "Improving jump point search", section 4 (block-based jumping).
// Differs: The paper combines the blocked bits of three rows in every jump, and tests each diagonal step. Here the
//          stops are stored as bits of their own; one bit tells what lies beyond a word; legal diagonal steps are bits
//          too. Lines run in the direction of travel, so that all directions share one piece of code; the paper has
//          rows and their transpose.
// Shapes: Each direction has lines of words; words of neighbouring lines lie side by side, since that is how diagonal
//         jumps meet them. Bit i of word w is the cell at position w * kCells + i (straight) or w * 64 + i (diagonal).
//         A straight line has pairs of words, stops and blocked cells: 8 bits a cell together. Diagonal lines wrap
//         round a power of two of columns: 4 to 8 bits a cell together.
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
  // Updates the map. `changed` holds the cells that became passable or blocked (what MoveGrid::update returns).
  void update(const MoveGrid& grid, const Rect& changed);
  uint64_t built_for() const { return built_for_; }  // revision of the map; 0: never
  size_t memory_bytes() const { return words_.capacity() * sizeof(uint64_t); }

  // Cells in one word of stops of a straight line. The last bit of the word is always set: beyond it lies the next
  // word. The last bit of the word of blocked cells says whether a jump from there meets a blocked cell before any jump
  // point.
  static constexpr int kCells = 63;
  static constexpr uint64_t kTail = uint64_t{1} << kCells;

  // Straight directions: stops at words[2 * (word * count + line)], blocked cells in the word after. A stop is a
  // blocked cell or a jump point: a passable cell beside which a cell is passable and the cell before that, on the same
  // side, is blocked. Cells beyond the map are blocked.
  // Diagonal directions: cells from which the step is illegal, at words[word * count + line].
  struct Lines {
    const uint64_t* words = nullptr;
    uint32_t count = 0;
  };
  Lines lines(int direction) const {
    const auto d = static_cast<size_t>(direction);
    return {words_.data() + first_[d], count_[d]};
  }
  int line_of(int direction, Cell c) const {
    const auto d = static_cast<size_t>(direction);
    if (!is_diagonal(direction)) return is_horizontal(direction) ? c.y : c.x;
    return (kDirX[d] == kDirY[d] ? c.x - c.y : c.x + c.y) & static_cast<int>(count_[d] - 1);
  }
  // Position of a cell on its line, which grows by one with every step in the direction.
  int position(int direction, Cell c) const {
    const auto d = static_cast<size_t>(direction);
    if (is_horizontal(direction)) return kDirX[d] > 0 ? c.x : width_ - 1 - c.x;
    return kDirY[d] > 0 ? c.y : height_ - 1 - c.y;
  }
  static constexpr bool is_horizontal(int direction) { return direction == 2 || direction == 6; }

  friend bool operator==(const JumpMap& a, const JumpMap& b) {
    return a.width_ == b.width_ && a.height_ == b.height_ && a.words_ == b.words_;
  }

 private:
  // Number of cells along a line of this direction.
  int length(int direction) const { return is_horizontal(direction) ? width_ : height_; }
  void update_straight(const MoveGrid& grid, int direction, const Rect& around);
  void update_diagonal(const MoveGrid& grid, int direction, const Rect& around);

  int width_ = 0;
  int height_ = 0;
  uint64_t built_for_ = 0;
  std::array<size_t, 8> first_{};  // by direction: index of its first word
  std::array<uint32_t, 8> count_{};
  std::vector<uint64_t> words_;
};

}  // namespace strata
