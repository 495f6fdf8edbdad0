// Decide: the verdicts warn of noisy times, those on a level are about its mesh, and fitting HPA* is judged by times.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/features/decide/decide.hpp"
#include "app/lab/lab.hpp"
#include "tests/lab_support.hpp"
#include "tests/scenario_support.hpp"
#include "tests/source_path.hpp"

using namespace strata;
using test::run;

TEST_CASE("decide: a verdict from times that vary more than they are long says that the machine was busy") {
  DecideRow row{.planner = planner_named("jps"), .refused = {}, .asked = 10, .found = 10, .query = 68, .spread = 60};
  row.above_mean = row.above_worst = row.update = 0;
  const std::vector<std::string> titles = {"JPS"};
  const auto warns = [&] {
    return decide_sentence({&row, 1}, titles, {}, true).find("The machine was busy: measure again.") !=
           std::string::npos;
  };
  CHECK_FALSE(warns());
  row.spread = 968;
  CHECK(warns());
}

TEST_CASE("decide: on a level the planners over its mesh are ranked, with the updates of the mesh") {
  Lab lab;
  run(lab, test::open_line(test::source_path("assets/levels/courtyard.obj")));
  run(lab, "hna on");
  lab.finish_updates();
  for (const char* line : {"decide.queries 4", "decide.strokes 12", "decide.planners built", "decide.run"})
    run(lab, line);
  lab.finish_updates();
  const DecideController& decide = decide_controller(lab);
  const std::vector<DecideRow>& rows = decide.results().rows;
  REQUIRE_FALSE(rows.empty());
  size_t over_cells = 0;
  for (const DecideRow& row : rows) {
    CAPTURE(row.planner->name);
    if (row.planner->any_angle && row.planner->place != nullptr) {
      CHECK(row.update > 0);
      continue;
    }
    ++over_cells;
    CHECK_FALSE(takes_part(row, decide.rule()));
  }
  CHECK(over_cells > 0);
  const auto choice = decide.choice(DecideCriterion::kRate);
  REQUIRE(choice);
  CHECK(rows[*choice].planner->any_angle);
  CHECK(decide.about().find("over cells, which hold the top floor of a level alone") != std::string::npos);
  // With paths of all kinds, cells take part.
  run(lab, "decide.any_angle on");
  CHECK(decide.about().find("over cells") == std::string::npos);
}

TEST_CASE("decide: where fitting HPA* to the map has not made it faster, this is said") {
  Lab lab;
  lab.finish_updates();
  for (const char* line : {"decide.queries 6", "decide.strokes 5", "decide.planners built"}) run(lab, line);
  const DecideController& decide = decide_controller(lab);
  const auto fastest = [&](const char* options) {
    run(lab, options);
    run(lab, "decide.run");
    lab.finish_updates();
    double least = kAnyBound;
    for (const DecideRow& row : decide.results().rows) {
      if (row.planner->needs == StructureId::kHpa && is_figure(row.query)) least = std::min(least, row.query);
    }
    return least;
  };
  const double published = fastest("hpa.options published");
  CHECK(decide.fit_note().empty());
  const double fitted = fastest("hpa.options automatic");
  CHECK(decide.fit_note().empty() == (fitted < published));
  // Another map has not been measured with both.
  run(lab, "paint.line 20 20 20 24 blocked");
  (void)fastest("hpa.options published");
  CHECK(decide.fit_note().empty());
}
