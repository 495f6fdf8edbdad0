// Questions about the map in the lab: their answers are those of the library, live, in scenes and on the map.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "app/features/ask/ask.hpp"
#include "app/features/flow_field/flow_field_layer.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/scene.hpp"
#include "app/lab/strokes.hpp"
#include "core/base/rng.hpp"
#include "core/io/csv.hpp"
#include "core/io/files.hpp"
#include "core/search/grid_search.hpp"
#include "core/search/path.hpp"
#include "core/search/reach.hpp"
#include "core/search/workspace.hpp"
#include "core/world/map_moves.hpp"
#include "tests/draw_support.hpp"
#include "tests/overlay_support.hpp"
#include "tests/rounds.hpp"
#include "tests/source_path.hpp"
#include "tests/support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

constexpr const char* kAskLines[] = {"ask.question nearest", "ask.question reach", "ask.question alternatives",
                                     "ask.question turns", "ask.question walls"};

// Opens a random map with a random query, goals and settings.
void open_random_map(Lab& lab, uint64_t seed) {
  Rng rng(seed);
  run(lab,
      {fmt::format("map.generate random 40 30 {} 25 force", seed), fmt::format("query.random {}", seed),
       fmt::format("rules.profile {}", seed % 3 == 0 ? "four" : "octile"),
       fmt::format("agent.size {}", seed % 4 == 1 ? 2 : 1), fmt::format("ask.limit {}", rng.between(3, 60)),
       fmt::format("ask.lines {}", rng.between(0, 9)), fmt::format("ask.paths {}", rng.between(1, 6)),
       fmt::format("ask.longer {}", rng.between(0, 60)), fmt::format("ask.sharing {}", rng.between(30, 100)),
       fmt::format("ask.turn_cost {}", rng.between(0, 5)),
       fmt::format("ask.turn_order {}", kTurnOrderNames[rng.below(3)]),
       fmt::format("ask.wall_distance {}", rng.between(1, 6)), fmt::format("ask.wall_cost {}", rng.between(0, 300))});
  std::set<std::pair<int, int>> goals;
  while (goals.size() < 4) goals.emplace(rng.between(0, 39), rng.between(0, 29));
  std::string line = "ask.goals";
  for (const auto& [x, y] : goals) line += fmt::format(" {},{}", x, y);
  run_settled(lab, line);
}

std::vector<Cell> all_goals(const Lab& lab) {
  std::vector<Cell> goals = {lab.state().query.goal};
  const std::vector<Cell>& others = ask_controller(lab).goals();
  goals.insert(goals.end(), others.begin(), others.end());
  return goals;
}

