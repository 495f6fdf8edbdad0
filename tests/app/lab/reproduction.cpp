// A reproduction is a script that brings a fresh lab to the same state: one test for each thing it once forgot.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "app/features/ch/ch.hpp"
#include "app/features/crowd/crowd.hpp"
#include "app/features/graph/graph.hpp"
#include "app/features/landmarks/landmarks.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/undo_history.hpp"
#include "app/playback/playback.hpp"
#include "core/world/map_sectors.hpp"
#include "tests/lab_support.hpp"
#include "tests/overlay_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

// Carries the reproduction out in a fresh lab; every line of it must be taken.
void remake(const Lab& lab, Lab& other) {
  other.gestures().set_view_size(lab.state().camera.view_width, lab.state().camera.view_height);
  const std::string script = lab.log().reproduction();
  CAPTURE(script);
  for (size_t begin = 0; begin < script.size();) {
    const size_t end = script.find('\n', begin);
    const std::string line = script.substr(begin, end - begin);
    const Status status = other.execute(line);
    CHECK_MESSAGE(status.ok(), line, ": ", status ? std::string() : status.error().message());
    begin = end + 1;
  }
  other.finish_updates();
}

nlohmann::json state(Lab& lab) { return nlohmann::json::parse(dump_state(lab)); }

}  // namespace

TEST_CASE("a graph that is opened on the open map goes on with the log of the map, and undo takes it back") {
  test::TempFolder folder;
  Lab lab;
  run(lab, {"map.generate cave 30 20 4 force", "graph.node 5,6"});
  run(lab, "graph.save " + folder.file("one.graph"));
  run(lab, {"paint.fill 3 3 swamp", "graph.node 9,9"});
  run(lab, fmt::format("map.open {} force", folder.file("one.graph")));
  Lab other;
  remake(lab, other);
  CHECK(state(other)["map"]["hash"] == state(lab)["map"]["hash"]);
  CHECK(graph_controller(other).graph() == graph_controller(lab).graph());
  for (int i = 0; i < 3; ++i) {
    run(lab, "edit.undo");
    Lab again;
    remake(lab, again);
    CHECK(graph_controller(again).graph() == graph_controller(lab).graph());
    CHECK(state(again)["map"]["hash"] == state(lab)["map"]["hash"]);
  }
}

TEST_CASE("a scenario that is opened on the open map goes on with the log of the map, by whichever command") {
  const test::TempFolder folder;
  for (const char* again : {"map.reopen_last", "map.open {}.scen", "scenario.open {}.scen 2"}) {
    CAPTURE(again);
    Lab lab;
    run(lab,
        {"map.generate cave 30 20 4 force", "paint.fill 3 3 swamp", "scenario.add", "query.random 7", "scenario.add"});
    const std::string map = folder.file("on.map");
    run(lab, "map.save_as " + map);
    run(lab, fmt::format("scenario.save {}.scen", map));
    run(lab, "query.random 8");
    run(lab, fmt::format(fmt::runtime(again), map));
    CHECK(lab.undo_history().can_undo());  // the map has stayed
    Lab other;
    remake(lab, other);
    CHECK(state(other)["map"]["hash"] == state(lab)["map"]["hash"]);
    CHECK(state(other)["scenario"]["rows"] == state(lab)["scenario"]["rows"]);
    CHECK(other.state().query == lab.state().query);
    CHECK(other.undo_history().can_undo());
  }
}

