// Scenarios: what rows say and lack, how they are gone through, the run over all of them, and what ends it.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <thread>
#include <vector>

#include "app/features/scenarios/scenarios.hpp"
#include "app/lab/chart_axis.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "bench/commands.hpp"
#include "core/base/job.hpp"
#include "core/base/rng.hpp"
#include "core/base/work_count.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/map_sectors.hpp"
#include "tests/rounds.hpp"
#include "tests/scenario_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

bool at_work(const Lab& lab) { return lab.controller(kScenariosFeature).at_work(); }

// Answers that have come in of a run.
size_t desk_answers(const Lab& lab) { return scenarios_controller(lab).results().done; }

// Checks that every answer equals that of the planner when it is called as strata-bench calls it. Returns the number of
// answers.
size_t check_answers(const ScenariosController& controller, const World& world) {
  const ScenarioResults& results = controller.results();
  Workspace workspace;
  PlanResult direct;
  size_t checked = 0;
  for (size_t row = 0; row < controller.rows().size(); ++row) {
    for (size_t i = 0; i < results.planners.size(); ++i) {
      if (!results.knows(row, i)) continue;
      const ScenarioAnswer& answer = results.at(row, i);
      plan(world, *results.planners[i], query_of(controller.rows()[row]), {}, workspace, direct);
      CAPTURE(row);
      CAPTURE(results.planners[i]->name);
      REQUIRE(answer.status == direct.status);
      REQUIRE(answer.cost == direct.cost);
      REQUIRE(answer.expanded == direct.stats.total().expanded);
      ++checked;
    }
  }
  return checked;
}

}  // namespace

TEST_CASE("scenario: rows are listed by bucket, within one in the order of the file") {
  Rng rng(3);
  for (int round = 0; round < 50; ++round) {
    std::vector<ScenarioRow> rows(rng.below(60));
    for (ScenarioRow& row : rows) row.bucket = rng.below(1 + static_cast<uint32_t>(round) / 3);
    const ScenarioOrder order = order_rows(rows);
    REQUIRE(order.rows.size() == rows.size());
    for (size_t place = 0; place < order.rows.size(); ++place) {
      REQUIRE(order.places[order.rows[place]] == place);
      if (place == 0) continue;
      const uint32_t a = order.rows[place - 1], b = order.rows[place];
      REQUIRE((rows[a].bucket < rows[b].bucket || (rows[a].bucket == rows[b].bucket && a < b)));
    }
    uint32_t next = 0;
    for (const ScenarioBucket& bucket : order.buckets) {
      REQUIRE(bucket.first == next);
      REQUIRE(bucket.count > 0);
      for (uint32_t place = next; place < next + bucket.count; ++place) {
        REQUIRE(rows[order.rows[place]].bucket == bucket.bucket);
      }
      next += bucket.count;
    }
    REQUIRE(next == rows.size());
  }
}

TEST_CASE("scenario: opening one says what it is, and which rows have problems") {
  const TempFolder folder;
  write_mixed(folder);
  Lab lab;
  const auto opened = [&](const std::string& line) {
    run(lab, line + folder.file("a.map.scen"));
    const ScenariosController& controller = scenarios_controller(lab);
    CHECK(said(lab, "a.map.scen: a scenario of 11 rows in 4 buckets for a.map; 6 rows cannot be asked on this map"));
    CHECK(lab.state().map_title == "a.map");
    CHECK(controller.current() == 0);
    using enum RowProblem;
    const RowProblem expected[] = {kNone, kNone,      kNone,        kGoalBlocked,  kStartBlocked, kNone,
                                   kNone, kOtherSize, kGoalOutside, kStartOutside, kOtherMap};
    size_t problems = 0;
    for (size_t row = 0; row < std::size(expected); ++row) {
      CAPTURE(row + 1);
      CHECK(controller.problem(row) == expected[row]);
      CHECK(controller.problem_text(row).empty() == (expected[row] == kNone));
      problems += expected[row] != kNone;
    }
    // Each has a sentence and a word of its own.
    CHECK(controller.problem_text(7) == "the row is for 40 x 20 cells, the map has 20 x 10");
    CHECK(controller.problem_text(8) == "the goal 30,3 is outside of the map of 20 x 10 cells");
    CHECK(controller.problem_text(10) == "the row is for another map: b.map");
    CHECK(controller.problems().all() == problems);
  };
  SUBCASE("by its own command") { opened("scenario.open "); }
  SUBCASE("like a map") { opened("map.open "); }
  SUBCASE("again, as the file that was opened last") {
    run(lab, "scenario.open " + folder.file("a.map.scen"));
    run(lab, "map.scene running-example");
    CHECK(scenarios_controller(lab).rows().empty());
    run(lab, "map.reopen_last");
    CHECK(scenarios_controller(lab).rows().size() == 11);
  }
}

