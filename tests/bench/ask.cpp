// The bench program's questions: rows, checks, and what is refused.
#include "bench/ask.hpp"

#include "core/io/files.hpp"
#include "core/io/movingai.hpp"
#include "core/world/scenes.hpp"
#include "tests/bench/reports.hpp"
#include "tests/temp_folder.hpp"

namespace strata::test {
namespace {

using bench::AskOptions;
using bench::Report;
using bench::ReportRow;

std::string cave_in(const TempFolder& folder) {
  REQUIRE(
      save_map(generate({.kind = SceneKind::kCave, .width = 60, .height = 50, .seed = 5}), folder.file("a.map")).ok());
  return folder.file("a.map");
}

}  // namespace

TEST_CASE("bench ask: every question has a row, and its answers hold, under all rules") {
  const TempFolder folder;
  const std::string map = cave_in(folder);
  for (int p = 0; p < kProfiles; ++p) {
    for (int size = 1; size <= 2; ++size) {
      const AskOptions options{
          .map = map,
          .pairs = 15,
          .rounds = 1,
          .rules = {.profile = static_cast<Profile>(p), .weights = {1, 3, 1, 1}, .agent_size = size},
          .limit = 20,
          .step = 5};
      const Report report = held_report(bench::run_ask(options));
      REQUIRE(report.rows.size() == bench::kQuestions.size());
      for (size_t i = 0; i < report.rows.size(); ++i) {
        check_values(report.rows[i],
                     {{"question", bench::kQuestions[i]}, {"queries", 15}, {"found", 15}, {"wrong", 0}});
        CHECK(report.rows[i]["mean_us"] > 0);
        CHECK(report.rows[i]["mean_expanded"] > 0);
      }
      check_values(report.rows[0], {{"goals", 8}});
      check_values(report.rows[2], {{"limit", 20}});
      CHECK(report.rows[2]["mean_cells"] > 20);
      check_values(report.rows[3], {{"limit", 20}, {"step", 5}});
      CHECK(report.rows[3]["mean_lines"] >= 1);
      CHECK(report.rows[3]["mean_points"] > report.rows[3]["mean_lines"]);
      check_values(report.rows[4], {{"paths", 3}, {"truncated", 0}});
      CHECK(report.rows[4]["mean_paths"] > 1);
      CHECK(report.rows[4]["mean_longer_percent"] <= 25);
      CHECK(report.rows[4]["mean_shared_percent"] <= 80);
      check_values(report.rows[5], {{"turn_order", "sum"}, {"turn_weight", 100}});
      CHECK(report.rows[5]["mean_turns"] < report.rows[5]["mean_turns_astar"]);
      check_values(report.rows[6], {{"margin", 3}, {"wall_weight", 100}});
      CHECK(report.rows[6]["mean_distance"] > report.rows[6]["mean_distance_astar"]);
    }
  }
}

TEST_CASE("bench ask: the options reach the questions that they are for") {
  const TempFolder folder;
  AskOptions options{.map = cave_in(folder), .questions = {"walls", "turns", "alternatives"}, .pairs = 10, .rounds = 1};
  options.turns.order = TurnOrder::kTieBreaker;
  options.walls.weight = 0;
  options.alternatives.paths = 1;
  const Report report = held_report(bench::run_ask(options));
  REQUIRE(report.rows.size() == 3);
  check_values(report.rows[0], {{"question", "alternatives"}, {"mean_paths", 1}, {"mean_longer_percent", 0}});
  check_values(report.rows[1], {{"question", "turns"}, {"turn_order", "tie-breaker"}, {"mean_longer_percent", 0}});
  CHECK_FALSE(report.rows[1].contains("turn_weight"));
  check_values(report.rows[2], {{"question", "walls"}, {"wall_weight", 0}, {"mean_longer_percent", 0}});
}

TEST_CASE("bench ask: a map that cannot be read, unknown questions, too many lines and lone cells are refused") {
  const TempFolder folder;
  const std::string map = cave_in(folder);
  const auto why = [](const AskOptions& options) {
    const Result<Report> report = bench::run_ask(options);
    REQUIRE_FALSE(report);
    return report.error().message();
  };
  CHECK(why({.map = folder.file("none.map")}).find("none.map") != std::string::npos);
  CHECK(why({.map = map, .questions = {"shortest"}}) ==
        "shortest: no question has this name; they are nearest, costs, reach, contours, alternatives, turns, walls");
  CHECK(why({.map = map, .limit = 1e6, .step = 1}) ==
        "ask: --step 1 gives more than 10000 lines up to --limit 1000000");
  GridMap walls(4, 4, '@');
  REQUIRE(save_map(walls, folder.file("walls.map")).ok());
  CHECK(why({.map = folder.file("walls.map")}) ==
        folder.file("walls.map") + ": no two cells are connected for this agent");
}

}  // namespace strata::test
