// Sweeps in the lab: their figures are those of the bench program with the same settings; they are cancelled, refused
// with reasons, and leave the open map as it is.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <array>
#include <string>

#include "app/features/sweep/sweep.hpp"
#include "app/features/sweep/sweep_work.hpp"
#include "app/lab/chart.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/lab.hpp"
#include "bench/sweep.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/map_sectors.hpp"
#include "tests/scenario_support.hpp"

using namespace strata;
using test::failure;
using test::run;
using test::TempFolder;

namespace {

ChartData sweep_chart(const Lab& lab) {
  ChartData data;
  chart_named("sweep")->fill(lab, data);
  return data;
}

// Who was asked, one letter each.
std::string asked_in_turn;
template <char kName>
void plan_noted(const World& world, const Query& query, const PlanOptions& options, Workspace& workspace,
                PlanResult& result, Trace* trace) {
  asked_in_turn += kName;
  plan(world, optimum_planner(), query, options, workspace, result, trace);
}

}  // namespace

TEST_CASE("planners take turns in the timed rounds of a sweep, after an answer that is not timed") {
  Planner a = optimum_planner(), b = optimum_planner();
  a.plan = plan_noted<'a'>;
  b.plan = plan_noted<'b'>;
  SweepTask task;
  task.setting = world_setting_named("plan.weight");
  task.values = {100};
  task.planners = {&a, &b};
  task.map = GridMap(12, 9);
  task.map.apply({{{task.map.id({11, 8}), 1, '@'}}});
  task.queries = {{{0, 0}, {9, 7}}, {{3, 1}, {8, 2}}, {{0, 0}, {11, 8}}};  // the last one has no path
  JobControl control;
  asked_in_turn.clear();
  const std::vector<SweepRow> rows = measure_sweep(task, control);
  CHECK(asked_in_turn == "aaabbbaabbaabbaabb");
  REQUIRE(rows.size() == 1);
  for (const SweepFigures& figures : rows.front().planners) {
    CHECK(figures.solved == 2);
    CHECK(figures.micros > 0);
  }
}

