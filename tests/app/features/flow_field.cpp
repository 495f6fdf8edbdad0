// The layer of the flow field: its colours and arrows are those of a fresh field, it follows edits, and costs nothing
// where it is off.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "app/features/flow_field/flow_field_layer.hpp"
#include "app/lab/strokes.hpp"
#include "core/base/work_count.hpp"
#include "tests/overlay_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

FlowField fresh_field(const Lab& lab) {
  const CellId goal = lab.world().map().id(lab.state().query.goal);
  FlowField field;
  field.build(lab.world().moves(), std::span(&goal, 1));
  return field;
}

// Returns the number of cells whose colour is not that of their cost.
size_t wrong_colours(const Lab& lab, const ScalarFieldImage& image) {
  const FlowField field = fresh_field(lab);
  const MoveGrid& moves = lab.world().moves();
  Cost high = 0;
  for (CellId id = 0; id < moves.cell_count(); ++id) {
    if (field.cost(id) != kInfinite) high = std::max(high, field.cost(id));
  }
  const FlowFieldController::HeatRange& heat = flow_field_controller(lab).heat();
  CHECK(heat.low == 0);
  CHECK(heat.high == high);
  size_t wrong = 0;
  for (CellId id = 0; id < moves.cell_count(); ++id) {
    const Cost cost = field.cost(id);
    wrong += (image.cells[id] == 0) != (cost == kInfinite);
    if (cost == kInfinite) continue;
    wrong += std::abs(static_cast<double>(image.cells[id]) - kFieldFirst - 254.0 * cost / std::max(high, 1u)) > 1.01;
  }
  return wrong;
}

}  // namespace

TEST_CASE("The layer Flow field shows the costs to the goal, and is made again only when they change") {
  LabInView lab(1000, 800);
  OverlayBuilder builder;
  run_settled(lab, {"map.generate cave 120 90 3", "layer flow-field on", "layer flash off"});
  uint64_t seen = 0;
  const auto check = [&] {
    lab.finish_updates();
    const ScalarFieldImage image = test::draw(builder, lab).field;
    REQUIRE(image.on);
    REQUIRE(image.width == lab.world().map().width());
    CHECK(wrong_colours(lab, image) == 0);
    CHECK_FALSE(flow_field_controller(lab).heat().partial);
    CHECK(flow_field_controller(lab).activity() == Activity::kIdle);
    CHECK(image.version > seen);
    seen = image.version;
    const uint64_t rebuilt = builder.rebuilt(), work = work_of_this_thread();
    lab.tick(1.0 / 60);
    CHECK(test::draw(builder, lab).field.version == seen);
    CHECK(builder.rebuilt() == rebuilt);
    CHECK(work_of_this_thread() == work);
  };
  check();
  for (const char* line : {"query.swap", "paint.stroke brush blocked 2 round 20,20 90,60", "edit.undo", "edit.redo",
                           "rules.profile four", "rules.profile octile", "agent.size 2", "agent.size 1",
                           "link.add 20,20 90,60 2", "link.clear", "map.generate rooms 90 120 4 force"}) {
    CAPTURE(std::string(line));
    run(lab, line);
    // The goal of before may be too narrow for the larger agent.
    if (!lab.world().moves().passable(lab.state().query.goal)) run(lab, "query.random");
    check();
  }
  const FlowField& field = flow_field_controller(lab).field();
  CHECK(field.memory_bytes() >= FlowField::bytes_for(lab.world().map().cell_count()));
  CHECK(layer_info(kFlowFieldLayer).scale(lab).starts_with("0.00 to "));
}

TEST_CASE("Arrows of the flow field lead to the next cell, and are drawn only where cells are large") {
  LabInView lab(600, 400);
  OverlayBuilder builder;
  run_settled(lab, {"map.generate cave 120 90 3", "view.fit", "layer all off", "layer flow-field on"});
  lab.finish_updates();
  REQUIRE(lab.state().camera.zoom < kFlowArrowPixels);
  CHECK(drawn(test::draw(builder, lab)).lines.empty());
  lab.mutable_state().camera.zoom = 24;
  const auto check = [&] {
    lab.finish_updates();
    const std::vector<DrawLine> lines = drawn(test::draw(builder, lab)).lines;
    const FlowField field = fresh_field(lab);
    REQUIRE(lines.size() % 6 == 0);
    REQUIRE(lines.size() > 60);
    size_t wrong = 0;
    // Each arrow is a shaft and two lines of its head, first all light backgrounds, then all arrows.
    for (size_t i = 0; i < lines.size(); i += 3) {
      const DrawLine& shaft = lines[i];
      const float x = (shaft.x0 + shaft.x1) / 2, y = (shaft.y0 + shaft.y1) / 2;
      const Cell cell{static_cast<int>(std::floor(x)), static_cast<int>(std::floor(y))};
      const uint8_t direction = field.direction(lab.world().map().id(cell));
      REQUIRE(direction < kDirections);
      wrong += (shaft.x1 > shaft.x0 + 0.01f) - (shaft.x1 < shaft.x0 - 0.01f) != kDirX[direction];
      wrong += (shaft.y1 > shaft.y0 + 0.01f) - (shaft.y1 < shaft.y0 - 0.01f) != kDirY[direction];
      wrong += lines[i + 1].x0 != shaft.x1 || lines[i + 2].y0 != shaft.y1;
    }
    CHECK(wrong == 0);
    const uint64_t rebuilt = builder.rebuilt();
    lab.tick(1.0 / 60);
    test::draw(builder, lab);
    CHECK(builder.rebuilt() == rebuilt);
  };
  check();
  for (const char* line : {"paint.stroke brush blocked 2 round 50,40 70,50", "query.swap", "edit.undo"}) {
    CAPTURE(line);
    run(lab, line);
    check();
  }
}

