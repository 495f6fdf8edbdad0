// Landmarks in the lab: placed, dragged, drawn, and the picture of what they tell.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include "app/features/landmarks/landmarks.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "core/world/map_landmarks.hpp"
#include "tests/draw_support.hpp"
#include "tests/overlay_support.hpp"

using namespace strata;
using namespace strata::test;

TEST_CASE("landmarks are counted, placed, moved, added, removed and placed automatically again") {
  Lab lab;
  CHECK(failure(lab, "landmarks.move 1 5,5") == "landmarks.move: landmarks are off");
  CHECK(failure(lab, "landmarks.cancel") == "landmarks.cancel: landmarks are off");
  run(lab, {"landmarks.count 3", "landmarks on"});
  CHECK(failure(lab, "landmarks.move 1 5,5") == "landmarks.move: the landmarks are still being placed");
  lab.finish_updates();
  const auto cell = [&](size_t i) {
    return lab.world().map().cell(lab.world().get<MapLandmarks>().landmarks().cells()[i]);
  };
  REQUIRE(lab.world().get<MapLandmarks>().landmarks().count() == 3);
  const Cell second = cell(1), third = cell(2);
  run_settled(lab, "landmarks.move 1 20,20");
  CHECK(cell(0) == Cell{20, 20});
  CHECK(cell(1) == second);
  CHECK(cell(2) == third);
  CHECK_FALSE(landmarks_controller(lab).options().placed.empty());
  run_settled(lab, "landmarks.add 2,3");
  REQUIRE(lab.world().get<MapLandmarks>().landmarks().count() == 4);
  CHECK(cell(3) == Cell{2, 3});
  run_settled(lab, "landmarks.remove 2");
  REQUIRE(lab.world().get<MapLandmarks>().landmarks().count() == 3);
  CHECK(cell(1) == third);
  CHECK(landmarks_controller(lab).status().exact);
  CHECK(failure(lab, "landmarks.move 4 5,5").find("1 to 3") != std::string::npos);
  CHECK(failure(lab, "landmarks.move 1 50,5").find("outside the map") != std::string::npos);
  run(lab, "paint.rectangle 30 30 31 31 filled blocked");
  CHECK(failure(lab, "landmarks.move 1 30,30") == "landmarks.move: (30,30) is blocked");
  run(lab, "landmarks.auto");
  holds(lab, {"landmarks.automatic == true", "landmarks.count == 3"});
  run(lab, "landmarks.place 4,4");
  CHECK(failure(lab, "landmarks.remove 1").find("the last landmark stays") != std::string::npos);
  run(lab, "landmarks.count 5");
  holds(lab, "landmarks.cells.size == 5");
  // When another map opens, as many landmarks are placed anew.
  run(lab, {"landmarks.place 4,4 10,10", "map.new 30 30 force"});
  holds(lab, {"landmarks.automatic == true", "landmarks.cells.size == 2"});
}

TEST_CASE("an edit that opens a door makes landmarks inexact, and exact again after they are rebuilt") {
  Lab lab;
  run(lab, {"map.new 60 40", "brush.radius 0", "paint.line 30 0 30 39 blocked", "query.start 5 20", "query.goal 55 20",
            "landmarks on", "inspect 5 20"});
  holds(lab,
        {"planners.alt.status == \"no path\"", "landmarks.exact == true", "inspected.landmarks.separated == true"});
  run(lab, {"paint.stroke erase ground 0 round 30,20", "assert.now landmarks.ready == true"});
  CHECK_FALSE(lab.world().get<MapLandmarks>().landmarks().exact());
  run(lab, "landmarks.cancel");
  lab.tick(1.0 / 60);
  run(lab, {"assert.now landmarks.exact == false", "assert.now landmarks.cancelled == true",
            "assert.now planners.alt.status == found"});
  CHECK(lab.state().row("alt")->percent_over == 0);
  run(lab, "landmarks.rebuild");
  holds(lab, {"landmarks.exact == true", "landmarks.set_aside == 0", "planners.alt.status == found"});
  CHECK(lab.state().row("alt")->percent_over == 0);
  holds(lab, "inspected.landmarks.separated == false");
  run(lab, "edit.undo");
  check_rows(lab);
  holds(lab, "landmarks.exact == true");
}

