// Purpose: This header defines rectangles and directions of a grid; strata/cell.hpp has the cells.
// Units: Cells. (0,0) is the top left corner, x grows to the right, y grows downwards.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "strata/cell.hpp"

namespace strata {

using CellId = uint32_t;  // y * width + x
inline constexpr CellId kNoCell = 0xffffffffu;

// A half-open rectangle of the cells with x0 <= x < x1 and y0 <= y < y1. It is empty if no cell satisfies this.
struct Rect {
  int x0 = 0, y0 = 0, x1 = 0, y1 = 0;

  bool empty() const { return x0 >= x1 || y0 >= y1; }
  int width() const { return x1 - x0; }
  int height() const { return y1 - y0; }
  bool contains(Cell c) const { return c.x >= x0 && c.x < x1 && c.y >= y0 && c.y < y1; }
  Rect grown(int by) const { return {x0 - by, y0 - by, x1 + by, y1 + by}; }
  Rect clipped(const Rect& to) const {
    return {std::max(x0, to.x0), std::max(y0, to.y0), std::min(x1, to.x1), std::min(y1, to.y1)};
  }
  void include(Cell c) { include(Rect{c.x, c.y, c.x + 1, c.y + 1}); }
  void include(const Rect& other) {
    if (other.empty()) return;
    if (empty()) {
      *this = other;
      return;
    }
    x0 = std::min(x0, other.x0);
    y0 = std::min(y0, other.y0);
    x1 = std::max(x1, other.x1);
    y1 = std::max(y1, other.y1);
  }
  friend bool operator==(const Rect&, const Rect&) = default;
};

// Directions count clockwise from north; odd ones are diagonal. `d ^ 4` is the opposite of direction d.
inline constexpr int kDirections = 8;
inline constexpr std::array<int, 8> kDirX = {0, 1, 1, 1, 0, -1, -1, -1};
inline constexpr std::array<int, 8> kDirY = {-1, -1, 0, 1, 1, 1, 0, -1};
inline constexpr uint8_t kStraightMoves = 0b01010101;  // bit d is set if direction d is straight
constexpr bool is_diagonal(int direction) { return (direction & 1) != 0; }
constexpr int opposite(int direction) { return direction ^ 4; }

}  // namespace strata
