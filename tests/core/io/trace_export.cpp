// Exported traces hold what other viewers need.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "core/io/files.hpp"
#include "core/io/trace_export.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/trace.hpp"
#include "core/world/map_hna.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/map_sectors.hpp"
#include "core/world/planners.hpp"
#include "core/world/scenes.hpp"
#include "core/world/world_setup.hpp"
#include "tests/temp_folder.hpp"
#include "tests/world_support.hpp"

using namespace strata;
using nlohmann::json;

TEST_CASE("trace export: every event of every planner is there, in order, with an id that is never 0") {
  World world(running_example(), {}, {5, 6, 0, false, 4, 2});
  world.set<MapSectors>(SectorOptions{.sector_size = 8, .second_size = 16});
  world.set<MapNavmesh>(NavmeshOptions{});
  world.set<MapHna>(MapHnaOptions{.levels = 3, .group_size = 2});
  for (const StructureId id : kAllStructures) {
    if (!world.has(id)) REQUIRE(world.set(id, default_options(id, world.rules())));
  }
  const PlanQuery query{{1, 1}, running_example_query().goal};
  Workspace workspace;
  for (const Planner& planner : planners()) {
    CAPTURE(planner.name);
    if (planner.levels_only) continue;
    Rules rules = world.rules();
    for (int i = 0; i < kProfiles; ++i) {
      rules.profile = static_cast<Profile>(i);
      if (planner.profiles[i]) break;
    }
    if (rules != world.rules() || !world.ready()) test::set_rules(world, rules);
    world.finish_updates();
    PlanResult result;
    Trace trace;
    plan(world, planner, query, {.ida_expansions = 2000}, workspace, result, &trace);
    REQUIRE((result.found() || result.status == PlanStatus::kTooManyExpansions));
    const json out = json::parse(format_trace(trace, world.map()));
    CHECK(out["version"] == "1.4.0");
    CHECK(out["views"]["main"].is_array());
    CHECK(out["pivot"].contains("x"));
    CHECK(out["truncated"] == false);
    const NodePlaces places = trace.places(world.map().width());
    CHECK(places.are_cells() == (!planner.any_angle || planner.needs == StructureId::kMoves));
    size_t at = 0, exported = 0;
    for (const json& event : out["events"]) {
      if (event["type"] == "closing") continue;  // ours end when the next one begins
      while (trace.events()[at].node == kNoCell) ++at;
      const SearchEvent& ours = trace.events()[at++];
      ++exported;
      REQUIRE(event["id"] > 0);
      if (places.are_cells()) {
        const Cell cell = world.map().cell(ours.node);
        REQUIRE(event["id"] == cell.y * world.map().width() + cell.x + 1);
        REQUIRE(event["x"] == cell.x);
        REQUIRE(event["y"] == cell.y);
      } else {
        // The unit square round the place of the node.
        const NodePlace place = places.at(ours.level, ours.node);
        REQUIRE(event["id"] == (uint64_t{ours.level} << 32) + ours.node + 1);
        REQUIRE(event["x"].get<double>() == doctest::Approx(place.x - 0.5));
        REQUIRE(event["y"].get<double>() == doctest::Approx(place.y - 0.5));
      }
      REQUIRE(event["g"] == ours.g);
      REQUIRE(event["f"] == uint64_t{ours.g} + ours.h);
      REQUIRE(event["event"] == event_name(ours.type));
      REQUIRE(event.contains("pId") == (ours.parent != kNoCell && ours.parent != ours.node));
    }
    CHECK(exported > 10);
    CHECK(out["events"].front()["type"] == "source");
    CHECK(exported <= trace.events().size());
  }
}

TEST_CASE("trace export: expansions are closed, each once, before the next begins") {
  World world(running_example());
  Workspace workspace;
  PlanResult result;
  Trace trace;
  plan(world, *planner_named("astar"), running_example_query(), {}, workspace, result, &trace);
  const json out = json::parse(format_trace(trace, world.map()));
  json open = nullptr;
  size_t closed = 0;
  for (const json& event : out["events"]) {
    if (event["type"] == "expanding") {
      REQUIRE(open.is_null());
      open = event["id"];
    } else if (event["type"] == "closing") {
      REQUIRE(event["id"] == open);
      open = nullptr;
      ++closed;
    }
  }
  CHECK(open.is_null());
  CHECK(closed == result.stats.total().expanded);
}

TEST_CASE("trace export: a trace that was cut short says so, and files that cannot be written are reported") {
  World world(running_example());
  Workspace workspace;
  PlanResult result;
  Trace trace(5);
  plan(world, *planner_named("dijkstra"), running_example_query(), {}, workspace, result, &trace);
  REQUIRE(trace.truncated());
  CHECK(json::parse(format_trace(trace, world.map()))["truncated"] == true);
  const strata::test::TempFolder folder;
  REQUIRE(save_trace(trace, world.map(), folder.file("a.trace.json")).ok());
  CHECK(read_file(folder.file("a.trace.json")).value() == format_trace(trace, world.map()));
  CHECK(!save_trace(trace, world.map(), folder.file("no/a.trace.json")).ok());
}
