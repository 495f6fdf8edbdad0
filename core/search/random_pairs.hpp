// Purpose: random_pairs draws queries that have a path: `strata-bench queries` and the app measure planners by the same
//          pairs.
#pragma once

#include <cstdint>
#include <vector>

#include "core/grid/move_grid.hpp"
#include "core/search/plan.hpp"

namespace strata {

// Draws pairs of different cells of one connected area, uniform over start cells. Returns none if no two cells are
// connected.
std::vector<PlanQuery> random_pairs(const MoveGrid& moves, size_t pairs, uint64_t seed);

}  // namespace strata
