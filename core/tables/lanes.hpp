// Purpose: Threads that work at one item side by side, the lanes of a group, as functions for host and device see them:
//          how many there are, which one this is, and the least of what each of them has.
// Shapes: All lanes of a group come to the same calls. On the host, and for most kernels, there is one.
#pragma once

#include <cstdint>

#include "core/base/check.hpp"

namespace strata {

struct OneLane {
  static constexpr uint32_t kCount = 1;
  STRATA_HD static uint32_t index() { return 0; }
  // The least of the values of all lanes, in each of them.
  STRATA_HD static uint32_t least(uint32_t value) { return value; }
};

}  // namespace strata