TEST_CASE("scenario: a planner that is asked marks rows whose length is another, and those without a path") {
  const TempFolder folder;
  write_mixed(folder);
  Lab lab(fixed_clock());
  run(lab, "scenario.open " + folder.file("a.map.scen") + " 7");
  const ScenariosController& controller = scenarios_controller(lab);
  lab.finish_updates();
  // Known of the row that is the query; of the others after a run.
  CHECK(controller.problem(6) == RowProblem::kLonger);
  CHECK(controller.problem_text(6) == "A*: cost 9.0000, 12.50 % above optimal");
  CHECK(controller.problem(5) == RowProblem::kNone);
  run(lab, "scenario.run");
  CHECK(controller.problem(5) == RowProblem::kNoPath);
  CHECK(controller.problem_text(5) == "A* finds no path");
  CHECK(controller.problem(6) == RowProblem::kLonger);
  CHECK(controller.problem(0) == RowProblem::kNone);
  CHECK(controller.problems() == ProblemCounts{.unusable = 6, .no_path = 1, .longer = 1, .shorter = 0});
  CHECK(problem_sentences(controller.problems(), "A*") == std::vector<std::string>{"6 rows cannot be asked on this map",
                                                                                   "A* finds no path in 1 row",
                                                                                   "A* is above optimal in 1 row"});
  CHECK(problem_summary({.longer = 3}) == "above optimal");
  CHECK(problem_summary({.shorter = 1}) == "below scenario cost");
  CHECK(problem_summary({.no_path = 1, .longer = 3}) == "marked");
  // Rows that are no queries of the map were not asked.
  CHECK(controller.results().asked_rows == std::vector<size_t>{2, 1, 6, 0, 5});
  // Other rules: listed lengths say nothing about them.
  run_settled(lab, "rules.profile four");
  CHECK_FALSE(controller.results_hold());
  CHECK(controller.problem(6) == RowProblem::kNone);
  CHECK(controller.problem(5) == RowProblem::kNone);  // nobody knows any more
  // The wall goes: a path, once it is asked for.
  run(lab, {"rules.profile octile", "paint.line 15 0 15 9 ground", "scenario.run"});
  CHECK(controller.problem(5) == RowProblem::kLonger);  // three diagonal steps more than it says
  // A blocked end is noticed at once.
  run_settled(lab, "paint.line 9 0 9 0 blocked");
  CHECK(controller.problem(1) == RowProblem::kGoalBlocked);
}