TEST_CASE("a sweep measures what the bench program measures with each value") {
  const TempFolder folder;
  test::write_cave(folder, 5, 64);
  Lab lab(test::fixed_clock());
  run(lab, test::open_line(folder.file("cave.map")));
  run(lab, "scenario.open " + folder.file("cave.map.scen") + " here");
  for (const char* line : {"planner.show jps off", "planner.show hpa3 off", "sectors on", "planner.show sectors on",
                           "sweep.over scenario", "sweep.choose hpa.cluster_size 6 14 4", "sweep.run"}) {
    run(lab, line);
  }
  const std::string before = dump_state(lab);
  lab.finish_updates();
  const SweepController& sweep = sweep_controller(lab);
  REQUIRE(sweep.rows().size() == 3);
  REQUIRE(sweep.measured().planners.size() == 4);
  size_t compared = 0;
  for (const SweepRow& row : sweep.rows()) {
    bench::QueryOptions options;
    options.map = folder.file("cave.map");
    options.scen = folder.file("cave.map.scen");
    options.rules = lab.world().rules();
    options.hpa = *lab.world().get<MapHpa>().options();
    options.hpa.cluster_size = row.value;
    options.sectors = *lab.world().get<MapSectors>().options();
    options.smooth = lab.state().plan_options.smooth;
    options.rounds = 1;
    for (const Planner* planner : sweep.measured().planners) options.planners.emplace_back(planner->name);
    const auto report = bench::run_queries(options);
    REQUIRE_MESSAGE(report.ok(), report.error().message());
    for (size_t i = 0; i < row.planners.size(); ++i) {
      const std::string name(sweep.measured().planners[i]->name);
      CAPTURE(name);
      CAPTURE(row.value);
      for (const bench::Row& wanted : report.value().rows) {
        if (wanted["planner"] != name || wanted["map"] != "cave.map") continue;
        CHECK(row.planners[i].solved == wanted["solved"].get<size_t>());
        CHECK(row.planners[i].expanded == doctest::Approx(wanted["mean_expanded"].get<double>()).epsilon(1e-3));
        CHECK(row.planners[i].ratio == doctest::Approx(wanted["mean_ratio"].get<double>()).epsilon(1e-5));
        CHECK(row.planners[i].micros > 0);
        CHECK(row.planners[i].build_micros >= 0);
        CHECK(row.planners[i].memory_bytes > 0);
        ++compared;
      }
    }
  }
  CHECK(compared == 12);
  // The command that sweeps without the lab has the same figures in its rows.
  bench::SweepOptions swept;
  swept.setting = "hpa.cluster_size";
  swept.values = {6, 10, 14};
  swept.queries.map = folder.file("cave.map");
  swept.queries.scen = folder.file("cave.map.scen");
  swept.queries.rules = lab.world().rules();
  swept.queries.hpa = *lab.world().get<MapHpa>().options();
  swept.queries.sectors = *lab.world().get<MapSectors>().options();
  swept.queries.smooth = lab.state().plan_options.smooth;
  swept.queries.rounds = 1;
  for (const Planner* planner : sweep.measured().planners) swept.queries.planners.emplace_back(planner->name);
  const auto report = bench::run_sweep(swept);
  REQUIRE_MESSAGE(report.ok(), report.error().message());
  compared = 0;
  for (const bench::Row& row : report.value().rows) {
    if (row["map"] != "cave.map") continue;
    const SweepFigures& figures = sweep.rows()[compared / 4].planners[compared % 4];
    CHECK(row["value"] == sweep.rows()[compared / 4].value);
    CHECK(row["planner"] == sweep.measured().planners[compared % 4]->name);
    CHECK(figures.solved == row["solved"].get<size_t>());
    CHECK(figures.expanded == doctest::Approx(row["mean_expanded"].get<double>()).epsilon(1e-3));
    CHECK(figures.ratio == doctest::Approx(row["mean_ratio"].get<double>()).epsilon(1e-5));
    ++compared;
  }
  CHECK(compared == 12);
  // Another cluster size does change what HPA* expands, and A* does not know of it.
  CHECK(sweep.rows()[0].planners[1].expanded != sweep.rows()[2].planners[1].expanded);
  CHECK(sweep.rows()[0].planners[0].expanded == sweep.rows()[2].planners[0].expanded);
  CHECK(lab.world().get<MapHpa>().options()->cluster_size != 6);
}

TEST_CASE("the chart of a sweep has a line for each planner and a row for each value") {
  Lab lab(test::fixed_clock());
  lab.finish_updates();
  CHECK(sweep_chart(lab).remedy_lines == "sweep.run");
  run(lab, "sweep.choose hpa.cluster_size 4 12 4");
  run(lab, "sweep.run");
  lab.finish_updates();
  for (const char* measure : {"expanded", "time", "above-optimal", "build", "memory"}) {
    CAPTURE(measure);
    run(lab, fmt::format("sweep.measure {}", measure));
    const ChartData data = sweep_chart(lab);
    CHECK(data.reason.empty());
    REQUIRE(data.series.size() == sweep_controller(lab).measured().planners.size());
    CHECK(data.table.rows() == 3);
    for (const ChartSeries& series : data.series) CHECK(series.points.size() == 3);
    for (size_t row = 0; row < 3; ++row) {
      CHECK(data.table.at(row, 0) == 4 * (static_cast<double>(row) + 1));
      for (size_t i = 0; i < data.series.size(); ++i) {
        CHECK(data.table.at(row, i + 1) == data.series[i].points[row].y);
      }
    }
    CHECK(data.warning.empty());
  }
  // What was measured is of the query and the map that there were.
  run(lab, "query.goal 5 5");
  CHECK(sweep_chart(lab).warning.find("have changed since") != std::string::npos);
  run(lab, "sweep.run");
  lab.finish_updates();
  CHECK(sweep_chart(lab).warning.empty());
  run(lab, "paint.rectangle 3 3 4 4 filled blocked");
  CHECK(sweep_chart(lab).warning.find("have changed since") != std::string::npos);
}