TEST_CASE("a landmark is dragged by the pointer: one command when it is let go, nothing when the drag is given up") {
  LabInView lab(800, 800);
  run_settled(lab, {"map.new 40 40", "paint.rectangle 20 10 22 30 filled blocked", "query.start 1 1", "query.goal 38 1",
                    "landmarks on", "landmarks.place 10,20 1,1 30,30"});
  const auto cell = [&](size_t i) {
    return lab.world().map().cell(lab.world().get<MapLandmarks>().landmarks().cells()[i]);
  };
  const size_t logged = lab.log().lines().size();
  lab.gestures().pointer(at(lab, kPress, {10, 20}));
  CHECK(lab.state().dragging == DraggedMarker::kHeld);
  lab.gestures().pointer(at(lab, kMove, {14, 25}));
  REQUIRE(landmarks_controller(lab).dragged().has_value());
  CHECK(landmarks_controller(lab).dragged()->at == Cell{14, 25});
  lab.finish_updates();
  CHECK(cell(0) == Cell{14, 25});                    // its field follows while it is dragged
  lab.gestures().pointer(at(lab, kMove, {21, 25}));  // blocked: it stays where it was
  CHECK(landmarks_controller(lab).dragged()->at == Cell{14, 25});
  lab.gestures().pointer(at(lab, kMove, {25, 26}));
  lab.gestures().pointer(at(lab, kRelease, {25, 26}));
  CHECK(lab.state().dragging == DraggedMarker::kNone);
  CHECK_FALSE(landmarks_controller(lab).dragged().has_value());
  lab.finish_updates();
  CHECK(cell(0) == Cell{25, 26});
  REQUIRE(lab.log().lines().size() == logged + 1);
  CHECK(lab.log().lines().back() == "landmarks.move 1 25,26");

  // A press on the start or goal drags that marker, even beside a landmark.
  lab.gestures().pointer(at(lab, kPress, {1, 1}));
  CHECK(lab.state().dragging == DraggedMarker::kStart);
  lab.gestures().pointer(at(lab, kRelease, {1, 1}));

  lab.gestures().pointer(at(lab, kPress, {30, 30}));
  lab.gestures().pointer(at(lab, kMove, {35, 35}));
  lab.finish_updates();
  CHECK(cell(2) == Cell{35, 35});
  lab.gestures().cancel();
  lab.finish_updates();
  CHECK(cell(2) == Cell{30, 30});
  CHECK(lab.log().lines().size() == logged + 2);  // with the click on the start

  // A click inspects, and nothing is grabbed with another tool or where landmarks are not shown.
  lab.gestures().pointer(at(lab, kPress, {30, 30}));
  lab.gestures().pointer(at(lab, kRelease, {30, 30}));
  REQUIRE(lab.state().inspected.has_value());
  CHECK(landmarks_controller(lab).inspected().landmark == 2);
  run(lab, "layer landmarks off");
  lab.gestures().pointer(at(lab, kPress, {30, 30}));
  CHECK(lab.state().dragging == DraggedMarker::kNone);
  lab.gestures().pointer(at(lab, kRelease, {30, 30}));
}

