// Purpose: A QueryRun is what `queries` measures: planners, maps and settings, checked. Each map is a task for any
//          process; the answers to all of them give the report. `sweep` has one for each value of its setting.
// Errors: Planners that are not there, maps that are not there, settings that do not go together.
#pragma once

#include <string>
#include <vector>

#include "bench/commands.hpp"
#include "bench/query_external.hpp"
#include "bench/query_set.hpp"
#include "core/world/planners.hpp"

namespace strata::bench {

// Returns the planners that the options ask for.
Result<std::vector<const Planner*>> chosen_planners(const QueryOptions& options);
// Returns the clusters of HPA*, with as many levels as the planners need.
HpaOptions hpa_for(const std::vector<const Planner*>& planners, const QueryOptions& options);

class QueryRun {
 public:
  static Result<QueryRun> from_options(const QueryOptions& options);

  size_t maps() const { return sources_.size(); }
  // Measures one map, and returns the answer as text.
  std::string measure(size_t map) const;
  // Puts the answers together, in the order of the maps.
  Result<Report> report(const std::vector<std::string>& answers) const;

 private:
  QueryRun(const QueryOptions& options, ExternalMeasurements external)
      : options_(options), external_(std::move(external)) {}

  QueryOptions options_;
  std::vector<const Planner*> chosen_;
  std::vector<QuerySource> sources_;
  HpaOptions hpa_;
  ExternalMeasurements external_;
};

}  // namespace strata::bench
