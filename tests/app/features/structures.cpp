// Rooms, sectors, landmarks and jump points in the lab.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "app/features/landmarks/landmarks.hpp"
#include "app/features/rooms/rooms.hpp"
#include "app/features/sectors/sectors.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/lab.hpp"
#include "app/playback/playback.hpp"
#include "core/world/map_landmarks.hpp"
#include "tests/overlay_support.hpp"

using namespace strata;
using namespace strata::test;

TEST_CASE("rooms, sectors and landmarks come with their planner and usual layers, and take them away again") {
  Lab lab;
  lab.finish_updates();
  struct ExpectedFeature {
    const char* command;
    const char* planner;
    StructureId structure;
    std::vector<Layer> comes;
  };
  const std::vector<ExpectedFeature> all = {
      {"rooms", "rooms", StructureId::kRooms, {kRoomLayer, kPrunedLayer}},
      {"sectors", "sectors", StructureId::kSectors, {kSectorLayer, kSectorEdgeLayer, kCentreLayer}},
      {"landmarks", "alt", StructureId::kLandmarks, {kLandmarkLayer}}};
  for (const ExpectedFeature& expected : all) {
    CAPTURE(expected.command);
    CHECK_FALSE(lab.world().has(expected.structure));
    CHECK_FALSE(lab.state().row(expected.planner)->shown);
    run_settled(lab, std::string(expected.command) + " on");
    CHECK(lab.world().ready(expected.structure));
    CHECK(lab.state().row(expected.planner)->shown);
    CHECK(lab.state().memory[static_cast<size_t>(expected.structure)] > 0);
    for (const Layer layer : layers()) {
      if (layer_structure(layer) != expected.structure) continue;
      const bool comes = std::find(expected.comes.begin(), expected.comes.end(), layer) != expected.comes.end();
      CHECK_MESSAGE(on(lab, layer) == comes, layer_name(layer));
    }
    run_settled(lab, std::string(expected.command) + " toggle");
    CHECK_FALSE(lab.world().has(expected.structure));
    CHECK_FALSE(lab.state().row(expected.planner)->shown);
    CHECK(lab.state().memory[static_cast<size_t>(expected.structure)] == 0);
    for (const Layer layer : layers()) {
      if (layer_structure(layer) == expected.structure) CHECK_FALSE(on(lab, layer));
    }
  }
  // A layer brings what it shows, a row what it needs.
  run(lab, "layer macro-edges on");
  CHECK(lab.world().has(StructureId::kRooms));
  run(lab, "planner.show alt on");
  CHECK(lab.world().has(StructureId::kLandmarks));
  run(lab, "planner.trace sectors");
  CHECK(lab.world().has(StructureId::kSectors));
  run(lab, "sectors off");
  CHECK(lab.state().traced == "astar");
}

TEST_CASE("the note of a planner that cannot plan says what to do about it") {
  Lab lab;
  lab.finish_updates();
  const auto note = [&](const char* planner) {
    lab.finish_updates();
    return lab.state().row(planner)->note;
  };
  CHECK(note("rooms") == "needs 4-connected moves");
  CHECK(note("sectors") == "Sectors are off: switch them on");
  CHECK(note("alt") == "Landmarks are off: switch them on");
  CHECK(note("haa-high") == "HAA* is off: switch it on");
  CHECK(note("jps") == "found");
  run(lab, "rules.profile four");
  CHECK(note("jps") == "needs 8-connected moves, no corner cutting");
  CHECK_FALSE(lab.world().has(StructureId::kJumps));
  CHECK(note("rooms") == "Rooms are off: switch them on");
  run(lab, "rooms on");
  CHECK(note("rooms") == "found");
  // With two weights on the map neither can plan; with the second terrain gone both can again.
  run(lab, {"terrain.weight swamp 3", "paint.rectangle 1 1 3 3 filled swamp"});
  CHECK(note("rooms") == "needs equal weights everywhere");
  run(lab, {"edit.undo", "terrain.weight swamp 1"});
  CHECK(note("rooms") == "found");
  run(lab, "rules.profile octile");
  CHECK(note("jps") == "found");
  CHECK(lab.world().has(StructureId::kJumps));
  // The jump map exists only while a planner that needs it is shown or stepped.
  run(lab, "planner.show jps off");
  CHECK_FALSE(lab.world().has(StructureId::kJumps));
  run(lab, "planner.trace jps");
  CHECK(lab.world().has(StructureId::kJumps));
  lab.finish_updates();
  CHECK_FALSE(lab.playback().empty());
}

