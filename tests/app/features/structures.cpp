// Rooms, sectors, landmarks and jump points in the lab.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "app/features/rooms/rooms.hpp"
#include "app/features/sectors/sectors.hpp"
#include "app/lab/lab_parts.hpp"
#include "core/search/path.hpp"
#include "tests/lab_support.hpp"

using namespace strata;
using test::failure;
using test::run;

namespace {

void holds(Lab& lab, std::string_view line) {
  lab.settle();
  run(lab, fmt::format("assert {}", line));
}
bool on(const Lab& lab, Layer layer) { return lab.state().layer(layer).on; }

PointerEvent at(const Lab& lab, PointerEvent::Kind kind, Cell cell) {
  PointerEvent event;
  event.kind = kind;
  event.x = lab.state().camera.screen_x(cell.x + 0.5);
  event.y = lab.state().camera.screen_y(cell.y + 0.5);
  return event;
}
constexpr auto kPress = PointerEvent::Kind::kPress;
constexpr auto kMove = PointerEvent::Kind::kMove;
constexpr auto kRelease = PointerEvent::Kind::kRelease;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

// The lines of the dumps that are not the same; vectors may have grown to other capacities.
std::string difference(Lab& a, Lab& b) {
  const std::vector<std::string> first = lines_of(a.dump_state()), second = lines_of(b.dump_state());
  std::string text;
  for (size_t i = 0; i < std::max(first.size(), second.size()); ++i) {
    const std::string line_a = i < first.size() ? first[i] : "", line_b = i < second.size() ? second[i] : "";
    const bool memory = line_a.find("memory_bytes") != std::string::npos;
    if (line_a != line_b && !memory) text += fmt::format("{} | {}\n", line_a, line_b);
  }
  return text;
}

// Every answer on the screen is one for the map as it is.
void check_rows(Lab& lab) {
  lab.settle();
  const Query& query = lab.state().query;
  for (const PlannerRow& row : lab.state().rows) {
    if (!row.shown || !row.allowed) continue;
    CAPTURE(row.planner->name);
    CHECK(row.solved);
    if (!row.result.found()) continue;
    const auto fault = path_fault(lab.world().moves(), row.result.path, query.start, query.goal, row.result.cost);
    CHECK_MESSAGE(!fault.has_value(), fault.value_or(""));
    CHECK(row.percent_over >= 0);
    if (row.planner->optimal) CHECK(row.percent_over == 0);
  }
}

}  // namespace

TEST_CASE("rooms, sectors and landmarks come with their planner and usual layers, and take them away again") {
  Lab lab;
  lab.settle();
  struct Expected {
    const char* command;
    const char* planner;
    Structure structure;
    std::vector<Layer> comes;
  };
  const std::vector<Expected> all = {
      {"rooms", "rooms", Structure::kRooms, {kRoomLayer, kPrunedLayer}},
      {"sectors", "sectors", Structure::kSectors, {kSectorLayer, kSectorEdgeLayer, kCentreLayer}},
      {"landmarks", "alt", Structure::kLandmarks, {Layer::kLandmarks}}};
  for (const Expected& expected : all) {
    CAPTURE(expected.command);
    CHECK_FALSE(lab.world().has(expected.structure));
    CHECK_FALSE(lab.state().row(expected.planner)->shown);
    run(lab, std::string(expected.command) + " on");
    lab.settle();
    CHECK(lab.world().ready(expected.structure));
    CHECK(lab.state().row(expected.planner)->shown);
    CHECK(lab.state().memory[static_cast<size_t>(expected.structure)] > 0);
    for (const Layer layer : layers()) {
      if (layer_structure(layer) != expected.structure) continue;
      const bool comes = std::find(expected.comes.begin(), expected.comes.end(), layer) != expected.comes.end();
      CHECK_MESSAGE(on(lab, layer) == comes, layer_name(layer));
    }
    run(lab, std::string(expected.command) + " toggle");
    lab.settle();
    CHECK_FALSE(lab.world().has(expected.structure));
    CHECK_FALSE(lab.state().row(expected.planner)->shown);
    CHECK(lab.state().memory[static_cast<size_t>(expected.structure)] == 0);
    for (const Layer layer : layers()) {
      if (layer_structure(layer) == expected.structure) CHECK_FALSE(on(lab, layer));
    }
  }
  // A layer brings what it shows, a row what it needs.
  run(lab, "layer macro-edges on");
  CHECK(lab.world().has(Structure::kRooms));
  run(lab, "planner.show alt on");
  CHECK(lab.world().has(Structure::kLandmarks));
  run(lab, "planner.trace sectors");
  CHECK(lab.world().has(Structure::kSectors));
  run(lab, "sectors off");
  CHECK(lab.state().traced == "astar");
}