TEST_CASE("scenario: rows are gone through in the order of the list, and become the query") {
  const TempFolder folder;
  write_mixed(folder);
  Lab lab;
  CHECK(failure(lab, "scenario.next") == "scenario.next: no scenario is open");
  run(lab, "scenario.open " + folder.file("a.map.scen") + " 3");
  const ScenariosController& controller = scenarios_controller(lab);
  CHECK(failure(lab, "scenario.previous") == "scenario.previous: this is the first row");
  std::vector<size_t> seen = {*controller.current()};
  while (lab.execute("scenario.next").ok()) {
    seen.push_back(*controller.current());
    CHECK(lab.state().query == query_of(controller.rows()[seen.back()]));
  }
  CHECK(seen == std::vector<size_t>{2, 1, 6, 7, 8, 9, 10, 0, 3, 4, 5});
  CHECK(failure(lab, "scenario.next") == "scenario.next: this is the last row");
  run(lab, "scenario.previous");
  CHECK(controller.current() == 4);
  run(lab, "scenario.row 2");
  CHECK(controller.current() == 1);
  CHECK(failure(lab, "scenario.row 12") == "scenario.row: the scenario has rows 1 to 11, not 12");
  // Start and goal that were moved are no row; the next step goes back to the one that they came from.
  run(lab, "query.goal 4 4");
  CHECK_FALSE(controller.current().has_value());
  run(lab, "scenario.next");
  CHECK(controller.current() == 1);
  // The reproduction leads here.
  Lab other;
  const std::string script = lab.log().reproduction();
  for (size_t begin = 0; begin < script.size();) {
    const size_t end = script.find('\n', begin);
    run(other, script.substr(begin, end - begin));
    begin = end + 1;
  }
  CHECK(scenarios_controller(other).current() == 1);
  CHECK(std::count(script.begin(), script.end(), '\n') < 20);  // of many rows the last one is kept
}

TEST_CASE("scenario: a run over all rows answers what planners answer when they are asked one by one") {
  const TempFolder folder;
  write_cave(folder, 60);
  for (const bool in_thread : {false, true}) {
    CAPTURE(in_thread);
    Lab lab({.fixed_clock = !in_thread});
    run(lab, {"rooms on", "sectors on", "landmarks on", "haa on", "tables on", "hna on", "hpa.levels 2"});
    run(lab, "scenario.open " + folder.file("cave.map.scen"));
    for (const Planner& planner : planners()) (void)lab.execute(fmt::format("planner.show {} on", planner.name));
    run(lab, {"planner.show ida off", "wait.ready", "scenario.run"});  // it gives up
    CHECK(at_work(lab) == in_thread);
    run(lab, "wait.ready");
    CHECK_FALSE(at_work(lab));
    const ScenariosController& controller = scenarios_controller(lab);
    const ScenarioResults& results = controller.results();
    CHECK(results.complete());
    CHECK(results.planners.size() > 12);
    CHECK(check_answers(controller, lab.world()) == 60 * results.planners.size());
    CHECK(controller.results_hold());
    // Optimal planners have the listed length; the others are not below it, unless they go at any angle.
    for (size_t i = 0; i < results.planners.size(); ++i) {
      CAPTURE(results.planners[i]->name);
      CHECK(controller.all_means().planners[i].answered == 60);
      const double excess = controller.all_means().planners[i].figure(ScenarioMeasure::kAboveOptimal);
      if (results.optimal[i]) CHECK(excess == 0);
      if (!results.planners[i]->any_angle && is_figure(excess)) CHECK(excess >= 0);
      // A path of HPA* is smoothed; the error before it is that of the cost before it.
      if (results.planners[i]->needs == StructureId::kHpa) {
        const double raw = controller.all_means().planners[i].raw_above_optimal;
        CHECK(raw > excess);
        double sum = 0;
        for (size_t row = 0; row < 60; ++row) {
          const PlanQuery query = query_of(controller.rows()[row]);
          PlanResult result;
          Workspace workspace;
          plan(lab.world(), *results.planners[i], query, lab.state().plan_options(), workspace, result);
          sum += 100 * (static_cast<double>(result.raw_cost) / static_cast<double>(results.unit) /
                            controller.rows()[row].length -
                        1);
        }
        CHECK(raw == doctest::Approx(sum / 60).epsilon(1e-3));
      }
      if (results.optimal[i]) CHECK(controller.all_means().planners[i].raw_above_optimal == 0);
      CHECK(is_figure(controller.all_means().planners[i].figure(ScenarioMeasure::kTime)) == in_thread);
      for (size_t row = 0; row < 60; ++row) REQUIRE((results.at(row, i).runs > 0) == in_thread);
    }
  }
}

