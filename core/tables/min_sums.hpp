// Purpose: The inner loops of tables: rows of costs lowered by other rows plus a constant.
// Units: Costs up to kNoWay, as signed numbers: two of them can be added, and every processor compares four at a time.
// Shapes: The last four entries of a row are done twice if need be, which does no harm.
#pragma once

#include <cstdint>
#include <cstring>

#include "core/tables/tables_view.hpp"

namespace strata {

using FourCosts = int32_t __attribute__((vector_size(16)));

inline FourCosts load_four(const Cost* from) {
  FourCosts four;
  std::memcpy(&four, from, sizeof four);
  return four;
}
inline void store_four(Cost* to, FourCosts four) { std::memcpy(to, &four, sizeof four); }
inline FourCosts lower_of(FourCosts a, FourCosts b) { return a < b ? a : b; }

// best[i] = min(best[i], min over n < count of over[n] + rows[n][i]). The rows overlap `best` nowhere.
template <class RowOf>
inline void lower_by_sums(Cost* __restrict best, uint32_t length, uint32_t count, const Cost* __restrict over,
                          const RowOf& row_of) {
  if (length < 4) {
    for (uint32_t n = 0; n < count; ++n) {
      const Cost* row = row_of(n);
      for (uint32_t i = 0; i < length; ++i) {
        const Cost way = over[n] + row[i];
        best[i] = way < best[i] ? way : best[i];
      }
    }
    return;
  }
  const auto lower_sixteen = [&](uint32_t i) {
    FourCosts a = load_four(best + i), b = load_four(best + i + 4), c = load_four(best + i + 8),
              d = load_four(best + i + 12);
    for (uint32_t n = 0; n < count; ++n) {
      const Cost* row = row_of(n) + i;
      const auto base = static_cast<int32_t>(over[n]);
      a = lower_of(load_four(row) + base, a);
      b = lower_of(load_four(row + 4) + base, b);
      c = lower_of(load_four(row + 8) + base, c);
      d = lower_of(load_four(row + 12) + base, d);
    }
    store_four(best + i, a);
    store_four(best + i + 4, b);
    store_four(best + i + 8, c);
    store_four(best + i + 12, d);
  };
  const auto lower_four = [&](uint32_t i) {
    FourCosts a = load_four(best + i);
    for (uint32_t n = 0; n < count; ++n) {
      a = lower_of(load_four(row_of(n) + i) + static_cast<int32_t>(over[n]), a);
    }
    store_four(best + i, a);
  };
  uint32_t i = 0;
  for (; i + 16 <= length; i += 16) lower_sixteen(i);
  for (; i + 4 < length; i += 4) lower_four(i);
  if (i < length) lower_four(length - 4);
}

// The same for four rows.
inline void lower_by_four(Cost* __restrict best, uint32_t length, const Cost* __restrict over,
                          const Cost* const* __restrict rows) {
  const Cost *r0 = rows[0], *r1 = rows[1], *r2 = rows[2], *r3 = rows[3];
  const auto o0 = static_cast<int32_t>(over[0]), o1 = static_cast<int32_t>(over[1]), o2 = static_cast<int32_t>(over[2]),
             o3 = static_cast<int32_t>(over[3]);
  const auto lower = [&](uint32_t i) {
    const FourCosts a = lower_of(load_four(r0 + i) + o0, load_four(r1 + i) + o1);
    const FourCosts b = lower_of(load_four(r2 + i) + o2, load_four(r3 + i) + o3);
    store_four(best + i, lower_of(lower_of(a, b), load_four(best + i)));
  };
  if (length < 4) {
    for (uint32_t n = 0; n < 4; ++n) {
      for (uint32_t i = 0; i < length; ++i) {
        const Cost way = over[n] + rows[n][i];
        best[i] = way < best[i] ? way : best[i];
      }
    }
    return;
  }
  uint32_t i = 0;
  for (; i + 4 < length; i += 4) lower(i);
  lower(length - 4);
}

}  // namespace strata
