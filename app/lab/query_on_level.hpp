// Purpose: A level (.obj) may be read or built again, with another cell size. query_on_rebuilt finds where start and
//          goal of the query lie then.
#pragma once

#include <string>

#include "core/search/plan.hpp"

namespace strata {

class Level;

struct QueryOnLevel {
  PlanQuery query;
  // Says which of start and goal have moved, and to where; empty: neither has.
  std::string said;
};
// Start and goal stay at the same place of the level if its mesh has ground there. Otherwise they move to the nearest
// cell with ground.
QueryOnLevel query_on_rebuilt(const Level& before, const Level& now, const PlanQuery& query);

}  // namespace strata
