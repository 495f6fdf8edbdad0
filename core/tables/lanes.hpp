// Purpose: Lanes are parallel threads that work on the same item. A lane class gives their number, the index of the
//          running lane, and the minimum of a value over all lanes, on host and device.
// Shapes: All lanes of a group make the same calls. On the host, and in most kernels, there is one lane.
#pragma once

#include <cstdint>

#include "core/base/check.hpp"

namespace strata {

struct OneLane {
  static constexpr uint32_t kCount = 1;
  STRATA_HD static uint32_t index() { return 0; }
  // Returns the minimum of the values of all lanes, in each lane.
  STRATA_HD static uint32_t least(uint32_t value) { return value; }
};

}  // namespace strata