TEST_CASE("a value that the structure cannot have is left out with the reason") {
  Lab lab(test::fixed_clock());
  for (const char* line :
       {"hpa.levels 4", "planner.show hpa4 on", "hpa.factor 4", "sweep.choose hpa.cluster_size 4 64 20", "sweep.run"}) {
    run(lab, line);
  }
  lab.finish_updates();
  const ChartData data = sweep_chart(lab);
  CHECK(data.warning.find("the levels above would be too wide") != std::string::npos);
  CHECK(data.series.front().points.size() < 4);
  CHECK(data.series.front().points.size() > 0);
}

TEST_CASE("what cannot be swept is refused with the reason, and a sweep ends when the map changes") {
  Lab lab;
  CHECK(failure(lab, "sweep.choose hpa.levels").find("cannot be swept; hpa.cluster_size") != std::string::npos);
  CHECK(failure(lab, "sweep.choose hpa.cluster_size 20 4").find("below the first") != std::string::npos);
  CHECK(failure(lab, "sweep.choose plan.weight 100 1000 1").find("too many") != std::string::npos);
  CHECK(failure(lab, "sweep.cancel") == "sweep.cancel: no sweep is under way");
  run(lab, "sweep.choose sectors.size");
  CHECK(failure(lab, "sweep.run").find("switch it on") != std::string::npos);
  run(lab, "sweep.over scenario");
  run(lab, "sweep.choose hpa.cluster_size");
  CHECK(failure(lab, "sweep.run").find("no scenario is open") != std::string::npos);
  run(lab, "sweep.over query");
  run(lab, "query.clear");
  CHECK(failure(lab, "sweep.run").find("no start and goal") != std::string::npos);
  run(lab, "query.random");
  run(lab, "sweep.run");
  CHECK(sweep_controller(lab).running());
  CHECK(failure(lab, "sweep.run").find("under way") != std::string::npos);
  run(lab, "paint.rectangle 3 3 4 4 filled blocked");
  CHECK_FALSE(sweep_controller(lab).running());
  run(lab, "sweep.run");
  run(lab, "map.new 20 20 force");
  CHECK_FALSE(sweep_controller(lab).running());
  CHECK(sweep_controller(lab).rows().empty());
}

TEST_CASE("the settings that can be swept are those that the command names, and commands of their own") {
  std::string names;
  for (const WorldSetting* swept : swept_settings()) {
    const Setting& setting = swept->row;
    names += (names.empty() ? "" : "|") + std::string(setting.name);
    CHECK(command_named(setting.name) != nullptr);
    const auto [low, high] = swept_range(setting);
    CHECK(low <= setting.sweep.from);
    CHECK(setting.sweep.to <= high);
    CHECK((setting.sweep.to - setting.sweep.from) % setting.sweep.step == 0);
  }
  // The bench sweeps the same, and measures the same.
  REQUIRE(bench::swept_settings().size() == swept_settings().size());
  for (size_t i = 0; i < swept_settings().size(); ++i) {
    CHECK(bench::swept_settings()[i]->row.name == swept_settings()[i]->row.name);
  }
  REQUIRE(bench::swept_measures().size() == static_cast<size_t>(kSweepMeasures));
  for (int i = 0; i < kSweepMeasures; ++i) {
    CHECK(bench::swept_measures()[static_cast<size_t>(i)].name == sweep_measure_name(static_cast<SweepMeasure>(i)));
  }
  CHECK(command_named("sweep.choose")->usage == names + " [FROM] [TO] [STEP]");
}
