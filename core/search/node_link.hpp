// Purpose: A NodeLink joins the start or the goal of a query to one node of an abstract graph, at a cost. The graph
//          itself is not changed.
#pragma once

#include <cstdint>

#include "core/grid/cost.hpp"

namespace strata {

// A link from a start or goal to a node of an abstract graph.
struct NodeLink {
  uint32_t node = 0;
  Cost cost = 0;
};

}  // namespace strata