TEST_CASE("every answer stays one for the map as it is, through edits, rules, undo and options") {
  Lab lab;
  run(lab, {"map.generate rooms 90 80 4", "sectors on", "landmarks on", "rooms on", "sectors.second 40"});
  for (const char* line : {"paint.stroke brush blocked 2 round 10,10 60,50",
                           "paint.rectangle 20 20 40 40 filled ground",
                           "edit.undo",
                           "rules.profile four",
                           "paint.line 0 40 89 40 blocked",
                           "plan.interleave 7",
                           "edit.undo",
                           "edit.undo",
                           "rules.profile paper",
                           "sectors.size 8",
                           "plan.segment 2",
                           "landmarks.count 3",
                           "terrain.weight swamp 4",
                           "paint.rectangle 5 5 70 30 filled swamp",
                           "sectors.improve on",
                           "sectors.landmarks 4",
                           "sectors.second 0",
                           "agent.size 2",
                           "plan.segment 0",
                           "edit.undo",
                           "rules.profile four",
                           "query.swap"}) {
    CAPTURE(line);
    run(lab, line);
    check_rows(lab);
  }
}

TEST_CASE("a lab that plays the reproduction comes to the same state") {
  Lab lab;
  run_settled(lab,
              {"map.new 70 60", "sectors.size 8", "sectors.second 24", "sectors on", "sectors.improve on",
               "sectors.landmarks 2", "paint.rectangle 10 10 12 50 filled blocked", "landmarks.count 4", "landmarks on",
               "rules.profile four", "rooms on", "plan.interleave 5", "plan.segment 3", "layer pruned off",
               "layer regions on", "layer heuristic on", "planner.show jps off", "planner.trace sectors"});
  run(lab, {"landmarks.move 2 40,30", "heuristic.show distance 3"});
  lab.finish_updates();  // so that the stroke finds answers of before
  run_settled(lab, "paint.rectangle 20 20 30 30 filled blocked");
  for (int i = 0; i < 60; ++i) lab.tick(1.0 / 60);
  const auto replay = [](const std::string& text, Lab& again) {
    for (const std::string& line : lines_of(text)) {
      run(again, line);
      again.finish_updates();  // so that the meter reads edits of what is built
    }
  };
  Lab again;
  replay(lab.log().reproduction(), again);
  for (int i = 0; i < 60; ++i) again.tick(1.0 / 60);
  CHECK(difference(again, lab) == "");
  // Another map begins with the settings alone.
  run_settled(lab, "map.generate rooms 50 50 3 force");
  Lab third;
  replay(lab.log().reproduction(), third);
  third.finish_updates();
  CHECK(difference(third, lab) == "");
  CHECK(sectors_controller(third).options() == sectors_controller(lab).options());
  CHECK(third.world().has(StructureId::kRooms));
}

