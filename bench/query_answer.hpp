// Purpose: A MapAnswer is what `queries` measures on one map: the rows of the planners, and what the totals over all
// maps
//          need. It can be written as text, so that another process can measure it.
// Errors: A text that is no answer of this program is a fault of the program, or of whoever changed a file of answers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/query_set.hpp"
#include "bench/query_tally.hpp"
#include "bench/report.hpp"
#include "core/base/result.hpp"

namespace strata::bench {

struct MapAnswer {
  std::optional<Error> error;  // ends the command
  Report report;               // of this map
  QuerySet queries;            // its counts; the queries themselves are not written
  size_t valid = 0;            // queries that were measured
  std::vector<Tally> tallies;  // by planner
  Row external;                // what external planners add to their totals
};

std::string text_of(const MapAnswer& answer);
Result<MapAnswer> answer_from(const std::string& text);

}  // namespace strata::bench
