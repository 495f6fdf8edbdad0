// Purpose: A NodeLink joins the start or goal of a query to one node of an abstract graph at a cost. The graph
//          itself does not change.
#pragma once

#include <cstdint>

#include "core/grid/cost.hpp"

namespace strata {

struct NodeLink {
  uint32_t node = 0;
  Cost cost = 0;
};

}  // namespace strata