TEST_CASE("a landmark that was placed automatically can be dragged, and stays where it is dropped") {
  LabInView lab(800, 800);
  run_settled(lab, {"map.new 40 40", "query.start 20 20", "query.goal 25 1", "landmarks.count 3", "landmarks on"});
  const auto cell = [&](size_t i) {
    return lab.world().map().cell(lab.world().get<MapLandmarks>().landmarks().cells()[i]);
  };
  const std::array<Cell, 3> before = {cell(0), cell(1), cell(2)};
  lab.gestures().pointer(at(lab, kPress, before[1]));
  REQUIRE(lab.state().dragging == DraggedMarker::kHeld);
  lab.gestures().pointer(at(lab, kMove, {14, 25}));
  lab.finish_updates();  // its field arrives while it is still held
  CHECK(cell(1) == Cell{14, 25});
  lab.gestures().pointer(at(lab, kMove, {16, 26}));
  lab.gestures().pointer(at(lab, kRelease, {16, 26}));
  lab.finish_updates();
  CHECK(cell(0) == before[0]);
  CHECK(cell(1) == Cell{16, 26});
  CHECK(cell(2) == before[2]);
  CHECK(landmarks_controller(lab).options() == *lab.world().get<MapLandmarks>().options());
  CHECK(lab.log().lines().back() == "landmarks.move 2 16,26");
  run(lab, "landmarks.move 1 3,30");
  Lab other;
  for (const std::string& line : lines_of(lab.log().reproduction())) {
    run_settled(other, line);
  }
  CHECK(landmarks_controller(other).options() == landmarks_controller(lab).options());

  // Whatever removes the landmarks also ends a drag of one.
  lab.gestures().pointer(at(lab, kPress, {16, 26}));
  lab.gestures().pointer(at(lab, kMove, {17, 27}));
  run(lab, "landmarks off");
  lab.gestures().pointer(at(lab, kMove, {18, 28}));
  lab.gestures().pointer(at(lab, kRelease, {18, 28}));
  CHECK_FALSE(lab.world().has(StructureId::kLandmarks));
  CHECK(lab.state().dragging == DraggedMarker::kNone);
}

TEST_CASE("landmarks are numbered; those that are set aside are struck out") {
  LabInView lab(1000, 800);
  OverlayBuilder builder;
  run_settled(lab, {"map.new 100 80", "brush.radius 0", "query.clear", "paint.line 50 0 50 79 blocked",
                    "landmarks.place 3,3 90,70 20,60", "landmarks on"});
  CHECK(only(lab, builder, kLandmarkLayer).markers.size() == 2 * 3);
  std::vector<std::string> numbers;
  for (const DrawLabel& label : test::draw(builder, lab).labels) numbers.emplace_back(label.text);
  CHECK(numbers == std::vector<std::string>{"1", "2", "3"});
  // A door in the wall: fields of both sides would have to be lowered over the whole other side.
  run(lab, {"paint.stroke erase ground 0 round 50,40", "landmarks.cancel"});
  lab.tick(1.0 / 60);
  const int aside = landmarks_controller(lab).status().set_aside;
  CHECK(aside > 0);
  const Drawn shown = drawn(test::draw(builder, lab));
  CHECK(std::count_if(shown.markers.begin(), shown.markers.end(),
                      [](const DrawMarker& m) { return m.shape == MarkerShape::kCross; }) == aside);
}