TEST_CASE("a drag of the goal that comes back leaves nothing to undo, and what was undone can be redone") {
  LabInView lab(500, 400);
  run(lab, {"query.set 2 2 6 6", "graph.node 3,3", "edit.undo"});
  const size_t position = lab.undo_history().position(), size = lab.undo_history().size();
  const auto drag = [&](std::initializer_list<Cell> cells) {
    lab.gestures().pointer(at(lab, kPress, lab.state().query.goal));
    for (const Cell cell : cells) lab.gestures().pointer(at(lab, kMove, cell));
  };
  const auto let_go = [&] { lab.gestures().pointer(at(lab, kRelease, lab.state().query.goal)); };
  const auto same_as_made_again = [&] {
    Lab other;
    remake(lab, other);
    CHECK(other.undo_history().position() == lab.undo_history().position());
    CHECK(other.undo_history().size() == lab.undo_history().size());
    CHECK(other.undo_history().can_redo() == lab.undo_history().can_redo());
    CHECK(other.state().query == lab.state().query);
  };
  drag({{8, 8}, {9, 9}, {6, 6}});
  SUBCASE("at once") {
    let_go();
    CHECK(lab.undo_history().position() == position);
    CHECK(lab.undo_history().size() == size);
    REQUIRE(lab.undo_history().can_redo());
    run(lab, "edit.redo");
    CHECK(graph_controller(lab).graph().node_count() == 1);
  }
  SUBCASE("and goes on elsewhere") {
    lab.gestures().pointer(at(lab, kMove, {4, 4}));
    let_go();
    CHECK(lab.undo_history().position() == position + 1);
    CHECK_FALSE(lab.undo_history().can_redo());
    same_as_made_again();
    run(lab, "edit.undo");
    CHECK(lab.state().query == PlanQuery{{2, 2}, {6, 6}});
  }
  same_as_made_again();
}

TEST_CASE("a drag of the goal in which something else is logged is undone in one step, in its reproduction too") {
  LabInView lab(500, 400);
  run(lab, {"query.set 2 2 6 6", "walkers.spawn 3"});
  const size_t position = lab.undo_history().position();
  lab.gestures().pointer(at(lab, kPress, {6, 6}));
  lab.gestures().pointer(at(lab, kMove, {8, 8}));
  run(lab, "walkers.step");
  lab.gestures().pointer(at(lab, kMove, {9, 9}));
  lab.gestures().pointer(at(lab, kRelease, {9, 9}));
  REQUIRE(lab.state().query.goal == Cell{9, 9});
  CHECK(lab.undo_history().position() == position + 1);
  CHECK(lab.log().lines().back() == "query.goal 9 9 more");
  Lab other;
  remake(lab, other);
  CHECK(other.undo_history().position() == lab.undo_history().position());
  for (Lab* one : std::initializer_list<Lab*>{&lab, &other}) {
    run(*one, "edit.undo");
    CHECK(one->state().query.goal == Cell{6, 6});
  }
}

TEST_CASE("the reproduction knows that setting the levels of HPA* switches their row on") {
  for (const char* shown : {"on", "off"}) {
    Lab lab;
    run(lab, "hpa.levels 4");
    run(lab, fmt::format("planner.show hpa4 {}", shown));
    run(lab, "map.generate rooms 40 40 2");
    Lab other;
    remake(lab, other);
    CHECK(other.state().row("hpa4")->shown == lab.state().row("hpa4")->shown);
  }
}

TEST_CASE("the end of a reproduction only waits and sets the camera and the cursor") {
  Lab lab;
  run(lab, "planner.trace hpa2");
  run(lab, "wait.ready");
  run(lab, "step.to 5");
  const std::vector<std::string> closing = lab.log().closing_lines(lab.log().lines());
  CHECK(closing.size() == 3);
  for (const std::string& line : closing) {
    CAPTURE(line);
    CHECK(command_does(line, does::kSetsCamera | does::kSetsMoment | does::kWaits));
  }
  CHECK_FALSE(command_does("no.such 5", does::kSetsMoment));
}

TEST_CASE("a chosen view and a chosen query are in the log as what was chosen") {
  Lab lab;
  run(lab, "query.random");
  const PlanQuery& query = lab.state().query;
  CHECK(lab.log().lines().back() ==
        fmt::format("query.set {} {} {} {}", query.start.x, query.start.y, query.goal.x, query.goal.y));
  run(lab, "view.compare 2");
  run(lab, "view.beside jps");
  const std::vector<std::string>& lines = lab.log().lines();
  CHECK(std::ranges::find(lines, "view.planner 2 jps") != lines.end());
  CHECK(std::ranges::none_of(lines, [](const std::string& line) { return line.starts_with("view.beside"); }));
}

