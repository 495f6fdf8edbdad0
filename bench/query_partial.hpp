// Purpose: These functions measure partial paths: queries without a path, whose answers lead to the nearest place that
//          can be reached. They are counted apart from the queries with a path.
#pragma once

#include <string>
#include <vector>

#include "bench/query_set.hpp"
#include "bench/query_tally.hpp"
#include "bench/report.hpp"
#include "core/world/planners.hpp"

namespace strata::bench {

// Draws pairs of a cell on which the agent can stand and a goal that it cannot reach, blocked cells among the goals.
// Returns fewer pairs, or none, if most of the cells can be reached.
std::vector<Query> select_unreachable_pairs(const MoveGrid& moves, int pairs, uint64_t seed);

// Plans a partial path for every query that can have no path, in a warm-up round, whose answers are checked, and in
// `rounds` timed rounds. `name`: a query's name for messages.
void measure_partial_paths(const World& world, const Planner& planner, const std::vector<Query>& queries,
                           PlanOptions options, int rounds, const std::string& map, Workspace& workspace, Tally& tally,
                           std::vector<std::string>& failures);

// Adds the keys of partial paths.
void append_partial_paths(const PartialTally& tally, Row& row);

}  // namespace strata::bench
