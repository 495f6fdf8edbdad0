#include <doctest/doctest.h>

#include <map>
#include <string>

#include "bench/commands.hpp"
#include "core/io/movingai.hpp"
#include "core/world/scenes.hpp"
#include "tests/bench/reports.hpp"
#include "tests/source_path.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;
using namespace strata::bench;

TEST_CASE("bench agents: every method answers as the planners for single queries") {
  const test::TempFolder folder;
  REQUIRE(save_map(generate({SceneKind::kRooms, 96, 80, 4, 0}), folder.file("m.map")).ok());
  AgentOptions options{.map = folder.file("m.map"), .agents = {200, 1500}, .threads = 2, .check = 150, .rounds = 1};
  const auto report = run_agents(options);
  REQUIRE_MESSAGE(report.ok(), (report.ok() ? "" : report.error().message()));
  for (const auto& failure : report.value().failures) FAIL_CHECK(failure);
  REQUIRE(report.value().rows.size() == 6);
  std::map<std::string, int> solved;
  for (const ReportRow& row : report.value().rows) {
    for (const char* key : {"method", "backend", "device", "agents", "solved", "plan_ms", "paths_ms", "transfer_ms",
                            "agents_per_s", "bytes_per_agent", "checked", "mismatches"}) {
      CAPTURE(key);
      CHECK(row.contains(key));
    }
    CHECK(row.at("backend") == "cpu");
    CHECK(row.at("checked") == 150);
    CHECK(row.at("mismatches") == 0);
    CHECK(row.at("transfer_ms") == 0);
    CHECK(row.at("solved") > 0);
    if (row.at("agents") == 1500) solved[row.at("method")] = row.at("solved");
  }
  CHECK(solved.at("tables") == solved.at("hpa"));
  CHECK(solved.at("tables") == solved.at("astar"));
}

TEST_CASE("bench agents: what cannot be run is told with its reason") {
  const test::TempFolder folder;
  REQUIRE(save_map(generate({SceneKind::kRooms, 40, 40, 4, 0}), folder.file("m.map")).ok());
  AgentOptions options{.map = folder.file("m.map")};
  options.hpa.cluster_size = Tables::kMaxClusterSize + 8;
  auto report = run_agents(options);
  REQUIRE_FALSE(report.ok());
  CHECK(report.error().message().find("at most 32") != std::string::npos);
  options.hpa.cluster_size = 16;
  options.tables.max_bytes = 1000;
  options.agents = {50};
  options.rounds = 1;
  report = run_agents(options);
  REQUIRE(report.ok());
  CHECK(report.value().failures.empty());  // searches of all cells need no tables
  REQUIRE(report.value().rows.size() == 3);
  for (const ReportRow& row : report.value().rows) {
    const bool refused = row.at("method") != "astar";
    CHECK(row.contains("refused") == refused);
    CHECK(row.at("plan_ms").is_null() == refused);
    CHECK(row.at("mismatches").is_null() == refused);
    if (refused) {
      CHECK(row.at("refused").get<std::string>().find("1.0 kB at most") != std::string::npos);
    } else {
      CHECK(row.at("solved") > 0);
    }
  }
  options.methods = {BatchMethod::kTables};
  report = run_agents(options);
  REQUIRE(report.ok());
  CHECK_FALSE(report.value().checks_held());  // nothing that was asked for could be measured
  options = {};
  options.map = folder.file("none.map");
  report = run_agents(options);
  REQUIRE_FALSE(report.ok());
}

