// Sweeps in the lab: their figures are those of the bench program with the same settings; they are cancelled, refused
// with reasons, and leave the open map as it is.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "app/features/sweep/sweep.hpp"
#include "app/features/sweep/sweep_work.hpp"
#include "app/lab/chart.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/lab.hpp"
#include "bench/sweep.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/map_sectors.hpp"
#include "tests/scenario_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

ChartData sweep_chart(const Lab& lab) {
  ChartData data;
  chart_named("sweep")->fill(lab, data);
  return data;
}

// Who was asked, one letter each.
std::string asked_in_turn;
template <char kName>
void plan_noted(const World& world, const PlanQuery& query, const PlanOptions& options, Workspace& workspace,
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
  for (const SweepMeasurements& figures : rows.front().planners) {
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
  run(lab, {"planner.show jps off", "planner.show hpa3 off", "sectors on", "planner.show sectors on",
            "sweep.over scenario", "sweep.choose hpa.cluster_size 6 14 4", "sweep.run"});
  const std::string before = dump_state(lab);
  lab.finish_updates();
  const SweepController& sweep = sweep_controller(lab);
  REQUIRE(sweep.rows().size() == 3);
  // Only the planners that the setting concerns: neither A* nor sectors, which are compared, too.
  const std::vector<const Planner*>& planners = sweep.measured().planners;
  REQUIRE(planners.size() == 2);
  for (const Planner* planner : planners) CHECK(planner->needs == StructureId::kHpa);
  size_t compared = 0;
  for (const SweepRow& row : sweep.rows()) {
    bench::QueryOptions options;
    options.map = folder.file("cave.map");
    options.scen = folder.file("cave.map.scen");
    options.rules = lab.world().rules();
    options.hpa = *lab.world().get<MapHpa>().options();
    options.hpa.cluster_size = row.value;
    options.sectors = *lab.world().get<MapSectors>().options();
    options.smooth = lab.state().plan_options().smooth;
    options.rounds = 1;
    for (const Planner* planner : sweep.measured().planners) options.planners.emplace_back(planner->name);
    const auto report = must(bench::run_queries(options));
    for (size_t i = 0; i < row.planners.size(); ++i) {
      const std::string name(sweep.measured().planners[i]->name);
      CAPTURE(name);
      CAPTURE(row.value);
      for (const bench::ReportRow& wanted : report.rows) {
        if (wanted["planner"] != name || wanted["map"] != "cave.map") continue;
        CHECK(row.planners[i].solved == wanted["solved"].get<size_t>());
        CHECK(row.planners[i].expanded == doctest::Approx(wanted["mean_expanded"].get<double>()).epsilon(1e-3));
        CHECK(row.planners[i].ratio == doctest::Approx(wanted["mean_ratio"].get<double>()).epsilon(1e-5));
        CHECK(row.planners[i].micros > 0);
        CHECK(row.planners[i].build_micros >= 0);
        CHECK(row.planners[i].memory_bytes > 0);
        CHECK(row.planners[i].update_micros > 0);
        ++compared;
      }
    }
  }
  CHECK(compared == 6);
  // The command that sweeps without the lab has the same figures in its rows.
  bench::SweepOptions swept;
  swept.setting = "hpa.cluster_size";
  swept.values = {6, 10, 14};
  swept.queries.map = folder.file("cave.map");
  swept.queries.scen = folder.file("cave.map.scen");
  swept.queries.rules = lab.world().rules();
  swept.queries.hpa = *lab.world().get<MapHpa>().options();
  swept.queries.sectors = *lab.world().get<MapSectors>().options();
  swept.queries.smooth = lab.state().plan_options().smooth;
  swept.queries.rounds = 1;
  for (const Planner* planner : sweep.measured().planners) swept.queries.planners.emplace_back(planner->name);
  const auto report = must(bench::run_sweep(swept));
  compared = 0;
  for (const bench::ReportRow& row : report.rows) {
    if (row["map"] != "cave.map") continue;
    const SweepMeasurements& figures = sweep.rows()[compared / 2].planners[compared % 2];
    CHECK(row["value"] == sweep.rows()[compared / 2].value);
    CHECK(row["planner"] == sweep.measured().planners[compared % 2]->name);
    CHECK(figures.solved == row["solved"].get<size_t>());
    CHECK(figures.expanded == doctest::Approx(row["mean_expanded"].get<double>()).epsilon(1e-3));
    CHECK(figures.ratio == doctest::Approx(row["mean_ratio"].get<double>()).epsilon(1e-5));
    ++compared;
  }
  CHECK(compared == 6);
  // Another cluster size does change what HPA* expands.
  CHECK(sweep.rows()[0].planners[1].expanded != sweep.rows()[2].planners[1].expanded);
  CHECK(lab.world().get<MapHpa>().options()->cluster_size != 6);
}

TEST_CASE("the chart of the phases of a sweep has connecting, search and their sum, of the stepped planner") {
  Lab lab(test::fixed_clock());
  lab.finish_updates();
  const auto chart = [&lab] {
    ChartData data;
    chart_named("sweep-phases")->fill(lab, data);
    return data;
  };
  CHECK(chart().remedy_lines == "sweep.run");
  run_settled(lab, {"planner.trace hpa1", "sweep.choose hpa.cluster_size 4 16 4", "sweep.run"});
  const SweepController& sweep = sweep_controller(lab);
  const std::vector<const Planner*>& planners = sweep.measured().planners;
  const auto stepped = std::ranges::find(planners, std::string_view("hpa1"), &Planner::name);
  REQUIRE(stepped != planners.end());
  const ChartData data = chart();
  REQUIRE(data.series.size() == 3);
  REQUIRE(data.table.rows() == 4);
  double least = data.series[0].points[0].y;
  for (size_t row = 0; row < 4; ++row) {
    const int value = 4 * (static_cast<int>(row) + 1);
    // As the planner alone with this size expands.
    HpaOptions options = *lab.world().get<MapHpa>().options();
    options.cluster_size = value;
    Hpa hpa;
    hpa.build(lab.world().moves(), options);
    PlanResult result;
    Workspace workspace;
    hpa.plan(lab.world().moves(), lab.state().query, {.levels = 1}, workspace, result);
    const auto expanded = [&](Phase phase) { return static_cast<double>(result.stats.of(phase).expanded); };
    const double connecting = expanded(Phase::kInsertStart) + expanded(Phase::kInsertGoal);
    CHECK(data.table.at(row, 0) == value);
    CHECK(data.table.at(row, 1) == connecting + expanded(Phase::kMain));
    CHECK(data.table.at(row, 2) == connecting);
    CHECK(data.table.at(row, 3) == expanded(Phase::kMain));
    for (size_t i = 0; i < 3; ++i) CHECK(data.series[i].points[row].y == data.table.at(row, i + 1));
    least = std::min(least, data.table.at(row, 1));
    const auto& of = sweep.rows()[row].planners[static_cast<size_t>(stepped - planners.begin())];
    CHECK(of.connecting + of.searching <= of.expanded);
  }
  REQUIRE(data.limits.size() == 1);
  CHECK(data.limits.front().y == least);
}

TEST_CASE("the chart of a sweep has a line for each planner and a row for each value") {
  Lab lab(test::fixed_clock());
  lab.finish_updates();
  CHECK(sweep_chart(lab).remedy_lines == "sweep.run");
  run_settled(lab, {"sweep.choose hpa.cluster_size 4 12 4", "sweep.run"});
  for (const char* measure : {"expanded", "time", "above-optimal", "build", "memory", "update"}) {
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
    // The least value of the stepped planner, or of the first, is marked, and can be used.
    const auto best = best_swept(lab);
    REQUIRE(best);
    const auto series = std::ranges::find(data.series, best->planner->name, &ChartSeries::name);
    REQUIRE(series != data.series.end());
    for (const ChartPoint& point : series->points) {
      CHECK(best->figure <= point.y);
      if (point.x == best->value) CHECK(point.y == best->figure);
    }
    REQUIRE(data.limits.size() == 1);
    CHECK(data.limits.front().y == best->figure);
    CHECK(data.limits.front().title.ends_with(
        fmt::format("least at {}{}", best->value, best->beyond ? ", the edge of the range" : "")));
    // A value within the range is recommended, at its edge a wider range is offered instead.
    const bool edge = best->value == 4 || best->value == 12;
    REQUIRE(best->beyond.has_value() == edge);
    if (!edge) continue;
    CHECK((best->value == 4 ? best->beyond->from == 2 : best->beyond->to == 24));
    CHECK((best->beyond->to - best->beyond->from) % best->beyond->step == 0);
  }
  // What was measured is of the query and the map that there were.
  run(lab, "query.goal 5 5");
  CHECK(sweep_chart(lab).warning.find("have changed since") != std::string::npos);
  run_settled(lab, "sweep.run");
  CHECK(sweep_chart(lab).warning.empty());
  run(lab, "paint.rectangle 3 3 4 4 filled blocked");
  CHECK(sweep_chart(lab).warning.find("have changed since") != std::string::npos);
}

TEST_CASE("the present value of the setting is measured, too, and the best value at the edge is not recommended") {
  Lab lab(test::fixed_clock());
  lab.finish_updates();
  run_settled(lab, {"hpa.levels 1", "planner.show hpa1 on", "planner.trace hpa1", "hpa.cluster_size 24",
                    "sweep.choose hpa.cluster_size 4 12 4", "sweep.run"});
  const SweepController& sweep = sweep_controller(lab);
  const auto values = [&] {
    std::vector<int> all;
    for (const SweepRow& row : sweep.rows()) all.push_back(row.value);
    return all;
  };
  CHECK(values() == std::vector<int>{4, 8, 12, 24});
  run_settled(lab, {"sweep.choose hpa.cluster_size 26 30 2", "sweep.run"});
  CHECK(values() == std::vector<int>{24, 26, 28, 30});
  // However far it goes on, the search for the best value ends: within the range, or at the end of the setting.
  run(lab, {"sweep.choose hpa.cluster_size 4 12 4", "sweep.measure expanded"});
  for (int times = 0; times < 8; ++times) {
    run_settled(lab, "sweep.run");
    const auto best = best_swept(lab);
    REQUIRE(best);
    if (!best->beyond) break;
    const auto [low, high] = swept_range(sweep.measured().setting->row);
    CHECK(best->beyond->from >= low);
    CHECK(best->beyond->to <= high);
    CHECK((best->beyond->from < values().front() || best->beyond->to > values().back()));
    run(lab, fmt::format("sweep.choose hpa.cluster_size {} {} {}", best->beyond->from, best->beyond->to,
                         best->beyond->step));
  }
  CHECK_FALSE(best_swept(lab)->beyond);
  // No entrance is as wide as these thresholds, so that all are equally good: the present one is, or one within.
  run_settled(lab, {"hpa.cluster_size 10", "hpa.threshold 30", "sweep.choose hpa.threshold 20 40 5",
                    "sweep.measure expanded", "sweep.run"});
  REQUIRE(best_swept(lab));
  CHECK(best_swept(lab)->value == 30);
  CHECK_FALSE(best_swept(lab)->beyond);
  run(lab, "hpa.threshold 20");
  CHECK(best_swept(lab)->value == 25);
}

TEST_CASE("a value that the structure cannot have is left out with the reason") {
  Lab lab(test::fixed_clock());
  run_settled(lab, {"hpa.levels 4", "planner.show hpa4 on", "hpa.factor 4", "sweep.choose hpa.cluster_size 4 64 20",
                    "sweep.run"});
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
  run(lab, {"sweep.over scenario", "sweep.choose hpa.cluster_size"});
  CHECK(failure(lab, "sweep.run").find("no scenario is open") != std::string::npos);
  run(lab, {"sweep.over query", "query.clear"});
  CHECK(failure(lab, "sweep.run").find("no start and goal") != std::string::npos);
  run(lab, {"query.random", "sweep.run"});
  CHECK(sweep_controller(lab).running());
  CHECK(failure(lab, "sweep.run").find("under way") != std::string::npos);
  run(lab, "paint.rectangle 3 3 4 4 filled blocked");
  CHECK_FALSE(sweep_controller(lab).running());
  run(lab, {"sweep.run", "map.new 20 20 force"});
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
  // The bench sweeps and measures the same.
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