TEST_CASE("the picture of a heuristic shows its values, and is made anew only when they change") {
  LabInView lab(1000, 800);
  OverlayBuilder builder;
  run_settled(lab, {"map.generate cave 120 90 3", "landmarks.count 4", "layer heuristic on", "layer flash off"});
  const Landmarks& landmarks = lab.world().get<MapLandmarks>().landmarks();
  const MoveGrid& moves = lab.world().moves();
  const auto expected = [&](CellId id) -> int64_t {
    const CellId goal = moves.id(lab.state().query.goal);
    if (!moves.passable(id)) return -1;
    const HeuristicView& view = landmarks_controller(lab).heuristic();
    if (view.kind == HeuristicKind::kDistance) {
      const Cost distance = landmarks.distance(id, view.landmark);
      return distance == DistanceRows::kFar ? -1 : static_cast<int64_t>(distance);
    }
    if (landmarks.separated(id, goal)) return -1;
    const Cost bound = landmarks.bound(moves, id, goal);
    const Cost distance = moves.bound()(moves.cell(id), moves.cell(goal));
    return static_cast<int64_t>(view.kind == HeuristicKind::kGain ? bound - distance : bound);
  };
  uint64_t seen = 0;
  const auto check = [&] {
    lab.finish_updates();
    const ScalarFieldImage field = test::draw(builder, lab).field;
    REQUIRE(field.on);
    REQUIRE(field.width == moves.width());
    const HeuristicView& view = landmarks_controller(lab).heuristic();
    CHECK_FALSE(view.partial);
    int64_t low = std::numeric_limits<int64_t>::max(), high = -1;
    size_t wrong = 0;
    for (CellId id = 0; id < moves.cell_count(); ++id) {
      const int64_t value = expected(id);
      wrong += (field.cells[id] == 0) != (value < 0);
      if (value < 0) continue;
      low = std::min(low, value);
      high = std::max(high, value);
      const double share = (static_cast<double>(value) - view.low) / std::max<double>(view.high - view.low, 1);
      wrong += std::abs(static_cast<double>(field.cells[id]) - kFieldFirst - 254 * share) > 1.01;
    }
    CHECK(wrong == 0);
    CHECK(view.low == low);
    CHECK(view.high == high);
    CHECK(field.version > seen);
    seen = field.version;
    const uint64_t rebuilt = builder.rebuilt();
    lab.tick(1.0 / 60);
    CHECK(test::draw(builder, lab).field.version == seen);
    CHECK(builder.rebuilt() == rebuilt);
  };
  check();
  for (const char* line : {"heuristic.show gain", "query.swap", "heuristic.show distance 2",
                           "heuristic.show distance 4", "paint.stroke brush blocked 2 round 20,20 90,60",
                           "heuristic.show bound", "edit.undo", "landmarks.count 2", "rules.profile four"}) {
    CAPTURE(line);
    run(lab, line);
    check();
  }
  CHECK(failure(lab, "heuristic.show distance 3").find("1 to 2") != std::string::npos);
  CHECK(failure(lab, "heuristic.show gain 1").find("not that of one landmark") != std::string::npos);
  CHECK(failure(lab, "heuristic.show all").find("none of bound, gain, distance") != std::string::npos);
  // The goal does not matter for the distance from a landmark.
  run_settled(lab, "heuristic.show distance 1");
  seen = test::draw(builder, lab).field.version;
  run_settled(lab, "query.swap");
  CHECK(test::draw(builder, lab).field.version == seen);
  run_settled(lab, {"heuristic.show bound", "query.clear"});
  const ScalarFieldImage blank = test::draw(builder, lab).field;
  CHECK(std::all_of(blank.cells, blank.cells + moves.cell_count(), [](uint8_t c) { return c == 0; }));
  CHECK(lab.state().layer(kHeuristicLayer).note.find("set a goal") != std::string::npos);
  CHECK(landmarks_controller(lab).heuristic().low > landmarks_controller(lab).heuristic().high);
}

TEST_CASE("the picture of a heuristic on a large map comes over some frames") {
  Lab lab;
  OverlayBuilder builder;
  run_settled(lab, {"map.new 2100 1100", "landmarks.count 1", "layer heuristic on"});
  int frames = 0;
  uint64_t seen = test::draw(builder, lab).field.version;
  do {
    const ScalarFieldImage field = test::draw(builder, lab).field;
    const auto cells = static_cast<size_t>(field.dirty.width()) * static_cast<size_t>(field.dirty.height());
    if (field.version != seen) CHECK(cells <= kFieldCells);
    seen = field.version;
    ++frames;
    REQUIRE(frames < 20);
  } while (landmarks_controller(lab).heuristic().partial);
  CHECK(frames >= 4);  // every cell is looked at twice
  const ScalarFieldImage field = test::draw(builder, lab).field;
  CHECK(std::all_of(field.cells, field.cells + lab.world().map().cell_count(), [](uint8_t c) { return c != 0; }));
}

TEST_CASE("a landmark that is added where none had a place stays the only one in a reproduction") {
  Lab lab;
  run_settled(lab, {"map.new 12 10", "landmarks on", "paint.rectangle 0 0 11 9 filled blocked"});
  REQUIRE(lab.world().get<MapLandmarks>().landmarks().count() == 0);
  // The automatic landmarks of this map are not placed yet when one is added.
  run_settled(lab, {"paint.rectangle 0 0 11 9 filled ground", "landmarks.add 3,4"});
  REQUIRE(lab.world().get<MapLandmarks>().landmarks().count() == 1);
  Lab again;
  const std::string script = lab.log().reproduction();
  CAPTURE(script);
  for (size_t begin = 0; begin < script.size(); begin = script.find('\n', begin) + 1)
    run(again, script.substr(begin, script.find('\n', begin) - begin));
  again.finish_updates();
  CHECK(std::ranges::equal(again.world().get<MapLandmarks>().landmarks().cells(),
                           lab.world().get<MapLandmarks>().landmarks().cells()));
  CHECK(landmarks_controller(again).options() == landmarks_controller(lab).options());
}
