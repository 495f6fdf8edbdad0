// The bench program's `pay`: what it says is what the arithmetic says of its own times.
#include <doctest/doctest.h>

#include "bench/commands.hpp"
#include "core/io/movingai.hpp"
#include "tests/bench/reports.hpp"
#include "tests/support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;
using namespace strata::bench;

TEST_CASE("bench pay: a row for every ordered pair, with what the same times give elsewhere") {
  const std::vector<TimedPlanner> planners = {{"astar", {.prepare = 0, .query = 500'000, .edit = 0}},
                                              {"hpa1", {.prepare = 40'000'000, .query = 100'000, .edit = 900'000}},
                                              {"alt", {}}};
  Report report;
  append_break_even("a.map", planners, report);
  REQUIRE(report.rows.size() == 6);
  const ReportRow& astar = report.rows[0];
  check_values(astar, {{"planner", "astar"}, {"against", "hpa1"}, {"pays", "until"}, {"queries", 99}});
  const ReportRow& hpa = report.rows[2];
  check_values(hpa, {{"planner", "hpa1"},
                     {"pays", "after"},
                     {"queries", 101},
                     {"with_edits", "after"},
                     {"queries_per_edit", 3},
                     {"prepare_ms", 40}});
  const ReportRow& unknown = report.rows[4];
  check_values(unknown, {{"planner", "alt"}, {"pays", "unknown"}});
  CHECK(unknown["queries"].is_null());
  CHECK(unknown["prepare_ms"].is_null());
  REQUIRE(report.notes.size() == 1);
  CHECK(report.notes[0] == "a.map: least time in all, by queries: astar from 1 on, hpa1 from 101 on");
}

TEST_CASE("bench pay: times come from queries on the map, and from strokes where they are asked for") {
  const test::TempFolder folder;
  REQUIRE(save_map(test::random_rooms(64, 64, 8, 1), folder.file("a.map")).ok());
  BreakEvenOptions options;
  options.queries.map = folder.file("a.map");
  options.queries.pairs = 5;
  options.queries.planners = {"astar", "hpa1", "sectors"};
  options.queries.rounds = 1;
  options.strokes = 4;
  const auto report = must(run_break_even(options));
  CHECK(report.checks_held());
  REQUIRE(report.rows.size() == 6);
  for (const ReportRow& row : report.rows) {
    CHECK(row["map"] == "a.map");
    CHECK(row["query_us"].get<double>() > 0);
    CHECK(row["edit_us"].is_number());
    if (row["planner"] == "astar") CHECK(row["edit_us"] == 0);
    if (row["planner"] == "hpa1") CHECK(row["edit_us"].get<double>() > 0);
    CHECK(row["pays"] != "unknown");
    CHECK(row["with_edits"] != "unknown");
  }
  options.queries.map.clear();
  options.queries.set = ".";
  const auto refused = run_break_even(options);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message() == "pay: --strokes paints one map: give it with --map");
}