TEST_CASE("a command that waits for an answer is not in the log, whatever was asked before") {
  Lab lab;
  run(lab, "paint.fill 3 3 swamp");
  const std::vector<std::string> before = lab.log().lines();
  run(lab, {"map.generate rooms 40 40 2", "map.new 20 20"});
  REQUIRE(lab.state().question.has_value());
  CHECK(lab.log().lines() == before);
  run(lab, "question.discard");
  CHECK(lab.world().map().width() == 20);
  CHECK(lab.log().lines().back() == "map.new 20 20");
}

TEST_CASE("the opacity of a layer is in the reproduction as finely as it was set") {
  Lab lab;
  run(lab, {"layer.opacity grid 1.25", "layer.opacity path 33.3"});
  Lab other;
  remake(lab, other);
  for (const char* name : {"grid", "path"}) {
    const Layer layer = *layer_named(name);
    CHECK(other.state().layer(layer).opacity == lab.state().layer(layer).opacity);
  }
}

TEST_CASE("the first end of a query stays the other one when it is set again, also in the reproduction") {
  Lab lab;
  run(lab, {"query.clear", "query.start 3 4", "query.start 5 6"});
  Lab other;
  remake(lab, other);
  CHECK(other.state().query == lab.state().query);
  run(lab, "query.start 7 8");
  CHECK(lab.log().lines().back() == "query.start 7 8");
  CHECK(lab.log().lines()[lab.log().lines().size() - 2] == "query.start 5 6");  // an undo takes back one line
}

TEST_CASE("hierarchies over sectors that are off stay so in the reproduction") {
  Lab lab;
  run(lab, {"cch on", "sectors off", "map.generate rooms 40 40 2"});
  Lab other;
  remake(lab, other);
  CHECK(other.world().has(StructureId::kCch));
  CHECK_FALSE(other.world().has(StructureId::kSectors));
}

TEST_CASE("a reproduction that is taken while a stroke is held has what was painted so far") {
  LabInView lab(400, 400);
  run(lab, {"view.fit", "tool.select brush", "terrain.select trees"});
  lab.gestures().pointer(at(lab, kPress, {20, 8}));
  lab.gestures().pointer(at(lab, kMove, {23, 12}));
  REQUIRE(lab.state().painting);
  Lab other;
  remake(lab, other);
  CHECK(state(other)["map"]["hash"] == state(lab)["map"]["hash"]);
}

TEST_CASE("ticks that pass while agents are being placed come after them in the reproduction") {
  LabInView lab(400, 400);
  run(lab, {"view.fit", "tool.select crowd"});
  lab.gestures().pointer(at(lab, kPress, {20, 8}));
  run(lab, "crowd.step 3");
  Lab held;
  remake(lab, held);
  lab.gestures().pointer(at(lab, kRelease, {23, 12}));
  run(lab, "crowd.step 2");
  Lab other;
  remake(lab, other);
  CHECK(state(held)["crowd"]["ticks"] == 3);
  CHECK(state(other)["crowd"]["ticks"] == 5);
  CHECK(state(other)["crowd"]["agents"] == state(lab)["crowd"]["agents"]);
}

TEST_CASE("the counts of a hierarchy are in the state while they are those of the map as it is") {
  Lab lab;
  run_settled(lab, "ch on");
  CHECK(state(lab)["ch"].contains("nodes"));
  run(lab, "paint.rectangle 2 2 6 6 filled trees");
  CHECK(state(lab)["ch"]["ready"] == false);
  CHECK_FALSE(state(lab)["ch"].contains("nodes"));
}

TEST_CASE("an arc that is inspected is back when the hierarchy has it again") {
  Lab lab;
  run_settled(lab, {"graph.node 5,6", "graph.node 9,9", "graph.edge 5,6 9,9", "ch.graph drawn", "ch on"});
  run_settled(lab, {"inspect.arc ch 5,6 9,9", "graph.remove 5,6 9,9"});
  CHECK_FALSE(hierarchy_controller(lab).inspected_arc().known);
  run_settled(lab, "edit.undo");
  CHECK(hierarchy_controller(lab).inspected_arc().known);
  Lab other;
  remake(lab, other);
  CHECK(hierarchy_controller(other).inspected_arc().known);
}

