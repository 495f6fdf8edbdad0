#include <doctest/doctest.h>
#include <fmt/format.h>

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

using namespace strata;
using strata::test::run;
using test::letters;

namespace {

PointerEvent over(const Lab& lab, Cell cell, PointerEvent::Kind kind) {
  PointerEvent event;
  event.kind = kind;
  event.x = lab.state().camera.screen_x(cell.x + 0.5);
  event.y = lab.state().camera.screen_y(cell.y + 0.5);
  return event;
}

// The button goes down on the first cell and is held over the others.
void hold(Lab& lab, const std::vector<Cell>& cells) {
  lab.gestures().pointer(over(lab, cells[0], PointerEvent::Kind::kPress));
  for (size_t i = 1; i < cells.size(); ++i) lab.gestures().pointer(over(lab, cells[i], PointerEvent::Kind::kMove));
}

void release(Lab& lab, Cell cell) { lab.gestures().pointer(over(lab, cell, PointerEvent::Kind::kRelease)); }

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
      Lab lab;
      lab.gestures().set_view_size(400, 400);
      OverlayBuilder builder;
      run(lab, "view.fit");
      if (*before != 0) run(lab, before);
      run(lab, "tool.select brush");
      run(lab, "terrain.select trees");
      lab.finish_updates();
      hold(lab, {{20, 8}, {21, 9}, {22, 12}});
      REQUIRE(lab.state().painting);
      (void)lab.execute(line);
      CHECK_FALSE(lab.state().painting);
      CHECK_FALSE(lab.world().history().in_stroke());
      // The button is still down: what it does now paints nothing until it is pressed again.
      const std::string then = letters(lab);
      lab.gestures().pointer(over(lab, {5, 5}, PointerEvent::Kind::kMove));
      lab.gestures().pointer(over(lab, {14, 11}, PointerEvent::Kind::kMove));
      lab.tick(1.0 / 60);
      test::draw_views(builder, lab);
      release(lab, {14, 11});
      CHECK(letters(lab) == then);
    }
  }
}

TEST_CASE("what only looks at the map lets a stroke go on") {
  Lab lab;
  lab.gestures().set_view_size(400, 400);
  run(lab, "view.fit");
  run(lab, "tool.select brush");
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
    Lab lab;
    lab.gestures().set_view_size(400, 400);
    OverlayBuilder builder;
    run(lab, "view.fit");
    run(lab, "landmarks on");
    run(lab, "graph.node 10,30");
    run(lab, "graph.node 15,30");
    run(lab, "graph.node 12,34");
    lab.finish_updates();
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
      const Query query = lab.state().query;
      lab.gestures().pointer(over(lab, {3, 3}, PointerEvent::Kind::kMove));
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
  Lab lab;
  lab.gestures().set_view_size(400, 400);
  run(lab, "view.fit");
  run(lab, "tool.select brush");
  hold(lab, {{20, 8}, {21, 9}});
  run(lab, "brush.radius 3");
  release(lab, {21, 9});
  const auto& log = lab.log().lines();
  REQUIRE(log.size() >= 2);
  CHECK(log.back() == "brush.radius 3");
  CHECK(log[log.size() - 2].starts_with("paint.stroke brush blocked 1 "));
}