TEST_CASE("bench agents: methods over the mesh of a map or a level answer as the planners for single queries") {
  const test::TempFolder folder;
  REQUIRE(save_map(generate({SceneKind::kRooms, 96, 80, 4, 0}), folder.file("m.map")).ok());
  AgentOptions options{.agents = {600},
                       .methods = {},
                       .mesh_methods = {MeshBatchMethod::kHna, MeshBatchMethod::kPccp, MeshBatchMethod::kTables,
                                        MeshBatchMethod::kAstar},
                       .threads = 2,
                       .check = 150,
                       .rounds = 1,
                       .hna = {.levels = 1, .group_size = 6}};
  for (const bool level : {false, true}) {
    for (const bool from_centres : {false, true}) {
      options.map = level ? "" : folder.file("m.map");
      options.mesh = level ? test::source_path("assets/levels/courtyard.obj") : std::string();
      options.from_centres = from_centres;
      options.mesh_tables.max_pair_bytes = from_centres ? 0 : size_t{1} << 20;
      const auto report = run_agents(options);
      REQUIRE_MESSAGE(report.ok(), (report.ok() ? "" : report.error().message()));
      for (const auto& failure : report.value().failures) FAIL_CHECK(failure);
      REQUIRE(report.value().rows.size() == 4);
      CHECK(report.value().rows[0].at("method") == "mesh-astar");  // the baseline comes first
      CHECK(report.value().rows[0].at("speedup") == 1);
      for (const ReportRow& row : report.value().rows) {
        for (const char* key : {"backend", "device", "map", "plan_ms", "paths_ms", "transfer_ms", "agents_per_s",
                                "bytes_per_agent", "speedup", "mean_hops"}) {
          CAPTURE(key);
          CHECK(row.contains(key));
        }
        CHECK(row.at("agents") == 600);
        CHECK(row.at("checked") == 150);
        CHECK(row.at("mismatches") == 0);
        CHECK(row.at("solved") > 0);
        CHECK(row.at("solved") == report.value().rows[0].at("solved"));
        CHECK(row.at("mu") == 6);
        CHECK(row.at("levels") == 1);
        CHECK(row.at("from_centres") == from_centres);
      }
      const std::string& note = report.value().notes[report.value().notes.size() - 2];
      CHECK(note.find(from_centres ? "between inter-edges labels" : "between inter-edges all pairs") !=
            std::string::npos);
    }
  }
}

TEST_CASE("bench agents: over a mesh with links A* follows them, and the other methods are refused with the reason") {
  const test::TempFolder folder;
  REQUIRE(save_map(GridMap(40, 40), folder.file("m.map")).ok());
  AgentOptions options{.map = folder.file("m.map"),
                       .map_links = {{{2, 2}, {37, 37}, 100, true}},
                       .agents = {200},
                       .methods = {},
                       .mesh_methods = {MeshBatchMethod::kHna, MeshBatchMethod::kPccp, MeshBatchMethod::kTables,
                                        MeshBatchMethod::kAstar},
                       .threads = 2,
                       .check = 200,
                       .rounds = 1,
                       .hna = {.levels = 1, .group_size = 6}};
  const Report report = must(run_agents(options));
  CHECK(report.checks_held());
  REQUIRE(report.rows.size() == 4);
  CHECK(report.rows[0].at("method") == "mesh-astar");
  CHECK(report.rows[0].at("mismatches") == 0);
  CHECK(report.rows[0].at("solved") == 200);
  for (size_t i = 1; i < 4; ++i) CHECK(report.rows[i].at("refused") == "needs a map without links");
  options.map_links = {{{2, 2}, {40, 37}, 100, true}};
  CHECK(run_agents(options).error().message().starts_with("--map-link"));
}

TEST_CASE("bench agents: what cannot be run over a mesh is told with its reason") {
  const test::TempFolder folder;
  REQUIRE(save_map(generate({SceneKind::kRooms, 40, 40, 4, 0}), folder.file("m.map")).ok());
  AgentOptions options;
  CHECK(run_agents(options).error().message() == "agents: give either --map or --mesh");
  options.map = folder.file("m.map");
  options.methods = {};
  options.mesh_methods = {MeshBatchMethod::kTables, MeshBatchMethod::kAstar};
  options.mesh_tables.max_square_bytes = 8;
  options.agents = {50};
  options.rounds = 1;
  Report report = must(run_agents(options));
  CHECK(report.checks_held());  // A* needs no tables
  REQUIRE(report.rows.size() == 2);
  CHECK(report.rows[1].at("refused").get<std::string>().starts_with("costs inside groups would take"));
  CHECK(report.rows[1].at("plan_ms").is_null());
  options.mesh_methods = {MeshBatchMethod::kTables};
  report = must(run_agents(options));
  CHECK_FALSE(report.checks_held());
  options.map = "";
  options.mesh = test::source_path("assets/levels/courtyard.obj");
  options.rules.agent_size = 2;
  report = must(run_agents(options));
  CHECK_FALSE(report.checks_held());
  CHECK(report.rows[0].at("refused") == "the mesh of the level is for its own agent: choose size 1");
}