TEST_CASE("the step of a contraction is in the reproduction, at the beginning and at the end") {
  for (const char* to : {"step.first", "step.to 3", "step.last"}) {
    CAPTURE(to);
    Lab lab;
    run_settled(lab, "ch.graph hpa");
    run(lab, "ch.contract");
    run(lab, to);
    Lab other;
    remake(lab, other);
    CHECK(hierarchy_controller(other).contracting());
    CHECK(other.playback().cursor() == lab.playback().cursor());
  }
}

TEST_CASE("a contraction that is stepped follows the order that is set, hierarchy or not") {
  Lab lab;
  run_settled(lab, "ch.graph hpa");
  run_settled(lab, {"ch.contract", "ch.order small"});
  const auto small = state(lab)["playback"]["phases"];
  Lab other;
  run_settled(other, {"ch.graph hpa", "ch.order small"});
  run_settled(other, "ch.contract");
  CHECK(state(other)["playback"]["phases"] == small);
}

TEST_CASE("where a contraction is left, the search is recorded at once, and the log says that it was left") {
  Lab lab;
  run_settled(lab, {"graph.node 5,6", "graph.node 9,9", "ch.graph drawn", "ch.contract", "graph.clear"});
  CHECK_FALSE(hierarchy_controller(lab).contracting());
  CHECK(lab.playback().size() > 0);
  run_settled(lab, "edit.undo");
  Lab other;
  remake(lab, other);
  CHECK_FALSE(hierarchy_controller(other).contracting());
  CHECK(state(other)["playback"] == state(lab)["playback"]);
}

TEST_CASE("a contraction goes on where a comparison ends, also in what the log makes again") {
  Lab lab;
  run_settled(
      lab, {"map.generate city 30 30 3", "ch on", "wait.ready", "view.compare 2", "ch.contract", "view.compare off"});
  REQUIRE(hierarchy_controller(lab).contracting());
  Lab other;
  remake(lab, other);
  CHECK(hierarchy_controller(other).contracting());
  CHECK(state(other)["playback"] == state(lab)["playback"]);
}

TEST_CASE("a contraction waits for its graph while that is being built") {
  Lab lab({.slice_ms = 0});
  run_settled(lab, {"map.new 300 300", "hpa.cluster_size 30", "ch.graph hpa"});
  run(lab, {"ch.contract", "hpa.cluster_size 29"});
  lab.tick(1.0 / 60);
  REQUIRE_FALSE(lab.world().ready(StructureId::kHpa));
  CHECK(hierarchy_controller(lab).contracting());
  CHECK(lab.playback().empty());
  lab.finish_updates();
  CHECK(hierarchy_controller(lab).contracting());
  CHECK(lab.playback().size() > 0);
}

TEST_CASE("of like lines in the log those are kept that have done more than the last one says") {
  const std::vector<std::vector<const char*>> kLines = {
      {"agent.size 4", "agent.size 2"},           {"hpa.levels 4", "hpa.levels 2"},
      {"landmarks.count 2", "landmarks.count 5"}, {"crowd.plans 5", "crowd.plans 7"},
      {"tool.select graph", "tool.select brush"}, {"ch.graph sectors", "ch.graph cells"},
      {"sectors.second 0", "sectors.second 40"},  {"heuristic.show distance 3", "heuristic.show gain"}};
  for (const auto& lines : kLines) {
    CAPTURE(lines[0]);
    Lab lab;
    run(lab, {"sectors on", "sectors.second 40", "layer sectors-2 off", "sectors off", "ch on", "layer drawn off",
              "landmarks on", "heuristic.show distance 4", "wait.ready"});
    if (std::string(lines[0]).starts_with("sectors")) run(lab, "sectors on");
    if (std::string(lines[0]).starts_with("sectors")) run(lab, "layer sectors-2 off");
    for (const char* line : lines) run(lab, line);
    lab.finish_updates();
    Lab other;
    remake(lab, other);
    for (const char* key : {"haa", "landmarks", "sectors", "layers", "crowd", "planners", "tool"}) {
      CAPTURE(key);
      auto mine = state(lab)[key], theirs = state(other)[key];
      if (std::string(key) == "landmarks") mine.erase("heuristic");
      if (std::string(key) == "landmarks") theirs.erase("heuristic");
      CHECK(theirs == mine);
    }
    CHECK(landmarks_controller(other).heuristic().landmark == landmarks_controller(lab).heuristic().landmark);
  }
}

