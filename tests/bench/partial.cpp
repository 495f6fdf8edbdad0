// Partial paths in the `queries` command: counted apart, and checked.
#include <doctest/doctest.h>

#include "bench/commands.hpp"
#include "core/io/files.hpp"
#include "core/io/movingai.hpp"
#include "core/world/planners.hpp"
#include "core/world/scenes.hpp"
#include "tests/bench/reports.hpp"
#include "tests/scenario_support.hpp"
#include "tests/source_path.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;
using namespace strata::bench;

namespace {

ReportRow total_of(const Report& report, const std::string& planner) {
  for (const ReportRow& row : report.rows) {
    if (row["planner"] == planner && row["map"] == "*") return row;
  }
  FAIL("no row for " << planner);
  return {};
}

// Times differ from run to run, and partial paths are what is new.
ReportRow without_times(const ReportRow& row) {
  ReportRow rest;
  for (const auto& [key, value] : row.items()) {
    const bool time = key.ends_with("_us") || key.ends_with("_ms") || key == "us_per_expansion";
    if (!time && key != "memory_bytes" && !key.starts_with("partial_")) rest[key] = value;
  }
  return rest;
}

}  // namespace

TEST_CASE("bench queries: partial paths are counted apart, and every other key stays as it is") {
  const TempFolder folder;
  strata::test::write_divided(folder);
  REQUIRE(write_file_atomic(folder.file("a.map.scen"),
                            "version 1\n"
                            "0 a.map 20 10 0 0 9 0 9\n"             // solvable
                            "0 a.map 20 10 0 0 12 3 13.24264069\n"  // ends in water
                            "0 a.map 20 10 0 0 17 3 0\n"            // unreachable
                            "0 a.map 20 10 12 3 0 0 9\n"            // begins in water
                            "0 a.map 20 10 0 0 30 3 9\n")           // outside
              .ok());
  QueryOptions options{.map = folder.file("a.map"), .planners = {"astar", "hpa2", "theta", "navmesh"}, .rounds = 1};
  const Report without = must(run_queries(options));
  options.partial = true;
  const Report with = held_report(run_queries(options));
  for (const std::string& name : options.planners) {
    CAPTURE(name);
    const ReportRow row = total_of(with, name);
    check_values(row, {{"partial_queries", 2}, {"partial_paths", 2}, {"partial_illegal", 0}});
    CHECK(row["partial_mean_us"] > 0);
    CHECK(row["partial_mean_distance"] > 0);
    CHECK(row["partial_mean_visited"] > 0);
    CHECK(without_times(row) == without_times(total_of(without, name)));
  }
  CHECK(total_of(with, "astar")["partial_mean_distance"] == total_of(with, "hpa2")["partial_mean_distance"]);
}

TEST_CASE("bench queries: random pairs without a path have partial paths by every planner, under every profile") {
  const TempFolder folder;
  REQUIRE(save_map(generate({SceneKind::kRandom, 50, 40, 1, 40}), folder.file("r.map")).ok());
  QueryOptions options{.map = folder.file("r.map"), .rounds = 1, .pairs = 30, .partial = true};
  for (const Profile profile : {Profile::kOctile, Profile::kPaper, Profile::kFour}) {
    options.rules.profile = profile;
    const Report report = must(run_queries(options));
    for (const std::string& failure : report.failures) CHECK(failure == "");
    size_t rows = 0;
    for (const ReportRow& row : report.rows) {
      if (row["map"] != "*" || row["planner"] == "ida") continue;  // IDA* gives up
      CAPTURE(row["planner"].get<std::string>());
      check_values(row, {{"partial_queries", 30}, {"partial_paths", 30}, {"partial_illegal", 0}});
      ++rows;
    }
    CHECK(rows > 15);
  }
}

TEST_CASE("bench queries: on a level partial paths go over its mesh, Detour's too") {
  QueryOptions options{.mesh = strata::test::source_path("assets/levels/courtyard.obj"),
                       .planners = {"astar", "navmesh", "polyanya", "detour", "hna1", "pccp"},
                       .rounds = 1,
                       .pairs = 20,
                       .partial = true};
  options.hna.group_size = 5;
  const Report report = must(run_queries(options));
  for (const std::string& failure : report.failures) CHECK(failure == "");
  CHECK(total_of(report, "astar")["partial_paths"] == 20);
  const ReportRow mesh = total_of(report, "navmesh");
  CHECK(mesh["partial_paths"] > 5);
  for (const char* name : {"polyanya", "detour", "hna1", "pccp"}) {
    CAPTURE(name);
    CHECK(total_of(report, name)["partial_paths"] == mesh["partial_paths"]);
    CHECK(total_of(report, name)["partial_mean_distance"] == mesh["partial_mean_distance"]);
  }
  CHECK(total_of(report, "detour")["partial"] == 0);
}
