// Purpose: A QueryRun is a checked run of `queries`: planners, maps and settings. Each map is a task that any process
//          can do; the results of all tasks give the report. `sweep` has one run for each value of its setting.
// Errors: Unknown planners, missing maps, and settings that do not fit together.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/commands.hpp"
#include "bench/query_external.hpp"
#include "bench/query_set.hpp"
#include "core/world/planners.hpp"

namespace strata::bench {

// Returns the planners named in the options.
Result<std::vector<const Planner*>> chosen_planners(const QueryOptions& options);
// Returns the options of HPA*, with as many levels as the planners need.
HpaOptions hpa_for(const std::vector<const Planner*>& planners, const QueryOptions& options);

// Returns the reason why no query can be measured.
Error no_queries(const QuerySet& all, const std::vector<QuerySource>& sources);

// Returns the options of each query.
PlanOptions plan_options_of(const QueryOptions& options);
// Returns the fault of the path of an any-angle planner; nothing if it is correct.
std::optional<std::string> any_angle_fault(const World& world, const Planner& planner, const PlanQuery& query,
                                           const PlanResult& result);

class QueryRun {
 public:
  static Result<QueryRun> from_options(const QueryOptions& options);

  size_t maps() const { return sources_.size(); }
  // Measures one map, and returns the result as text.
  std::string measure(size_t map) const;
  // Combines the results, which are in the order of the maps.
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
