#include "bench/asked_planners.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/base/stopwatch.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/fastest_planner.hpp"
#include "core/world/world.hpp"

namespace strata::bench {

void count_asked(AskedPlanners& counts, const Planner& asked) {
  counts.resize(kFastestCandidates);
  if (const auto candidate = candidate_of(asked)) ++counts[static_cast<size_t>(*candidate)];
}

void add_asked(AskedPlanners& counts, const AskedPlanners& other) {
  counts.resize(std::max(counts.size(), other.size()));
  for (size_t i = 0; i < other.size(); ++i) counts[i] += other[i];
}

FastestOfBuilt::FastestOfBuilt(const World& world)
    : world_(world), choice_(world.moves().passable_count()), ready_(ready_candidates(world)) {}

double FastestOfBuilt::plan(const PlanQuery& query, const PlanOptions& options, Workspace& workspace,
                            PlanResult& result, AskedPlanners& counts) {
  const Stopwatch watch;
  const FastestCandidate asked = *choice_.ask(ready_);  // A* is always ready
  strata::plan(world_, fastest_candidate(asked), query, exact_options(options), workspace, result);
  const double micros = watch.micros();
  choice_.note_query(asked, nanos_of_micros(micros));
  count_asked(counts, fastest_candidate(asked));
  return micros;
}

std::string asked_text(const AskedPlanners& counts) {
  const size_t all = std::accumulate(counts.begin(), counts.end(), size_t{0});
  std::vector<size_t> order(counts.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater(), [&](size_t i) { return counts[i]; });
  std::string text;
  for (const size_t i : order) {
    if (counts[i] == 0) continue;
    text +=
        fmt::format("{}{} {:.3g} %", text.empty() ? "" : ", ", fastest_candidate(static_cast<FastestCandidate>(i)).name,
                    100.0 * static_cast<double>(counts[i]) / static_cast<double>(all));
  }
  return text;
}

}  // namespace strata::bench
