#include "bench/query_mesh.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace strata::bench {
namespace {

// Returns the answers of a planner to every query; null if the planner is not in the run.
const std::vector<PlannerAnswer>* answers_of(std::string_view name, std::span<const Planner* const> planners,
                                             std::span<const QueryTally> tallies) {
  for (size_t i = 0; i < planners.size(); ++i) {
    if (planners[i]->name == name) return &tallies[i].answers;
  }
  return nullptr;
}

}  // namespace

void compare_with_mesh(std::span<const Planner* const> planners, std::span<const QueryTally> tallies,
                       const QueryOptions& options, const std::function<std::string(size_t)>& name_query,
                       std::vector<std::string>& failures) {
  const std::vector<PlannerAnswer>* flat = answers_of("navmesh", planners, tallies);
  if (flat == nullptr) return;
  for (size_t i = 0; i < planners.size(); ++i) {
    if (planners[i]->needs != StructureId::kHna) continue;
    const bool from_centres = planners[i]->highest_level != nullptr && options.from_centres;
    if (from_centres) continue;
    const std::vector<PlannerAnswer>& answers = tallies[i].answers;
    for (size_t query = 0; query < std::min(answers.size(), flat->size()); ++query) {
      const PlannerAnswer& own = answers[query];
      const PlannerAnswer& expected = (*flat)[query];
      // Missing paths are reported by the checks of the planner.
      if (!own.found() || !expected.found() || own.raw_cost == expected.raw_cost) continue;
      failures.push_back(fmt::format("{}, {}: cost {} before pulling, but navmesh finds {}", planners[i]->name,
                                     name_query(query), own.raw_cost, expected.raw_cost));
    }
  }
}

void compare_with_polyanya(std::span<const Planner* const> planners, std::span<QueryTally> tallies) {
  const std::vector<PlannerAnswer>* shortest = answers_of("polyanya", planners, tallies);
  if (shortest == nullptr) return;
  for (QueryTally& tally : tallies) {
    for (size_t query = 0; query < std::min(tally.answers.size(), shortest->size()); ++query) {
      const PlannerAnswer& own = tally.answers[query];
      const PlannerAnswer& expected = (*shortest)[query];
      if (!own.found() || !expected.found()) continue;
      tally.shared_cost_sum += own.cost;
      tally.shared_raw_cost_sum += own.raw_cost;
      tally.polyanya_sum += expected.cost;
    }
  }
}

}  // namespace strata::bench
