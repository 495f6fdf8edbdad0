// Queries that cannot be measured: the bench program says why, and measures the others.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>

#include "bench/commands.hpp"
#include "core/io/files.hpp"
#include "core/io/movingai.hpp"
#include "core/world/planners.hpp"
#include "tests/bench/reports.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;
using namespace strata::bench;

namespace {

ReportRow row_for(const Report& report, const std::string& planner, const std::string& map) {
  for (const ReportRow& row : report.rows) {
    if (row["planner"] == planner && row["map"] == map) return row;
  }
  FAIL("no row for " << planner << " on " << map);
  return {};
}

}  // namespace

TEST_CASE("bench queries: where there is nothing to be measured the reason is the answer") {
  const TempFolder folder;
  QueryOptions options{.map = folder.file("walls.map"), .planners = {"astar", "hpa1"}, .pairs = 20};
  REQUIRE(save_map(GridMap(9, 7, '@'), options.map).ok());
  const auto nowhere = run_queries(options);
  REQUIRE_FALSE(nowhere.ok());
  CHECK(nowhere.error().message().find("an agent can stand nowhere") != std::string::npos);
  options.map = folder.file("free.map");
  options.scen = folder.file("other.scen");
  options.pairs = 0;
  REQUIRE(save_map(GridMap(9, 7), options.map).ok());
  REQUIRE(write_file_atomic(options.scen, "version 1\n0 free.map 9 8 0 0 3 0 3\n0 free.map 8 7 0 0 3 0 3\n0 x\n").ok());
  const auto unfit = run_queries(options);
  REQUIRE_FALSE(unfit.ok());
  CHECK(unfit.error().message().find("1 row: a row that cannot be read; 2 rows: the map has another size") !=
        std::string::npos);
}

TEST_CASE("bench queries: a map of a set that cannot be read is refused, and the others are measured") {
  const TempFolder folder;
  for (const char* name : {"a", "b", "c"}) {
    REQUIRE(save_map(GridMap(9, 7), folder.file(std::string(name) + ".map")).ok());
    REQUIRE(write_file_atomic(folder.file(std::string(name) + ".map.scen"),
                              fmt::format("version 1\n0 {}.map 9 7 0 0 3 0 3\n0 {}.map 9 7 0 0 3 0\n", name, name))
                .ok());
  }
  REQUIRE(write_file_atomic(folder.file("b.map"), "type octile\nheight x\n").ok());
  REQUIRE(write_file_atomic(folder.file("c.map.scen"), "version 9\n").ok());
  QueryOptions options{.set = folder.path(), .planners = {"astar", "hpa1"}};
  const Report report = must(run_queries(options));
  CHECK_FALSE(report.checks_held());
  REQUIRE(report.failures.size() == 2);
  CHECK(report.failures[0].find("b.map:2: expected 'height <n>'") != std::string::npos);
  CHECK(row_for(report, "hpa1", "a.map")["solved"] == 1);
  CHECK(row_for(report, "hpa1", "b.map")["refused"] == report.failures[0]);
  CHECK(row_for(report, "astar", "c.map")["refused"] == report.failures[1]);
  CHECK(row_for(report, "astar", "*")["refused_maps"] == 2);
  CHECK(std::ranges::any_of(report.notes, [](const std::string& note) {
    return note.ends_with("a.map.scen:3: expected 9 columns, got 8: '0 a.map 9 7 0 0 3 0'");
  }));
}

TEST_CASE("bench queries: each planner is measured as the only one, or names the rule against it") {
  const TempFolder folder;
  QueryOptions options{.map = folder.file("a.map"), .pairs = 5};
  GridMap map(40, 30);
  map.apply({{{map.id({20, 3}), 9, '@'}}});
  REQUIRE(save_map(map, options.map).ok());
  for (const Planner& planner : planners()) {
    CAPTURE(planner.name);
    options.planners = {std::string(planner.name)};
    options.rules.profile = planner.profiles[0] ? Profile::kOctile : Profile::kFour;
    const Report report = must(run_queries(options));
    const ReportRow row = row_for(report, options.planners[0], report.rows[0]["map"]);
    if (planner.levels_only) {
      CHECK(row["refused"] == "searches levels (.obj files) only");
    } else {
      CHECK((row["solved"] == 5 || planner.name == "ida"));  // which may give up
    }
  }
}

