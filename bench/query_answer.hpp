// Purpose: A MapQueryResults holds the results of `queries` on one map: the rows of the planners, and the input of the
// totals
//          over all maps. It can be converted to text, so that another process can measure a map.
// Errors: A malformed text is a fault of the program, or of someone who edited a file of results.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/query_set.hpp"
#include "bench/query_tally.hpp"
#include "bench/report.hpp"
#include "core/base/result.hpp"

namespace strata::bench {

struct MapQueryResults {
  std::optional<Error> error;                // the error that ends the command
  Report report;                             // report of this map
  QuerySet queries;                          // counts of the queries; the queries themselves are not converted to text
  size_t valid = 0;                          // number of measured queries
  std::vector<QueryTally> tallies;           // by planner: its measurements
  ReportRow external;                        // contribution of external planners to their totals
  std::vector<ReportRow> queries_in_detail;  // a row for each query and planner, where they are asked for
};

std::string text_of(const MapQueryResults& answer);
Result<MapQueryResults> answer_from(const std::string& text);

}  // namespace strata::bench