TEST_CASE("scenario: an inadmissible A* is called so, and others are not measured by it") {
  const TempFolder folder;
  write_cave(folder, 60);
  Lab lab(fixed_clock());
  run(lab, "scenario.open " + folder.file("cave.map.scen"));
  run(lab, "rules.profile paper");  // listed lengths are for another one
  run(lab, "plan.weight 5");
  show_only(lab, {"astar", "dijkstra"});
  run(lab, "scenario.run");
  const ScenariosController& controller = scenarios_controller(lab);
  const ScenarioResults& results = controller.results();
  REQUIRE_FALSE(results.lengths);
  REQUIRE(results.planners.size() == 2);
  const size_t astar = results.planners[0]->name == "astar" ? 0 : 1, dijkstra = 1 - astar;
  CHECK(results.names.brief(*results.planners[astar]) == "A* inadmissible");
  CHECK_FALSE(results.optimal[astar]);
  CHECK(results.optimal[dijkstra]);
  CHECK(controller.all_means().planners[dijkstra].figure(ScenarioMeasure::kAboveOptimal) == 0);
  CHECK(controller.all_means().planners[astar].figure(ScenarioMeasure::kAboveOptimal) > 0.1);
  // It keeps the name that it had when it was asked.
  run(lab, "plan.weight 1");
  CHECK(results.names.title(*results.planners[astar]) == "A* (weight 5; inadmissible)");
  const std::string file = folder.file("results.csv");
  run(lab, "scenario.csv " + file);
  CHECK(read_file(file).value().find(",astar,\"weight 5; inadmissible\",found,") != std::string::npos);
  CHECK(read_file(file).value().find(",dijkstra,,found,") != std::string::npos);
}

TEST_CASE("scenario: the means of a run are those of the bench program") {
  const TempFolder folder;
  write_cave(folder, 80);
  Lab lab(fixed_clock());
  run(lab, "scenario.open " + folder.file("cave.map.scen"));
  show_only(lab, {"astar", "jps", "hpa1"});
  run(lab, "scenario.run");
  bench::QueryOptions options;
  options.map = folder.file("cave.map");
  options.planners = {"astar", "jps", "hpa1"};
  options.rounds = 1;
  options.hpa = *lab.world().get<MapHpa>().options();
  const auto report = must(bench::run_queries(options));
  const ScenariosController& controller = scenarios_controller(lab);
  size_t compared = 0;
  for (size_t i = 0; i < controller.results().planners.size(); ++i) {
    for (const bench::ReportRow& row : report.rows) {
      if (row["planner"] != std::string(controller.results().planners[i]->name) || row["map"] != "cave.map") continue;
      const ScenarioMeans::PlannerMeans& means = controller.all_means().planners[i];
      CHECK(row["solved"] == means.found);
      CHECK(row["mean_expanded"].get<double>() ==
            doctest::Approx(means.figure(ScenarioMeasure::kExpanded)).epsilon(0.001));
      CHECK(100 * (row["mean_ratio"].get<double>() - 1) ==
            doctest::Approx(means.figure(ScenarioMeasure::kAboveOptimal)).epsilon(0.02));
      ++compared;
    }
  }
  CHECK(compared == 3);
}