TEST_CASE("the note of a planner that cannot plan says what to do about it") {
  Lab lab;
  lab.settle();
  const auto note = [&](const char* planner) {
    lab.settle();
    return lab.state().row(planner)->note;
  };
  CHECK(note("rooms") == "needs the four-connected profile");
  CHECK(note("sectors") == "Sectors are off: switch them on");
  CHECK(note("alt") == "Landmarks are off: switch them on");
  CHECK(note("haa-high") == "HAA* is off: switch it on");
  CHECK(note("jps") == "found");
  run(lab, "rules.profile four");
  CHECK(note("jps") == "needs the octile profile");
  CHECK_FALSE(lab.world().has(Structure::kJumps));
  CHECK(note("rooms") == "Rooms are off: switch them on");
  run(lab, "rooms on");
  CHECK(note("rooms") == "found");
  // With two weights on the map neither can plan; with the second terrain gone both can again.
  run(lab, "terrain.weight swamp 3");
  run(lab, "paint.rectangle 1 1 3 3 filled swamp");
  CHECK(note("rooms") == "needs equal weights of all terrains on the map");
  run(lab, "edit.undo");
  run(lab, "terrain.weight swamp 1");
  CHECK(note("rooms") == "found");
  run(lab, "rules.profile octile");
  CHECK(note("jps") == "found");
  CHECK(lab.world().has(Structure::kJumps));
  // The jump map is kept for a row that is shown or traced, and for no other.
  run(lab, "planner.show jps off");
  CHECK_FALSE(lab.world().has(Structure::kJumps));
  run(lab, "planner.trace jps");
  CHECK(lab.world().has(Structure::kJumps));
  lab.settle();
  CHECK_FALSE(lab.playback().empty());
}