// Checks the present answer against the functions of the library, which are called here on the moves of the world.
void check_answer(const Lab& lab) {
  const AskController& controller = ask_controller(lab);
  REQUIRE(controller.current());
  const AskAnswer& answer = *controller.answer();
  const AskSettings& settings = controller.settings();
  const MoveGrid& moves = lab.world().moves();
  const PlanQuery query = lab.state().query;
  Workspace workspace;
  PlanResult result;
  const auto same_path = [&] {
    CHECK(answer.status == result.status);
    CHECK(answer.expanded == result.stats.total().expanded);
    REQUIRE(answer.paths.size() == (result.found() ? 1 : 0));
    if (!result.found()) return;
    CHECK(answer.paths[0].path == result.path);
    CHECK(answer.paths[0].cost == result.cost);
    CHECK(answer.paths[0].turns == count_turns(moves, result.path));
  };
  switch (controller.question()) {
    case AskQuestion::kShortest:
      FAIL("nothing is asked");
      break;
    case AskQuestion::kNearest: {
      const uint32_t goal = plan_to_nearest(moves, query.start, all_goals(lab), workspace, result);
      CHECK(answer.goal == goal);
      same_path();
      GoalCosts costs;
      costs_to_goals(moves, query.start, all_goals(lab), workspace, costs);
      if (result.found()) CHECK(answer.paths[0].cost == *std::ranges::min_element(costs.costs));
      break;
    }
    case AskQuestion::kReach: {
      const Cost limit = static_cast<Cost>(settings.limit) * profile_info(moves.rules().profile).straight;
      const std::vector<Cost> plain = plain_dijkstra(lab.world().map(), moves.rules(), query.start);
      size_t reached = 0;
      for (CellId cell = 0; cell < plain.size() && answer.found(); ++cell) {
        const Cost expected = plain[cell] <= limit ? plain[cell] : kInfinite;
        REQUIRE(answer.costs[cell] == expected);
        REQUIRE((answer.picture[cell] != 0) == (expected != kInfinite));
        reached += expected != kInfinite;
      }
      CHECK(answer.reached == reached);
      if (settings.lines == 0) REQUIRE(answer.lines.empty());
      for (const ContourLine& line : answer.lines) {
        CHECK(line.level % (static_cast<Cost>(settings.lines) * profile_info(moves.rules().profile).straight) == 0);
        CHECK(line.level <= limit);
      }
      break;
    }
    case AskQuestion::kAlternatives: {
      AlternativePaths found;
      plan_alternatives(moves, settings.alternatives(), query, workspace, found);
      CHECK(answer.status == found.status);
      REQUIRE(answer.paths.size() == found.paths.size());
      for (size_t i = 0; i < found.paths.size(); ++i) {
        CHECK(answer.paths[i].path == found.paths[i].path);
        CHECK(answer.paths[i].shared == found.paths[i].shared);
        CHECK(std::ranges::find(found.paths[i].path, answer.paths[i].middle) != found.paths[i].path.end());
      }
      break;
    }
    case AskQuestion::kTurns: {
      plan_few_turns(moves, settings.turns(), query, workspace, result);
      same_path();
      break;
    }
    case AskQuestion::kWalls: {
      Clearance clearance;
      clearance.build(lab.world().map(), moves.rules().capability);
      const Cost total = plan_off_walls(moves, clearance, settings.walls(), query, workspace, result);
      same_path();
      CHECK(answer.total == total);
      int least = WallOptions::kMaxMargin;
      for (const CellId cell : result.path) {
        least = std::min(least, free_rings(clearance, moves.rules().agent_size, moves.cell(cell), least));
      }
      if (result.found()) CHECK(answer.paths[0].rings == least);
      break;
    }
  }
  if (answer.shortest.path.empty()) return;
  plan_on_grid(moves, GridHeuristic::kDistance, query, workspace, result);
  CHECK(answer.shortest.path == result.path);
}

}  // namespace

TEST_CASE("the answer to each question is that of the library, on random maps, before and after edits") {
  for (uint64_t seed = 1; seed <= static_cast<uint64_t>(rounds(12)); ++seed) {
    CAPTURE(seed);
    Lab lab;
    open_random_map(lab, seed);
    Rng rng(seed + 100);
    for (const char* line : kAskLines) {
      CAPTURE(line);
      run_settled(lab, line);
      check_answer(lab);
      for (int edit = 0; edit < 3; ++edit) {
        const int x = rng.between(0, 36), y = rng.between(0, 26);
        run_settled(lab, fmt::format("paint.rectangle {} {} {} {} {}", x, y, x + rng.between(0, 3),
                                     y + rng.between(0, 3), edit == 1 ? "ground" : "blocked"));
        check_answer(lab);
      }
      (void)lab.execute(fmt::format("query.random {}", rng.below(1000)));  // a large agent may find no room
      lab.finish_updates();
      check_answer(lab);
    }
  }
}

TEST_CASE("an answer follows a stroke, a drag, the rules and its settings within the frame of a small map") {
  Lab lab;
  run_settled(lab, {"map.new 30 20 force", "query.set 2 10 27 10", "ask.question alternatives"});
  const auto follows = [&] {
    lab.tick(1e-3);
    check_answer(lab);
  };
  follows();
  const Cost before = ask_controller(lab).answer()->paths[0].cost;
  run(lab, {"terrain.select blocked", "brush.radius 0"});
  lab.strokes().stroke_begin({15, 4}, false);
  lab.strokes().stroke_to({15, 16});
  follows();
  CHECK(ask_controller(lab).answer()->paths[0].cost > before);
  lab.strokes().stroke_end();
  follows();
  run(lab, "edit.undo");
  follows();
  CHECK(ask_controller(lab).answer()->paths[0].cost == before);
  run(lab, "query.goal 27 18");
  follows();
  run(lab, "rules.profile four");
  follows();
  run(lab, "ask.longer 3");
  follows();
  run(lab, "ask.question turns");
  follows();
  run(lab, "agent.size 3");
  lab.finish_updates();
  follows();
}

