#include "core/search/jump_map.hpp"

#include <algorithm>

#include "core/base/check.hpp"

namespace strata {
namespace {

// The cells of one line in the direction of travel.
struct LineOfCells {
  const uint8_t* first = nullptr;  // weight of the cell at position 0; null: a line outside the map
  std::ptrdiff_t step = 0;
  int length = 0;

  uint64_t blocked(int index) const {
    if (first == nullptr) return ~uint64_t{0};
    const int begin = index * 64;
    const int end = std::min(begin + 64, length);
    uint64_t bits = end < begin + 64 ? ~uint64_t{0} << std::max(end - begin, 0) : 0;
    const uint8_t* at = first + begin * step;
    for (int i = 0; i < end - begin; ++i, at += step) bits |= static_cast<uint64_t>(*at == 0) << i;
    return bits;
  }
  // Those of the cells one step behind.
  uint64_t blocked_behind(int index, uint64_t bits) const {
    const bool carry = first != nullptr && index > 0 && first[(index * 64 - 1) * step] == 0;
    return bits << 1 | static_cast<uint64_t>(carry);
  }
};

}  // namespace

void JumpMap::build(const MoveGrid& grid) {
  width_ = grid.width();
  height_ = grid.height();
  size_t total = 0;
  for (size_t i = 0; i < 4; ++i) {
    const bool horizontal = is_horizontal(static_cast<int>(i) * 2);
    const int length = horizontal ? width_ : height_;
    const int lines = horizontal ? height_ : width_;
    stride_[i] = 2 * (static_cast<uint32_t>(length) / 64 + 1);  // at least one blocked bit at the end
    first_[i] = total;
    total += static_cast<size_t>(lines) * stride_[i];
  }
  words_.assign(total, 0);
  update(grid, grid.bounds());
}

void JumpMap::update(const MoveGrid& grid, const Rect& changed) {
  STRATA_CHECK(grid.width() == width_ && grid.height() == height_);
  built_for_ = grid.built_for();
  if (changed.empty()) return;
  // A cell's passability decides about jump points beside it and one step on.
  const Rect around = changed.grown(1).clipped(grid.bounds());
  for (int direction = 0; direction < kDirections; direction += 2) update_direction(grid, direction, around);
}

void JumpMap::update_direction(const MoveGrid& grid, int direction, const Rect& around) {
  const bool horizontal = is_horizontal(direction);
  const int length = horizontal ? width_ : height_;
  const int lines = horizontal ? height_ : width_;
  const int line_begin = horizontal ? around.y0 : around.x0;
  const int line_end = horizontal ? around.y1 : around.x1;
  int begin = horizontal ? around.x0 : around.y0;
  int end = horizontal ? around.x1 : around.y1;
  if (!is_forward(direction)) {
    std::swap(begin, end);
    begin = length - begin;
    end = length - end;
  }
  if (end == length) ++end;  // the blocked bits behind the line
  const auto d = static_cast<size_t>(direction);
  const auto cells_of = [&](int line) {
    LineOfCells cells;
    if (line < 0 || line >= lines) return cells;
    const int from = is_forward(direction) ? 0 : length - 1;
    const Cell at = horizontal ? Cell{from, line} : Cell{line, from};
    cells.first = grid.weights().data() + grid.id(at);
    cells.step = grid.offsets()[d];
    cells.length = length;
    return cells;
  };
  uint64_t* const words = words_.data() + first_[d / 2];
  for (int line = line_begin; line < line_end; ++line) {
    const LineOfCells cells = cells_of(line);
    const std::array<LineOfCells, 2> beside = {cells_of(line - 1), cells_of(line + 1)};
    for (int i = begin / 64; i <= (end - 1) / 64; ++i) {
      const uint64_t blocked = cells.blocked(i);
      uint64_t forced = 0;
      for (const LineOfCells& side : beside) {
        const uint64_t bits = side.blocked(i);
        forced |= side.blocked_behind(i, bits) & ~bits;
      }
      uint64_t* const pair = words + static_cast<size_t>(line) * stride_[d / 2] + static_cast<size_t>(i) * 2;
      pair[0] = blocked;
      pair[1] = forced & ~blocked;
    }
  }
}

}  // namespace strata
