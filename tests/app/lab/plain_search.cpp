// A* as it is guided, and the plain searches beside it, in the lab: their numbers, and what is said of them.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>

#include "app/lab/lab.hpp"
#include "app/playback/playback.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/weighted_search.hpp"
#include "core/world/planner_stamp.hpp"
#include "core/world/planners.hpp"
#include "tests/overlay_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

const PlannerRow& row(Lab& lab, std::string_view planner) {
  lab.finish_updates();
  return *lab.state().row(planner);
}

}  // namespace

TEST_CASE("A* that promises no optimum is marked, and what the others are compared with stays the optimum") {
  for (const bool in_thread : {false, true}) {
    CAPTURE(in_thread);
    Lab lab({.wait_cells = in_thread ? 0 : UINT32_MAX});
    run(lab, {"map.generate forest 80 70 5", "query.start 2 3", "query.goal 75 60", "query.random 4",
              "planner.show dijkstra on"});
    const Cost optimum = row(lab, "astar").result.cost;
    CHECK(row(lab, "astar").note == "found");
    for (const char* line : {"plan.weight 5", "plan.heuristic manhattan"}) {
      CAPTURE(line);
      run(lab, line);
      const PlannerRow& astar = row(lab, "astar");
      CHECK(astar.result.cost > optimum);
      CHECK(astar.note.find("no optimum is promised") != std::string::npos);
      const bool bounded = line == std::string_view("plan.weight 5");
      CHECK((astar.note.find("at most 5 times as much") != std::string::npos) == bounded);
      // The mark goes with its name, and with no other's.
      const PlannerNames& names = lab.state().names;
      CHECK(names.brief(*astar.planner) == "A* inadmissible");
      CHECK(names.title(*astar.planner) ==
            (bounded ? "A* (weight 5; inadmissible)" : "A* (Manhattan, weight 5; inadmissible)"));
      CHECK(names.title(*row(lab, "dijkstra").planner) == "Dijkstra");
      CHECK(names.guide(*row(lab, "dijkstra").planner).empty());
      REQUIRE(astar.percent_over.has_value());
      CHECK(*astar.percent_over == doctest::Approx(100.0 * (astar.result.cost - optimum) / optimum));
      CHECK(row(lab, "dijkstra").percent_over == 0);
      test::check_rows(lab);
    }
    // Hidden, it is still asked for the optimum.
    run(lab, "planner.show astar off");
    CHECK(row(lab, "dijkstra").percent_over == 0);
    run(lab, {"planner.show astar on", "plan.weight 1"});
    run(lab, "rules.profile four");  // Manhattan's distance is right with four neighbours
    CHECK(row(lab, "astar").note == "found");
    CHECK(row(lab, "astar").percent_over == 0);
    CHECK(lab.state().names.title(*row(lab, "astar").planner) == "A* (Manhattan)");
    CHECK(lab.state().names.brief(*row(lab, "astar").planner) == "A*");
    run(lab, {"rules.profile octile", "plan.heuristic zero"});
    CHECK(row(lab, "astar").result.cost == optimum);
    CHECK(row(lab, "astar").result.stats == row(lab, "dijkstra").result.stats);
    CHECK(lab.state().names.title(*row(lab, "astar").planner) == "A* (no heuristic)");
    const uint64_t expanded = row(lab, "astar").result.stats.total().expanded;
    run(lab, "plan.heuristic octile");
    CHECK(row(lab, "astar").result.stats.total().expanded < expanded);
    run(lab, "plan.ties small-g");
    CHECK(row(lab, "astar").result.cost == optimum);
    CHECK(row(lab, "astar").note == "found");
  }
}

TEST_CASE("what A* cannot be guided by is said, and changes nothing") {
  Lab lab;
  CHECK(
      failure(lab, "plan.heuristic guess").find("expected octile, euclid, manhattan, chebyshev or zero, not 'guess'") !=
      std::string::npos);
  CHECK(failure(lab, "plan.ties last").find("expected large-g, small-g or fifo, not 'last'") != std::string::npos);
  CHECK(failure(lab, "plan.weight 0.9").find("WEIGHT must be a number of at most 2 decimals from 1 to 10, not '0.9'") !=
        std::string::npos);
  CHECK(failure(lab, "plan.weight heavy").find("WEIGHT must be a number") != std::string::npos);
  CHECK(options_stamp(lab.state().plan_options()) == options_stamp(with_default_heuristic(lab.state().plan_options())));
  run(lab, {"plan.weight 1.25", "assert plan.weight == 1.25"});
  CHECK(lab.state().plan_options().weight == 125);
}

TEST_CASE("the plain searches are shown on request, stepped, and draw ways that are right") {
  Lab lab;
  run(lab, "map.scene running-example");
  for (const char* name : {"bfs", "best-first", "bidirectional", "theta"}) {
    CAPTURE(name);
    CHECK_FALSE(row(lab, name).shown);
    run(lab, fmt::format("planner.show {} on", name));
    run(lab, fmt::format("planner.trace {}", name));
    CHECK(row(lab, name).result.found());
    CHECK(lab.playback().size() > 100);
    test::check_rows(lab);
  }
  run(lab,
      {"assert planners.bidirectional.percent_over == 0", "assert planners.theta.path_points > 2", "rules.profile four",
       "assert planners.theta.allowed == false", "assert planners.bfs.percent_over == 0", "rules.profile paper",
       "terrain.weight swamp 3", "paint.rectangle 1 1 3 3 filled swamp",
       "assert planners.theta.note contains \"equal weights\"", "assert planners.bfs.note contains \"equal weights\"",
       "assert planners.best-first.status == found", "assert planners.bidirectional.percent_over == 0"});
}