TEST_CASE("without a question nothing is computed, and clearances are measured only for the question about walls") {
  Lab lab;
  run_settled(lab, {"map.new 30 20 force", "query.set 2 10 27 10"});
  const AskController& controller = ask_controller(lab);
  const auto clearance = [&] { return lab.world().get<MapMoves>().clearance(); };
  const auto nothing = [&] {
    lab.finish_updates();
    CHECK_FALSE(controller.reading());
    CHECK(controller.answer() == nullptr);
    CHECK(clearance() == nullptr);
  };
  nothing();
  run(lab, {"ask.limit 9", "ask.goals 3,3", "query.goal 9 9", "paint.rectangle 4 4 6 6 blocked"});
  const uint64_t version = controller.version();
  nothing();
  CHECK(controller.version() == version);
  run_settled(lab, "ask.question walls");
  REQUIRE(clearance() != nullptr);
  CHECK(clearance()->built_for() == lab.world().map().revision());
  run(lab, "paint.rectangle 8 2 9 3 blocked");
  CHECK(clearance()->built_for() == lab.world().map().revision());
  run_settled(lab, "ask.question reach");
  CHECK(clearance() == nullptr);
  CHECK(controller.current());
  run(lab, "ask.question shortest");
  nothing();
}

TEST_CASE("a question is part of a scene and of a reproduction, and another map begins without one") {
  for (const char* line : kAskLines) {
    CAPTURE(line);
    Lab lab, other, again;
    open_random_map(lab, 7);
    run_settled(lab, line);
    REQUIRE(open_scene(other, scene_of(lab)).ok());
    CHECK(ask_controller(other).settings() == ask_controller(lab).settings());
    CHECK(ask_controller(other).goals() == ask_controller(lab).goals());
    CHECK(state_json(other)["ask"] == state_json(lab)["ask"]);
    CHECK(on(other, kReachedLayer) == on(lab, kReachedLayer));
    check_answer(other);
    for (const std::string& one : lines_of(lab.log().reproduction())) {
      if (!one.empty() && one[0] != '#') run(again, one);
    }
    again.finish_updates();
    CHECK(state_json(again)["ask"] == state_json(lab)["ask"]);
    // A scene without a question ends that of the lab.
    Lab fresh;
    REQUIRE(open_scene(lab, scene_of(fresh)).ok());
    CHECK_FALSE(ask_controller(lab).asks());
    CHECK(ask_controller(lab).goals().empty());
    run_settled(other, "map.new 12 9 force");
    CHECK_FALSE(ask_controller(other).asks());
    CHECK(ask_controller(other).goals().empty());
    CHECK(on(other, Layer::kSearch));
    CHECK_FALSE(on(other, kReachedLayer));
  }
}

TEST_CASE("a reproduction has the layers that questions one after the other have left") {
  Lab lab, again;
  run_settled(lab, {"map.new 30 20 force", "query.set 2 10 27 10", "layer search off", "ask.question reach",
                    "ask.question turns"});
  CHECK(on(lab, Layer::kSearch));
  for (const std::string& one : lines_of(lab.log().reproduction())) {
    if (!one.empty() && one[0] != '#') run(again, one);
  }
  CHECK(on(again, Layer::kSearch) == on(lab, Layer::kSearch));
  CHECK(on(again, kReachedLayer) == on(lab, kReachedLayer));
}

TEST_CASE("landmarks that are placed in the background are waited for while a question is answered") {
  LabOptions options;
  options.wait_cells = options.large_cells = 0;
  for (int round = 0; round < 5; ++round) {
    Lab lab(options);
    run(lab, {"landmarks on", "ask.question turns", "paint.rectangle 20 6 33 7 outline"});
    lab.tick(1.0 / 60);
    lab.finish_updates();
    CHECK(lab.world().ready(StructureId::kLandmarks));
    CHECK(is_finished(lab.world()));
    CHECK(ask_controller(lab).current());
  }
}

TEST_CASE("the goals of a resized map move with their cells, and go if they lie outside; the question stays") {
  Lab lab;
  run_settled(lab, {"map.new 30 20 force", "query.set 2 2 9 9", "ask.goals 4,4 28,18", "ask.question nearest"});
  run_settled(lab, "canvas.resize 20 15 top-left");
  CHECK(ask_controller(lab).goals() == std::vector<Cell>{{4, 4}});
  run_settled(lab, "canvas.resize 24 18 bottom-right");
  CHECK(ask_controller(lab).goals() == std::vector<Cell>{{8, 7}});
  CHECK(ask_controller(lab).question() == AskQuestion::kNearest);
  check_answer(lab);
}

