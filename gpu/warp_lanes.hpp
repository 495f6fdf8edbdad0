// Purpose: WarpLanes lets several threads of a warp work on one item as lanes (core/tables/lane_sums.hpp).
// Source: NVIDIA, CUDA Programming Guide: warp shuffle functions.
// Shapes: kCount is a power of two up to 32 and divides the block size; lane 0 of a group is at a multiple of kCount.
//         All lanes of a group make the same calls; other groups of the warp need not.
#pragma once

#include <cstdint>

#include "core/base/check.hpp"

namespace strata {

template <uint32_t kOfItem>
struct WarpLanes {
  static_assert(kOfItem > 0 && kOfItem <= 32 && (kOfItem & (kOfItem - 1)) == 0);
  static constexpr uint32_t kCount = kOfItem;
#if defined(__CUDA_ARCH__)
  STRATA_HD static uint32_t index() { return threadIdx.x % kCount; }
  STRATA_HD static uint32_t least(uint32_t value) {
    const unsigned group = (0xffffffffu >> (32 - kCount)) << (threadIdx.x % 32 / kCount * kCount);
    for (uint32_t apart = kCount / 2; apart > 0; apart /= 2) {
      const uint32_t other = __shfl_xor_sync(group, value, static_cast<int>(apart));
      value = other < value ? other : value;
    }
    return value;
  }
#else
  // These functions are never called: only the host compiler parses them.
  STRATA_HD static uint32_t index() { return 0; }
  STRATA_HD static uint32_t least(uint32_t value) { return value; }
#endif
};

}  // namespace strata