TEST_CASE("the inspected cell tells its room, its regions and what landmarks know of it") {
  Lab lab;
  run_settled(lab, {"map.new 48 48", "brush.radius 0", "paint.line 0 20 47 20 blocked", "query.start 2 2",
                    "query.goal 40 10", "rules.profile four", "rooms on", "sectors.second 40", "sectors on",
                    "landmarks.place 0,0 47,19", "landmarks on", "inspect 5 7"});
  REQUIRE(rooms_controller(lab).inspected().known);
  REQUIRE(rooms_controller(lab).inspected().room >= 0);
  CHECK(rooms_controller(lab).inspected().cells == Rect{0, 0, 48, 20});
  CHECK(rooms_controller(lab).inspected().pruned);
  CHECK(rooms_controller(lab).inspected().macro_edges.size() == 4);
  run_settled(lab, "inspect 0 7");
  CHECK_FALSE(rooms_controller(lab).inspected().pruned);
  REQUIRE(rooms_controller(lab).inspected().macro_edges.size() == 1);
  CHECK(rooms_controller(lab).inspected().macro_edges[0] == lab.world().map().id({47, 7}));
  run_settled(lab, "inspect 10 20");
  CHECK(rooms_controller(lab).inspected().room == -1);
  CHECK(sectors_controller(lab).inspected()[0].region == -1);
  CHECK(sectors_controller(lab).inspected()[1].region == -1);
  CHECK_FALSE(landmarks_controller(lab).inspected().known);
  CHECK(lab.world().get<MapRooms>().rooms().room_of(lab.world().map().id({10, 20})) == -1);

  run_settled(lab, "inspect 10 18");
  const RegionInspection& region = sectors_controller(lab).inspected()[0];
  const Sectors& sectors = lab.world().get<MapSectors>().sectors();
  REQUIRE(region.known);
  CHECK(region.region == sectors.region_of(lab.world().map().id({10, 18})));
  CHECK(region.cells == 16 * 4);
  CHECK(sectors.region_of(region.centre) == region.region);
  CHECK(region.parent == sectors.region_of(region.centre, 2));
  // All edges of the region, whichever of its two sectors lists them.
  std::set<std::pair<uint32_t, uint32_t>> expected, found;
  for (const SectorEdge& edge : sectors.edges()) {
    if (edge.from == region.region) expected.emplace(edge.from, edge.to);
    if (edge.to == region.region) expected.emplace(edge.to, edge.from);
  }
  for (const SectorEdge& edge : region.edges) found.emplace(edge.from, edge.to);
  CHECK(found == expected);
  CHECK_FALSE(expected.empty());
  CHECK(sectors_controller(lab).inspected()[1].known);

  const LandmarkInspection& landmarks = landmarks_controller(lab).inspected();
  const MoveGrid& moves = lab.world().moves();
  REQUIRE(landmarks.known);
  CHECK(landmarks.distance_bound == moves.bound()(Cell{10, 18}, Cell{40, 10}));
  CHECK(landmarks.bound == std::max(landmarks.distance_bound, landmarks.landmark_bound));
  CHECK(landmarks.deciding >= 0);
  CHECK(landmarks.landmark == -1);
  const Landmarks& fields = lab.world().get<MapLandmarks>().landmarks();
  const Cost a = fields.distance(moves.id(Cell{10, 18}), landmarks.deciding);
  const Cost b = fields.distance(moves.id(Cell{40, 10}), landmarks.deciding);
  CHECK(landmarks.landmark_bound == std::max(a, b) - std::min(a, b));
  run(lab, "query.goal 10 40");  // beyond the wall
  lab.finish_updates();
  CHECK(landmarks_controller(lab).inspected().separated);
}

TEST_CASE(
    "the comparison says where jump points beat the hierarchies, from what was measured and never by a fixed clock") {
  Lab lab;
  run_settled(lab, "map.generate cave 150 150 2");
  const LabState& state = lab.state();
  const PlannerRow* jps = state.row("jps");
  double best = 1e18;
  for (const char* name : {"hpa1", "hpa2", "hpa3"}) best = std::min(best, state.row(name)->micros);
  CHECK(state.comparison_note.empty() == (best <= jps->micros));
  if (!state.comparison_note.empty()) {
    CHECK(state.comparison_note.find("JPS") == 0);
    CHECK(state.comparison_note.find("HPA*") != std::string::npos);
  }
  CHECK(dump_state(lab).find("comparison_note") == std::string::npos);
  run_settled(lab, "planner.show jps off");
  CHECK(state.comparison_note.empty());
  // Paths over a mesh are no paths from cell to cell, so that nothing is said about their hierarchies.
  run_settled(lab, {"planner.show jps on", "hna on"});
  REQUIRE(state.row("hna1")->solved);
  CHECK(state.comparison_note.empty());
  Lab other({.fixed_clock = true});
  run_settled(other, "map.generate cave 150 150 2");
  CHECK(other.state().comparison_note.empty());
}