TEST_CASE("a slider that is dragged is one line of the log") {
  Lab lab;
  for (const int size : {5, 6, 9, 12, 8}) run(lab, fmt::format("hpa.cluster_size {}", size));
  for (const int count : {2, 3, 4, 5}) run(lab, fmt::format("landmarks.count {}", count));
  for (const int size : {2, 3, 4}) run(lab, fmt::format("agent.size {}", size));
  const std::vector<std::string> log = lab.log().lines();
  REQUIRE(log.size() == 4);
  CHECK(log[1] == "hpa.cluster_size 8");
  CHECK(log[2] == "landmarks.count 5");
  CHECK(log[3] == "agent.size 4");
}

TEST_CASE("a cell that is gone to, and an agent that is followed, are in the reproduction") {
  Lab lab;
  run(lab, {"crowd.spawn 20", "crowd.follow next", "crowd.follow next", "crowd.follow next", "view.goto 7 9"});
  Lab other;
  remake(lab, other);
  REQUIRE(other.state().inspected.has_value());
  CHECK(other.state().inspected->cell == Cell{7, 9});
  REQUIRE(grid_crowd_controller(other).state().followed.has_value());
  CHECK(grid_crowd_controller(other).state().followed->agent == grid_crowd_controller(lab).state().followed->agent);
}

TEST_CASE("the search over tables is recorded anew when the clusters change") {
  Lab lab;
  run_settled(lab, {"tables on", "planner.trace tables"});
  run_settled(lab, "hpa.cluster_size 16");
  Lab other;
  run_settled(other, {"hpa.cluster_size 16", "tables on", "planner.trace tables"});
  CHECK(state(lab)["playback"] == state(other)["playback"]);
}

TEST_CASE("the search over sectors is recorded anew when their landmarks come in from the background") {
  Lab lab;
  run(lab,
      {"map.generate rooms 64 64 3", "sectors.size 4", "sectors on", "sectors.landmarks 3", "planner.trace sectors"});
  lab.tick(1.0 / 60);
  REQUIRE(lab.world().get<MapSectors>().sectors().landmarks_due());
  const size_t without = lab.playback().size();
  lab.finish_updates();
  Lab other;
  remake(lab, other);
  CHECK(lab.playback().size() != without);
  CHECK(lab.playback().size() == other.playback().size());
}

TEST_CASE("a crowd is told of rules and edits whether or not a frame comes in between") {
  const auto walls = [](bool frames) {
    Lab lab;
    run(lab, "crowd.spawn 30");
    for (const char* line : {"crowd.step 4", "terrain.weight ground 3", "paint.rectangle 10 10 14 30 filled blocked",
                             "tables off", "tables on", "crowd.step 3"}) {
      run(lab, line);
      if (frames) lab.tick(0);
      if (frames) lab.finish_updates();
    }
    lab.finish_updates();
    auto crowd = state(lab)["crowd"];
    crowd.erase("wave");  // how many an edit affects hangs on whether there were tables to tell by at that moment
    return crowd;
  };
  CHECK(walls(true) == walls(false));
}

TEST_CASE("a cancelled build is kept, but not a cancel that came too late: carried out faster it might come in time") {
  constexpr std::pair<const char*, StructureId> kAll[] = {{"ch", StructureId::kCh},
                                                          {"cch", StructureId::kCch},
                                                          {"labels", StructureId::kLabels},
                                                          {"landmarks", StructureId::kLandmarks},
                                                          {"mesh-labels", StructureId::kMeshLabels}};
  for (const auto& [word, structure] : kAll) {
    const std::string name = word;
    CAPTURE(name);
    const std::string cancel = fmt::format("{}.cancel", name);
    for (const bool settled : {false, true}) {
      CAPTURE(settled);
      Lab lab;
      run(lab, "map.generate rooms 64 64 3");
      run(lab, "cch.graph cells");  // over sectors it keeps up by itself: there is no build to cancel
      run(lab, fmt::format("{} on", name));
      if (settled) lab.finish_updates();
      const bool too_late = lab.world().ready(structure);
      CHECK(too_late == settled);
      run(lab, cancel);
      CHECK((lab.log().reproduction().find(cancel) == std::string::npos) == too_late);
      lab.finish_updates();
      Lab other;
      remake(lab, other);
      CHECK(lab.world().ready(structure) == too_late);
      CHECK(other.world().ready(structure) == too_late);
    }
  }
}

