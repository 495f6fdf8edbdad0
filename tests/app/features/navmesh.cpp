// The navigation mesh in the lab, and what the overlays show of it.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>

#include "app/features/navmesh/navmesh.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/inspector.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/strokes.hpp"
#include "app/playback/playback.hpp"
#include "tests/draw_support.hpp"
#include "tests/overlay_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

const NavMesh& mesh_of(const Lab& lab) { return lab.world().get<MapNavmesh>().mesh(); }

}  // namespace

TEST_CASE("the mesh comes with its planners and layers, and takes them away again") {
  Lab lab;
  lab.finish_updates();
  CHECK_FALSE(lab.state().row("navmesh")->shown);
  CHECK(lab.state().row("navmesh")->note == "Navigation mesh is off: switch it on");
  run(lab, "navmesh on");
  holds(lab, {"navmesh.ready == true", "navmesh.polygons > 1", "planners.navmesh.status == found",
              "planners.navmesh.path_points >= 2", "planners.polyanya.status == found"});
  for (const Layer layer : {kPolygonLayer, kPortalLayer, kCorridorLayer}) CHECK(on(lab, layer));
  check_rows(lab);
  // At any angle the way is shorter than from cell to cell, and the shortest one is no longer than any other. Planners
  // at any angle are held against that one, not against A*.
  CHECK(lab.state().row("polyanya")->result.cost < lab.state().row("astar")->result.cost);
  CHECK(lab.state().row("polyanya")->percent_over == 0);
  const double longer = static_cast<double>(lab.state().row("navmesh")->result.cost) /
                        static_cast<double>(lab.state().row("polyanya")->result.cost);
  REQUIRE(lab.state().row("navmesh")->percent_over.has_value());
  CHECK(*lab.state().row("navmesh")->percent_over == doctest::Approx(100 * (longer - 1)));
  run_settled(lab, "planner.show polyanya off");
  CHECK_FALSE(lab.state().row("navmesh")->percent_over.has_value());
  run_settled(lab, "planner.show polyanya on");
  CHECK(lab.state().row("polyanya")->result.cost <= lab.state().row("navmesh")->result.cost);
  run_settled(lab, "navmesh off");
  CHECK_FALSE(lab.state().row("navmesh")->shown);
  for (const Layer layer : {kPolygonLayer, kPortalLayer, kCorridorLayer}) CHECK_FALSE(on(lab, layer));
  run(lab, "planner.trace navmesh");
  CHECK(lab.world().has(StructureId::kNavmesh));
}

TEST_CASE("options of the mesh are checked, built at once, and kept in the reproduction") {
  Lab lab;
  lab.finish_updates();
  CHECK(failure(lab, "navmesh.tile 7").find("8 to 128") != std::string::npos);
  CHECK(failure(lab, "navmesh.tile 129").find("0, or a whole number from 8 to 128") != std::string::npos);
  CHECK(failure(lab, "navmesh.source squares").find("triangles, rectangles or level") != std::string::npos);
  CHECK(failure(lab, "navmesh.costs corners").find("middles or centres") != std::string::npos);
  run(lab, {"navmesh.tile 16", "navmesh on", "navmesh.source rectangles", "navmesh.costs centres"});
  holds(lab, {"navmesh.tile == 16", "navmesh.source == rectangles", "navmesh.costs == centres"});
  CHECK(lab.world().get<MapNavmesh>().options()->costs == MeshCosts::kCentroids);
  check_rows(lab);
  run(lab, "map.generate rooms 60 50 3");
  const std::string text = lab.log().reproduction();
  for (const char* line : {"navmesh.tile 16", "navmesh.source rectangles", "navmesh.costs centres", "navmesh on"}) {
    CHECK_MESSAGE(text.find(line) != std::string::npos, line);
  }
  run(lab, "navmesh.tile 0");
  holds(lab, "navmesh.tiles == 1");
  check_rows(lab);
}

