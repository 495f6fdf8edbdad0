// Purpose: query_on_rebuilt takes start and goal over to a level that was read or made again, whose cells may have
//          another size.
#pragma once

#include <string>

#include "core/search/plan.hpp"

namespace strata {

class Level;

struct QueryOnLevel {
  Query query;
  std::string said;  // which ends have moved, and where to; empty: they stand where they stood
};
// Start and goal stay where they stand in the level if there is ground of its mesh, else they go to the nearest cell
// that has some.
QueryOnLevel query_on_rebuilt(const Level& before, const Level& now, const Query& query);

}  // namespace strata
