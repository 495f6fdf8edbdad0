#include "core/grid/cell_set.hpp"

#include <bit>

#include "core/base/check.hpp"
#include "core/grid/grid_map.hpp"

namespace strata {
namespace {

// Returns a word with the bits first <= bit < last set.
constexpr uint64_t bits_between(int first, int last) {
  const uint64_t below = last >= 64 ? ~uint64_t{0} : (uint64_t{1} << last) - 1;
  return below & ~uint64_t{0} << first;
}

}  // namespace

CellSet::CellSet(int width, int height)
    : width_(width),
      height_(height),
      columns_((width + kBits - 1) / kBits),
      words_(static_cast<size_t>(columns_) * static_cast<size_t>(height), 0) {}

uint64_t CellSet::count() const {
  uint64_t cells = 0;
  for (const uint64_t one : words_) cells += static_cast<uint64_t>(std::popcount(one));
  return cells;
}

Rect CellSet::bounds() const {
  Rect found;
  for (int y = 0; y < height_; ++y) {
    int first = -1, last = -1;
    for (int column = 0; column < columns_; ++column) {
      const uint64_t one = words_[index(column * kBits, y)];
      if (one == 0) continue;
      if (first < 0) first = column * kBits + std::countr_zero(one);
      last = column * kBits + kBits - 1 - std::countl_zero(one);
    }
    if (first >= 0) found.include(Rect{first, y, last + 1, y + 1});
  }
  return found;
}

void CellSet::put(const Rect& cells, bool in) {
  const Rect inside = cells.clipped({0, 0, width_, height_});
  if (inside.empty()) return;
  for (int y = inside.y0; y < inside.y1; ++y) {
    for (int x = inside.x0; x < inside.x1;) {
      const int from = x % kBits;
      const int end = std::min(inside.x1, x - from + kBits);
      const uint64_t bits = bits_between(from, from + end - x);
      uint64_t& one = words_[index(x, y)];
      one = in ? one | bits : one & ~bits;
      x = end;
    }
  }
}

void CellSet::add(const CellSet& other) {
  STRATA_CHECK(other.width_ == width_ && other.height_ == height_);
  for (size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
}

void CellSet::remove(const CellSet& other) {
  STRATA_CHECK(other.width_ == width_ && other.height_ == height_);
  for (size_t i = 0; i < words_.size(); ++i) words_[i] &= ~other.words_[i];
}

void CellSet::invert() {
  CellSet all(width_, height_);
  all.put({0, 0, width_, height_}, true);
  for (size_t i = 0; i < words_.size(); ++i) words_[i] = all.words_[i] & ~words_[i];
}

void CellSet::clear() { std::fill(words_.begin(), words_.end(), 0); }

int CellSet::next(int x, int y, bool in) const {
  while (x < width_) {
    const uint64_t one = in ? word(x, y) : ~word(x, y);
    const uint64_t rest = one >> (x % kBits);
    if (rest != 0) return std::min(width_, x + std::countr_zero(rest));
    x += kBits - x % kBits;
  }
  return width_;
}

CellSet connected_area(const GridMap& map, Cell seed) {
  CellSet area(map.width(), map.height());
  if (!map.contains(seed)) return area;
  const Terrain terrain = map.terrain(seed);
  std::vector<Cell> stack{seed};
  const auto wanted = [&](int x, int y) { return map.terrain(Cell{x, y}) == terrain && !area.contains({x, y}); };
  while (!stack.empty()) {
    const Cell cell = stack.back();
    stack.pop_back();
    if (!wanted(cell.x, cell.y)) continue;
    int x0 = cell.x, x1 = cell.x + 1;
    while (x0 > 0 && wanted(x0 - 1, cell.y)) --x0;
    while (x1 < map.width() && wanted(x1, cell.y)) ++x1;
    area.put({x0, cell.y, x1, cell.y + 1}, true);
    for (const int y : {cell.y - 1, cell.y + 1}) {
      if (y < 0 || y >= map.height()) continue;
      for (int x = x0; x < x1; ++x) {
        if (wanted(x, y) && (x == x0 || !wanted(x - 1, y))) stack.push_back({x, y});
      }
    }
  }
  return area;
}

}  // namespace strata