TEST_CASE("questions are refused with their reason") {
  Lab lab;
  run_settled(lab, {"map.new 20 10 force", "query.set 1 1 18 8"});
  CHECK(failure(lab, "ask.add_goal 20,3").find("(20,3) is outside the map of 20 x 10 cells") != std::string::npos);
  CHECK(failure(lab, "ask.goals 3,3 4,4 3,3").find("(3,3) is a goal already") != std::string::npos);
  CHECK(failure(lab, "ask.remove_goal 1").find("there are no goals") != std::string::npos);
  CHECK(ask_controller(lab).goals().empty());
  run(lab, "ask.goals 3,3 4,4");
  CHECK(failure(lab, "ask.remove_goal 3").find("INDEX") != std::string::npos);
  run(lab, "ask.remove_goal 1");
  CHECK(ask_controller(lab).goals() == std::vector<Cell>{{4, 4}});
  std::string many = "ask.goals";
  for (int i = 0; i < 65; ++i) many += fmt::format(" {},{}", i % 20, i / 20);
  CHECK(failure(lab, many).find("64 goals at most") != std::string::npos);
  const TempFolder folder;
  CHECK(failure(lab, open_line(folder.file("a.csv"), "ask.export")).find("no question is asked") != std::string::npos);
  CHECK_FALSE(lab.execute("ask.question why").ok());

  run_settled(lab, {"ask.question reach", "query.clear"});
  CHECK(ask_controller(lab).why_not() == "Set start and goal first.");
  CHECK(ask_controller(lab).answer() == nullptr);
  run_settled(lab, {"query.set 1 1 18 8", "paint.rectangle 1 1 1 1 blocked"});
  CHECK(ask_controller(lab).texts().sentence.starts_with("Start"));
  run_settled(lab, {"edit.undo", "paint.rectangle 10 0 10 9 blocked", "ask.goals 18,1", "ask.question nearest"});
  CHECK(ask_controller(lab).texts().sentence == "No path leads to any of the 2 goals.");
  run_settled(lab, "ask.goals 2,1");
  CHECK(ask_controller(lab).texts().sentence == "Goal 1 at (2,1) is the nearest of 2: the path costs 1.00.");

  run_settled(lab, "predict.hide path");
  CHECK(ask_controller(lab).why_not().find("hidden") != std::string::npos);
  CHECK(ask_controller(lab).answer() == nullptr);
  CHECK_FALSE(state_json(lab)["ask"].contains("answer"));
  run_settled(lab, "predict.show all");
  check_answer(lab);

  run_settled(lab, open_line(source_path("assets/levels/courtyard.obj")) + " force");
  CHECK(failure(lab, "ask.question turns").find("needs a map of cells") != std::string::npos);
  CHECK_FALSE(ask_controller(lab).asks());
}

TEST_CASE("the tool for goals adds a goal by a click and removes it by another, and leaves start and goal alone") {
  LabInView lab(600, 400);
  run_settled(lab, {"map.new 30 20 force", "query.set 2 10 27 10", "view.fit", "tool.select goals"});
  const auto click = [&](Cell cell) {
    lab.gestures().pointer(at(lab, kPress, cell));
    lab.gestures().pointer(at(lab, kRelease, cell));
    lab.finish_updates();
  };
  click({6, 12});
  CHECK(ask_controller(lab).question() == AskQuestion::kNearest);
  CHECK(ask_controller(lab).goals() == std::vector<Cell>{{6, 12}});
  CHECK(ask_controller(lab).answer()->goal == 1);
  click({20, 4});
  CHECK(ask_controller(lab).goals() == std::vector<Cell>{{6, 12}, {20, 4}});
  click({6, 12});
  CHECK(ask_controller(lab).goals() == std::vector<Cell>{{20, 4}});
  click({27, 10});  // the goal of the query
  CHECK(ask_controller(lab).goals() == std::vector<Cell>{{20, 4}});
  const auto has = [&](Cell cell, std::string_view name) {
    return std::ranges::any_of(cell_menu_entries(lab, cell), [&](const MenuEntry& one) { return one.name == name; });
  };
  CHECK(has({20, 4}, "menu.cell.remove_goal"));
  CHECK(has({5, 5}, "menu.cell.add_goal"));
  run_settled(lab, "ask.question reach");
  CHECK_FALSE(has({5, 5}, "menu.cell.add_goal"));
}

