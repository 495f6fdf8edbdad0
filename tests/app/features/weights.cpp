// Weights of single cells: the tool, the commands and their replay, planners on maps that it has painted, and the
// layer.
#include "app/features/weights/weights.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/lab/command_log.hpp"
#include "app/lab/session.hpp"
#include "app/lab/strokes.hpp"
#include "app/lab/undo_history.hpp"
#include "core/base/rng.hpp"
#include "core/world/structures.hpp"
#include "tests/overlay_support.hpp"
#include "tests/rounds.hpp"
#include "tests/support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

// Drags with a button held over the cells, and lets it go at the last one.
void drag_weights(Lab& lab, const std::vector<Cell>& cells, bool alt = false, bool shift = false) {
  const auto send = [&](PointerEvent::Kind kind, Cell cell) {
    PointerEvent event = test::at(lab, kind, cell);
    event.alt = alt;
    event.shift = shift;
    lab.gestures().pointer(event);
  };
  send(kPress, cells.front());
  for (const Cell cell : cells) send(kMove, cell);
  send(kRelease, cells.back());
}

int weight_at(const Lab& lab, int x, int y) { return lab.world().map().weight(Cell{x, y}); }

std::vector<uint8_t> weights_of(const Lab& lab) {
  const auto weights = lab.world().map().weights();
  return {weights.begin(), weights.end()};
}

// A map of ground with a wall and swamp that weighs 3, the tool with a brush of one cell, and no query.
void weight_map(Lab& lab) {
  run_settled(lab,
              {"map.new 20 10 force", "query.clear", "terrain.weight swamp 3", "paint.rectangle 5 0 5 9 filled blocked",
               "paint.rectangle 8 0 9 9 filled swamp", "view.fit", "brush.radius 0", "tool.select weight"});
}

std::string random_weight_line(Rng& rng, const GridMap& map) {
  const auto x = [&] { return rng.between(-2, map.width() + 1); };
  const auto y = [&] { return rng.between(-2, map.height() + 1); };
  const std::string change = rng.percent(20)   ? "0"
                             : rng.percent(20) ? "smooth"
                             : rng.percent(30) ? fmt::format("+{}", rng.between(1, 60))
                             : rng.percent(40) ? fmt::format("-{}", rng.between(1, 60))
                                               : fmt::format("{}", rng.between(1, 255));
  switch (rng.below(5)) {
    case 0:
      return fmt::format("paint.rectangle {} {} {} {} {} weight {}", x(), y(), x(), y(),
                         rng.percent(50) ? "filled" : "outline", change);
    case 1:
      return fmt::format("paint.line {} {} {} {} weight {}", x(), y(), x(), y(), change);
    case 2:
      return fmt::format("paint.fill {} {} weight {}", rng.between(0, map.width() - 1),
                         rng.between(0, map.height() - 1), change);
    case 3:
      return fmt::format("paint.stroke brush {} 1 round {},{} {},{}", rng.percent(50) ? "blocked" : "ground", x(), y(),
                         x(), y());
    default:
      return fmt::format("paint.stroke weight {} 2.5 {} {},{} {},{} {},{}", change,
                         rng.percent(50) ? "round" : "square", x(), y(), x(), y(), x(), y());
  }
}

// Returns the number of cells whose colour is not that of their weight, with the lowest and highest weight of the map.
size_t wrong_weight_colours(const Lab& lab, const ScalarFieldImage& image) {
  const GridMap& map = lab.world().map();
  int low = 256, high = 0;
  for (const uint8_t weight : map.weights()) {
    if (weight == 0) continue;
    low = std::min<int>(low, weight);
    high = std::max<int>(high, weight);
  }
  const WeightsController::HeatRange& heat = weights_controller(lab).heat();
  CHECK(heat.low == low);
  CHECK(heat.high == high);
  size_t wrong = 0;
  for (CellId id = 0; id < map.cell_count(); ++id) {
    const int weight = map.weight(id);
    const double colour = weight == 0   ? 0
                          : low == high ? kFieldFirst
                                        : kFieldFirst + (255.0 - kFieldFirst) * (weight - low) / (high - low);
    wrong += std::abs(image.cells[id] - colour) > 1.01;
  }
  return wrong;
}

}  // namespace

