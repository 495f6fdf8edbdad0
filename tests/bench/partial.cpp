// Partial paths in the `queries` command: counted apart, and checked.
#include <doctest/doctest.h>

#include "bench/commands.hpp"
#include "core/io/files.hpp"
#include "core/io/movingai.hpp"
#include "core/world/planners.hpp"
#include "core/world/scenes.hpp"
#include "tests/scenario_support.hpp"
#include "tests/source_path.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::bench;
using strata::test::TempFolder;

namespace {

Row total_of(const Report& report, const std::string& planner) {
  for (const Row& row : report.rows) {
    if (row["planner"] == planner && row["map"] == "*") return row;
  }
  FAIL("no row for " << planner);
  return {};
}

// Times differ from run to run, and partial paths are what is new.
Row without_times(const Row& row) {
  Row rest;
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
  QueryOptions options;
  options.map = folder.file("a.map");
  options.rounds = 1;
  options.planners = {"astar", "hpa2", "theta", "navmesh"};
  const auto without = run_queries(options);
  REQUIRE(without.ok());
  options.partial = true;
  const auto with = run_queries(options);
  REQUIRE(with.ok());
  CHECK(with.value().checks_held());
  for (const std::string& name : options.planners) {
    CAPTURE(name);
    const Row row = total_of(with.value(), name);
    CHECK(row["partial_queries"] == 2);
    CHECK(row["partial_paths"] == 2);
    CHECK(row["partial_illegal"] == 0);
    CHECK(row["partial_mean_us"] > 0);
    CHECK(row["partial_mean_distance"] > 0);
    CHECK(row["partial_mean_visited"] > 0);
    CHECK(without_times(row) == without_times(total_of(without.value(), name)));
  }
  CHECK(total_of(with.value(), "astar")["partial_mean_distance"] ==
        total_of(with.value(), "hpa2")["partial_mean_distance"]);
}

TEST_CASE("bench queries: random pairs without a path have partial paths by every planner, under every profile") {
  const TempFolder folder;
  REQUIRE(save_map(generate({SceneKind::kRandom, 50, 40, 1, 40}), folder.file("r.map")).ok());
  QueryOptions options;
  options.map = folder.file("r.map");
  options.pairs = 30;
  options.rounds = 1;
  options.partial = true;
  for (const Profile profile : {Profile::kOctile, Profile::kPaper, Profile::kFour}) {
    options.rules.profile = profile;
    const auto report = run_queries(options);
    REQUIRE(report.ok());
    for (const std::string& failure : report.value().failures) CHECK(failure == "");
    size_t rows = 0;
    for (const Row& row : report.value().rows) {
      if (row["map"] != "*") continue;
      CAPTURE(row["planner"].get<std::string>());
      CHECK(row["partial_queries"] == 30);
      CHECK(row["partial_paths"] == 30);
      CHECK(row["partial_illegal"] == 0);
      ++rows;
    }
    CHECK(rows > 15);
  }
}

TEST_CASE("bench queries: on a level partial paths go over its mesh, Detour's too") {
  QueryOptions options;
  options.mesh = strata::test::source_path("assets/levels/courtyard.obj");
  options.pairs = 20;
  options.rounds = 1;
  options.partial = true;
  options.planners = {"astar", "navmesh", "polyanya", "detour", "hna1", "pccp"};
  options.hna.group_size = 5;
  const auto report = run_queries(options);
  REQUIRE(report.ok());
  for (const std::string& failure : report.value().failures) CHECK(failure == "");
  CHECK(total_of(report.value(), "astar")["partial_paths"] == 20);
  const Row mesh = total_of(report.value(), "navmesh");
  CHECK(mesh["partial_paths"] > 5);
  for (const char* name : {"polyanya", "detour", "hna1", "pccp"}) {
    CAPTURE(name);
    CHECK(total_of(report.value(), name)["partial_paths"] == mesh["partial_paths"]);
    CHECK(total_of(report.value(), name)["partial_mean_distance"] == mesh["partial_mean_distance"]);
  }
  CHECK(total_of(report.value(), "detour")["partial"] == 0);
}
