// The chart of the phases of hierarchies over the rows of a scenario.
#include <doctest/doctest.h>

#include <string>

#include "app/features/scenarios/scenarios.hpp"
#include "app/lab/chart.hpp"
#include "app/lab/lab.hpp"
#include "core/search/workspace.hpp"
#include "core/world/planners.hpp"
#include "tests/scenario_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

ChartData chart_of(const Lab& lab) {
  ChartData data;
  chart_named("scenario-phases")->fill(lab, data);
  return data;
}

}  // namespace

TEST_CASE("the phases of a scenario are the means of what HPA* expands, for each number of levels") {
  const TempFolder folder;
  write_cave(folder, 40);
  Lab lab(fixed_clock());
  CHECK_FALSE(chart_of(lab).reason.empty());
  run_settled(lab, "scenario.open " + folder.file("cave.map.scen"));
  show_only(lab, {"astar"});
  run(lab, "scenario.run");
  CHECK(chart_of(lab).remedy_lines.starts_with("hpa.levels 3\n"));  // only A* was compared
  run_settled(lab, {"hpa.levels 3", "planner.levels_apart on"});
  show_only(lab, {"astar", "hpa1", "hpa2", "hpa3"});
  run(lab, "scenario.run");
  const ChartData data = chart_of(lab);
  REQUIRE(data.empty() == false);
  REQUIRE(data.series.size() == kScenarioParts);
  REQUIRE(data.table.columns.size() == 6);
  CHECK(data.table.columns[1].names.size() == 3);  // A* has one phase
  // Up to five groups and one of all rows, three bars each; between two groups lies a gap.
  const size_t groups = data.table.rows() / 3;
  CHECK(groups >= 2);
  CHECK(data.x.names.size() == 4 * groups - 1);
  CHECK(data.x.names[data.x.names.size() - 2] == "all");
  // The last three rows are over all rows of the scenario, as the planners alone expand.
  const ScenariosController& controller = scenarios_controller(lab);
  Workspace workspace;
  PlanResult result;
  for (int levels = 1; levels <= 3; ++levels) {
    double search = 0, connecting = 0, refinement = 0, found = 0;
    for (size_t row = 0; row < controller.rows().size(); ++row) {
      if (!controller.results().knows(row, 0)) continue;
      const Planner& planner = *planner_named("hpa" + std::to_string(levels));
      plan(lab.world(), planner, query_of(controller.rows()[row]), {}, workspace, result);
      if (!result.found()) continue;
      const auto of = [&](Phase phase) { return static_cast<double>(result.stats.of(phase).expanded); };
      ++found;
      search += of(Phase::kMain);
      connecting += of(Phase::kInsertStart) + of(Phase::kInsertGoal);
      refinement += of(Phase::kRefine);
    }
    REQUIRE(found > 0);
    const size_t at = data.table.rows() - 4 + static_cast<size_t>(levels);
    CAPTURE(levels);
    CHECK(data.table.at(at, 1) == levels - 1);
    CHECK(data.table.at(at, 2) == doctest::Approx(search / found));
    CHECK(data.table.at(at, 3) == doctest::Approx(connecting / found));
    CHECK(data.table.at(at, 4) == doctest::Approx(refinement / found));
    CHECK(data.table.at(at, 5) == doctest::Approx((search + connecting + refinement) / found));
    // The parts lie on each other.
    CHECK(data.series[0].points[at].from == 0);
    CHECK(data.series[1].points[at].from == data.series[0].points[at].y);
    CHECK(data.series[2].points[at].y == doctest::Approx(data.table.at(at, 5)));
  }
}

TEST_CASE("the line of a planner before smoothing has shorter dashes than any line after it") {
  const TempFolder folder;
  write_cave(folder, 40);
  Lab lab(fixed_clock());
  run_settled(lab, {"scenario.open " + folder.file("cave.map.scen"), "hpa.levels 3", "planner.levels_apart on"});
  show_only(lab, {"astar", "hpa1", "hpa2", "hpa3"});
  run(lab, "scenario.run");
  ChartData data;
  chart_named("scenario-excess")->fill(lab, data);
  size_t raw = 0;
  for (const ChartSeries& series : data.series) {
    if (!series.name.ends_with("-raw")) continue;
    ++raw;
    for (const ChartSeries& other : data.series) {
      if (other.name.ends_with("-raw") || other.dash == 0) continue;
      CAPTURE(other.name);
      CHECK(other.dash >= 2 * series.dash);
    }
  }
  CHECK(raw > 0);
}
