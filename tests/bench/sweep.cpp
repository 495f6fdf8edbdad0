// The bench program's `sweep`: with each value it says what `queries` says with the same options.
#include "bench/sweep.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/io/movingai.hpp"
#include "tests/bench/reports.hpp"
#include "tests/support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;
using namespace strata::bench;

namespace {

// Returns the figures of a row that do not depend on the clock.
ReportRow untimed(const ReportRow& row) {
  ReportRow out;
  for (const auto& [key, value] : row.items()) {
    const bool time = key.ends_with("_us") || key.ends_with("_ms") || key == "us_per_expansion";
    if (!time && key != "setting" && key != "value") out[key] = value;
  }
  return out;
}

SweepOptions sweep_of(const test::TempFolder& folder) {
  SweepOptions options;
  options.queries.set = folder.path();
  options.queries.pairs = 6;
  options.queries.rounds = 1;
  return options;
}

std::string sweep_error(const SweepOptions& options) {
  const auto report = run_sweep(options);
  REQUIRE_FALSE(report.ok());
  return report.error().message();
}

}  // namespace

TEST_CASE("bench sweep: with each value, every setting gives the rows of queries") {
  const test::TempFolder folder;
  REQUIRE(save_map(test::random_rooms(48, 48, 8, 1), folder.file("a.map")).ok());
  REQUIRE(save_map(test::random_rooms(40, 56, 6, 2), folder.file("b.map")).ok());
  const std::pair<const char*, std::vector<std::string>> kPlanners[] = {{"hpa.cluster_size", {"astar", "hpa2"}},
                                                                        {"hpa.factor", {"hpa2"}},
                                                                        {"hpa.threshold", {"hpa1"}},
                                                                        {"haa.cluster_size", {"haa-high"}},
                                                                        {"sectors.size", {"sectors"}},
                                                                        {"landmarks.count", {"alt"}},
                                                                        {"hna.mu", {"hna1"}},
                                                                        {"plan.weight", {"astar"}}};
  for (const QuerySetting* swept_setting : swept_settings()) {
    const Setting& setting = swept_setting->row;
    CAPTURE(setting.name);
    SweepOptions options = sweep_of(folder);
    options.setting = setting.name;
    options.from = setting.sweep.from;
    options.to = setting.sweep.from + setting.sweep.step;
    for (const auto& [name, planners] : kPlanners) {
      if (setting.name == name) options.queries.planners = planners;
    }
    REQUIRE_FALSE(options.queries.planners.empty());
    const Report swept = held_report(run_sweep(options));
    std::vector<ReportRow> wanted;
    std::vector<int> values;
    for (const int value : {setting.sweep.from, setting.sweep.from + setting.sweep.step}) {
      QueryOptions queries = options.queries;
      swept_setting->set(queries, swept_value(setting, value));
      const Report report = must(run_queries(queries));
      for (const ReportRow& row : report.rows) {
        wanted.push_back(untimed(row));
        values.push_back(value);
      }
    }
    REQUIRE(swept.rows.size() == wanted.size());
    CHECK(wanted.size() == 2 * 3 * options.queries.planners.size());  // two values; two maps and their sum
    for (size_t i = 0; i < wanted.size(); ++i) {
      CHECK(untimed(swept.rows[i]).dump() == wanted[i].dump());
      CHECK(swept.rows[i]["setting"] == setting.name);
      CHECK(swept.rows[i]["value"] == values[i]);
    }
    CHECK(untimed(swept.rows.front()).dump() != untimed(swept.rows.back()).dump());
  }
}

TEST_CASE("bench sweep: measures choose the columns, and notes say where a planner is best") {
  const test::TempFolder folder;
  REQUIRE(save_map(test::random_rooms(48, 48, 8, 1), folder.file("a.map")).ok());
  SweepOptions options = sweep_of(folder);
  options.setting = "hpa.cluster_size";
  options.values = {12, 4, 8};
  options.measures = {"expanded", "build"};
  options.queries.planners = {"hpa1"};
  const Report report = must(run_sweep(options));
  REQUIRE(report.rows.size() == 6);
  std::vector<std::string> keys;
  for (const auto& [key, value] : report.rows[0].items()) keys.push_back(key);
  CHECK(keys == std::vector<std::string>{"setting", "value", "planner", "map", "queries", "solved", "mean_expanded",
                                         "build_ms"});
  double least = 1e9;
  int best = 0;
  for (const ReportRow& row : report.rows) {
    if (row["map"] != "*" || row["mean_expanded"].get<double>() >= least) continue;
    least = row["mean_expanded"];
    best = row["value"];
  }
  REQUIRE(report.notes.size() == 1);
  CHECK(report.notes[0].starts_with(fmt::format("hpa.cluster_size: hpa1 expands least at {} (", best)));
}

