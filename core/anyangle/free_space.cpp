#include "core/anyangle/free_space.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace strata {

void FreeSpace::build(const MoveGrid& grid) {
  width_ = grid.width();
  height_ = grid.height();
  words_ = (static_cast<size_t>(width_) + 2 + 63) / 64;
  bits_.assign(words_ * (static_cast<size_t>(height_) + 2), 0);
  for (int y = 0; y < height_; ++y) {
    uint64_t* const bits = bits_.data() + static_cast<size_t>(y + 1) * words_;
    for (int x = 0; x < width_; ++x) {
      const auto at = static_cast<size_t>(x) + 1;
      if (grid.passable(Cell{x, y})) bits[at / 64] |= uint64_t{1} << (at % 64);
    }
  }
}

bool FreeSpace::all_free(int y, int x0, int x1) const {
  const uint64_t* const bits = row(y);
  const auto from = static_cast<uint32_t>(x0 + 1), to = static_cast<uint32_t>(x1 + 1);
  uint64_t mask = ~uint64_t{0} << (from & 63);
  for (uint32_t word = from >> 6; word < to >> 6; ++word) {
    if ((~bits[word] & mask) != 0) return false;
    mask = ~uint64_t{0};
  }
  return (~bits[to >> 6] & mask & (~uint64_t{0} >> (63 - (to & 63)))) == 0;
}

int FreeSpace::next(int y, int x, int step, bool free) const {
  const uint64_t* const bits = row(y);
  const uint64_t flip = free ? 0 : ~uint64_t{0};
  const auto at = static_cast<uint32_t>(x + 1);
  auto word = static_cast<int>(at >> 6);
  if (step > 0) {
    uint64_t rest = (bits[word] ^ flip) & (~uint64_t{0} << (at & 63));
    while (rest == 0 && word + 1 < static_cast<int>(words_)) rest = bits[++word] ^ flip;
    return rest == 0 ? width_ : std::min(width_, word * 64 + std::countr_zero(rest) - 1);
  }
  uint64_t rest = (bits[word] ^ flip) & (~uint64_t{0} >> (63 - (at & 63)));
  while (rest == 0 && word > 0) rest = bits[--word] ^ flip;
  return rest == 0 ? -1 : word * 64 + 63 - std::countl_zero(rest) - 1;
}

bool FreeSpace::sees(HalfCellPoint a, HalfCellPoint b) const {
  if (a.y > b.y) std::swap(a, b);
  const int64_t dx = b.x - a.x, dy = b.y - a.y;
  if (dy == 0) {
    const auto [low, high] = std::minmax(a.x, b.x);
    return all_free(a.y >> 1, low >> 1, (high - 1) >> 1);
  }
  // Where the line meets a border between rows, counted in cells: column + part / whole.
  const int64_t whole = 2 * dy;
  struct Meeting {
    int64_t column, part;
  };
  const auto meet = [&](int64_t y) {
    const int64_t x = a.x * dy + dx * (y - a.y);  // not below 0
    return Meeting{x / whole, x % whole};
  };
  // From one border to the next x grows by dx / dy cells.
  const int64_t step = (2 * dx - (dx < 0 ? whole - 1 : 0)) / whole, rest = 2 * dx - step * whole;
  const int first = a.y >> 1, last = (b.y - 1) >> 1;
  Meeting in = meet(a.y);
  for (int y = first;; ++y) {
    Meeting out;
    if (y == last || y == first) {
      out = meet(std::min<int64_t>(b.y, 2 * int64_t{y} + 2));
    } else {
      out = {in.column + step, in.part + rest};
      if (out.part >= whole) out = {out.column + 1, out.part - whole};
    }
    const Meeting& left = dx >= 0 ? in : out;
    const Meeting& right = dx >= 0 ? out : in;
    const int64_t end = right.part == 0 ? right.column - 1 : right.column;
    if (!all_free(y, static_cast<int>(left.column), static_cast<int>(end))) return false;
    if (y == last) return true;
    in = out;
    if (in.part != 0 || dx == 0) continue;
    // Through a vertex: the two cells beside the line must not both be blocked.
    const auto x = static_cast<int>(in.column);
    if (!free(dx > 0 ? x : x - 1, y) && !free(dx > 0 ? x - 1 : x, y + 1)) return false;
  }
}

bool FreeSpace::is_corner(int x, int y, Quadrant& blocked) const {
  int count = 0;
  for (const int dy : {-1, 1}) {
    for (const int dx : {-1, 1}) {
      if (free(dx > 0 ? x : x - 1, dy > 0 ? y : y - 1)) continue;
      ++count;
      blocked = {static_cast<int8_t>(dx), static_cast<int8_t>(dy)};
    }
  }
  return count == 1;
}

}  // namespace strata
