// The `repair` and `ida` commands: their answers are those of A*, and their rows say what was expanded.
#include "bench/repair.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "bench/ida.hpp"
#include "core/io/movingai.hpp"
#include "core/world/scenes.hpp"
#include "tests/bench/reports.hpp"
#include "tests/source_path.hpp"
#include "tests/temp_folder.hpp"

namespace strata::test {

using namespace strata::bench;

TEST_CASE("bench repair: LPA* and D* Lite cost what A* finds after every stroke, and expand less") {
  const TempFolder folder;
  REQUIRE(save_map(generate({SceneKind::kCave, 150, 120, 3, 0}), folder.file("cave.map")).ok());
  const RepairOptions options{.map = folder.file("cave.map"), .pairs = 4, .strokes = 40};
  const Report report = held_report(run_repair(options));
  REQUIRE(report.rows.size() == 2);
  for (const ReportRow& row : report.rows) {
    CAPTURE(row["planner"].get<std::string>());
    check_values(row, {{"map", "cave.map"}, {"pairs", 4}, {"strokes", 160}, {"fresh", 0}, {"mismatches", 0}});
    CHECK(row["first_expanded"] > 0);
    CHECK(row["mean_expanded"] < row["mean_astar_expanded"]);
    CHECK(row["mean_raised"].get<double>() + row["mean_lowered"].get<double>() ==
          doctest::Approx(row["mean_expanded"].get<double>()).epsilon(0.01));
    CHECK(row["mean_changed"] > 0);
    CHECK(row["less_percent"] > 50);
    CHECK(row["far_strokes"] > 20);
    CHECK(row["far_less_percent"] > row["less_percent"]);
    CHECK(row["memory_bytes"] >= 150 * 120 * 16);
    CHECK(row["mean_us"] > 0);
    CHECK(row["mean_astar_us"] > 0);
  }
  CHECK(report.rows[0]["planner"] == "lpa-star");
  CHECK(report.rows[1]["planner"] == "d-star-lite");
}

TEST_CASE("bench repair: other rules, agent sizes and steps, and a start that walks past the goal") {
  const TempFolder folder;
  REQUIRE(save_map(generate({SceneKind::kRandom, 40, 40, 5, 10}), folder.file("r.map")).ok());
  for (const Profile profile : {Profile::kPaper, Profile::kFour}) {
    RepairOptions options{.map = folder.file("r.map"), .pairs = 3, .strokes = 60, .radius = 1, .far = 3, .steps = 4};
    options.rules = {profile, Capability(0b1111), {1, 3, 16, 7}, 2};
    const Report report = held_report(run_repair(options));
    for (const ReportRow& row : report.rows) check_values(row, {{"strokes", 180}, {"mismatches", 0}});
  }
}

TEST_CASE("bench repair: a map without two connected cells is an error, and so is a map that is not there") {
  const TempFolder folder;
  REQUIRE(save_map(GridMap(5, 5, '@'), folder.file("walls.map")).ok());
  CHECK(run_repair({.map = folder.file("walls.map")}).error().what == "no two cells are connected");
  CHECK(run_ida({.map = folder.file("walls.map")}).error().what == "no two cells are connected");
  CHECK_FALSE(run_repair({.map = folder.file("none.map")}).ok());
  CHECK_FALSE(run_ida({.map = folder.file("none.map")}).ok());
}

TEST_CASE("bench ida: IDA* costs what A* finds, and pairs that take too many expansions are counted") {
  const IdaOptions options{
      .map = source_path("assets/maps/running-example.map"), .pairs = 20, .moves = {3, 10, 60}, .most = 20'000};
  const Report report = held_report(run_ida(options));
  REQUIRE(report.rows.size() == 3);
  for (size_t i = 0; i < 3; ++i) {
    const ReportRow& row = report.rows[i];
    check_values(row, {{"map", "running-example.map"}, {"moves", options.moves[i]}, {"pairs", 20}, {"mismatches", 0}});
    CHECK(row["solved"].get<int>() + row["refused_pairs"].get<int>() == 20);
  }
  check_values(report.rows[0], {{"solved", 20}, {"refused_pairs", 0}});
  CHECK(report.rows[0]["mean_iterations"] >= 1);
  CHECK(report.rows[0]["mean_expanded"] >= 1);
  CHECK(report.rows[1]["mean_expanded"] > report.rows[1]["mean_astar_expanded"]);
  CHECK(report.rows[2]["refused_pairs"] > 0);
  REQUIRE_FALSE(report.notes.empty());
  CHECK(report.notes.back().starts_with("IDA* has expanded 20000 cells, the most it may, in "));
}

}  // namespace strata::test