TEST_CASE("The weight tool gives cells a weight, leaves blocked cells out, and a stroke is one undo and one command") {
  LabInView lab(800, 400);
  weight_map(lab);
  run(lab, "weights.value 7");
  const uint64_t strokes = lab.state().strokes;
  drag_weights(lab, {{2, 4}, {7, 4}, {8, 6}});
  CHECK(lab.state().strokes == strokes + 1);
  CHECK(lab.log().lines().back() == "paint.stroke weight 7 0 round 2,4 7,4 8,6");
  CHECK(weight_at(lab, 2, 4) == 7);
  CHECK(weight_at(lab, 4, 4) == 7);
  CHECK(weight_at(lab, 5, 4) == 0);
  CHECK(weight_at(lab, 7, 4) == 7);
  CHECK(weight_at(lab, 8, 6) == 7);
  CHECK(std::ranges::count_if(lab.world().map().weights(), [](uint8_t weight) { return weight != 0; }) == 7);
  CHECK(lab.undo_history().undo_name() == "Weight 7");
  const std::vector<uint8_t> painted = weights_of(lab);
  run(lab, "edit.undo");
  CHECK_FALSE(lab.world().map().has_weights());
  run(lab, "edit.redo");
  CHECK(weights_of(lab) == painted);
  // Shift+click draws a line from the last cell, as with the brush.
  drag_weights(lab, {{12, 6}}, false, true);
  CHECK(weight_at(lab, 11, 6) == 7);
  PointerEvent wheel = test::at(lab, PointerEvent::Kind::kWheel, {3, 3});
  wheel.ctrl = true;
  wheel.wheel = 1;
  lab.gestures().pointer(wheel);
  CHECK(lab.state().brush.size() == 2);
  // Esc takes back a stroke that is under way.
  lab.gestures().pointer(test::at(lab, kPress, {15, 2}));
  lab.gestures().pointer(test::at(lab, kMove, {18, 2}));
  CHECK(weight_at(lab, 17, 2) == 7);
  lab.gestures().cancel();
  CHECK(weight_at(lab, 17, 2) == 0);
}

TEST_CASE("The weight tool raises and lowers a cell once in a stroke, and keeps weights within 1 and 255") {
  LabInView lab(800, 400);
  weight_map(lab);
  run(lab, {"weights.mode raise", "weights.value 4"});
  drag_weights(lab, {{1, 1}, {9, 1}, {1, 1}, {9, 1}});
  CHECK(weight_at(lab, 1, 1) == 5);
  CHECK(weight_at(lab, 9, 1) == 7);  // swamp weighs 3
  CHECK(weight_at(lab, 5, 1) == 0);  // blocked
  CHECK(lab.undo_history().undo_name() == "Raise weights by 4");
  CHECK(lab.log().lines().back() == "paint.stroke weight +4 0 round 1,1 9,1 1,1 9,1");
  drag_weights(lab, {{9, 1}, {9, 3}});
  CHECK(weight_at(lab, 9, 1) == 11);
  CHECK(weight_at(lab, 9, 3) == 7);
  run(lab, "weights.value 255");
  drag_weights(lab, {{9, 1}});
  CHECK(weight_at(lab, 9, 1) == 255);
  run(lab, {"weights.mode lower", "weights.value 2"});
  drag_weights(lab, {{9, 3}, {9, 1}});
  CHECK(weight_at(lab, 9, 3) == 5);
  CHECK(weight_at(lab, 9, 1) == 253);
  CHECK(lab.undo_history().undo_name() == "Lower weights by 2");
  run(lab, "weights.value 255");
  drag_weights(lab, {{9, 3}, {9, 1}});
  CHECK(weight_at(lab, 9, 3) == 1);
  CHECK(weight_at(lab, 9, 1) == 1);
  // A wide brush covers the same cells at each of its points.
  run(lab, {"paint.rectangle 12 0 19 9 filled weight 0", "weights.mode raise", "weights.value 3", "brush.radius 2"});
  drag_weights(lab, {{14, 5}, {15, 5}, {16, 6}, {15, 5}});
  for (int x = 13; x <= 17; ++x) CHECK(weight_at(lab, x, 5) == 4);
}

