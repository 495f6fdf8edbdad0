// Purpose: These functions work on rows of bits, such as the free cells of a map row: they count runs of ones, test
//          ranges, and visit the words of a range.
// Shapes: Bit x of a row is bit x % 64 of word x / 64.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace strata {

// Returns the number of consecutive ones from bit `x` on, at most `limit`.
inline int run_length(const uint64_t* row, int x, int limit) {
  int length = 0;
  while (length < limit) {
    const int at = x + length;
    const int rest = 64 - (at & 63);
    const int ones = std::countr_one(row[at >> 6] >> (at & 63));
    length += ones;
    if (ones < rest) break;
  }
  return std::min(length, limit);
}

// Returns whether the `width` bits from bit `x` on are all ones.
inline bool is_open(const uint64_t* row, int x, int width) {
  const int first = x >> 6;
  const int last = (x + width - 1) >> 6;
  const uint64_t head = ~0ull << (x & 63);
  const uint64_t tail = ~0ull >> (63 - ((x + width - 1) & 63));
  if (first == last) return (~row[first] & head & tail) == 0;
  uint64_t closed = (~row[first] & head) | (~row[last] & tail);
  for (int word = first + 1; word < last; ++word) closed |= ~row[word];
  return closed == 0;
}

// Calls use(word, mask) for each word that holds bits of the half-open range x0 to x1; `mask` selects these bits.
template <class Use>
void for_bits(uint64_t* row, int x0, int x1, Use&& use) {
  for (int x = x0; x < x1;) {
    const int end = std::min(x1, (x | 63) + 1);
    const uint64_t ones = end - x == 64 ? ~0ull : (1ull << (end - x)) - 1;
    use(row[x >> 6], ones << (x & 63));
    x = end;
  }
}

}  // namespace strata