TEST_CASE("polygons cover the free cells and portals are marked, whatever the tiles, also after edits") {
  LabInView lab(1400, 1200);
  OverlayBuilder builder;
  run(lab, {"map.generate cave 200 150 5", "query.clear", "view.fit", "navmesh on"});
  const auto check = [&] {
    lab.finish_updates();
    const auto free = static_cast<double>(lab.world().moves().passable_count());
    CHECK(area(only(lab, builder, kPolygonLayer).facets) == doctest::Approx(free).epsilon(1e-4));
    const Drawn portals = only(lab, builder, kPortalLayer);
    CHECK(portals.markers.size() == mesh_of(lab).portal_count());
    CHECK(portals.lines.size() == mesh_of(lab).portal_count());
    CHECK(only(lab, builder, kPolygonLayer).lines.size() == mesh_of(lab).portal_count());
  };
  for (const char* options : {"navmesh.tile 32", "navmesh.tile 9", "navmesh.tile 100", "navmesh.tile 0",
                              "navmesh.source rectangles", "navmesh.tile 40"}) {
    CAPTURE(options);
    run(lab, options);
    check();
    for (const char* line : {"paint.stroke brush blocked 2 round 20,20 150,100", "paint.fill 3 3 water", "edit.undo",
                             "paint.rectangle 60 60 139 129 filled blocked", "paint.line 0 70 199 70 ground",
                             "edit.undo", "edit.undo", "edit.undo"}) {
      CAPTURE(line);
      run(lab, line);
      check();
    }
  }
  run(lab, "agent.size 2");
  check();
  run(lab, "paint.stroke brush blocked 1 round 50,50 120,90");
  check();
  run(lab, "layer all off");
  CHECK(test::drawn(test::draw(builder, lab)).size() == 0);
  run(lab, {"layer all on", "view.level 1 2"});
  CHECK(only(lab, builder, kPolygonLayer).size() == 0);
}

TEST_CASE("the stepped search over portals is drawn at their places, and its corridor grows with it") {
  LabInView lab(900, 700);
  OverlayBuilder builder;
  run_settled(lab, {"map.generate rooms 120 90 4", "view.fit", "navmesh on", "query.random 3"});
  CHECK(only(lab, builder, kCorridorLayer).facets.empty());
  CHECK(lab.state().layer(kCorridorLayer).note.find("step a search") != std::string::npos);
  run_settled(lab, "planner.trace navmesh");
  const Playback& playback = lab.playback();
  REQUIRE(playback.size() > 10);
  CHECK_FALSE(playback.places().are_cells());
  size_t before = 0;
  run(lab, "step.first");
  for (size_t i = 0; i <= playback.size(); i += 1 + playback.size() / 200) {
    run(lab, fmt::format("step.to {}", i));
    const size_t shown = only(lab, builder, kCorridorLayer).facets.size();
    CHECK(shown >= before);
    before = shown;
  }
  run(lab, "step.last");
  CHECK(only(lab, builder, kCorridorLayer).facets.size() > 2);
  CHECK(only(lab, builder, Layer::kSearch).markers.size() > 2);
  CHECK(only(lab, builder, Layer::kTree).lines.size() > 2);
  // While it is painted over, what was searched before is nowhere.
  lab.strokes().stroke_begin({40, 40});
  for (int i = 1; i < 30; ++i) {
    lab.strokes().stroke_to({40 + i, 40});
    test::draw(builder, lab);
  }
  lab.strokes().stroke_end();
  check_rows(lab);
  // The path is straight lines through its points.
  run(lab, "planner.show astar off");
  for (const char* planner : {"hpa1", "hpa2", "hpa3", "jps", "polyanya"}) {
    run(lab, fmt::format("planner.show {} off", planner));
  }
  run_settled(lab, "step.last");
  const PlanResult& result = lab.state().row("navmesh")->result;
  REQUIRE(result.found());
  CHECK(only(lab, builder, Layer::kPath).lines.size() == result.points.size() - 1);
}

TEST_CASE("painting redoes tiles of the mesh, and the inspector knows the polygon of a cell") {
  Lab lab;
  lab.finish_updates();
  run_settled(lab, {"map.generate rooms 120 120 5", "navmesh on"});
  run_settled(lab, "paint.stroke brush blocked 1 round 60,50 70,55");
  CHECK(lab.state().meter.count(StructureId::kNavmesh, "tiles", 0) > 0);
  CHECK(lab.state().meter.count(StructureId::kNavmesh, "polygons", 0) > 0);
  holds(lab, "meter.navmesh.tiles > 0");
  run_settled(lab, "inspect 60 50");
  CHECK(navmesh_controller(lab).inspected().known);
  CHECK(navmesh_controller(lab).inspected().polygon == kNoPolygon);
  run_settled(lab, "edit.undo");
  lab.inspector().refresh();
  const PolygonInspection& seen = navmesh_controller(lab).inspected();
  REQUIRE(seen.polygon != kNoPolygon);
  CHECK(seen.corners.size() >= 3);
  CHECK(seen.area > 0);
  holds(lab, "inspected.polygon.area > 0");
}