TEST_CASE("Clear and Alt give cells back the weight of their terrain, and a right click takes the weight of a cell") {
  LabInView lab(800, 400);
  weight_map(lab);
  run(lab, {"weights.value 9", "paint.rectangle 0 0 19 9 filled weight 30"});
  drag_weights(lab, {{1, 1}, {4, 1}}, true);
  CHECK(lab.log().lines().back() == "paint.stroke weight 0 0 round 1,1 4,1");
  CHECK(weight_at(lab, 2, 1) == 0);
  CHECK(weight_at(lab, 2, 2) == 30);
  run(lab, "weights.mode clear");
  drag_weights(lab, {{0, 2}, {19, 2}});
  for (int x = 0; x < 20; ++x) CHECK(weight_at(lab, x, 2) == 0);
  CHECK(lab.undo_history().undo_name() == "Clear weights");
  const auto take = [&](Cell cell) {
    PointerEvent event = test::at(lab, kPress, cell);
    event.button = 1;
    lab.gestures().pointer(event);
    event.kind = kRelease;
    lab.gestures().pointer(event);
    return weights_controller(lab).change().value;
  };
  CHECK(take({2, 3}) == 30);
  CHECK(take({8, 2}) == 3);
  CHECK(take({5, 3}) == 3);  // a wall without a weight changes nothing
  CHECK(take({1, 2}) == 1);
  CHECK(lab.log().lines().back() == "weights.value 1");
  run(lab, "paint.rectangle 0 0 19 9 filled weight 0");
  CHECK_FALSE(lab.world().map().has_weights());
}

TEST_CASE("Smoothing takes what cells cost before the stroke, once for each cell, however the stroke goes") {
  LabInView lab(800, 400);
  weight_map(lab);
  run(lab, {"paint.line 12 0 12 9 weight 90", "paint.rectangle 14 4 16 6 weight 40", "weights.mode smooth",
            "brush.radius 1", "brush.shape square"});
  const GridMap before = lab.world().map();
  const TerrainWeights& terrains = lab.world().rules().weights;
  const uint64_t strokes = lab.state().strokes;
  drag_weights(lab, {{4, 5}, {15, 5}, {11, 5}, {15, 5}});
  CHECK(lab.state().strokes == strokes + 1);
  CHECK(lab.undo_history().undo_name() == "Smooth weights");
  CHECK(lab.log().lines().back() == "paint.stroke weight smooth 1 square 4,5 15,5 11,5 15,5");
  const auto cost = [&](const GridMap& map, Cell cell) {
    const int own = map.weight(cell);
    return own != 0 ? own : terrains[static_cast<size_t>(map.terrain(cell))];
  };
  size_t changed = 0;
  for (int y = 0; y < 10; ++y) {
    for (int x = 0; x < 20; ++x) {
      const Cell cell{x, y};
      CAPTURE(cell);
      const bool painted = y >= 4 && y <= 6 && x >= 3 && x <= 16;
      if (before.terrain(cell) == Terrain::kOut || !painted) {
        REQUIRE(weight_at(lab, x, y) == before.weight(cell));
        continue;
      }
      double sum = 0, cells = 0;
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
          const Cell other{x + dx, y + dy};
          if (!before.contains(other) || before.terrain(other) == Terrain::kOut) continue;
          sum += cost(before, other);
          ++cells;
        }
      }
      REQUIRE(cost(lab.world().map(), cell) == std::lround(sum / cells));
      changed += weight_at(lab, x, y) != before.weight(cell);
    }
  }
  CHECK(changed > 10);
  CHECK(weight_at(lab, 3, 5) == 0);  // a cell that costs the mean already gets no weight
  const GridMap smoothed = lab.world().map();
  run(lab, "edit.undo");
  CHECK(lab.world().map() == before);
  run(lab, "paint.stroke weight smooth 1 square 4,5 15,5 11,5 15,5");
  CHECK(lab.world().map() == smoothed);
}

