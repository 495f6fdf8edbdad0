#include "core/ch/label_sums.hpp"

#include <cstddef>
#include <cstring>

#include "core/base/multiversion.hpp"
#include "core/ch/cch.hpp"

namespace strata {

#pragma GCC diagnostic ignored "-Wpsabi"  // the warning concerns inlined functions, whose ABI does not matter

namespace {

// Eight costs fill the widest registers of the function clones; for narrower ones the compiler uses two steps.
using EightCosts = int32_t __attribute__((vector_size(32)));
constexpr uint32_t kWide = 8;
constexpr auto kNone = static_cast<int32_t>(Cch::kNone);

[[gnu::always_inline]] inline EightCosts load(const Cost* from) {
  EightCosts eight;
  std::memcpy(&eight, from, sizeof eight);
  return eight;
}
[[gnu::always_inline]] inline EightCosts lower_of(EightCosts a, EightCosts b) { return a < b ? a : b; }
[[gnu::always_inline]] inline int32_t least_of(EightCosts eight) {
  eight = lower_of(eight, __builtin_shufflevector(eight, eight, 4, 5, 6, 7, 0, 1, 2, 3));
  eight = lower_of(eight, __builtin_shufflevector(eight, eight, 2, 3, 0, 1, 6, 7, 4, 5));
  eight = lower_of(eight, __builtin_shufflevector(eight, eight, 1, 0, 3, 2, 5, 4, 7, 6));
  return eight[0];
}

[[gnu::always_inline]] inline const Cost* label_of(const LabelGroup& group, uint32_t i) {
  return group.entries + group.first[size_t{i} * group.stride];
}

// Returns the least sums of `count` >= 8 entries, lane by lane.
[[gnu::always_inline]] inline EightCosts least_sums(const Cost* a, const Cost* b, uint32_t count) {
  EightCosts first = load(a) + load(b), second = first;
  uint32_t k = kWide;
  for (; k + 2 * kWide <= count; k += 2 * kWide) {
    first = lower_of(load(a + k) + load(b + k), first);
    second = lower_of(load(a + k + kWide) + load(b + k + kWide), second);
  }
  if (k + kWide <= count) second = lower_of(load(a + k) + load(b + k), second);
  // The last eight entries may overlap with earlier ones.
  first = lower_of(load(a + count - kWide) + load(b + count - kWide), first);
  return lower_of(first, second);
}
[[gnu::always_inline]] inline int32_t least_few_sums(const Cost* a, const Cost* b, uint32_t count) {
  int32_t least = 2 * kNone;
  for (uint32_t k = 0; k < count; ++k) {
    const auto sum = static_cast<int32_t>(a[k] + b[k]);
    least = sum < least ? sum : least;
  }
  return least;
}

}  // namespace

STRATA_MULTIVERSION Cost least_label_sum(const Cost* a, const Cost* b, uint32_t count) {
  return static_cast<Cost>(count >= kWide ? least_of(least_sums(a, b, count)) : least_few_sums(a, b, count));
}

namespace {

[[gnu::always_inline]] inline Cost least_block_sum(const BlockedLabel& a, const BlockedLabel& b, uint32_t block,
                                                   uint32_t count) {
  const uint32_t begin = block * kLabelBlock, length = count - begin;
  const Cost *own = a.entries + begin, *other = b.entries + begin;
  return static_cast<Cost>(length >= kWide
                               ? least_of(least_sums(own, other, length < kLabelBlock ? length : kLabelBlock))
                               : least_few_sums(own, other, length));
}

}  // namespace

STRATA_MULTIVERSION Cost least_label_sum_in_blocks(const BlockedLabel& a, const BlockedLabel& b, uint32_t count,
                                                   Cost most) {
  const uint32_t blocks = (count + kLabelBlock - 1) / kLabelBlock;
  if (blocks <= 2) {
    return static_cast<Cost>(count >= kWide ? least_of(least_sums(a.entries, b.entries, count))
                                            : least_few_sums(a.entries, b.entries, count));
  }
  uint32_t first = 0;
  Cost bound = a.minima[0] + b.minima[0];
  for (uint32_t i = 1; i < blocks; ++i) {
    const Cost sum = a.minima[i] + b.minima[i];
    first = sum < bound ? i : first;
    bound = sum < bound ? sum : bound;
  }
  if (bound > most) return bound;
  Cost best = least_block_sum(a, b, first, count);
  for (uint32_t i = 0; i < blocks; ++i) {
    if (i == first || a.minima[i] + b.minima[i] >= best) continue;
    const Cost sum = least_block_sum(a, b, i, count);
    best = sum < best ? sum : best;
  }
  return best;
}

uint32_t first_label_sum(const BlockedLabel& a, const BlockedLabel& b, uint32_t count, Cost sum) {
  for (uint32_t begin = 0;; begin += kLabelBlock) {
    const uint32_t block = begin / kLabelBlock;
    if (a.minima[block] + b.minima[block] > sum) continue;  // a bound: it holds for entries from `count` on, too
    const uint32_t end = begin + kLabelBlock < count ? begin + kLabelBlock : count;
    for (uint32_t k = begin; k < end; ++k) {
      if (a.entries[k] + b.entries[k] == sum) return k;
    }
  }
}

STRATA_MULTIVERSION void least_label_ways(const LabelGroup& group, Cost* ways, uint32_t begin, uint32_t end) {
  uint32_t k = begin;
  for (; k + kWide <= end; k += kWide) {
    EightCosts least = EightCosts{} + kNone;
    for (uint32_t i = 0; i < group.count; ++i)
      least = lower_of(load(label_of(group, i) + k) + static_cast<int32_t>(group.costs[i]), least);
    std::memcpy(ways + k, &least, sizeof least);
  }
  for (; k < end; ++k) {
    int32_t least = kNone;
    for (uint32_t i = 0; i < group.count; ++i) {
      const auto way = static_cast<int32_t>(group.costs[i] + label_of(group, i)[k]);
      least = way < least ? way : least;
    }
    ways[k] = static_cast<Cost>(least);
  }
}

namespace {

using FourCosts = int32_t __attribute__((vector_size(16)));
constexpr uint32_t kFew = 4, kMaxFours = 4;

[[gnu::always_inline]] inline FourCosts load_four(const Cost* from) {
  FourCosts four;
  std::memcpy(&four, from, sizeof four);
  return four;
}
[[gnu::always_inline]] inline FourCosts lower_of(FourCosts a, FourCosts b) { return a < b ? a : b; }

// Chooses among all labels at once, with four of them in a register.
template <uint32_t kFours>
[[gnu::always_inline]] inline LabelMinimum least_side_by_side(const LabelGroup& group, const Cost* ways,
                                                              uint32_t length, Cost best) {
  FourCosts least[kFours], other[kFours];
  for (uint32_t v = 0; v < kFours; ++v) least[v] = other[v] = FourCosts{} + 2 * kNone;
  constexpr uint32_t kRow = kFours * kFew;
  const Cost* row = group.block;
  uint32_t k = 0;
  for (; k + 2 <= length; k += 2, row += 2 * kRow) {
    const auto one = static_cast<int32_t>(ways[k]), two = static_cast<int32_t>(ways[k + 1]);
    for (uint32_t v = 0; v < kFours; ++v) {
      least[v] = lower_of(load_four(row + v * kFew) + one, least[v]);
      other[v] = lower_of(load_four(row + kRow + v * kFew) + two, other[v]);
    }
  }
  if (k < length) {
    const auto one = static_cast<int32_t>(ways[k]);
    for (uint32_t v = 0; v < kFours; ++v) least[v] = lower_of(load_four(row + v * kFew) + one, least[v]);
  }
  Cost rest[kRow];
  for (uint32_t v = 0; v < kFours; ++v) {
    const FourCosts both = lower_of(least[v], other[v]);
    std::memcpy(rest + v * kFew, &both, sizeof both);
  }
  LabelMinimum choice{best, LabelMinimum::kNoLabel};
  for (uint32_t i = 0; i < group.count; ++i) {
    const Cost cost = group.costs[i] + rest[i];  // below 2^32
    const bool less = cost < choice.cost;
    choice.cost = less ? cost : choice.cost;
    choice.label = less ? i : choice.label;
  }
  return choice;
}

}  // namespace

STRATA_MULTIVERSION LabelMinimum least_of_labels(const LabelGroup& group, const Cost* ways, uint32_t length,
                                                 Cost best) {
  if (group.block != nullptr && group.count <= kMaxFours * kFew) {
    switch ((group.count + kFew - 1) / kFew) {
      case 1:
        return least_side_by_side<1>(group, ways, length, best);
      case 2:
        return least_side_by_side<2>(group, ways, length, best);
      case 3:
        return least_side_by_side<3>(group, ways, length, best);
      default:
        return least_side_by_side<kMaxFours>(group, ways, length, best);
    }
  }
  LabelMinimum choice{best, LabelMinimum::kNoLabel};
  for (uint32_t i = 0; i < group.count; ++i) {
    if (group.costs[i] >= choice.cost) continue;
    const Cost* label = label_of(group, i);
    const int32_t rest =
        length >= kWide ? least_of(least_sums(label, ways, length)) : least_few_sums(label, ways, length);
    const Cost cost = group.costs[i] + static_cast<Cost>(rest);
    if (cost >= choice.cost) continue;
    choice = {cost, i};
  }
  return choice;
}

STRATA_MULTIVERSION void lower_label(Cost* __restrict best, uint32_t* __restrict by, const Cost* __restrict row,
                                     Cost over, uint32_t name, uint32_t length) {
  const auto base = static_cast<int32_t>(over);
  for (uint32_t i = 0; i < length; ++i) {
    const int32_t way = base + static_cast<int32_t>(row[i]), before = static_cast<int32_t>(best[i]);
    by[i] = way < before ? name : by[i];
    best[i] = static_cast<Cost>(way < before ? way : before);
  }
}

}  // namespace strata
