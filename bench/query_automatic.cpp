#include "bench/query_automatic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "bench/report.hpp"
#include "core/base/stopwatch.hpp"
#include "core/hpa/automatic_options.hpp"
#include "core/hpa/hpa.hpp"
#include "core/search/path.hpp"

namespace strata::bench {
namespace {

struct MeasuredHpa {
  std::string_view name;
  HpaOptions options;
  Hpa hpa = {};
  std::vector<double> builds = {}, rounds = {};  // microseconds; a round is the mean of all queries
  double cost_sum = 0;
};

void check_paths(MeasuredHpa& one, const MoveGrid& moves, const QuerySet& set, const PlanOptions& options,
                 const std::string& map, Workspace& workspace, std::vector<std::string>& failures) {
  PlanResult result;
  for (const ReferenceQuery& reference : set.valid) {
    const PlanQuery& query = reference.query;
    one.hpa.plan(moves, query, options, workspace, result);
    std::optional<std::string> fault;
    if (!result.found()) {
      fault = "no path, but A* finds one";
    } else if (result.complete) {
      fault = path_fault(moves, result.path, query.start, query.goal, result.cost);
    }
    if (fault) {
      failures.push_back(fmt::format("HPA* with {} options, {} from ({},{}) to ({},{}): {}", one.name, map,
                                     query.start.x, query.start.y, query.goal.x, query.goal.y, *fault));
    }
    if (result.found()) one.cost_sum += static_cast<double>(result.cost);
  }
}

}  // namespace

std::string measure_automatic(const MoveGrid& moves, const QuerySet& set, const PlanOptions& options, int rounds,
                              const std::string& map, Workspace& workspace, QueryTally& tally,
                              std::vector<std::string>& failures) {
  const AutomaticHpaOptions chosen = automatic_options(moves);
  std::array both = {MeasuredHpa{"published", HpaOptions{}}, MeasuredHpa{"automatic", chosen.options}};
  for (int round = 0; round < std::max(rounds, 1); ++round) {
    for (MeasuredHpa& one : both) {
      const Stopwatch watch;
      one.hpa.build(moves, one.options);
      one.builds.push_back(watch.micros());
    }
  }
  for (MeasuredHpa& one : both) check_paths(one, moves, set, options, map, workspace, failures);
  PlanResult result;
  for (int round = 0; round < std::max(rounds, 1); ++round) {
    for (MeasuredHpa& one : both) {
      const auto plan_all = [&] {
        for (const ReferenceQuery& reference : set.valid) {
          one.hpa.plan(moves, reference.query, options, workspace, result);
        }
      };
      plan_all();  // the other graph has filled the caches
      const Stopwatch watch;
      plan_all();
      one.rounds.push_back(watch.micros() / static_cast<double>(std::max<size_t>(set.valid.size(), 1)));
    }
  }
  auto& [published, automatic] = both;
  const double published_us = percentile(published.rounds, 50), automatic_us = percentile(automatic.rounds, 50);
  tally.add_to("published_us", published_us);
  tally.add_to("automatic_us", automatic_us);
  tally.add_to("automatic_speedup", automatic_us == 0 ? 1 : published_us / automatic_us);
  tally.add_to("automatic_longer_percent",
               published.cost_sum == 0 ? 0 : 100 * (automatic.cost_sum / published.cost_sum - 1));
  tally.add_to("published_build_ms", percentile(published.builds, 50) / 1000);
  tally.add_to("automatic_build_ms", percentile(automatic.builds, 50) / 1000);
  tally.add_to("published_bytes", static_cast<double>(published.hpa.memory_bytes()));
  tally.add_to("automatic_bytes", static_cast<double>(automatic.hpa.memory_bytes()));
  tally.add_to("automatic_cluster", chosen.options.cluster_size);
  tally.add_to("automatic_top", chosen.options.side(chosen.options.levels));
  return chosen.reason;
}

}  // namespace strata::bench