TEST_CASE("The weight tool draws lines, rectangles and ellipses and fills areas, by the commands of terrains") {
  LabInView lab(800, 400);
  weight_map(lab);
  run(lab, {"weights.value 7", "weights.shape line"});
  const auto last = [&] { return lab.log().lines().back(); };
  drag_weights(lab, {{1, 1}, {4, 4}});
  CHECK(last() == "paint.line 1 1 4 4 weight 7");
  CHECK(weight_at(lab, 3, 3) == 7);
  CHECK(weight_at(lab, 1, 4) == 0);
  CHECK(lab.undo_history().undo_name() == "Weight 7");
  run(lab, {"weights.shape rectangle", "weights.mode raise", "paint.form outline"});
  drag_weights(lab, {{12, 2}, {16, 6}});
  CHECK(last() == "paint.rectangle 12 2 16 6 outline weight +7");
  CHECK(weight_at(lab, 12, 6) == 8);
  CHECK(weight_at(lab, 14, 4) == 0);
  run(lab, {"weights.shape ellipse", "paint.form filled", "weights.mode smooth"});
  drag_weights(lab, {{11, 1}, {17, 7}});
  CHECK(last() == "paint.ellipse 11 1 17 7 weight smooth");
  CHECK(weight_at(lab, 14, 3) == 3);  // three of nine cells cost 8
  run(lab, {"weights.shape fill", "weights.mode set"});
  const size_t size = lab.undo_history().size();
  drag_weights(lab, {{8, 5}, {8, 7}});
  CHECK(last() == "paint.fill 8 5 weight 7");
  CHECK(lab.undo_history().size() == size + 1);
  CHECK(weight_at(lab, 9, 0) == 7);
  CHECK(weight_at(lab, 10, 0) == 0);
  drag_weights(lab, {{8, 5}}, true);
  CHECK(weight_at(lab, 9, 0) == 0);
  // Esc drops a shape that is under way; the wheel with Ctrl zooms where there is no brush.
  run(lab, "weights.shape rectangle");
  const std::vector<uint8_t> weights = weights_of(lab);
  lab.gestures().pointer(test::at(lab, kPress, {1, 1}));
  lab.gestures().pointer(test::at(lab, kMove, {3, 8}));
  lab.gestures().cancel();
  CHECK(weights_of(lab) == weights);
  PointerEvent wheel = test::at(lab, PointerEvent::Kind::kWheel, {3, 3});
  wheel.ctrl = true;
  wheel.wheel = 1;
  const double zoom = lab.state().camera.zoom;
  lab.gestures().pointer(wheel);
  CHECK(lab.state().camera.zoom > zoom);
  CHECK(lab.state().brush.size() == 1);
}

TEST_CASE("Lines, rectangles, ellipses and fills change weights, and a wrong command says what is wrong") {
  Lab lab;
  weight_map(lab);
  run(lab, "paint.line 0 0 3 0 weight 9");
  CHECK(weight_at(lab, 3, 0) == 9);
  run(lab, "paint.rectangle 1 0 2 2 outline weight +2");
  CHECK(weight_at(lab, 1, 0) == 11);
  CHECK(weight_at(lab, 2, 2) == 3);
  run(lab, "paint.rectangle 1 0 2 2 weight -1");
  CHECK(weight_at(lab, 2, 1) == 2);
  run(lab, "paint.ellipse 10 2 14 6 filled weight 6");
  CHECK(weight_at(lab, 12, 4) == 6);
  CHECK(weight_at(lab, 10, 2) == 0);
  run(lab, "paint.fill 8 5 weight 40");
  CHECK(weight_at(lab, 8, 0) == 40);
  CHECK(weight_at(lab, 9, 9) == 40);
  CHECK(weight_at(lab, 10, 9) == 0);
  CHECK(letters(lab).find('S') != std::string::npos);
  const std::vector<uint8_t> before = weights_of(lab);
  CHECK(failure(lab, "paint.line 0 0 3 0 weight 256").find("WEIGHT must be") != std::string::npos);
  CHECK(failure(lab, "paint.line 0 0 3 0 weight +0").find("WEIGHT must be") != std::string::npos);
  CHECK(failure(lab, "paint.line 0 0 3 0 weight +-3").find("WEIGHT must be") != std::string::npos);
  CHECK(failure(lab, "paint.fill 0 0 weight x").find("WEIGHT must be") != std::string::npos);
  CHECK(failure(lab, "paint.fill 0 0 weight") == "paint.fill: expected a WEIGHT after 'weight'");
  CHECK(failure(lab, "paint.rectangle 0 0 3 3 swamp 5") == "paint.rectangle: did not expect '5' after what is painted");
  CHECK(failure(lab, "paint.stroke weight swamp 1 round 3,3").find("WEIGHT must be") != std::string::npos);
  CHECK(failure(lab, "paint.stroke pen 7 1 round 3,3") ==
        "paint.stroke: the tool is brush, erase or weight, not 'pen'");
  CHECK(weights_of(lab) == before);
}