TEST_CASE("The flow field is not computed while its layer is off, and says why it is empty") {
  LabInView lab(600, 400);
  OverlayBuilder builder;
  run_settled(lab, "map.generate cave 120 90 3");
  const FlowFieldController& controller = flow_field_controller(lab);
  const auto frame = [&] {
    lab.tick(1.0 / 60);
    return test::draw(builder, lab).field;
  };
  frame();
  run_settled(lab, "paint.stroke brush blocked 2 round 20,20 90,60");
  CHECK_FALSE(frame().on);
  CHECK_FALSE(controller.field().begun());
  CHECK(controller.field().memory_bytes() == 0);
  run_settled(lab, "layer flow-field on");
  CHECK(frame().on);
  CHECK(controller.field().up_to_date());
  run_settled(lab, "query.clear");
  const ScalarFieldImage blank = frame();
  CHECK(std::all_of(blank.cells, blank.cells + lab.world().map().cell_count(), [](uint8_t c) { return c == 0; }));
  CHECK(lab.state().layer(kFlowFieldLayer).note.find("set a goal") != std::string::npos);
  CHECK_FALSE(controller.field().begun());
  run_settled(lab, {"map.new 20 20 force", "query.set 3 3 15 15", "paint.rectangle 14 14 16 16 filled blocked"});
  frame();
  CHECK(lab.state().layer(kFlowFieldLayer).note == "the goal is blocked");
  run_settled(lab, "layer flow-field off");
  CHECK_FALSE(frame().on);
  CHECK(controller.field().memory_bytes() == 0);
  // Only one heat map is visible at a time, and each has its own picture.
  run_settled(lab, {"edit.undo", "landmarks.count 1", "layer heuristic on"});
  const uint64_t heuristic = frame().version;
  run_settled(lab, "layer flow-field on");
  CHECK_FALSE(on(lab, *layer_named("heuristic")));
  CHECK(frame().version > heuristic + 1);
}

TEST_CASE("On a large map the flow field comes over some frames, also while one paints") {
  LabInView lab(600, 400);
  OverlayBuilder builder;
  run_settled(lab, {"map.new 2100 1100", "query.set 5 5 2000 1000"});
  run(lab, "layer flow-field on");
  const FlowFieldController& controller = flow_field_controller(lab);
  int frames = 0;
  uint64_t most = 0;
  const auto frame = [&] {
    const uint64_t before = work_of_this_thread();
    lab.tick(1.0 / 60);
    most = std::max(most, work_of_this_thread() - before);
    test::draw(builder, lab);
    return ++frames;
  };
  while (frame() < 10) CHECK(controller.activity() == Activity::kWorks);
  lab.strokes().stroke_begin({1000, 500});
  for (int i = 1; i <= 8; ++i) {
    lab.strokes().stroke_to({1000 + 3 * i, 500 + 2 * i});
    frame();
  }
  lab.strokes().stroke_end();
  while (controller.activity() == Activity::kWorks) REQUIRE(frame() < 300);
  CHECK(frames > 30);
  CHECK(most <= 250'000);
  CHECK(wrong_colours(lab, test::draw(builder, lab).field) == 0);
}

TEST_CASE("The state has the flow field's cost and direction of the inspected cell") {
  Lab lab;
  run_settled(lab, {"map.new 20 20", "query.set 3 3 15 10", "layer flow-field on", "view.goto 11 10"});
  const auto seen = state_json(lab)["inspected"]["flow_field"];
  CHECK(seen["cost"] == 4 * lab.world().moves().base(0));
  CHECK(seen["direction"] == 2);
  run_settled(lab, "layer flow-field off");
  CHECK_FALSE(state_json(lab)["inspected"].contains("flow_field"));
}
