// Any bytes as a plan for many agents, as JSON and as text: an error that names the file, or a plan that is written and
// read back with the same places, and a check on a small map.
#include <cstddef>
#include <cstdint>

#include "core/base/check.hpp"
#include "traces/plan_check.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace strata;
  for (const char* name : {"fuzz.json", "fuzz.txt"}) {
    const auto parsed = parse_mapf_plan({reinterpret_cast<const char*>(data), size}, name, {.cells = 10'000});
    if (!parsed) {
      STRATA_CHECK(parsed.error().where.starts_with(name));
      STRATA_CHECK(!parsed.error().what.empty());
      continue;
    }
    const MapfPlan& plan = parsed.value();
    STRATA_CHECK(plan.agents >= 1 && plan.steps >= 1);
    STRATA_CHECK(plan.places.size() == size_t{plan.agents} * plan.steps);
    STRATA_CHECK(plan.headings.empty() || plan.headings.size() == plan.places.size());
    const auto again = parse_mapf_plan(format_mapf_plan(plan), "again.txt");
    STRATA_CHECK(again.ok());
    STRATA_CHECK(again.value().places == plan.places && again.value().agents == plan.agents);
    STRATA_CHECK(again.value().starts == plan.starts && again.value().goals == plan.goals);
    const PlanReport report = check_plan(plan, GridMap(5, 4), Capability::walker(), {plan.starts, plan.goals}, 100);
    STRATA_CHECK(report.findings.size() == report.total() && report.total() <= 100);
    for (const PlanFinding& finding : report.findings) {
      STRATA_CHECK(finding.step < plan.steps && finding.agent < plan.agents);
      STRATA_CHECK(!plan_finding_text(plan, finding).empty());
    }
  }
  return 0;
}