TEST_CASE("A script of the log repeats strokes of weights, and undo and redo go through all of them") {
  LabInView lab(800, 400);
  weight_map(lab);
  run(lab, {"brush.radius 1.5", "weights.mode raise", "weights.value 12"});
  std::vector<std::vector<uint8_t>> states{weights_of(lab)};
  Rng rng(3);
  for (int stroke = 0; stroke < 12; ++stroke) {
    run(lab, fmt::format("weights.mode {}", std::vector{"set", "raise", "lower", "clear", "smooth"}[rng.below(5)]));
    std::vector<Cell> cells;
    for (int i = 0; i < 4; ++i) cells.push_back({rng.between(0, 19), rng.between(0, 9)});
    const size_t size = lab.undo_history().size();
    drag_weights(lab, cells, rng.percent(20));
    if (lab.undo_history().size() > size) states.push_back(weights_of(lab));
  }
  REQUIRE(states.size() > 6);
  Lab again;
  for (const std::string& line : lab.log().lines()) run(again, line);
  again.finish_updates();
  CHECK(again.world().map() == lab.world().map());
  CHECK(again.undo_history().size() == lab.undo_history().size());
  for (size_t i = states.size() - 1; i-- > 0;) {
    run(lab, "edit.undo");
    REQUIRE(weights_of(lab) == states[i]);
  }
  for (size_t i = 1; i < states.size(); ++i) {
    run(lab, "edit.redo");
    REQUIRE(weights_of(lab) == states[i]);
  }
}

TEST_CASE("After strokes of weights planners find what Dijkstra finds, and structures equal those of a fresh world") {
  for (const uint64_t seed : {1u, 2u}) {
    LabInView lab(600, 400);
    run_settled(lab, {fmt::format("map.generate cave 48 36 {} force", seed), "haa on", "sectors on", "landmarks on",
                      "cch on", "labels on", "query.random"});
    for (const Planner& planner : planners()) {
      if (planner.name != "astar") (void)lab.execute(fmt::format("planner.show {} on", planner.name));
    }
    Rng rng(seed);
    size_t compared = 0;
    for (int i = 0; i < rounds(24); ++i) {
      const std::string line = random_weight_line(rng, lab.world().map());
      CAPTURE(line);
      run_settled(lab, line);
      if (!lab.world().moves().passable(lab.state().query.start) ||
          !lab.world().moves().passable(lab.state().query.goal)) {
        run_settled(lab, "query.random");
      }
      const PlanQuery query = lab.state().query;
      const GridMap& map = lab.world().map();
      const Cost least = plain_dijkstra(map, lab.world().rules(), query.start)[map.id(query.goal)];
      for (const PlannerRow& row : lab.state().rows) {
        if (!row.shown || !row.allowed || !row.solved || row.planner->any_angle ||
            plans_own_graph(lab.world(), *row.planner)) {
          continue;
        }
        CAPTURE(std::string(row.planner->name));
        if (row.result.status == PlanStatus::kNoPath) CHECK(least == kInfinite);
        if (!row.result.found()) continue;
        REQUIRE(row_fault(lab.world(), query, row).value_or("") == "");
        REQUIRE(row.result.cost >= least);
        if (!finds_optimum_here(lab, *row.planner)) continue;
        REQUIRE(row.result.cost == least);
        ++compared;
      }
    }
    CHECK(compared > 24);
    World& world = lab.session().change_world();
    for (int i = 0; i < kStructures; ++i) {
      if (world.state(static_cast<StructureId>(i)).cancelled) world.rebuild(static_cast<StructureId>(i));
    }
    lab.finish_updates();
    World fresh(world.map(), world.setup());
    fresh.finish_updates();
    for_each_structure([&]<class K>(std::type_identity<K>) {
      CAPTURE(K::kName);
      const K& kept = world.get<K>();
      if (!kept.options() || !kept.ready(world.inputs())) return;
      REQUIRE(kept.difference(fresh.get<K>(), world.inputs()).value_or("") == "");
    });
  }
}