TEST_CASE("every answer stays one for the map as it is, through edits, rules, undo and options") {
  Lab lab;
  run(lab, "map.generate rooms 90 80 4");
  for (const char* line : {"sectors on", "landmarks on", "rooms on", "sectors.second 40"}) run(lab, line);
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

TEST_CASE("options of sectors are checked, and built at once") {
  Lab lab;
  lab.settle();
  run(lab, "sectors.size 8");
  run(lab, "sectors on");
  holds(lab, "sectors.size == 8");
  holds(lab, "sectors.level.1.sectors == 25");
  CHECK(failure(lab, "sectors.second 8").find("larger than those of the first") != std::string::npos);
  CHECK(failure(lab, "sectors.size 3").find("4 to 64") != std::string::npos);
  CHECK(failure(lab, "sectors.second 513").find("0 to 512") != std::string::npos);
  CHECK(failure(lab, "sectors.landmarks 65").find("0 to 64") != std::string::npos);
  CHECK_FALSE(on(lab, kSecondSectorLayer));
  run(lab, "sectors.second 20");
  CHECK(on(lab, kSecondSectorLayer));
  holds(lab, "sectors.level.2.sectors == 4");
  CHECK(lab.world().get<MapSectors>().sectors().levels() == 2);
  CHECK(failure(lab, "sectors.size 20").find("larger") != std::string::npos);
  holds(lab, "sectors.size == 8");
  run(lab, "sectors.second 0");
  CHECK_FALSE(on(lab, kSecondSectorLayer));
  holds(lab, "sectors.level.2 missing");
  run(lab, "sectors.improve toggle");
  holds(lab, "sectors.improve == true");
  CHECK(lab.world().get<MapSectors>().sectors().options().improve_centres);
}

TEST_CASE("landmarks are counted, placed, moved, added, removed and placed automatically again") {
  Lab lab;
  CHECK(failure(lab, "landmarks.move 1 5,5") == "landmarks.move: landmarks are off");
  CHECK(failure(lab, "landmarks.cancel") == "landmarks.cancel: landmarks are off");
  run(lab, "landmarks.count 3");
  run(lab, "landmarks on");
  CHECK(failure(lab, "landmarks.move 1 5,5") == "landmarks.move: the landmarks are still being placed");
  lab.settle();
  const auto cell = [&](size_t i) {
    return lab.world().map().cell(lab.world().get<MapLandmarks>().landmarks().cells()[i]);
  };
  REQUIRE(lab.world().get<MapLandmarks>().landmarks().count() == 3);
  const Cell second = cell(1), third = cell(2);
  run(lab, "landmarks.move 1 20,20");
  lab.settle();
  CHECK(cell(0) == Cell{20, 20});
  CHECK(cell(1) == second);
  CHECK(cell(2) == third);
  CHECK_FALSE(lab.state().landmark_options.placed.empty());
  run(lab, "landmarks.add 2,3");
  lab.settle();
  REQUIRE(lab.world().get<MapLandmarks>().landmarks().count() == 4);
  CHECK(cell(3) == Cell{2, 3});
  run(lab, "landmarks.remove 2");
  lab.settle();
  REQUIRE(lab.world().get<MapLandmarks>().landmarks().count() == 3);
  CHECK(cell(1) == third);
  CHECK(lab.state().landmarks_exact);
  CHECK(failure(lab, "landmarks.move 4 5,5").find("1 to 3") != std::string::npos);
  CHECK(failure(lab, "landmarks.move 1 50,5").find("outside the map") != std::string::npos);
  run(lab, "paint.rectangle 30 30 31 31 filled blocked");
  CHECK(failure(lab, "landmarks.move 1 30,30") == "landmarks.move: (30,30) is blocked");
  run(lab, "landmarks.auto");
  holds(lab, "landmarks.automatic == true");
  holds(lab, "landmarks.count == 3");
  run(lab, "landmarks.place 4,4");
  CHECK(failure(lab, "landmarks.remove 1").find("the last landmark stays") != std::string::npos);
  run(lab, "landmarks.count 5");
  holds(lab, "landmarks.cells.size == 5");
  // Another map: as many, placed anew.
  run(lab, "landmarks.place 4,4 10,10");
  run(lab, "map.new 30 30 force");
  holds(lab, "landmarks.automatic == true");
  holds(lab, "landmarks.cells.size == 2");
}

TEST_CASE("an edit that opens a door makes landmarks inexact, and exact again after they are rebuilt") {
  Lab lab;
  run(lab, "map.new 60 40");
  run(lab, "brush.radius 0");
  run(lab, "paint.line 30 0 30 39 blocked");
  run(lab, "query.start 5 20");
  run(lab, "query.goal 55 20");
  run(lab, "landmarks on");
  run(lab, "inspect 5 20");
  holds(lab, "planners.alt.status == \"no path\"");
  holds(lab, "landmarks.exact == true");
  holds(lab, "inspected.landmarks.separated == true");
  run(lab, "paint.stroke erase ground 0 round 30,20");
  run(lab, "assert.now landmarks.ready == true");
  CHECK_FALSE(lab.world().get<MapLandmarks>().landmarks().exact());
  run(lab, "landmarks.cancel");
  lab.tick(1.0 / 60);
  run(lab, "assert.now landmarks.exact == false");
  run(lab, "assert.now landmarks.cancelled == true");
  run(lab, "assert.now planners.alt.status == found");
  CHECK(lab.state().row("alt")->percent_over == 0);
  run(lab, "landmarks.rebuild");
  holds(lab, "landmarks.exact == true");
  holds(lab, "landmarks.set_aside == 0");
  holds(lab, "planners.alt.status == found");
  CHECK(lab.state().row("alt")->percent_over == 0);
  holds(lab, "inspected.landmarks.separated == false");
  run(lab, "edit.undo");
  check_rows(lab);
  holds(lab, "landmarks.exact == true");
}

TEST_CASE("a landmark is dragged by the pointer: one command when it is let go, nothing when the drag is given up") {
  Lab lab;
  lab.set_view_size(800, 800);
  run(lab, "map.new 40 40");
  run(lab, "paint.rectangle 20 10 22 30 filled blocked");
  run(lab, "query.start 1 1");
  run(lab, "query.goal 38 1");
  run(lab, "landmarks on");
  run(lab, "landmarks.place 10,20 1,1 30,30");
  lab.settle();
  const auto cell = [&](size_t i) {
    return lab.world().map().cell(lab.world().get<MapLandmarks>().landmarks().cells()[i]);
  };
  const size_t logged = lab.log().lines().size();
  lab.gestures().pointer(at(lab, kPress, {10, 20}));
  CHECK(lab.state().dragging == DragEnd::kLandmark);
  lab.gestures().pointer(at(lab, kMove, {14, 25}));
  REQUIRE(lab.state().landmark_drag.has_value());
  CHECK(lab.state().landmark_drag->at == Cell{14, 25});
  lab.settle();
  CHECK(cell(0) == Cell{14, 25});                    // its field follows while it is dragged
  lab.gestures().pointer(at(lab, kMove, {21, 25}));  // blocked: it stays where it was
  CHECK(lab.state().landmark_drag->at == Cell{14, 25});
  lab.gestures().pointer(at(lab, kMove, {25, 26}));
  lab.gestures().pointer(at(lab, kRelease, {25, 26}));
  CHECK(lab.state().dragging == DragEnd::kNone);
  CHECK_FALSE(lab.state().landmark_drag.has_value());
  lab.settle();
  CHECK(cell(0) == Cell{25, 26});
  REQUIRE(lab.log().lines().size() == logged + 1);
  CHECK(lab.log().lines().back() == "landmarks.move 1 25,26");

  // Start and goal come first.
  lab.gestures().pointer(at(lab, kPress, {1, 1}));
  CHECK(lab.state().dragging == DragEnd::kStart);
  lab.gestures().pointer(at(lab, kRelease, {1, 1}));

  lab.gestures().pointer(at(lab, kPress, {30, 30}));
  lab.gestures().pointer(at(lab, kMove, {35, 35}));
  lab.settle();
  CHECK(cell(2) == Cell{35, 35});
  lab.gestures().cancel();
  lab.settle();
  CHECK(cell(2) == Cell{30, 30});
  CHECK(lab.log().lines().size() == logged + 2);  // with the click on the start

  // A click inspects, and nothing is grabbed with another tool or where landmarks are not shown.
  lab.gestures().pointer(at(lab, kPress, {30, 30}));
  lab.gestures().pointer(at(lab, kRelease, {30, 30}));
  REQUIRE(lab.state().inspected.has_value());
  CHECK(lab.state().inspected->landmarks.landmark == 2);
  run(lab, "layer landmarks off");
  lab.gestures().pointer(at(lab, kPress, {30, 30}));
  CHECK(lab.state().dragging == DragEnd::kNone);
  lab.gestures().pointer(at(lab, kRelease, {30, 30}));
}

TEST_CASE("a landmark that was placed automatically can be dragged, and stays where it is dropped") {
  Lab lab;
  lab.set_view_size(800, 800);
  run(lab, "map.new 40 40");
  run(lab, "query.start 20 20");
  run(lab, "query.goal 25 1");
  run(lab, "landmarks.count 3");
  run(lab, "landmarks on");
  lab.settle();
  const auto cell = [&](size_t i) {
    return lab.world().map().cell(lab.world().get<MapLandmarks>().landmarks().cells()[i]);
  };
  const std::array<Cell, 3> before = {cell(0), cell(1), cell(2)};
  lab.gestures().pointer(at(lab, kPress, before[1]));
  REQUIRE(lab.state().dragging == DragEnd::kLandmark);
  lab.gestures().pointer(at(lab, kMove, {14, 25}));
  lab.settle();  // its field arrives while it is still held
  CHECK(cell(1) == Cell{14, 25});
  lab.gestures().pointer(at(lab, kMove, {16, 26}));
  lab.gestures().pointer(at(lab, kRelease, {16, 26}));
  lab.settle();
  CHECK(cell(0) == before[0]);
  CHECK(cell(1) == Cell{16, 26});
  CHECK(cell(2) == before[2]);
  CHECK(lab.state().landmark_options == *lab.world().get<MapLandmarks>().options());
  CHECK(lab.log().lines().back() == "landmarks.move 2 16,26");
  run(lab, "landmarks.move 1 3,30");
  Lab other;
  for (const std::string& line : lines_of(lab.log().reproduction())) {
    run(other, line);
    other.settle();
  }
  CHECK(other.state().landmark_options == lab.state().landmark_options);

  // What ends the landmarks ends the gesture.
  lab.gestures().pointer(at(lab, kPress, {16, 26}));
  lab.gestures().pointer(at(lab, kMove, {17, 27}));
  run(lab, "landmarks off");
  lab.gestures().pointer(at(lab, kMove, {18, 28}));
  lab.gestures().pointer(at(lab, kRelease, {18, 28}));
  CHECK_FALSE(lab.world().has(Structure::kLandmarks));
  CHECK(lab.state().dragging == DragEnd::kNone);
}

TEST_CASE("a lab that plays the reproduction comes to the same state") {
  Lab lab;
  run(lab, "map.new 70 60");
  for (const char* line :
       {"sectors.size 8", "sectors.second 24", "sectors on", "sectors.improve on", "sectors.landmarks 2",
        "paint.rectangle 10 10 12 50 filled blocked", "landmarks.count 4", "landmarks on", "rules.profile four",
        "rooms on", "plan.interleave 5", "plan.segment 3", "layer pruned off", "layer regions on", "layer heuristic on",
        "planner.show jps off", "planner.trace sectors"}) {
    run(lab, line);
  }
  lab.settle();
  run(lab, "landmarks.move 2 40,30");
  run(lab, "heuristic.show distance 3");
  run(lab, "paint.rectangle 20 20 30 30 filled blocked");
  lab.settle();
  for (int i = 0; i < 60; ++i) lab.tick(1.0 / 60);
  const auto replay = [](const std::string& text, Lab& again) {
    for (const std::string& line : lines_of(text)) {
      run(again, line);
      again.settle();  // so that the meter reads edits of what is built
    }
  };
  Lab again;
  replay(lab.log().reproduction(), again);
  for (int i = 0; i < 60; ++i) again.tick(1.0 / 60);
  CHECK(difference(again, lab) == "");
  // Another map begins with the settings alone.
  run(lab, "map.generate rooms 50 50 3 force");
  lab.settle();
  Lab third;
  replay(lab.log().reproduction(), third);
  third.settle();
  CHECK(difference(third, lab) == "");
  CHECK(sectors_desk(third).options() == sectors_desk(lab).options());
  CHECK(third.world().has(Structure::kRooms));
}

TEST_CASE("the inspected cell tells its room, its regions and what landmarks know of it") {
  Lab lab;
  run(lab, "map.new 48 48");
  run(lab, "brush.radius 0");
  run(lab, "paint.line 0 20 47 20 blocked");
  run(lab, "query.start 2 2");
  run(lab, "query.goal 40 10");
  run(lab, "rules.profile four");
  run(lab, "rooms on");
  run(lab, "sectors.second 40");
  run(lab, "sectors on");
  run(lab, "landmarks.place 0,0 47,19");
  run(lab, "landmarks on");
  run(lab, "inspect 5 7");
  lab.settle();
  REQUIRE(rooms_desk(lab).inspected().known);
  REQUIRE(rooms_desk(lab).inspected().room >= 0);
  CHECK(rooms_desk(lab).inspected().cells == Rect{0, 0, 48, 20});
  CHECK(rooms_desk(lab).inspected().pruned);
  CHECK(rooms_desk(lab).inspected().macro_edges.size() == 4);
  run(lab, "inspect 0 7");
  lab.settle();
  CHECK_FALSE(rooms_desk(lab).inspected().pruned);
  REQUIRE(rooms_desk(lab).inspected().macro_edges.size() == 1);
  CHECK(rooms_desk(lab).inspected().macro_edges[0] == lab.world().map().id({47, 7}));
  run(lab, "inspect 10 20");
  lab.settle();
  CHECK(rooms_desk(lab).inspected().room == -1);
  CHECK(sectors_desk(lab).inspected()[0].region == -1);
  CHECK(sectors_desk(lab).inspected()[1].region == -1);
  CHECK_FALSE(lab.state().inspected->landmarks.known);
  CHECK(lab.world().get<MapRooms>().rooms().room_of(lab.world().map().id({10, 20})) == -1);

  run(lab, "inspect 10 18");
  lab.settle();
  const RegionInspection& region = sectors_desk(lab).inspected()[0];
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
  CHECK(sectors_desk(lab).inspected()[1].known);

  const LandmarkInspection& landmarks = lab.state().inspected->landmarks;
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
  lab.settle();
  CHECK(lab.state().inspected->landmarks.separated);
}

TEST_CASE("edges that sectors refine in pieces are under way together and done together") {
  Lab lab;
  run(lab, "map.generate cave 160 120 5");
  run(lab, "sectors.size 8");
  run(lab, "sectors on");
  run(lab, "planner.trace sectors");
  for (const uint32_t segment : {1u, 2u, 5u}) {
    CAPTURE(segment);
    run(lab, fmt::format("plan.segment {}", segment));
    lab.settle();
    const Playback& playback = lab.playback();
    REQUIRE(playback.outline().top_level == 1);
    run(lab, "step.first");
    std::vector<PathEdge> edges;
    size_t refined = 0, pieces = 0;
    bool under_way = false;
    for (size_t cursor = 0; cursor < playback.size(); ++cursor) {
      run(lab, "step.forward");
      playback.path_edges(1, edges);
      const auto count = [&](bool PathEdge::*is) {
        return static_cast<size_t>(std::count_if(edges.begin(), edges.end(), [&](const PathEdge& e) { return e.*is; }));
      };
      CHECK(count(&PathEdge::refined) >= refined);  // never taken back
      refined = count(&PathEdge::refined);
      const size_t refining = count(&PathEdge::refining);
      CHECK(refining <= segment);
      pieces += refining > 0 && !under_way;
      under_way = refining > 0;
    }
    CHECK(refined == edges.size());
    CHECK(pieces >= edges.size() / segment / 2);
    CHECK(pieces <= edges.size());
  }
}

TEST_CASE(
    "the comparison says where jump points beat the hierarchies, from what was measured and never by a fixed clock") {
  Lab lab;
  run(lab, "map.generate cave 150 150 2");
  lab.settle();
  const LabState& state = lab.state();
  const PlannerRow* jps = state.row("jps");
  double best = 1e18;
  for (const char* name : {"hpa1", "hpa2", "hpa3"}) best = std::min(best, state.row(name)->micros);
  CHECK(state.comparison_note.empty() == (best <= jps->micros));
  if (!state.comparison_note.empty()) {
    CHECK(state.comparison_note.find("Jump points") == 0);
    CHECK(state.comparison_note.find("HPA*") != std::string::npos);
  }
  CHECK(lab.dump_state().find("comparison_note") == std::string::npos);
  run(lab, "planner.show jps off");
  lab.settle();
  CHECK(state.comparison_note.empty());
  LabOptions fixed;
  fixed.fixed_clock = true;
  Lab other(fixed);
  run(other, "map.generate cave 150 150 2");
  other.settle();
  CHECK(other.state().comparison_note.empty());
}