TEST_CASE("the answer is drawn: paths with their numbers, the nearest goal, costs as colours and lines") {
  LabInView lab(900, 600);
  run_settled(lab, {"map.new 30 20 force", "query.set 2 10 27 10", "paint.rectangle 14 5 15 15 blocked", "view.fit"});
  OverlayBuilder builder;
  const auto has_label = [&](const Overlay& overlay, std::string_view text) {
    return std::ranges::any_of(overlay.labels, [&](const DrawLabel& one) { return text == one.text; });
  };
  const auto batch_of = [&](const Overlay& overlay, const LegendEntry& entry) -> const DrawBatch* {
    const auto found = std::ranges::find(overlay.batches, entry, &DrawBatch::entry);
    return found != overlay.batches.end() ? &*found : nullptr;
  };
  CHECK(batch_of(draw(builder, lab), kAnswerLayer) == nullptr);
  const float usual = batch_of(draw(builder, lab), Layer::kPath)->opacity;

  run_settled(lab, {"ask.paths 2", "ask.longer 60", "ask.question alternatives"});
  REQUIRE(ask_controller(lab).answer()->paths.size() == 2);
  const Overlay& choices = draw(builder, lab);
  REQUIRE(batch_of(choices, kAnswerLayer) != nullptr);
  CHECK(has_label(choices, "1"));
  CHECK(has_label(choices, "2"));
  CHECK(batch_of(choices, Layer::kPath)->opacity < usual);  // the paths of planners are pale beside the answer
  CHECK(std::ranges::any_of(lab.state().drawn_entries, [](const LegendEntry& entry) {
    return entry.mark != nullptr && entry.mark->text == "alternative paths";
  }));

  // Nothing is built again in a frame without a change.
  const auto versions_now = versions(lab, builder);
  CHECK(versions(lab, builder) == versions_now);

  run_settled(lab, {"ask.goals 5,3 9,9", "ask.question nearest"});
  const Overlay& nearest = draw(builder, lab);
  const Cell reached = all_goals(lab)[ask_controller(lab).answer()->goal];
  CHECK(std::ranges::any_of(batch_of(nearest, kAnswerLayer)->list->markers, [&](const DrawMarker& one) {
    return one.shape == MarkerShape::kRing && static_cast<int>(one.x) == reached.x &&
           static_cast<int>(one.y) == reached.y;
  }));

  run_settled(lab, {"ask.limit 12", "ask.lines 4", "ask.question reach"});
  CHECK(on(lab, kReachedLayer));
  CHECK_FALSE(on(lab, Layer::kSearch));
  const Overlay& reach = draw(builder, lab);
  REQUIRE(reach.field.on);
  CHECK(reach.field.entry == LegendEntry(kReachedLayer));
  CHECK(reach.field.cells == ask_controller(lab).answer()->picture.data());
  CHECK(has_label(reach, "8"));
  const uint64_t version = reach.field.version;
  run_settled(lab, "ask.limit 13");
  CHECK(draw(builder, lab).field.version > version);
  CHECK(layer_info(kReachedLayer).scale(lab) == "0 to 13.00");

  run_settled(lab, "ask.question shortest");
  const Overlay& back = draw(builder, lab);
  CHECK_FALSE(back.field.on);
  CHECK(batch_of(back, kAnswerLayer) == nullptr);
  CHECK(batch_of(back, Layer::kPath)->opacity == usual);
  CHECK(on(lab, Layer::kSearch));
  CHECK_FALSE(on(lab, kReachedLayer));
}

