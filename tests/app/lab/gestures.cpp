#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/features/graph/graph.hpp"
#include "app/features/landmarks/landmarks.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "core/world/map_landmarks.hpp"
#include "tests/draw_support.hpp"
#include "tests/lab_support.hpp"
#include "tests/overlay_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

// The button goes down on the first cell and is held over the others.
void hold(Lab& lab, const std::vector<Cell>& cells) {
  lab.gestures().pointer(at(lab, kPress, cells[0]));
  for (size_t i = 1; i < cells.size(); ++i) lab.gestures().pointer(at(lab, kMove, cells[i]));
}

void release(Lab& lab, Cell cell) { lab.gestures().pointer(at(lab, kRelease, cell)); }

// What changes the parts that an edit is counted in, and what it is kept in.
const char* const kSwitches[] = {"haa on",
                                 "haa.cluster_size 3",
                                 "haa.sizes 3",
                                 "sectors on",
                                 "sectors.size 4",
                                 "sectors.second 24",
                                 "rooms on",
                                 "landmarks on",
                                 "ch on",
                                 "cch on",
                                 "tables on",
                                 "hpa.cluster_size 3",
                                 "hpa.levels 4",
                                 "hpa.levels 1",
                                 "agent.size 2",
                                 "rules.profile four",
                                 "layer clearance on",
                                 "planner.show jps toggle",
                                 "map.new 20 12 force",
                                 "map.scene running-example force",
                                 "graph.node 4,4",
                                 "graph.clear",
                                 "edit.undo",
                                 "edit.redo",
                                 "paint.fill 1 1 swamp",
                                 "crowd.spawn 20",
                                 "crowd.clear",
                                 "landmarks.count 3",
                                 "landmarks.remove 1",
                                 "tool.select graph",
                                 "brush.radius 0"};

}  // namespace

TEST_CASE("a command that changes the world ends a stroke that is held, whatever it is") {
  for (const char* line : kSwitches) {
    for (const char* before : {"", "sectors on", "haa on", "landmarks on"}) {
      CAPTURE(line);
      CAPTURE(before);
      LabInView lab(400, 400);
      OverlayBuilder builder;
      run(lab, "view.fit");
      if (*before != 0) run(lab, before);
      run_settled(lab, {"tool.select brush", "terrain.select trees"});
      hold(lab, {{20, 8}, {21, 9}, {22, 12}});
      REQUIRE(lab.state().painting);
      (void)lab.execute(line);
      CHECK_FALSE(lab.state().painting);
      CHECK_FALSE(lab.world().history().in_stroke());
      // The button is still down: what it does now paints nothing until it is pressed again.
      const std::string then = letters(lab);
      lab.gestures().pointer(at(lab, kMove, {5, 5}));
      lab.gestures().pointer(at(lab, kMove, {14, 11}));
      lab.tick(1.0 / 60);
      test::draw_views(builder, lab);
      release(lab, {14, 11});
      CHECK(letters(lab) == then);
    }
  }
}

TEST_CASE("what only looks at the map lets a stroke go on") {
  LabInView lab(400, 400);
  run(lab, {"view.fit", "tool.select brush"});
  hold(lab, {{20, 8}, {21, 9}});
  for (const char* line : {"view.zoom 1.25", "view.fit", "step.first", "ui.presentation toggle", "wait.ready",
                           "assert map.width == 40", "ui.presentation toggle"}) {
    CAPTURE(line);
    run(lab, line);
    CHECK(lab.state().painting);
  }
  release(lab, {21, 9});
  CHECK(lab.state().strokes == 1);
}