TEST_CASE("scenario: whatever changes the map, the rules or the options ends a run at once and says so") {
  const TempFolder folder;
  write_cave(folder, 400, 160);
  Rng rng(11);
  const std::vector<std::pair<std::string, std::string>> causes = {
      {"paint.line 3 3 40 3 blocked", "an edit, other rules, a structure or a file needed the map"},
      {"rules.profile four", "an edit, other rules, a structure or a file needed the map"},
      {"hpa.cluster_size 12", "an edit, other rules, a structure or a file needed the map"},
      {"agent.size 2", "an edit, other rules, a structure or a file needed the map"},
      {"terrain.weight swamp 3", "an edit, other rules, a structure or a file needed the map"},
      {"plan.smooth off", "the options of planning"},
      {"map.scene running-example force", "an edit, other rules, a structure or a file needed the map"},
      {"scenario.cancel", "it was cancelled"}};
  size_t begun = 0;  // answers that had come before a run ended
  for (size_t round = 0; round < (kSanitized ? 8 : 24); ++round) {
    const std::string& line = causes[round % causes.size()].first;
    const auto& why = causes[round % causes.size()].second;
    CAPTURE(line);
    Lab lab;
    run(lab, "scenario.open " + folder.file("cave.map.scen"));
    show_only(lab, {"astar", "dijkstra", "hpa1"});
    const GridMap before = lab.world().map();
    const WorldSetup setup = lab.world().setup();
    run(lab, "scenario.run");
    for (uint32_t frames = rng.below(6); frames > 0; --frames) {
      std::this_thread::sleep_for(std::chrono::microseconds(rng.below(3000)));
      lab.tick(1.0 / 60);
    }
    // What only reads goes on beside it.
    run(lab, {"scenario.row 5", "layer grid toggle"});
    run(lab, "export.table " + folder.file("table.csv"));
    REQUIRE(at_work(lab));
    CHECK(failure(lab, "scenario.csv " + folder.file("results.csv")).find("is still being run") != std::string::npos);
    const auto begin = std::chrono::steady_clock::now();
    run(lab, line);
    CHECK(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() < 1.0);
    CHECK_FALSE(at_work(lab));
    CHECK(said(lab, "The run over the scenario has ended after "));
    CHECK(said(lab, why));
    lab.finish_updates();
    const ScenariosController& controller = scenarios_controller(lab);
    if (controller.rows().empty()) {
      CHECK(controller.results().empty());
      continue;
    }
    // What has come in stays, and is what the world of then answers.
    CHECK_FALSE(controller.results().complete());
    CHECK(controller.results_hold() == (line == "scenario.cancel"));
    World world(before, setup);
    world.finish_updates();
    const size_t checked = check_answers(controller, world);
    CHECK(checked == controller.results().done);
    begun += checked;
    // Another run goes through.
    if (round % causes.size() == 0) {
      run(lab, {"scenario.run", "wait.ready"});
      CHECK(controller.results().complete());
      CHECK(controller.results_hold());
      check_answers(controller, lab.world());
    }
  }
  CHECK(begun > 0);
}

TEST_CASE("scenario: what is still being built goes on beside a run that does not need it") {
  const TempFolder folder;
  write_cave(folder, 30, 700);
  Lab lab({.slice_ms = 0.1});
  run(lab, "scenario.open " + folder.file("cave.map.scen"));
  for (const PlannerRow& row : lab.state().rows) {
    if (row.shown && row.planner->name != "astar") run(lab, fmt::format("planner.show {} off", row.planner->name));
  }
  REQUIRE_FALSE(lab.world().ready());
  run(lab, "scenario.run");
  const double progress_before = progress(lab.world());
  for (int i = 0; i < 40 && at_work(lab); ++i) lab.tick(1.0 / 60);
  CHECK(progress(lab.world()) > progress_before);
  CHECK_FALSE(said(lab, "has ended after"));
  run(lab, "wait.ready");
  CHECK(scenarios_controller(lab).results().complete());
  CHECK(check_answers(scenarios_controller(lab), lab.world()) == 30);
  // A planner that is not ready is named.
  run(lab, {"hpa.cluster_size 17", "planner.show hpa1 on"});
  CHECK(failure(lab, "scenario.run").find("is not ready yet: building") != std::string::npos);
}

TEST_CASE("scenario: results follow rows that come and go") {
  const TempFolder folder;
  write_mixed(folder);
  Lab lab(fixed_clock());
  run(lab, "scenario.open " + folder.file("a.map.scen"));
  run(lab, "scenario.run");
  const ScenariosController& controller = scenarios_controller(lab);
  run(lab, {"query.start 1 1", "query.goal 7 8", "scenario.add"});
  CHECK_FALSE(controller.results().knows(11, 0));
  run(lab, "scenario.run");
  CHECK(controller.results().knows(11, 0));
  run(lab, {"edit.undo", "query.goal 2 2", "scenario.add"});
  CHECK_FALSE(controller.results().knows(11, 0));  // that was another row
  CHECK(controller.results().knows(0, 0));
}