TEST_CASE("the answer leads over a link along its curve, and costs of contour lines leave each other room") {
  LabInView lab(900, 600);
  OverlayBuilder builder;
  run_settled(lab, {"map.new 30 20 force", "query.set 2 10 27 10", "paint.rectangle 15 0 15 19 blocked",
                    "link.add 12,10 19,10 1", "view.fit", "ask.question nearest"});
  const Overlay& nearest = draw(builder, lab);
  const auto batch = std::ranges::find(nearest.batches, LegendEntry(kAnswerLayer), &DrawBatch::entry);
  REQUIRE(batch != nearest.batches.end());
  const auto& lines = batch->list->lines;
  CHECK_FALSE(std::ranges::any_of(lines, [](const DrawLine& one) { return one.x0 < 14 && one.x1 > 17; }));
  CHECK(std::ranges::any_of(
      lines, [](const DrawLine& one) { return one.x0 > 14 && one.x0 < 17 && std::abs(one.y0 - 10.5f) > 0.5f; }));

  run_settled(lab, {"ask.limit 30", "ask.lines 1", "ask.question reach"});
  std::vector<DrawLabel> costs;
  for (const DrawLabel& label : draw(builder, lab).labels) {
    if (label.back == rgba(0xffffff, 210)) costs.push_back(label);
  }
  CHECK(costs.size() > 5);
  const double zoom = lab.state().camera.zoom;
  for (size_t i = 0; i < costs.size(); ++i) {
    for (size_t k = 0; k < i; ++k) {
      const bool apart = std::abs(costs[i].x - costs[k].x) * zoom > 12 || std::abs(costs[i].y - costs[k].y) * zoom > 12;
      CHECK(apart);
    }
  }
}

TEST_CASE("the picture of what can be reached is told from that of the flow field, which takes its place") {
  LabInView lab(600, 400);
  OverlayBuilder builder;
  run_settled(lab, "ask.question reach");
  const ScalarFieldImage reach = draw(builder, lab).field;
  REQUIRE(reach.entry == LegendEntry(kReachedLayer));
  run_settled(lab, "layer flow-field on");
  lab.finish_updates();
  const ScalarFieldImage flow = draw(builder, lab).field;
  REQUIRE(flow.entry == LegendEntry(kFlowFieldLayer));
  // The versions of each count on from a number of their own.
  const uint64_t apart = std::max(reach.version, flow.version) - std::min(reach.version, flow.version);
  CHECK(apart > 1u << 30);
}

TEST_CASE("an X-ray and a question end each other") {
  Lab lab;
  run_settled(lab, {"planner.trace hpa1", "ask.question turns", "xray.show on"});
  CHECK_FALSE(ask_controller(lab).asks());
  run_settled(lab, "ask.question walls");
  CHECK(ask_controller(lab).current());
  holds(lab, "xray.on == false");
}

TEST_CASE("an answer is written as CSV: the cells that can be reached, or those of the paths") {
  const TempFolder folder;
  Lab lab;
  run_settled(lab, {"map.new 9 7 force", "query.set 1 1 7 5", "ask.limit 2", "ask.question reach"});
  const auto records = [&](const char* name) {
    run(lab, open_line(folder.file(name), "ask.export"));
    return csv_records(must(read_file(folder.file(name))));
  };
  const auto cells = records("reach.csv");
  CHECK(cells.front() == std::vector<std::string>{"x", "y", "cost"});
  CHECK(cells.size() == ask_controller(lab).answer()->reached + 1);
  CHECK(std::ranges::find(cells, std::vector<std::string>{"1", "1", "0.0000"}) != cells.end());
  CHECK(std::ranges::find(cells, std::vector<std::string>{"3", "1", "2.0000"}) != cells.end());
  run_settled(lab, "ask.question turns");
  const auto path = records("path.csv");
  CHECK(path.front() == std::vector<std::string>{"path", "x", "y", "cost"});
  REQUIRE(path.size() == ask_controller(lab).answer()->paths[0].path.size() + 1);
  CHECK(path.back()[1] == "7");
  CHECK(path.back()[2] == "5");
  CHECK(path.back()[3] == fmt::format("{:.4f}", ask_controller(lab).answer()->paths[0].cost / 816.0));
}

TEST_CASE("a thread answers on a large map, an edit ends its reading, and the answer after it is right") {
  const int side_cells = side(700);
  LabOptions options;
  options.wait_cells = 1000;
  Lab lab(options);
  run_settled(lab, {fmt::format("map.generate random {} {} 3 20 force", side_cells, side_cells), "query.random 5",
                    "ask.limit 100000", "ask.lines 0"});
  Rng rng(4);
  for (const char* line : kAskLines) {
    CAPTURE(line);
    run(lab, line);
    for (int edit = 0; edit < 2; ++edit) {
      const int x = rng.between(0, side_cells - 4), y = rng.between(0, side_cells - 4);
      for (const char* terrain : {"blocked", "ground"}) {
        lab.tick(1e-3);
        run(lab, fmt::format("paint.rectangle {} {} {} {} {}", x, y, x + 3, y + 3, terrain));
        CHECK_FALSE(ask_controller(lab).current());
      }
    }
    lab.finish_updates();
    check_answer(lab);
  }
}