TEST_CASE("a command during a drag of start, goal, landmark, node or shape ends the drag") {
  for (const char* line : kSwitches) {
    CAPTURE(line);
    LabInView lab(400, 400);
    OverlayBuilder builder;
    run_settled(lab, {"view.fit", "landmarks on", "graph.node 10,30", "graph.node 15,30", "graph.node 12,34"});
    const auto drag = [&](const char* tool, Cell from) {
      CAPTURE(tool);
      run(lab, fmt::format("tool.select {}", tool));
      run(lab, "view.fit");
      hold(lab, {from, {from.x + 2, from.y + 1}, {from.x + 3, from.y + 1}});
      (void)lab.execute(line);
      CHECK(lab.state().dragging == DraggedMarker::kNone);
      CHECK_FALSE(landmarks_controller(lab).dragged().has_value());
      CHECK_FALSE(graph_controller(lab).dragged().has_value());
      CHECK_FALSE(lab.state().shape.has_value());
      const PlanQuery query = lab.state().query;
      lab.gestures().pointer(at(lab, kMove, {3, 3}));
      lab.tick(1.0 / 60);
      test::draw_views(builder, lab);
      release(lab, {3, 3});
      CHECK(lab.state().query == query);
    };
    drag("select", lab.state().query.goal);
    drag("select", lab.state().query.start);
    if (lab.world().has(StructureId::kLandmarks) && lab.world().get<MapLandmarks>().landmarks().ready()) {
      drag("select", lab.world().map().cell(lab.world().get<MapLandmarks>().landmarks().cells()[0]));
    }
    if (graph_controller(lab).graph().node_count() > 1) drag("graph", graph_controller(lab).graph().nodes()[1]);
    drag("line", {2, 2});
    drag("rectangle", {2, 2});
    drag("crowd", {2, 2});
    lab.finish_updates();
  }
}

TEST_CASE("the log has a stroke that a command ended before the command") {
  LabInView lab(400, 400);
  run(lab, {"view.fit", "tool.select brush"});
  hold(lab, {{20, 8}, {21, 9}});
  run(lab, "brush.radius 3");
  release(lab, {21, 9});
  const auto& log = lab.log().lines();
  REQUIRE(log.size() >= 2);
  CHECK(log.back() == "brush.radius 3");
  CHECK(log[log.size() - 2].starts_with("paint.stroke brush blocked 1 "));
}

TEST_CASE("the brush has sizes of 1, 2, 3 and more cells, and a stroke of an even brush is repeated by its line") {
  LabInView lab(600, 600);
  run(lab, {"map.new 20 20 force", "query.clear", "tool.select brush", "brush.radius 0"});
  for (int size = 1; size <= 5; ++size) {
    CHECK(lab.state().brush.size() == size);
    run(lab, "brush.radius +0.5");
  }
  CHECK(test::failure(lab, "brush.radius 0.3") == "brush.radius: the radius of the brush is a multiple of 0.5");
  run(lab, "brush.radius 0.5");
  CHECK(lab.log().lines().back() == "brush.radius 0.5");
  hold(lab, {{5, 5}, {9, 5}});
  release(lab, {9, 5});
  CHECK(lab.log().lines().back() == "paint.stroke brush blocked 0.5 round 5,5 9,5");
  CHECK(std::ranges::count(lab.world().map().letters(), '@') == 12);  // 6 x 2 cells
  Lab again;
  run(again, {"map.new 20 20 force", "query.clear"});
  run(again, lab.log().lines().back());
  CHECK(letters(again) == letters(lab));
  CHECK(test::failure(again, "paint.stroke brush blocked 0.7 round 5,5") ==
        "paint.stroke: RADIUS must be a multiple of 0.5, not '0.7'");
}

TEST_CASE("at the end of the history, undo is a note and no error") {
  Lab lab;
  run(lab, "map.new 20 20 force");
  lab.mutable_state().messages.clear();
  lab.run("edit.undo");
  REQUIRE(lab.state().messages.size() == 1);
  CHECK(lab.state().messages[0].kind == MessageKind::kInfo);
  CHECK(lab.state().messages[0].text == "Nothing to undo");
  lab.run("edit.redo");
  CHECK(lab.state().messages.back().kind == MessageKind::kInfo);
  // A stroke that is not finished is undone.
  run(lab, {"query.clear", "tool.select brush"});
  hold(lab, {{5, 5}, {9, 5}});
  const std::string painted = letters(lab);
  lab.run("edit.undo");
  CHECK(letters(lab) != painted);
  CHECK(std::ranges::count(lab.world().map().letters(), '@') == 0);
}
