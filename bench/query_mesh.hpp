// Purpose: These functions compare planners over a navigation mesh that have solved the same queries.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "bench/commands.hpp"
#include "bench/query_tally.hpp"
#include "core/world/planners.hpp"

namespace strata::bench {

// Checks that every HNA* has found the cost of A* on the mesh, if both are in the run; PCCP only if its ends are not at
// centres. `tallies`: the answers of every planner on one map, in the order of `planners`. `name_query`: "MAP from (1,
// 2) to (3, 4)". Differences go to the failures.
void compare_with_mesh(std::span<const Planner* const> planners, std::span<const Tally> tallies,
                       const QueryOptions& options, const std::function<std::string(size_t)>& name_query,
                       std::vector<std::string>& failures);
// Sums the costs of every any-angle planner over the queries that Polyanya has solved too, if Polyanya is in the run.
void compare_with_polyanya(std::span<const Planner* const> planners, std::span<Tally> tallies);

}  // namespace strata::bench
