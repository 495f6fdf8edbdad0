// Purpose: LaneSums are the inner loops over hub labels (core/ch/label_sums.hpp) for a device: in one thread, or in
//          several parallel threads (lanes), each of which handles every kCount-th entry.
// Source: core/ch/labels.hpp.
// Shapes: All lanes of a group call the same function with the same arguments and get the same result. Entry k of
//         `ways` belongs to lane k % kCount in every call; a lane accesses only its own entries.
// Ties: As in core/ch/label_sums.hpp, for any number of lanes.
#pragma once

#include "core/ch/label_sums.hpp"
#include "core/tables/lanes.hpp"
#include "core/tables/tables_view.hpp"

namespace strata {

template <class OfLanes>
struct LaneSums {
  using Lanes = OfLanes;
  // Returns the first entry from `begin` on that belongs to this lane.
  STRATA_HD static uint32_t first_from(uint32_t begin) {
    const uint32_t own = begin - begin % Lanes::kCount + Lanes::index();
    return own < begin ? own + Lanes::kCount : own;
  }

  // Returns the least sum of this lane's entries; the minimum over all lanes is that of all entries.
  STRATA_HD static Cost least_own_sum(const Cost* a, const Cost* b, uint32_t count) {
    return least_sum(a, b, Lanes::index(), count, Lanes::kCount);
  }
  // Returns the least sum of all entries, computed by this lane alone.
  STRATA_HD static Cost least_sum(const Cost* a, const Cost* b, uint32_t count) { return least_sum(a, b, 0, count, 1); }

  STRATA_HD static void least_ways(const LabelGroup& group, Cost* ways, uint32_t begin, uint32_t end) {
    for (uint32_t from = first_from(begin); from < end; from += kAtOnce * Lanes::kCount) {
      uint32_t at[kAtOnce];
      Cost least[kAtOnce];
      for (uint32_t u = 0; u < kAtOnce; ++u) {
        at[u] = within(from, u, end);
        least[u] = kNoWay;
      }
      for (uint32_t i = 0; i < group.count; ++i) {
        const Cost cost = group.costs[i];
        const Cost* label = label_of(group, i);
        for (uint32_t u = 0; u < kAtOnce; ++u) {
          const Cost way = cost + label[at[u]];
          least[u] = way < least[u] ? way : least[u];
        }
      }
      for (uint32_t u = 0; u < kAtOnce; ++u) {
        if (from + u * Lanes::kCount < end) ways[from + u * Lanes::kCount] = least[u];
      }
    }
  }

  STRATA_HD static LabelMinimum least_of(const LabelGroup& group, const Cost* ways, uint32_t length, Cost best) {
    LabelMinimum own{best, LabelMinimum::kNoLabel};
    for (uint32_t from = Lanes::index(); from < length; from += kAtOnce * Lanes::kCount) {
      uint32_t at[kAtOnce];
      Cost rest[kAtOnce];
      for (uint32_t u = 0; u < kAtOnce; ++u) {
        at[u] = within(from, u, length);
        rest[u] = from + u * Lanes::kCount < length ? ways[at[u]] : kNoWay;
      }
      for (uint32_t i = 0; i < group.count; ++i) {
        const Cost cost = group.costs[i];
        if (cost >= best) continue;
        const Cost* label = label_of(group, i);
        Cost least = 2 * kNoWay;
        for (uint32_t u = 0; u < kAtOnce; ++u) {
          const Cost sum = label[at[u]] + rest[u];
          least = sum < least ? sum : least;
        }
        least += cost;
        if (least < own.cost || (least == own.cost && i < own.label)) own = {least, i};
      }
    }
    const Cost least = Lanes::least(own.cost);
    const uint32_t label = Lanes::least(own.cost == least ? own.label : LabelMinimum::kNoLabel);
    return least < best ? LabelMinimum{least, label} : LabelMinimum{best, LabelMinimum::kNoLabel};
  }

 private:
  STRATA_HD static Cost least_sum(const Cost* a, const Cost* b, uint32_t begin, uint32_t end, uint32_t step) {
    Cost least = 2 * kNoWay;
    for (uint32_t k = begin; k < end; k += step) {
      const Cost sum = a[k] + b[k];
      least = sum < least ? sum : least;
    }
    return least;
  }

  static constexpr uint32_t kAtOnce = 4;  // entries of a lane whose sums are held in registers at a time
  // Returns the u-th entry of this lane from `from` on, or the last entry before `end` if there are fewer: a redundant
  // look-up is cheaper than a branch.
  STRATA_HD static uint32_t within(uint32_t from, uint32_t u, uint32_t end) {
    const uint32_t k = from + u * Lanes::kCount;
    return k < end ? k : end - 1;
  }
  STRATA_HD static const Cost* label_of(const LabelGroup& group, uint32_t i) {
    return group.entries + group.first[static_cast<size_t>(i) * group.stride];
  }
};

// The sums computed by a single thread of a device.
using PlainSums = LaneSums<OneLane>;

}  // namespace strata
