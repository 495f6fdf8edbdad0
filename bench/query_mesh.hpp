// Purpose: These functions compare the costs of planners over a navigation mesh on the same queries.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "bench/commands.hpp"
#include "bench/query_tally.hpp"
#include "core/world/planners.hpp"

namespace strata::bench {

// Checks that every HNA* planner found the cost of A* on the mesh, if both are in the run; PCCP only if its ends are
// not moved to centroids. `tallies` holds the answers of all planners on one map, in the order of `planners`.
// `name_query` returns a text such as "MAP from (1,2) to (3,4)". Differences are added to `failures`.
void compare_with_mesh(std::span<const Planner* const> planners, std::span<const QueryTally> tallies,
                       const QueryOptions& options, const std::function<std::string(size_t)>& name_query,
                       std::vector<std::string>& failures);
// Sums the costs of every any-angle planner over the queries that Polyanya also solved, if Polyanya is in the run.
void compare_with_polyanya(std::span<const Planner* const> planners, std::span<QueryTally> tallies);

}  // namespace strata::bench
