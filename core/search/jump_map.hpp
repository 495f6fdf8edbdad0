// Purpose: A JumpMap stores the ends of the jumps of jump point search as bits, and is updated after edits. One word
//          tells for 63 cells that a straight jump finds no jump point, a diagonal jump examines 64 cells at a time,
//          and no jump has to check the borders of the map.
// Source: Harabor, Grastien 2014, "Improving jump point search", section 4 (block-based jumping).
// Differs: The paper combines the blocked bits of three rows in every jump, and tests each diagonal step. Here the
//          stops are precomputed bits; one bit of a word tells the result beyond the word; legal diagonal steps are
//          bits, too. Every direction has lines in the order of travel, so that one function serves all directions; the
//          paper has rows and their transpose.
// Shapes: Each direction has lines of words; words of neighbouring lines are adjacent, because diagonal jumps read them
//         so. Bit i of word w is the cell at position w * kCells + i (straight) or w * 64 + i (diagonal). A straight
//         line has pairs of words, stops and blocked cells: 8 bits a cell together. Diagonal lines wrap round at a
//         power of two of columns: 4 to 8 bits a cell together.
// Links: A straight jump stops at a cell from which a link leads: such a cell is a stop, so that a map without links
// has
//        the same words, and jumps over it take the same time.
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
  // Updates the map after an edit. `changed` contains the cells that became passable or blocked (the
  // result of MoveGrid::update), or where links begin that are new or gone.
  void update(const MoveGrid& grid, const Rect& changed);
  uint64_t built_for() const { return built_for_; }  // revision of the map; 0: never built
  uint64_t version() const { return version_; }      // of the content, see next_jump_version
  size_t memory_bytes() const { return words_.capacity() * sizeof(uint64_t); }

  // The number of cells in one word of a straight line. The last bit of a word of stops is always set: it leads to
  // the next word. The last bit of a word of blocked cells tells whether a jump from there meets a blocked cell
  // before any jump point.
  static constexpr int kCells = 63;
  static constexpr uint64_t kTail = uint64_t{1} << kCells;

  // Straight directions: stops are at words[2 * (word * count + line)], blocked cells in the word after. A stop is a
  // blocked cell, a cell from which a link leads, or a jump point: a passable cell with a passable cell beside it,
  // where the cell before the latter is blocked. Cells outside the map are blocked. Diagonal directions: cells from
  // which the step is illegal, at words[word * count + line].
  struct StraightStops {
    const uint64_t* words = nullptr;
    uint32_t count = 0;
  };
  StraightStops lines(int direction) const {
    const auto d = static_cast<size_t>(direction);
    return {words_.data() + first_[d], count_[d]};
  }
  int line_of(int direction, Cell c) const {
    const auto d = static_cast<size_t>(direction);
    if (!is_diagonal(direction)) return is_horizontal(direction) ? c.y : c.x;
    return (kDirX[d] == kDirY[d] ? c.x - c.y : c.x + c.y) & static_cast<int>(count_[d] - 1);
  }
  // Returns the position of a cell on its line; it grows by one with every step in the direction.
  int position(int direction, Cell c) const {
    const auto d = static_cast<size_t>(direction);
    if (is_horizontal(direction)) return kDirX[d] > 0 ? c.x : width_ - 1 - c.x;
    return kDirY[d] > 0 ? c.y : height_ - 1 - c.y;
  }
  static constexpr bool is_horizontal(int direction) { return direction == 2 || direction == 6; }
  // Returns whether jumps in a straight direction stop at the cell.
  bool stops_at(int direction, Cell c) const {
    const auto at = static_cast<uint32_t>(position(direction, c));
    const StraightStops stops = lines(direction);
    const size_t pair = static_cast<size_t>(at / kCells) * stops.count + static_cast<size_t>(line_of(direction, c));
    return (stops.words[2 * pair] >> at % kCells & 1) != 0;
  }

  friend bool operator==(const JumpMap& a, const JumpMap& b) {
    return a.width_ == b.width_ && a.height_ == b.height_ && a.words_ == b.words_;
  }

 private:
  // Returns the number of cells on a line of this direction.
  int length(int direction) const { return is_horizontal(direction) ? width_ : height_; }
  // Returns the coordinate along its line of the cell at a position in a straight direction.
  int cell_at(int direction, int position) const {
    const auto d = static_cast<size_t>(direction);
    return kDirX[d] + kDirY[d] > 0 ? position : length(direction) - 1 - position;
  }
  void update_straight(const MoveGrid& grid, int direction, const Rect& around);
  void update_diagonal(const MoveGrid& grid, int direction, const Rect& around);

  int width_ = 0;
  int height_ = 0;
  uint64_t built_for_ = 0;
  uint64_t version_ = 0;
  std::array<size_t, 8> first_{};  // index of the first word of each direction
  std::array<uint32_t, 8> count_{};
  std::vector<uint64_t> words_;
};

}  // namespace strata
