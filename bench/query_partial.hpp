// Purpose: These functions measure partial paths, for queries without a path: they lead to the nearest reachable place.
//          They are counted separately from queries with a path.
#pragma once

#include <string>
#include <vector>

#include "bench/query_set.hpp"
#include "bench/query_tally.hpp"
#include "bench/report.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/planners.hpp"

namespace strata::bench {

// Draws pairs of a start on which the agent can stand and an unreachable goal, which may be blocked. Returns fewer
// pairs, or none, if most of the cells are reachable.
std::vector<PlanQuery> select_unreachable_pairs(const MoveGrid& moves, int pairs, uint64_t seed);

// Plans a partial path for every query in a warm-up round, whose answers are checked, and in `rounds` timed rounds.
// `map` names the map in messages.
void measure_partial_paths(const World& world, const Planner& planner, const std::vector<PlanQuery>& queries,
                           PlanOptions options, int rounds, const std::string& map, Workspace& workspace,
                           QueryTally& tally, std::vector<std::string>& failures);

// Adds the columns of partial paths to a row.
void append_partial_paths(const PartialTally& tally, ReportRow& row);

}  // namespace strata::bench