TEST_CASE("over terrains of several weights the mesh says what it needs") {
  Lab lab;
  lab.finish_updates();
  run_settled(lab, {"navmesh on", "terrain.weight swamp 3", "paint.rectangle 1 1 3 3 filled swamp"});
  CHECK(lab.state().row("navmesh")->note == "needs equal weights everywhere");
  run_settled(lab, "terrain.weight swamp 1");
  CHECK(lab.state().row("navmesh")->note == "found");
}

TEST_CASE("the gap that is too narrow is known as soon as the end of a predicted search is seen") {
  Lab lab;
  run(lab, {"map.new 25 11 force", "paint.rectangle 12 0 12 9 filled blocked", "query.set 5 5 19 5", "navmesh on",
            "navmesh.radius 0.75", "predict on", "wait.ready"});
  holds(lab, "navmesh.gap == null");
  run(lab, {"step.last", "wait.ready"});
  holds(lab, "navmesh.gap.widest == 0.5");
  CHECK(lab.state().query_note.find("the gap at (12,10) is 1 cell wide") != std::string::npos);
}

TEST_CASE("with a radius the mesh keeps from walls, and the gap that is too narrow is named and drawn") {
  Lab lab;
  run_settled(lab, {"map.new 25 11 force", "paint.rectangle 0 0 24 10 outline blocked",
                    "paint.rectangle 12 1 12 9 filled blocked", "paint.rectangle 12 5 12 5 filled ground",
                    "query.set 5 5 19 5", "navmesh on", "planner.show navmesh on", "planner.show polyanya on"});
  const PlannerRow& row = *lab.state().row("navmesh");
  REQUIRE(row.result.found());
  CHECK(row.result.units == 1);
  CHECK(lab.state().query_note == "");
  CHECK(failure(lab, "navmesh.radius 5").find("0 to 4") != std::string::npos);

  run_settled(lab, "navmesh.radius 0.5");
  holds(lab, "navmesh.radius == 0.5");
  REQUIRE(row.result.found());
  CHECK(row.result.units == 16);
  CHECK(row.result.points.front() == HalfCellPoint{16 * 11, 16 * 11});
  holds(lab, "navmesh.gap == null");

  run_settled(lab, "navmesh.radius 2.5");
  CHECK(row.result.status == PlanStatus::kNoPath);
  CHECK(lab.state().query_note == "no path for radius 2.5: the gap at (12,5) is 1 cell wide, radius 0.5 fits through");
  holds(lab, {"navmesh.gap.reason == gap", "navmesh.gap.cell.0 == 12"});
  run_settled(lab, "query.partial on");
  CHECK(lab.state().query_note ==
        "No path for radius 2.5: the gap at (12,5) is 1 cell wide, radius 0.5 fits through. "
        "Partial path to (9.5625,5.5), 9.9 cells from the goal.");
  run(lab, "query.partial off");

  // A wider gap is another one; where the agent fits there is none.
  run_settled(lab, "paint.rectangle 12 4 12 6 filled ground");
  CHECK(lab.state().query_note == "no path for radius 2.5: the gap at (12,5) is 3 cells wide, radius 1.5 fits through");
  run_settled(lab, "paint.rectangle 12 3 12 7 filled ground");
  CHECK(row.result.found());
  CHECK(lab.state().query_note == "");
  holds(lab, "navmesh.gap == null");
  run_settled(lab, "query.set 5 5 22 5");
  CHECK(lab.state().query_note == "no path for radius 2.5: the goal is too near to a wall, radius 1.5 fits there");
  run_settled(lab, "query.set 1 5 19 5");
  CHECK(lab.state().query_note == "no path for radius 2.5: the start is too near to a wall, radius 0.5 fits there");
  run_settled(lab, "navmesh.radius 0");
  CHECK(lab.state().query_note == "");
}
