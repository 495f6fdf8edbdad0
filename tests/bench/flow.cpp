// The `flow` command, and crowds that follow flow fields in the `crowd` command.
#include "bench/flow.hpp"

#include <doctest/doctest.h>

#include "bench/commands.hpp"
#include "core/io/movingai.hpp"
#include "core/world/scenes.hpp"
#include "tests/bench/reports.hpp"
#include "tests/temp_folder.hpp"

namespace strata::test {

using namespace strata::bench;

TEST_CASE("bench flow: updated fields equal fresh ones, agents arrive, and an update computes less than a build") {
  const TempFolder folder;
  REQUIRE(save_map(generate({SceneKind::kCave, 220, 180, 3, 0}), folder.file("cave.map")).ok());
  FlowOptions options{.map = folder.file("cave.map"), .fields = 3, .agents = 500, .strokes = 40};
  const Report report = held_report(run_flow(options));
  REQUIRE(report.rows.size() == 1);
  const ReportRow& row = report.rows.front();
  check_values(row, {{"map", "cave.map"}, {"fields", 3}, {"strokes", 120}, {"mismatches", 0}, {"cells", 220 * 180}});
  CHECK(row.at("agents_arrived") > 1000);
  CHECK(row.at("step_ns") > 0);
  CHECK(row.at("field_bytes") >= 5 * 220 * 180);
  CHECK(row.at("bytes_per_agent").get<double>() ==
        doctest::Approx(1 + row.at("field_bytes").get<double>() / 500).epsilon(0.001));
  CHECK(row.at("begun_again") < 12);
  CHECK(row.at("mean_turned") < 220 * 180 / 2);
  options.rules = {Profile::kPaper, Capability(0b1111), {1, 3, 16, 7}, 2};
  check_values(held_report(run_flow(options)).rows.front(), {{"mismatches", 0}});
}

TEST_CASE("bench flow: a map without a free cell is an error, and so is a map that is not there") {
  const TempFolder folder;
  REQUIRE(save_map(GridMap(5, 5, '@'), folder.file("walls.map")).ok());
  CHECK(run_flow({.map = folder.file("walls.map")}).error().what.find("no cell on which") != std::string::npos);
  CHECK_FALSE(run_flow({.map = folder.file("none.map")}).ok());
}

TEST_CASE("bench crowd: agents follow one flow field to one goal, and a mesh refuses the method by its name") {
  const TempFolder folder;
  REQUIRE(save_map(generate({SceneKind::kCave, 120, 100, 3, 0}), folder.file("cave.map")).ok());
  CrowdRunOptions options{.map = folder.file("cave.map"), .agents = 400, .ticks = 600, .task = CrowdTask::kGoal};
  options.method = CrowdMethod::kFlow;
  options.threads = 2;
  const Report report = held_report(run_crowd(options));
  const ReportRow& row = report.rows.front();
  check_values(row, {{"method", "flow"}, {"flow_fields", 1}, {"agents", 400}});
  CHECK(row.at("flow_bytes") >= 5 * 120 * 100);
  CHECK(row.at("ticks_until_planned") >= 2);
  CHECK(row.at("arrivals") > 0);
  options.mesh = folder.file("none.obj");
  options.map.clear();
  CHECK(run_crowd(options).error().message().find("flow plans over cells") != std::string::npos);
}

}  // namespace strata::test
