// Purpose: These functions make the table of `queries --rows`, which has a row for each query and planner, for
//          statistics of one's own.
// Units: Costs as PlanResult has them (core/search/plan.hpp); the listed length in straight steps; times in
//        microseconds.
// Errors: The file cannot be written.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "bench/query_set.hpp"
#include "bench/query_tally.hpp"
#include "bench/report.hpp"
#include "core/world/planners.hpp"

namespace strata::bench {

// Returns the rows of one map. Planners that refuse the map have none.
// @param hash     of the cells of the map
// @param tallies  by planner of `chosen`, with the outcome and the median of the times of each query
std::vector<ReportRow> query_rows(const std::string& map, const std::string& hash,
                                  const std::vector<const Planner*>& chosen, const std::vector<QueryTally>& tallies,
                                  const QuerySet& set);
// Writes the rows of all maps as comma-separated values, in the order of the maps.
// @param results  results of the maps as text (bench/query_answer.hpp)
Status write_query_rows(const std::string& file, std::span<const std::string> results);

}  // namespace strata::bench