TEST_CASE("scenario: ten thousand rows leave the frame to others, also while they are run") {
  const TempFolder folder;
  write_cave(folder, 200);
  Scenario scenario = load_scenario(folder.file("cave.map.scen")).value();
  for (size_t i = 0; scenario.rows.size() < 10'000; ++i) scenario.rows.push_back(scenario.rows[i]);
  REQUIRE(save_scenario(scenario, folder.file("many.scen")).ok());
  Lab lab;
  run(lab, "scenario.open " + folder.file("many.scen"));
  CHECK(scenarios_controller(lab).rows().size() == 10'000);
  lab.finish_updates();
  lab.tick(1.0 / 60);
  const auto ticks_with_work = [&] {
    int count = 0;
    for (int i = 0; i < 60; ++i) {
      const uint64_t before = work_of_this_thread();
      lab.tick(1.0 / 60);
      count += work_of_this_thread() > before;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return count;
  };
  CHECK(ticks_with_work() == 0);
  run(lab, "scenario.run");
  const size_t answered = desk_answers(lab);
  const int busy = ticks_with_work();
  REQUIRE(at_work(lab));
  CHECK(desk_answers(lab) > answered);
  // What is said of all rows is made anew four times a second.
  CHECK(busy >= 3);
  CHECK(busy <= 4);
  run(lab, "scenario.cancel");
}

TEST_CASE("scenario: what is built in the background is waited for even while the rows are run") {
  const TempFolder folder;
  write_cave(folder, 200);
  Scenario scenario = load_scenario(folder.file("cave.map.scen")).value();
  for (size_t i = 0; scenario.rows.size() < 10'000; ++i) scenario.rows.push_back(scenario.rows[i]);
  REQUIRE(save_scenario(scenario, folder.file("many.scen")).ok());
  struct NoLimit {
    ~NoLimit() { limit_jobs(0); }
  } none;
  Lab lab;
  run_settled(lab, {"scenario.open " + folder.file("many.scen"), "sectors on"});
  limit_jobs(1);
  {
    const JobSlot turn(true, [] { return false; });  // the landmarks of the sectors have to wait for their turn
    run(lab, "sectors.landmarks 4");
    for (int i = 0; i < 1000 && !lab.world().ready(StructureId::kSectors); ++i) lab.tick(1.0 / 60);
    REQUIRE(lab.world().ready());
    run(lab, "scenario.run");
    REQUIRE(at_work(lab));
  }
  lab.finish_updates();
  CHECK_FALSE(lab.world().get<MapSectors>().sectors().landmarks_due());
  CHECK(is_finished(lab.world()));
}

TEST_CASE("chart: axes hold all values and are marked at round numbers") {
  Rng rng(17);
  for (int round = 0; round < 400; ++round) {
    const double a = std::pow(10.0, rng.between(-3, 7)) * (1 + rng.below(900) / 100.0);
    const double b = a * (1 + rng.below(5000) / 10.0);
    for (const bool factors : {false, true}) {
      const ChartAxis axis = factors ? factor_axis(a, b) : linear_axis(rng.percent(50) ? 0 : -a, b);
      CAPTURE(a);
      CAPTURE(b);
      REQUIRE(axis.low <= a);
      REQUIRE(axis.high >= b * (1 - 1e-9));
      REQUIRE(axis.ticks.size() >= 2);
      REQUIRE(axis.ticks.size() <= 16);
      REQUIRE(axis.ticks.front() == doctest::Approx(axis.low));
      REQUIRE(axis.ticks.back() == doctest::Approx(axis.high));
      REQUIRE(std::is_sorted(axis.ticks.begin(), axis.ticks.end()));
      REQUIRE(axis.share(axis.low) == doctest::Approx(0));
      REQUIRE(axis.share(axis.high) == doctest::Approx(1));
      REQUIRE(axis.share(a) <= axis.share(b));
    }
  }
  const ChartAxis flat = linear_axis(0, 0);
  CHECK(flat.high > flat.low);
  CHECK(factor_axis(5, 5).ticks == std::vector<double>{1, 2, 5, 10});
}
