#include <doctest/doctest.h>

#include <algorithm>

#include "bench/commands.hpp"
#include "core/io/movingai.hpp"
#include "core/world/scenes.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::bench;

TEST_CASE("bench crowd: a crowd walks, is planned within so many ticks, and says what that took") {
  const test::TempFolder folder;
  REQUIRE(save_map(generate({SceneKind::kRooms, 96, 80, 4, 0}), folder.file("m.map")).ok());
  for (const bool holding : {false, true}) {
    CrowdRunOptions options{
        .map = folder.file("m.map"), .agents = 500, .ticks = 120, .holding = holding, .plans = 60, .threads = 2};
    const auto report = run_crowd(options);
    REQUIRE_MESSAGE(report.ok(), (report.ok() ? "" : report.error().message()));
    CHECK(report.value().checks_held());
    REQUIRE(report.value().rows.size() == 1);
    const ReportRow& row = report.value().rows.front();
    for (const char* key : {"first_p50_ms", "tick_p50_ms", "tick_p99_ms", "tick_cpu_ms", "tick_plan_ms", "tick_step_ms",
                            "add_ms", "memory_bytes"}) {
      CAPTURE(key);
      CHECK(row.at(key) > 0);
    }
    CHECK(row.at("agents") == 500);
    CHECK(row.at("ticks_until_planned") >= 9);
    CHECK(row.at("ticks_until_planned") <= 14);
    CHECK(row.at("holding") == holding);
    CHECK(row.at("entered") > 1000);
    CHECK((row.at("longest_wait") > 0) == holding);
  }
  CrowdRunOptions wrong{.map = folder.file("none.map")};
  CHECK_FALSE(run_crowd(wrong).ok());
  wrong.map = folder.file("m.map");
  wrong.hpa.cluster_size = 64;
  const auto refused = run_crowd(wrong);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().message().find("clusters of 64 cells") != std::string::npos);
}

TEST_CASE("bench crowd over a mesh: agents walk by every method, and what is not for meshes is refused") {
  const test::TempFolder folder;
  REQUIRE(save_map(generate({SceneKind::kRooms, 96, 80, 4, 0}), folder.file("m.map")).ok());
  CrowdRunOptions options{.map = folder.file("m.map"), .agents = 300, .ticks = 240, .plans = 60, .threads = 2};
  for (const MeshBatchMethod method :
       {MeshBatchMethod::kHna, MeshBatchMethod::kPccp, MeshBatchMethod::kTables, MeshBatchMethod::kAstar}) {
    CAPTURE(mesh_batch_method_name(method));
    options.mesh_method = method;
    const auto report = run_crowd(options);
    REQUIRE_MESSAGE(report.ok(), (report.ok() ? "" : report.error().message()));
    CHECK(report.value().checks_held());
    const ReportRow& row = report.value().rows.front();
    CHECK(row.at("agents") == 300);
    CHECK(row.at("ticks_until_planned") >= 5);
    CHECK(row.at("ticks_until_planned") <= 10);
    CHECK(row.at("arrivals") > 0);
    CHECK(row.at("tick_step_ms") > 0);
  }
  options.holding = true;
  CHECK(run_crowd(options).error().message().find("no --holding or --task") != std::string::npos);
  options.holding = false;
  options.task = CrowdTask::kGoal;
  CHECK(run_crowd(options).error().message().find("no --holding or --task") != std::string::npos);
  options.task = CrowdTask::kWander;
  options.mesh = folder.file("none.obj");
  CHECK(run_crowd(options).error().message().find("either --map or --mesh") != std::string::npos);
  options.map.clear();
  CHECK_FALSE(run_crowd(options).ok());
  options.mesh_method.reset();
  options.method = CrowdMethod::kTables;
  CHECK(run_crowd(options).error().message().find("tables plans over cells") != std::string::npos);
}

TEST_CASE("bench crowd: where nobody can be placed or planned there is a row, and a note that says why") {
  const test::TempFolder folder;
  // 121 islands of a cell.
  GridMap islands(21, 21);
  for (int y = 0; y < 21; ++y) {
    for (int x = 0; x < 21; ++x) {
      if (x % 2 == 1 || y % 2 == 1) islands.apply({{{islands.id({x, y}), 1, '@'}}});
    }
  }
  REQUIRE(save_map(islands, folder.file("islands.map")).ok());
  CrowdRunOptions options{.map = folder.file("islands.map"), .agents = 1, .threads = 1};
  size_t none = 0;
  const auto look = [&] {
    const auto report = run_crowd(options);
    REQUIRE_MESSAGE(report.ok(), (report.ok() ? "" : report.error().message()));
    CHECK(report.value().checks_held());
    REQUIRE(report.value().rows.size() == 1);
    const ReportRow& row = report.value().rows.front();
    const auto& notes = report.value().notes;
    const bool says = std::ranges::any_of(notes, [](const std::string& note) {
      return note.find("were not placed") != std::string::npos || note.find("nobody has walked") != std::string::npos;
    });
    if (row.at("agents") == 0 || options.method) {
      CHECK(says);
      ++none;
    }
  };
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    CAPTURE(seed);
    options.seed = seed;
    for (const int ticks : {1, 120}) {
      options.ticks = ticks;
      options.method.reset();
      for (int method = 0; method < kMeshBatchMethods; ++method) {
        options.mesh_method = static_cast<MeshBatchMethod>(method);
        look();
      }
      options.mesh_method.reset();
      for (const CrowdMethod method : {CrowdMethod::kTables, CrowdMethod::kAstar}) {
        options.method = method;
        for (const bool holding : {false, true}) {
          options.holding = holding;
          look();
        }
      }
      options.holding = false;
    }
  }
  CHECK(none > 48);
}

TEST_CASE("bench crowd over a mesh: unequal terrain weights are refused as the planners over the mesh refuse them") {
  const test::TempFolder folder;
  REQUIRE(save_map(map_from_text("......\n..SS..\n..SS..\n......\n"), folder.file("swamp.map")).ok());
  CrowdRunOptions options{
      .map = folder.file("swamp.map"), .agents = 3, .ticks = 10, .mesh_method = MeshBatchMethod::kPccp};
  options.rules.weights[static_cast<size_t>(Terrain::kSwamp)] = 16;
  const auto refused = run_crowd(options);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().message().find("equal weights everywhere") != std::string::npos);
}
