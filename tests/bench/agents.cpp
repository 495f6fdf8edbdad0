#include <doctest/doctest.h>

#include <map>
#include <string>

#include "bench/commands.hpp"
#include "core/io/movingai.hpp"
#include "core/world/scenes.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::bench;

TEST_CASE("bench agents: every method answers as the planners for single queries") {
  const test::TempFolder folder;
  REQUIRE(save_map(generate({SceneKind::kRooms, 96, 80, 4, 0}), folder.file("m.map")).ok());
  AgentOptions options;
  options.map = folder.file("m.map");
  options.agents = {200, 1500};
  options.threads = 2;
  options.check = 150;
  options.rounds = 1;
  const auto report = run_agents(options);
  REQUIRE_MESSAGE(report.ok(), (report.ok() ? "" : report.error().message()));
  for (const auto& failure : report.value().failures) FAIL_CHECK(failure);
  REQUIRE(report.value().rows.size() == 6);
  std::map<std::string, int> solved;
  for (const Row& row : report.value().rows) {
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
  AgentOptions options;
  options.map = folder.file("m.map");
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
  for (const Row& row : report.value().rows) {
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
