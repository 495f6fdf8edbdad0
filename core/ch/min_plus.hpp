// Purpose: These functions are the inner loops of customisable contraction hierarchies over contiguous rows of weights:
//          they relax a row by another row plus a constant, and store which row gave each entry.
// Units: Costs are below 2^30, so that the sum of two fits into a signed number; every processor can compare four
//        signed numbers at a time.
// Shapes: The last four entries may be computed twice, which is harmless: rows are short, and a separate loop for the
//         entries at their ends would take most of the time.
#pragma once

#include <cstdint>
#include <cstring>

#include "core/grid/cost.hpp"

namespace strata {

template <bool kEqual>
inline bool lowers(int32_t way, int32_t best) {
  return kEqual ? way <= best : way < best;
}

// If over + row[i] < best[i] (with kEqual: <=), sets
//   best[i] = over + row[i]
//   by[i] = name
// The rows must not overlap.
template <bool kEqual>
inline void lower_row(Cost* __restrict best, uint32_t* __restrict by, const Cost* __restrict row, Cost over,
                      uint32_t name, uint32_t length) {
  const auto base = static_cast<int32_t>(over);
  const auto lower = [&](uint32_t i) {
    const int32_t way = base + static_cast<int32_t>(row[i]);
    const auto before = static_cast<int32_t>(best[i]);
    const bool takes = lowers<kEqual>(way, before);
    by[i] = takes ? name : by[i];
    best[i] = static_cast<Cost>(takes ? way : before);
  };
  if (length < 4) {
    for (uint32_t i = 0; i < length; ++i) lower(i);
    return;
  }
  const auto lower_four = [&](uint32_t i) {
    for (uint32_t k = 0; k < 4; ++k) lower(i + k);
  };
  for (uint32_t i = 0; i + 4 < length; i += 4) lower_four(i);
  lower_four(length - 4);
}

// Relaxes `best` by several rows, one after the other: n goes from `begin` to `end`, k is n - begin. If the sum is not
// larger than best[i], sets
//   best[i] = over[k] + weights[rows[k] + i]
//   by[i] = n
// Relaxed entries stay in registers meanwhile.
inline void lower_by_rows(Cost* __restrict best, uint32_t* __restrict by, const Cost* __restrict weights,
                          const uint32_t* __restrict rows, const Cost* __restrict over, uint32_t begin, uint32_t end,
                          uint32_t length) {
  using FourCosts = int32_t __attribute__((vector_size(16)));
  const auto load = [](const uint32_t* from) {
    FourCosts four;
    std::memcpy(&four, from, sizeof four);
    return four;
  };
  uint32_t i = 0;
  for (; i + 4 <= length; i += 4) {
    FourCosts least = load(best + i), name = load(by + i);
    for (uint32_t n = begin; n < end; ++n) {
      const FourCosts way = load(weights + rows[n - begin] + i) + static_cast<int32_t>(over[n - begin]);
      const auto takes = way <= least;
      least = takes ? way : least;
      name = takes ? FourCosts{} + static_cast<int32_t>(n) : name;
    }
    std::memcpy(best + i, &least, sizeof least);
    std::memcpy(by + i, &name, sizeof name);
  }
  for (; i < length; ++i) {
    Cost least = best[i];
    uint32_t name = by[i];
    for (uint32_t n = begin; n < end; ++n) {
      const Cost way = over[n - begin] + weights[rows[n - begin] + i];
      name = way <= least ? n : name;
      least = way <= least ? way : least;
    }
    best[i] = least;
    by[i] = name;
  }
}

}  // namespace strata