TEST_CASE("bench queries: where nothing was compared no ratio is given") {
  const TempFolder folder;
  QueryOptions options{.map = folder.file("a.map")};
  REQUIRE(save_map(GridMap(40, 40), options.map).ok());
  const std::string scen = options.map + ".scen";
  options.planners = {"astar", "hpa1", "sectors", "theta"};
  const auto row_of_sum = [&](const char* planner) {
    const Report ran = held_report(run_queries(options));
    return row_for(ran, planner, "*");
  };
  constexpr const char* kRatios[] = {"mean_ratio", "max_ratio", "mean_ratio_raw", "ratio_of_sums", "ratio_of_sums_raw"};
  // Start and goal are the same: all costs are 0.
  REQUIRE(write_file_atomic(scen, "version 1\n0 a.map 40 40 3 3 3 3 0\n").ok());
  for (const char* key : {"mean_ratio", "max_ratio"}) CHECK(row_of_sum("astar")[key].is_null());
  for (const char* key : kRatios) CHECK(row_of_sum("hpa1")[key].is_null());
  // Abstract paths alone have no costs that compare.
  REQUIRE(write_file_atomic(scen, "version 1\n0 a.map 40 40 3 3 33 3 30\n").ok());
  options.refine = false;
  for (const char* key : kRatios) CHECK(row_of_sum("sectors")[key].is_null());
  options.refine = true;
  for (const char* planner : {"hpa1", "sectors"}) {
    for (const char* key : kRatios) CHECK(row_of_sum(planner)[key] >= 1);
  }
  CHECK(row_of_sum("astar")["max_ratio"] == 1);
}

TEST_CASE("bench queries: letters are read as asked, which is noted") {
  const TempFolder folder;
  QueryOptions options{.map = folder.file("a.map"), .planners = {"astar", "hpa1"}};
  REQUIRE(write_file_atomic(options.map, "type octile\nheight 3\nwidth 5\nmap\n.....\n@@E@@\n..S..\n").ok());
  REQUIRE(write_file_atomic(options.map + ".scen", "version 1\n1 a.map 5 3 2 0 2 2 2\n").ok());
  CHECK_FALSE(run_queries(options).ok());  // there is no way
  options.letters = LetterTerrains::from_words(std::vector<std::string>{"E=ground", "S=ground"}).value();
  const Report ran = must(run_queries(options));
  CHECK(row_for(ran, "hpa1", "*")["solved"] == 1);
  CHECK(std::ranges::any_of(
      ran.notes, [](const std::string& note) { return note.ends_with("a.map: read as asked: E=ground S=ground"); }));
  EditOptions edits{.map = options.map, .letters = options.letters, .strokes = 20, .check_every = 1};
  const Report painted = held_report(run_edits(edits));
}

TEST_CASE("bench: every command that reads a map says which of its letters are unknown, and which are read as asked") {
  const TempFolder folder;
  const std::string map = folder.file("a.map");
  REQUIRE(write_file_atomic(map, "type octile\nheight 3\nwidth 5\nmap\n.....\n@@E.@\n..X..\n").ok());
  const LetterTerrains letters = LetterTerrains::from_words(std::vector<std::string>{"E=ground"}).value();
  const auto check = [](const Result<Report>& ran) {
    REQUIRE(ran.ok());
    const auto says = [&](std::string_view end) {
      return std::ranges::any_of(ran.value().notes, [&](const std::string& note) { return note.ends_with(end); });
    };
    CHECK(says("a.map:7: unknown letter 'X' in 1 cell: kept, and counted as blocked"));
    CHECK(says("a.map: read as asked: E=ground"));
  };
  QueryOptions queries{.map = map, .letters = letters, .planners = {"astar"}, .pairs = 3};
  check(run_queries(queries));
  EditOptions edits{.map = map, .letters = letters, .strokes = 2};
  check(run_edits(edits));
  AgentOptions agents{.map = map, .letters = letters, .agents = {3}};
  check(run_agents(agents));
  CrowdRunOptions crowd{.map = map, .letters = letters, .agents = 3, .ticks = 3};
  check(run_crowd(crowd));
  crowd.mesh_method = MeshBatchMethod::kAstar;
  check(run_crowd(crowd));
}
