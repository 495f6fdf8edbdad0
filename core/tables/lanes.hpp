// Purpose: Lanes are threads that work at one item side by side. A class of lanes says how many there are, which one is
//          running, and what the least of their values is, for host and device.
// Shapes: All lanes of a group come to the same calls. On the host, and for most kernels, there is one.
#pragma once

#include <cstdint>

#include "core/base/check.hpp"

namespace strata {

struct OneLane {
  static constexpr uint32_t kCount = 1;
  STRATA_HD static uint32_t index() { return 0; }
  // Returns the least of the values of all lanes, in each lane.
  STRATA_HD static uint32_t least(uint32_t value) { return value; }
};

}  // namespace strata
