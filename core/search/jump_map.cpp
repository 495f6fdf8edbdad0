#include "core/search/jump_map.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/base/check.hpp"
#include "core/base/multiversion.hpp"
#include "core/base/work_count.hpp"
#include "core/grid/map_links.hpp"
#include "core/search/jump_nodes.hpp"

namespace strata {
namespace {

static_assert(std::endian::native == std::endian::little, "packed_blocked takes the first byte for the lowest one");

constexpr int kChunk = 256;  // columns of which words are put together at a time

// Returns the blocked ones of eight adjacent cells as bits: bit i is cell i, or cell 7 - i of a reversed line.
uint64_t packed_blocked(const uint8_t* weights, bool reversed) {
  uint64_t cells;
  std::memcpy(&cells, weights, sizeof(cells));
  constexpr uint64_t kLow = 0x7f7f7f7f7f7f7f7full;
  uint64_t zero = ~(((cells & kLow) + kLow) | cells | kLow) >> 7;  // one where a byte is zero
  if (reversed) zero = __builtin_bswap64(zero);
  return zero * 0x0102040810204080ull >> 56;
}

// Returns the blocked ones of up to 64 cells of a row as bits. `step` is 1, or -1 for a line in the other direction.
uint64_t blocked_in_row(const uint8_t* first, int step, int cells) {
  uint64_t bits = 0;
  int i = 0;
  for (; i + 8 <= cells; i += 8) bits |= packed_blocked(step > 0 ? first + i : first - i - 7, step < 0) << i;
  for (; i < cells; ++i) bits |= static_cast<uint64_t>(first[i * step] == 0) << i;
  return bits;
}

// Adds kRows cells of each of `columns` columns to their words, from bit `at` on. Rows are `step` cells apart.
template <int kRows>
[[gnu::always_inline]] inline void add_rows(const uint8_t* first, std::ptrdiff_t step, int columns, int at,
                                            uint64_t* words) {
  for (int x = 0; x < columns; ++x) {
    unsigned bits = 0;
    for (int k = 0; k < kRows; ++k) bits |= static_cast<unsigned>(first[k * step + x] == 0) << k;
    words[x] |= uint64_t{bits} << at;
  }
}

// Sets words[x] to the blocked ones of up to 64 cells of column x as bits.
STRATA_MULTIVERSION void blocked_in_columns(const uint8_t* first, std::ptrdiff_t step, int columns, int cells,
                                            uint64_t* words) {
  std::fill_n(words, columns, 0);
  int i = 0;
  for (; i + 8 <= cells; i += 8) add_rows<8>(first + i * step, step, columns, i, words);
  for (; i < cells; ++i) add_rows<1>(first + i * step, step, columns, i, words);
}

}  // namespace

void JumpMap::build(const MoveGrid& grid) {
  width_ = grid.width();
  height_ = grid.height();
  size_t total = 0;
  for (int direction = 0; direction < kDirections; ++direction) {
    const auto d = static_cast<size_t>(direction);
    first_[d] = total;
    // Each line has one position more than cells, which is blocked, so that every jump ends.
    if (is_diagonal(direction)) {
      count_[d] = std::bit_ceil(static_cast<uint32_t>(width_));
      total += static_cast<size_t>(count_[d]) * static_cast<size_t>(length(direction) / 64 + 1);
    } else {
      count_[d] = static_cast<uint32_t>(is_horizontal(direction) ? height_ : width_);
      total += static_cast<size_t>(count_[d]) * static_cast<size_t>(length(direction) / kCells + 1) * 2;
    }
  }
  words_.assign(total, ~uint64_t{0});
  update(grid, grid.bounds());
}

void JumpMap::update(const MoveGrid& grid, const Rect& changed) {
  STRATA_CHECK(grid.width() == width_ && grid.height() == height_);
  built_for_ = grid.built_for();
  if (changed.empty()) return;
  version_ = next_jump_version();
  // A changed cell affects the jump points and the legal diagonal steps around it.
  const Rect around = changed.grown(1).clipped(grid.bounds());
  count_work(static_cast<uint64_t>(around.width()) * static_cast<uint64_t>(around.height()));
  for (int direction = 0; direction < kDirections; ++direction) {
    if (is_diagonal(direction)) {
      update_diagonal(grid, direction, around);
    } else {
      update_straight(grid, direction, around);
    }
  }
}

void JumpMap::update_straight(const MoveGrid& grid, int direction, const Rect& around) {
  const auto d = static_cast<size_t>(direction);
  const bool horizontal = is_horizontal(direction);
  const Cell corner{around.x0, around.y0};
  const Cell other{around.x1 - 1, around.y1 - 1};
  const auto [first, last] = std::minmax({position(direction, corner), position(direction, other)});
  const int line_begin = line_of(direction, corner);
  const int line_end = line_of(direction, other) + 1;
  const int word_begin = first / kCells;
  const int word_end = last / kCells + 1;
  const int words = length(direction) / kCells + 1;
  const int count = static_cast<int>(count_[d]);
  const auto stops = [&](int line, int word) -> uint64_t& {
    return words_[first_[d] + 2 * (static_cast<size_t>(word) * count_[d] + static_cast<size_t>(line))];
  };
  const auto blocked = [&](int line, int word) -> uint64_t& { return *(&stops(line, word) + 1); };

  const std::ptrdiff_t step = grid.offsets()[d];
  std::array<uint64_t, kChunk> columns;
  for (int word = word_begin; word < word_end; ++word) {
    const int cells = std::min(kCells, length(direction) - word * kCells);
    const uint64_t outside = ~uint64_t{0} << cells;
    const int from = cell_at(direction, word * kCells);
    for (int line = line_begin; line < line_end; line += horizontal ? 1 : kChunk) {
      const uint8_t* first = grid.weights().data();
      if (cells > 0) first += grid.id(horizontal ? Cell{from, line} : Cell{line, from});
      if (horizontal) {
        blocked(line, word) = (blocked_in_row(first, static_cast<int>(step), cells) | outside) & ~kTail;
        continue;
      }
      const int now = std::min(kChunk, line_end - line);
      blocked_in_columns(first, step, now, cells, columns.data());
      for (int i = 0; i < now; ++i) blocked(line + i, word) = (columns[static_cast<size_t>(i)] | outside) & ~kTail;
    }
  }
  for (int word = word_begin; word < word_end; ++word) {
    for (int line = line_begin; line < line_end; ++line) {
      uint64_t points = 0;
      for (const int side : {line - 1, line + 1}) {
        if (side < 0 || side >= count) continue;
        const uint64_t here = blocked(side, word);
        const uint64_t carry = word > 0 ? blocked(side, word - 1) >> (kCells - 1) & 1 : 0;
        points |= (here << 1 | carry) & ~here;
      }
      stops(line, word) = kTail | points | blocked(line, word);
    }
  }
  if (grid.links() != nullptr) {
    const auto [begin, end] = std::minmax({cell_at(direction, word_begin * kCells),
                                           cell_at(direction, std::min(word_end * kCells, length(direction)) - 1)});
    for (int y = horizontal ? line_begin : begin; y < (horizontal ? line_end : end + 1); ++y) {
      const int x0 = horizontal ? begin : line_begin, x1 = horizontal ? end + 1 : line_end;
      for (const MapLink& link : grid.links()->from_cells(grid.id({x0, y}), grid.id({x1 - 1, y}))) {
        const Cell cell = grid.cell(link.from);
        const int at = position(direction, cell);
        stops(line_of(direction, cell), at / kCells) |= uint64_t{1} << at % kCells;
      }
    }
  }
  // Tail bits depend on all later words, so they are updated from the last rebuilt word back to the
  // beginning of the line.
  for (int word = word_end - 1; word >= 0; --word) {
    for (int line = line_begin; line < line_end; ++line) {
      bool dead = word == words - 1;
      if (!dead) {
        const uint64_t next = stops(line, word + 1);
        dead = (next & (0 - next) & blocked(line, word + 1)) != 0;
      }
      uint64_t& bits = blocked(line, word);
      bits = (bits & ~kTail) | (dead ? kTail : 0);
    }
  }
}

void JumpMap::update_diagonal(const MoveGrid& grid, int direction, const Rect& around) {
  const auto d = static_cast<size_t>(direction);
  const int count = static_cast<int>(count_[d]);
  for (int y = around.y0; y < around.y1; ++y) {
    const auto at = static_cast<uint32_t>(position(direction, {0, y}));
    const uint32_t shift = at & 63;
    const uint64_t keep = ~(uint64_t{1} << shift);
    uint64_t* const words = words_.data() + first_[d] + static_cast<size_t>(at / 64) * count_[d];
    const uint8_t* const moves = grid.moves().data() + grid.id({0, y});
    for (int x = around.x0; x < around.x1;) {
      const int line = line_of(direction, {x, y});
      const int run = std::min(around.x1 - x, count - line);  // until the lines wrap round
      for (int i = 0; i < run; ++i) {
        const uint64_t illegal = ~static_cast<uint64_t>(moves[x + i] >> d) & 1;
        words[line + i] = (words[line + i] & keep) | illegal << shift;
      }
      x += run;
    }
  }
}

}  // namespace strata