TEST_CASE("The layer Weights of cells shows what was painted, comes with its tool, and costs nothing without weights") {
  LabInView lab(1000, 800);
  OverlayBuilder builder;
  run_settled(lab, {"map.generate cave 60 50 3 force", "layer flash off", "view.fit", "tool.select weight"});
  CHECK(on(lab, kWeightsLayer));
  const auto frame = [&] {
    lab.tick(1.0 / 60);
    return test::draw(builder, lab).field;
  };
  CHECK_FALSE(frame().on);
  CHECK(frame().cells == nullptr);
  CHECK(lab.state().layer(kWeightsLayer).note == "no cell of this map has a weight of its own");
  CHECK(layer_info(kWeightsLayer).scale(lab).empty());
  uint64_t seen = 0;
  for (const char* line : {"paint.rectangle 5 5 40 30 filled weight 20", "paint.stroke weight +90 3 round 10,10 50,40",
                           "edit.undo", "edit.redo", "paint.rectangle 0 0 59 49 filled blocked",
                           "map.generate rooms 44 33 4 force", "paint.rectangle 0 0 43 32 filled weight 3"}) {
    CAPTURE(line);
    run_settled(lab, line);
    const ScalarFieldImage image = frame();
    if (!lab.world().map().has_weights()) {
      CHECK_FALSE(image.on);
      continue;
    }
    REQUIRE(image.on);
    REQUIRE(image.width == lab.world().map().width());
    CHECK(wrong_weight_colours(lab, image) == 0);
    CHECK(image.version > seen);
    seen = image.version;
    CHECK(weights_controller(lab).activity() == Activity::kIdle);
    const uint64_t rebuilt = builder.rebuilt();
    CHECK(frame().version == seen);
    CHECK(builder.rebuilt() == rebuilt);
  }
  CHECK(layer_info(kWeightsLayer).scale(lab) == "3 to 3");
  run_settled(lab, "paint.rectangle 0 0 43 32 filled weight 0");
  CHECK_FALSE(frame().on);
  run_settled(lab, {"paint.rectangle 0 0 43 32 filled weight 3", "layer weights off"});
  CHECK_FALSE(frame().on);
}

TEST_CASE("On a large map the colours of weights come over some frames, also while one paints") {
  LabInView lab(600, 400);
  OverlayBuilder builder;
  run_settled(lab, {"map.new 2100 1100 force", "query.clear", "paint.rectangle 100 100 900 900 filled weight 9",
                    "tool.select weight", "weights.value 90"});
  const WeightsController& controller = weights_controller(lab);
  int frames = 0;
  const auto frame = [&] {
    lab.tick(1.0 / 60);
    test::draw(builder, lab);
    return ++frames;
  };
  frame();
  CHECK(controller.activity() == Activity::kWorks);
  lab.strokes().stroke_begin({1000, 500}, WeightChange{WeightChange::Mode::kSet, 90});
  for (int i = 1; i <= 8; ++i) {
    lab.strokes().stroke_to({1000 + 3 * i, 500 + 2 * i});
    frame();
  }
  lab.strokes().stroke_end();
  while (controller.activity() == Activity::kWorks) REQUIRE(frame() < 100);
  CHECK(frames > 9);
  CHECK(wrong_weight_colours(lab, test::draw(builder, lab).field) == 0);
}

TEST_CASE("Weights stand as numbers in cells that are large, and the state has them") {
  LabInView lab(600, 400);
  OverlayBuilder builder;
  run_settled(lab, {"map.new 20 20 force", "query.clear", "layer all off", "layer weights on",
                    "paint.rectangle 8 8 9 10 filled weight 17", "view.center 9 9 30"});
  const auto numbers = [&] {
    lab.tick(1.0 / 60);
    const std::vector<DrawLabel>& labels = test::draw(builder, lab).labels;
    return std::ranges::count_if(labels, [](const DrawLabel& label) { return std::string_view(label.text) == "17"; });
  };
  CHECK(numbers() == 6);
  run(lab, "view.center 9 9 10");
  CHECK(numbers() == 0);
  run(lab, {"view.center 9 9 30", "layer weights off"});
  CHECK(numbers() == 0);
  run_settled(lab, {"brush.radius 0", "paint.line 8 8 8 8 weight 200", "inspect 8 8"});
  const nlohmann::json state = state_json(lab);
  CHECK(state["weights"]["cells"] == 6);
  CHECK(state["weights"]["lowest"] == 17);
  CHECK(state["weights"]["highest"] == 200);
  CHECK(state["inspected"]["weight"] == 200);
  run_settled(lab, "inspect 0 0");
  CHECK_FALSE(state_json(lab)["inspected"].contains("weight"));
}