TEST_CASE("bench sweep: updates are measured by strokes where they are asked for, and change no other figure") {
  const test::TempFolder folder;
  REQUIRE(save_map(test::random_rooms(48, 48, 8, 1), folder.file("a.map")).ok());
  REQUIRE(save_map(test::random_rooms(40, 56, 6, 2), folder.file("b.map")).ok());
  SweepOptions options = sweep_of(folder);
  options.setting = "hpa.cluster_size";
  options.values = {6, 12};
  options.measures = {"expanded", "above-optimal", "memory", "update"};
  options.queries.planners = {"astar", "hpa2", "ch"};
  const Report with = held_report(run_sweep(options));
  options.measures.pop_back();
  const Report without = must(run_sweep(options));
  REQUIRE(with.rows.size() == without.rows.size());
  CHECK(with.rows.size() == 2 * 3 * 3);
  for (size_t i = 0; i < with.rows.size(); ++i) {
    const ReportRow& row = with.rows[i];
    CAPTURE(row.dump());
    REQUIRE(row.contains("update_us"));
    // A* needs the legal moves alone, whose update every planner needs.
    CHECK((row["planner"] == "astar" ? row["update_us"] == 0 : row["update_us"] > 0));
    CHECK_FALSE(without.rows[i].contains("update_us"));
    CHECK(untimed(row).dump() == untimed(without.rows[i]).dump());
  }
}

TEST_CASE("bench sweep: a value that the levels forbid is left out with the reason") {
  const test::TempFolder folder;
  REQUIRE(save_map(test::random_rooms(48, 48, 8, 1), folder.file("a.map")).ok());
  SweepOptions options = sweep_of(folder);
  options.setting = "hpa.cluster_size";
  options.values = {10, 64};
  options.queries.hpa.level_factor = 4;
  options.queries.planners = {"astar", "hpa4"};
  const Report report = must(run_sweep(options));
  REQUIRE(report.rows.size() == 4 + 2);
  CHECK(report.rows[4]["value"] == 64);
  CHECK(report.rows[4]["refused"].get<std::string>().find("may be at most") != std::string::npos);
  options.values = {64};
  const Report none = must(run_sweep(options));
  CHECK_FALSE(none.checks_held());
}

TEST_CASE("bench sweep: what cannot be swept is refused with the reason") {
  const test::TempFolder folder;
  REQUIRE(save_map(test::random_rooms(48, 48, 8, 1), folder.file("a.map")).ok());
  SweepOptions options = sweep_of(folder);
  options.setting = "hpa.levels";
  CHECK(sweep_error(options).find("'hpa.levels' cannot be swept; hpa.cluster_size") != std::string::npos);
  options.setting = "hpa.cluster_size";
  options.values = {1};
  CHECK(sweep_error(options) == "sweep: hpa.cluster_size is from 2 to 64, not 1");
  options.from = 4;
  CHECK(sweep_error(options).find("either --values") != std::string::npos);
  options.values.clear();
  options.to = 3;
  CHECK(sweep_error(options) == "sweep: the last value, 3, is below the first, 4");
  options.to = 2'000'000'000;
  options.step = 1;
  CHECK(sweep_error(options).find("are too many") != std::string::npos);
  options.to = 6;
  options.measures = {"speed"};
  CHECK(sweep_error(options).find("'speed' is not measured; expanded") != std::string::npos);
  options.measures.clear();
  options.queries.planners = {"none"};
  CHECK(sweep_error(options).find("there is no planner 'none'") != std::string::npos);
}

TEST_CASE("a report as values separated by commas has a line for each row, and quotes what needs it") {
  Report report{.command = "x", .rows = {}, .failures = {}, .notes = {"a note"}};
  report.rows.push_back({{"map", "a,b.map"}, {"queries", 3}, {"mean_us", 1.5}, {"why", ReportRow::object()}});
  report.rows.push_back({{"map", "say \"c\""}, {"mean_us", nullptr}, {"refused", "no"}});
  CHECK(to_csv(report) == "map,queries,mean_us,refused\n\"a,b.map\",3,1.5,\n\"say \"\"c\"\"\",,,no\n");
}

TEST_CASE("bench settings: each is listed, and set by its name as by its option") {
  const Report report = list_settings();
  REQUIRE(report.rows.size() == query_settings().size());
  QueryOptions options;
  REQUIRE(put_setting(options, "hpa.threshold=9").ok());
  REQUIRE(put_setting(options, "plan.weight=1.25").ok());
  REQUIRE(put_setting(options, "navmesh.source=rectangles").ok());
  CHECK(options.hpa.entrance_threshold == 9);
  CHECK(options.weight == 125);
  CHECK_FALSE(options.navmesh.of_level);
  for (const char* wrong : {"hpa.threshold", "hpa.threshold=", "hpa.threshold=0", "hpa.threshold=+1",
                            "hpa.cache=toggle", "hpa.threshold=usual", "nothing=1", "=1"}) {
    CAPTURE(wrong);
    CHECK_FALSE(put_setting(options, wrong).ok());
  }
  CHECK(options.hpa.entrance_threshold == 9);
}
