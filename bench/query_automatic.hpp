// Purpose: measure_automatic compares HPA* with automatic options with HPA* as published, on the queries of one map.
#pragma once

#include <string>
#include <vector>

#include "bench/query_set.hpp"
#include "bench/query_tally.hpp"
#include "core/search/plan_options.hpp"

namespace strata::bench {

// Builds both graphs and plans all queries with both, in turns, in a round that checks the paths and in `rounds` timed
// ones. Adds its columns to the sums of the tally. Returns why the automatic options were chosen.
std::string measure_automatic(const MoveGrid& moves, const QuerySet& set, const PlanOptions& options, int rounds,
                              const std::string& map, Workspace& workspace, QueryTally& tally,
                              std::vector<std::string>& failures);

}  // namespace strata::bench
