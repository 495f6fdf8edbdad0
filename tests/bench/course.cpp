// The `course` command: the tracks of the competition, on small maps with lengths by A*.
#include "bench/course.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/rng.hpp"
#include "core/grid/move_grid.hpp"
#include "core/io/dynamic_scenario.hpp"
#include "core/io/files.hpp"
#include "core/io/movingai.hpp"
#include "core/world/scenes.hpp"
#include "core/world/world.hpp"
#include "tests/bench/reports.hpp"
#include "tests/rounds.hpp"
#include "tests/support.hpp"
#include "tests/temp_folder.hpp"

namespace strata::test {

using namespace strata::bench;

namespace {

// Returns a scenario on a cave whose walls change, with lengths by plain Dijkstra. It begins with the whole map.
DynamicScenario changing_cave(int side, int changes, int queries, uint64_t seed) {
  DynamicScenario scenario{.width = side, .height = side, .patch_file = "cave.patch", .patches = {}, .steps = {}};
  const GridMap cave = generate({SceneKind::kCave, side, side, seed, 0});
  std::string letters;
  for (CellId cell = 0; cell < cave.cell_count(); ++cell) letters += cave.letter(cell) == '@' ? '@' : '.';
  scenario.patches.push_back({side, side, letters});
  scenario.patches.push_back({9, 2, std::string(18, '@')});
  scenario.patches.push_back({7, 7, std::string(49, '.')});
  Rng rng(seed);
  GridMap map(side, side);
  const auto below = [&](int most) { return static_cast<int>(rng.below(static_cast<uint32_t>(most))); };
  for (int phase = 0; phase <= changes; ++phase) {
    const auto bucket = static_cast<uint32_t>(phase);
    ScenarioChange change;
    if (phase == 0) change.placements.push_back({bucket, 0, {0, 0}});
    for (int i = 0; phase > 0 && i < 3; ++i) {
      change.placements.push_back({bucket, 1 + rng.below(2), {below(side - 9), below(side - 7)}});
    }
    (void)map.apply(edit_of(scenario, change));
    scenario.steps.emplace_back(change);
    for (int i = 0; i < queries;) {
      const PlanQuery query{{below(side), below(side)}, {below(side), below(side)}};
      if (!can_stand(map, {}, query.start) || !can_stand(map, {}, query.goal)) continue;
      const Cost cost = plain_dijkstra(map, {}, query.start)[map.id(query.goal)];
      scenario.steps.emplace_back(
          DynamicQuery{bucket, query.start, query.goal, cost != kInfinite ? cost / 816.0 : DynamicQuery::kNoPath});
      ++i;
    }
  }
  return scenario;
}

std::vector<ReportRow> course_rows(const Report& report, std::string_view planner) {
  std::vector<ReportRow> rows;
  std::ranges::copy_if(report.rows, std::back_inserter(rows),
                       [&](const auto& row) { return row["planner"] == planner; });
  return rows;
}

CourseOptions course_options(CourseTrack track, QueryOptions queries) {
  queries.rounds = 1;
  return {track, std::move(queries)};
}

}  // namespace

TEST_CASE("bench course: on the dynamic track every planner answers every query on the map as it is then") {
  const TempFolder folder;
  const int changes = rounds(12), queries = 10;
  const DynamicScenario scenario = changing_cave(side(96), changes, queries, 5);
  REQUIRE(save_dynamic_scenario(scenario, folder.file("cave.scen")).ok());
  const auto no_paths = static_cast<size_t>(std::ranges::count_if(scenario.steps, [](const auto& step) {
    const auto* query = std::get_if<DynamicQuery>(&step);
    return query != nullptr && query->length < 0;
  }));
  const Report report =
      held_report(run_course(course_options(CourseTrack::kDynamic, {.scen = folder.file("cave.scen")})));
  CHECK(report.command == "course");
  for (const std::string name : {"astar", "jps", "hpa1", "sectors", "ch", "labels", "fastest"}) {
    CAPTURE(name);
    const auto rows = course_rows(report, name);
    REQUIRE(rows.size() == 1);
    const ReportRow& row = rows.front();
    check_values(row, {{"track", "dynamic"},
                       {"map", "cave.scen"},
                       {"queries", (changes + 1) * queries},
                       {"invalid", 0},
                       {"no_path", no_paths},
                       {"wrong", 0},
                       {"changes", changes}});
    CHECK(row["solved"].get<size_t>() + no_paths == row["queries"].get<size_t>());
    CHECK(row["change_cells"] > 0);
    CHECK(row["change_max_us"] >= row["change_mean_us"]);
    CHECK(row["max_us"] >= row["mean_us"]);
    const double all_ms = (row["mean_us"].get<double>() * row["queries"].get<double>() +
                           row["change_mean_us"].get<double>() * row["changes"].get<double>()) /
                          1000;
    CHECK(row["total_ms"].get<double>() == doctest::Approx(all_ms).epsilon(0.01));  // one round
    CHECK(row["memory_bytes"] > 0);
    if (name != "hpa1" && name != "sectors") {
      CHECK(row["optimal"] == row["solved"]);
      CHECK(row["max_above_percent"] < 0.02);
    }
  }
  for (const ReportRow& row : report.rows) CHECK(row["wrong"] == 0);
  CHECK(course_rows(report, "fastest").front()["asked"].get<std::string>().ends_with(" %"));
  CHECK_FALSE(course_rows(report, "jps").front().contains("asked"));
  CHECK(course_rows(report, "theta").empty());
  CHECK(course_rows(report, "lpa").empty());
  // Only HPA* and its tables hand out the first steps before the whole path.
  const ReportRow jps = course_rows(report, "jps").front(), hpa = course_rows(report, "hpa1").front();
  CHECK(jps["first20_us"] == jps["mean_us"]);
  CHECK(hpa["first20_us"] != hpa["mean_us"]);
}

TEST_CASE("bench course: a listed length that is wrong, and a path where none is listed, are failures") {
  const TempFolder folder;
  DynamicScenario scenario = changing_cave(48, 1, 4, 7);
  std::vector<DynamicQuery*> solvable;
  for (auto& step : scenario.steps) {
    auto* query = std::get_if<DynamicQuery>(&step);
    if (query != nullptr && query->length > 2) solvable.push_back(query);
  }
  REQUIRE(solvable.size() >= 3);
  solvable[0]->length += 1;
  solvable[1]->length -= 1;
  solvable[2]->length = DynamicQuery::kNoPath;
  REQUIRE(save_dynamic_scenario(scenario, folder.file("x.scen")).ok());
  const Report report = must(run_course(
      course_options(CourseTrack::kDynamic, {.scen = folder.file("x.scen"), .planners = {"astar", "hpa1"}})));
  REQUIRE(report.rows.size() == 2);
  CHECK(report.rows[0]["wrong"] == 3);
  CHECK(report.rows[1]["wrong"] >= 1);
  CHECK_FALSE(report.checks_held());
  CHECK(std::ranges::count_if(report.failures, [](const std::string& failure) {
          return failure.find("a path, but there is none") != std::string::npos;
        }) == 2);
}

TEST_CASE("bench course: the classic track takes a map or a folder, the any-angle track compares with Polyanya") {
  const TempFolder folder;
  for (const std::string name : {"a", "b"}) {
    GenerateOptions generate;
    generate.spec = {SceneKind::kCave, side(80), side(80), name == "a" ? 3u : 4u, 0};
    generate.out = folder.file(name + ".map");
    generate.queries = rounds(40);
    REQUIRE(run_generate(generate).ok());
  }
  const std::vector<std::string> planners = {"jps", "labels", "hpa2"};
  const Report one = held_report(
      run_course(course_options(CourseTrack::kClassic, {.map = folder.file("a.map"), .planners = planners})));
  REQUIRE(one.rows.size() == 3);
  CHECK(one.rows[1]["optimal"] == rounds(40));
  CHECK_FALSE(one.rows[1].contains("changes"));
  const Report both =
      held_report(run_course(course_options(CourseTrack::kClassic, {.set = folder.path(), .planners = planners})));
  REQUIRE(both.rows.size() == 9);
  check_values(both.rows[6], {{"planner", "jps"}, {"map", "*"}, {"queries", 2 * rounds(40)}, {"wrong", 0}});
  const Report angles = held_report(run_course(course_options(CourseTrack::kAnyAngle, {.map = folder.file("a.map")})));
  const ReportRow polyanya = course_rows(angles, "polyanya").front(), pccp = course_rows(angles, "pccp").front();
  CHECK(polyanya["optimal"] == polyanya["solved"]);
  CHECK(polyanya["max_above_percent"] == 0);
  CHECK(pccp["mean_above_percent"] > 0);
  CHECK(course_rows(angles, "jps").empty());
}

TEST_CASE("bench course: planners, files and settings that do not suit a track are errors") {
  const TempFolder folder;
  const auto refusal = [](CourseTrack track, const QueryOptions& queries) {
    const auto report = run_course(course_options(track, queries));
    return report ? "accepted" : report.error().message();
  };
  const std::string map = folder.file("a.map"), scen = folder.file("a.scen");
  REQUIRE(save_map(GridMap(9, 9), map).ok());
  REQUIRE(write_file_atomic(scen, "version 1\n0 a.map 9 9 0 0 9 9 0\n").ok());
  CHECK(refusal(CourseTrack::kClassic, {.map = map, .planners = {"polyanya"}}) ==
        "course: planner 'polyanya' does not suit the track 'classic', whose paths go from cell to cell");
  CHECK(refusal(CourseTrack::kAnyAngle, {.map = map, .planners = {"jps"}}) ==
        "course: planner 'jps' does not suit the track 'any-angle', whose paths are straight lines");
  CHECK(refusal(CourseTrack::kAnyAngle, {.map = map, .planners = {"detour"}}).ends_with(": it searches levels"));
  CHECK(refusal(CourseTrack::kClassic, {.map = map, .planners = {"none"}}).find("there is no planner 'none'") !=
        std::string::npos);
  CHECK(refusal(CourseTrack::kClassic, {}) == "course: give either --map or --set");
  CHECK(refusal(CourseTrack::kDynamic, {.map = map, .scen = scen}).find("course: give --scen") == 0);
  CHECK(refusal(CourseTrack::kDynamic, {.scen = scen}) == scen + ":1: version '1' cannot be read, only 2");
  CHECK(refusal(CourseTrack::kClassic, {.map = map, .scen = scen, .planners = {"jps"}}) ==
        "course: there is no query that can be used");
  CHECK(refusal(CourseTrack::kClassic, {.map = map, .scen = scen, .planners = {"jps"}, .first_moves = 3})
            .find("course: the tracks ask for whole paths") == 0);
  REQUIRE(write_file_atomic(folder.file("d.scen"), "version 2\nheight 1\nwidth 1\ncost 1 octile\npatch d\ncommands\n")
              .ok());
  CHECK(refusal(CourseTrack::kDynamic, {.scen = folder.file("d.scen")}).find(folder.file("d")) == 0);
}

TEST_CASE("bench course: JPS and labels answer the competition's dynamic scenario" *
          doctest::skip(std::getenv("STRATA_DATA") == nullptr)) {
  const std::filesystem::path scen = std::filesystem::path(std::getenv("STRATA_DATA")) / "course" / "dao_arena2.scen";
  if (!std::filesystem::exists(scen)) return;
  const Report report = held_report(run_course(course_options(
      CourseTrack::kDynamic, {.scen = scen.string(), .planners = {"jps", "labels"}, .every = rounds(4) == 4 ? 1 : 8})));
  REQUIRE(report.rows.size() == 2);
  for (const ReportRow& row : report.rows) {
    check_values(row, {{"changes", 93}, {"wrong", 0}, {"no_path", 0}});
    CHECK(row["optimal"] == row["queries"]);
  }
}

}  // namespace strata::test