TEST_CASE(
    "views that compare keep a planner that the rules have made impossible, and the layers that were switched on") {
  Lab lab;
  run_settled(lab,
              {"map.generate random 40 30 5", "view.compare 4", "view.planner 2 hpa1", "view.planner 3 jps",
               "view.planner 4 hpa2", "rules.profile paper", "sectors on", "rooms on", "cch on", "view.beside jps"});
  CHECK(lab.state().views[1].planner == "jps");
  CHECK(lab.state().views[2].planner == "hpa1");
  Lab other;
  remake(lab, other);
  for (size_t i = 1; i < 4; ++i) CHECK(other.state().views[i].planner == lab.state().views[i].planner);
  const auto mine = state(lab)["layers"], theirs = state(other)["layers"];
  CHECK_MESSAGE(mine == theirs, nlohmann::json::diff(theirs, mine).dump(1));
  CHECK(lab.state().layer(*layer_named("sectors")).on);
}

TEST_CASE("where a search was left whose future had been hidden is brought back, also if it was left at its end") {
  bool hides = false;
  SUBCASE("predicted") {}
  SUBCASE("hidden") { hides = true; }
  for (const bool construction : {false, true}) {
    for (const bool at_end : {false, true}) {
      CAPTURE(construction);
      CAPTURE(at_end);
      CAPTURE(hides);
      Lab lab;
      for (const char* line : {"map.generate rooms 30 30 5", hides ? "predict.hide future path" : "predict on"}) {
        run(lab, line);
      }
      run(lab, "plan.ties fifo");
      if (construction) run(lab, "hpa.construct");
      lab.finish_updates();
      run(lab, "predict off");
      if (hides) run(lab, "predict.show all");
      run(lab, at_end ? "step.last" : "step.first");
      Lab other;
      remake(lab, other);
      other.finish_updates();
      CHECK(lab.playback().at_end() == at_end);
      CHECK(other.playback().cursor() == lab.playback().cursor());
      CHECK(other.playback().size() == lab.playback().size());
      if (construction) continue;
      run(lab, {"view.compare 2", "view.planner 2 dijkstra", "wait.ready"});
      if (at_end) run(lab, "step.last");
      Lab beside;
      remake(lab, beside);
      beside.finish_updates();
      CHECK(state(beside)["view"]["searches"] == state(lab)["view"]["searches"]);
    }
  }
}

TEST_CASE("a layer that comes with a split goes with it unless it is pinned afterwards, also in a reproduction") {
  const auto pinned = [](Lab& one) { return state(one)["follow"]["pinned"]; };
  const auto on = [](Lab& one, const char* layer) { return state(one)["layers"][layer]["on"] == true; };
  const std::vector<std::vector<const char*>> kEnds = {
      {}, {"view.split 1"}, {"planner.trace hpa1"}, {"planner.trace hpa1", "layer regions toggle"}};
  for (size_t end = 0; end < kEnds.size(); ++end) {
    CAPTURE(end);
    Lab lab;
    for (const char* line : {"map.new 12 12 force", "planner.trace sectors", "layer regions on", "layer centres on",
                             "view.split 2 with regions centres"}) {
      run(lab, line);
    }
    CHECK(pinned(lab).empty());
    run(lab, "layer.pin centres on");
    run(lab, "view.compare off");  // the log says the split once more
    for (const char* line : kEnds[end]) run(lab, line);
    lab.finish_updates();
    CHECK(on(lab, "centres"));
    CHECK(on(lab, "regions") == (end == 0 || end == 3));
    Lab other;
    remake(lab, other);
    CHECK(state(other)["follow"] == state(lab)["follow"]);
    CHECK(state(other)["layers"] == state(lab)["layers"]);
  }
}
