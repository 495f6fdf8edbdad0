// The chart of the effort of HPA* by levels has the counts of the planners.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "app/lab/chart.hpp"
#include "app/lab/lab.hpp"
#include "tests/overlay_support.hpp"

using namespace strata;
using namespace strata::test;

TEST_CASE("the bars of HPA* by levels stack main search, links and refinement of each hierarchy") {
  Lab lab;
  const FeatureChart* chart = chart_named("hpa-levels");
  REQUIRE(chart != nullptr);
  run_settled(lab, {"map.generate rooms 160 160 5", "hpa.levels 4", "planner.show hpa1 on", "planner.show hpa2 on",
                    "planner.show hpa3 on", "planner.show hpa4 on", "query.random 3"});
  ChartData data;
  chart->fill(lab, data);
  REQUIRE(data.reason.empty());
  CHECK(data.warning.empty());
  REQUIRE(data.x.names.size() == 4);
  REQUIRE(data.series.size() == 3);
  for (int level = 1; level <= 4; ++level) {
    const PlanStats& stats = lab.state().row(fmt::format("hpa{}", level))->result.stats;
    const auto at = static_cast<size_t>(level) - 1;
    const double heights[] = {
        static_cast<double>(stats.of(Phase::kMain).expanded),
        static_cast<double>(stats.of(Phase::kInsertStart).expanded + stats.of(Phase::kInsertGoal).expanded),
        static_cast<double>(stats.of(Phase::kRefine).expanded)};
    double below = 0;
    for (size_t part = 0; part < 3; ++part) {
      const ChartPoint& bar = data.series[part].points[at];
      CHECK(bar.from == below);
      CHECK(bar.y == below + heights[part]);
      below = bar.y;
      CHECK(data.table.at(at, part + 1) == heights[part]);
    }
    CHECK(data.table.at(at, 4) == below);
    CHECK(below == static_cast<double>(stats.total().expanded));
  }
  const uint64_t before = chart->version(lab);
  run_settled(lab, "query.random 9");
  CHECK(chart->version(lab) != before);
  data.clear();
  run_settled(lab, "query.clear");
  chart->fill(lab, data);
  CHECK_FALSE(data.reason.empty());
}
