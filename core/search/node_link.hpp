// Purpose: What is known of a start or goal that is inserted into an abstract graph.
#pragma once

#include <cstdint>

#include "core/grid/cost.hpp"

namespace strata {

// One link of a start or goal inserted into an abstract graph.
struct NodeLink {
  uint32_t node = 0;
  Cost cost = 0;
};

}  // namespace strata
