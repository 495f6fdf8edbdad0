// Rooms, sectors, landmarks and jump points in the lab and in its overlays.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/overlay.hpp"
#include "app/script.hpp"
#include "core/search/path.hpp"

using namespace strata;

namespace {

void run(Lab& lab, std::string_view line) {
  CAPTURE(std::string(line));
  const Status status = lab.execute(line);
  if (!status) FAIL(status.error().message());
}
std::string failure(Lab& lab, std::string_view line) {
  const Status status = lab.execute(line);
  REQUIRE_FALSE(status.ok());
  return status.error().message();
}
void holds(Lab& lab, std::string_view line) {
  lab.settle();
  run(lab, fmt::format("assert {}", line));
}
bool on(const Lab& lab, Layer layer) { return lab.state().layer(layer).on; }

struct Drawn {
  std::vector<DrawRect> rects;
  std::vector<DrawLine> lines;
  std::vector<DrawMarker> markers;
  size_t size() const { return rects.size() + lines.size() + markers.size(); }
};
Drawn drawn(const Overlay& overlay) {
  Drawn all;
  for (const Batch& batch : overlay.batches) {
    all.rects.insert(all.rects.end(), batch.list->rects.begin(), batch.list->rects.end());
    all.lines.insert(all.lines.end(), batch.list->lines.begin(), batch.list->lines.end());
    all.markers.insert(all.markers.end(), batch.list->markers.begin(), batch.list->markers.end());
  }
  return all;
}
// With this one layer on and nothing else; there are no start and goal.
Drawn only(Lab& lab, OverlayBuilder& builder, Layer layer) {
  run(lab, "layer all off");
  run(lab, fmt::format("layer {} on", layer_name(layer)));
  return drawn(builder.build(lab));
}
size_t area(const std::vector<DrawRect>& rects) {
  double sum = 0;
  for (const DrawRect& r : rects) sum += (r.x1 - r.x0) * (r.y1 - r.y0);
  return static_cast<size_t>(sum + 0.5);
}
// Version of every batch, by its key.
std::map<uint64_t, uint64_t> versions(Lab& lab, OverlayBuilder& builder) {
  std::map<uint64_t, uint64_t> all;
  for (const Batch& batch : builder.build(lab).batches) all[batch.key] = batch.version;
  return all;
}

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

// The lines of the dumps that are not the same; vectors may have grown to other capacities.
std::string difference(Lab& a, Lab& b) {
  std::string text;
  const std::string first = a.dump_state(), second = b.dump_state();
  for (size_t i = 0, k = 0; i < first.size() || k < second.size();) {
    const size_t end_a = std::min(first.find('\n', i), first.size()),
                 end_b = std::min(second.find('\n', k), second.size());
    const std::string line_a = first.substr(std::min(i, first.size()), end_a - std::min(i, first.size()));
    const std::string line_b = second.substr(std::min(k, second.size()), end_b - std::min(k, second.size()));
    if (line_a != line_b && line_a.find("memory_bytes") == std::string::npos)
      text += fmt::format("{} | {}\n", line_a, line_b);
    i = end_a + 1;
    k = end_b + 1;
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
      {"rooms", "rooms", Structure::kRooms, {Layer::kRooms, Layer::kPruned}},
      {"sectors", "sectors", Structure::kSectors, {Layer::kSectors, Layer::kSectorEdges, Layer::kCentres}},
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
    for (int i = 0; i < kLayers; ++i) {
      const auto layer = static_cast<Layer>(i);
      if (layer_structure(layer) != expected.structure) continue;
      const bool comes = std::find(expected.comes.begin(), expected.comes.end(), layer) != expected.comes.end();
      CHECK_MESSAGE(on(lab, layer) == comes, layer_name(layer));
    }
    run(lab, std::string(expected.command) + " toggle");
    lab.settle();
    CHECK_FALSE(lab.world().has(expected.structure));
    CHECK_FALSE(lab.state().row(expected.planner)->shown);
    CHECK(lab.state().memory[static_cast<size_t>(expected.structure)] == 0);
    for (int i = 0; i < kLayers; ++i) {
      if (layer_structure(static_cast<Layer>(i)) == expected.structure) CHECK_FALSE(on(lab, static_cast<Layer>(i)));
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
  CHECK_FALSE(on(lab, Layer::kSectors2));
  run(lab, "sectors.second 20");
  CHECK(on(lab, Layer::kSectors2));
  holds(lab, "sectors.level.2.sectors == 4");
  CHECK(lab.world().sectors().levels() == 2);
  CHECK(failure(lab, "sectors.size 20").find("larger") != std::string::npos);
  holds(lab, "sectors.size == 8");
  run(lab, "sectors.second 0");
  CHECK_FALSE(on(lab, Layer::kSectors2));
  holds(lab, "sectors.level.2 missing");
  run(lab, "sectors.improve toggle");
  holds(lab, "sectors.improve == true");
  CHECK(lab.world().sectors().options().improve_centres);
}

TEST_CASE("landmarks are counted, placed, moved, added, removed and placed automatically again") {
  Lab lab;
  CHECK(failure(lab, "landmarks.move 1 5,5") == "landmarks.move: landmarks are off");
  CHECK(failure(lab, "landmarks.cancel") == "landmarks.cancel: landmarks are off");
  run(lab, "landmarks.count 3");
  run(lab, "landmarks on");
  CHECK(failure(lab, "landmarks.move 1 5,5") == "landmarks.move: the landmarks are still being placed");
  lab.settle();
  const auto cell = [&](size_t i) { return lab.world().map().cell(lab.world().landmarks().cells()[i]); };
  REQUIRE(lab.world().landmarks().count() == 3);
  const Cell second = cell(1), third = cell(2);
  run(lab, "landmarks.move 1 20,20");
  lab.settle();
  CHECK(cell(0) == Cell{20, 20});
  CHECK(cell(1) == second);
  CHECK(cell(2) == third);
  CHECK_FALSE(lab.state().landmark_options.placed.empty());
  run(lab, "landmarks.add 2,3");
  lab.settle();
  REQUIRE(lab.world().landmarks().count() == 4);
  CHECK(cell(3) == Cell{2, 3});
  run(lab, "landmarks.remove 2");
  lab.settle();
  REQUIRE(lab.world().landmarks().count() == 3);
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
  CHECK_FALSE(lab.world().landmarks().exact());
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
  const auto cell = [&](size_t i) { return lab.world().map().cell(lab.world().landmarks().cells()[i]); };
  const size_t logged = lab.log().size();
  lab.pointer(at(lab, kPress, {10, 20}));
  CHECK(lab.state().dragging == DragEnd::kLandmark);
  lab.pointer(at(lab, kMove, {14, 25}));
  REQUIRE(lab.state().landmark_drag.has_value());
  CHECK(lab.state().landmark_drag->at == Cell{14, 25});
  lab.settle();
  CHECK(cell(0) == Cell{14, 25});         // its field follows while it is dragged
  lab.pointer(at(lab, kMove, {21, 25}));  // blocked: it stays where it was
  CHECK(lab.state().landmark_drag->at == Cell{14, 25});
  lab.pointer(at(lab, kMove, {25, 26}));
  lab.pointer(at(lab, kRelease, {25, 26}));
  CHECK(lab.state().dragging == DragEnd::kNone);
  CHECK_FALSE(lab.state().landmark_drag.has_value());
  lab.settle();
  CHECK(cell(0) == Cell{25, 26});
  REQUIRE(lab.log().size() == logged + 1);
  CHECK(lab.log().back() == "landmarks.move 1 25,26");

  // Start and goal come first.
  lab.pointer(at(lab, kPress, {1, 1}));
  CHECK(lab.state().dragging == DragEnd::kStart);
  lab.pointer(at(lab, kRelease, {1, 1}));

  lab.pointer(at(lab, kPress, {30, 30}));
  lab.pointer(at(lab, kMove, {35, 35}));
  lab.settle();
  CHECK(cell(2) == Cell{35, 35});
  lab.cancel_gesture();
  lab.settle();
  CHECK(cell(2) == Cell{30, 30});
  CHECK(lab.log().size() == logged + 2);  // with the click on the start

  // A click inspects, and nothing is grabbed with another tool or where landmarks are not shown.
  lab.pointer(at(lab, kPress, {30, 30}));
  lab.pointer(at(lab, kRelease, {30, 30}));
  REQUIRE(lab.state().inspected.has_value());
  CHECK(lab.state().inspected->landmarks.landmark == 2);
  run(lab, "layer landmarks off");
  lab.pointer(at(lab, kPress, {30, 30}));
  CHECK(lab.state().dragging == DragEnd::kNone);
  lab.pointer(at(lab, kRelease, {30, 30}));
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
    size_t line = 0;
    for (size_t begin = 0; begin < text.size(); ++line) {
      const size_t end = std::min(text.find('\n', begin), text.size());
      run(again, text.substr(begin, end - begin));
      again.settle();  // so that the meter reads edits of what is built
      begin = end + 1;
    }
  };
  Lab again;
  replay(lab.reproduction(), again);
  for (int i = 0; i < 60; ++i) again.tick(1.0 / 60);
  CHECK(difference(again, lab) == "");
  // Another map begins with the settings alone.
  run(lab, "map.generate rooms 50 50 3 force");
  lab.settle();
  Lab third;
  replay(lab.reproduction(), third);
  third.settle();
  CHECK(difference(third, lab) == "");
  CHECK(third.state().sector_options == lab.state().sector_options);
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
  const Inspection& inspection = *lab.state().inspected;
  const Rooms& rooms = lab.world().rooms();
  REQUIRE(inspection.room.known);
  REQUIRE(inspection.room.room >= 0);
  CHECK(inspection.room.cells == Rect{0, 0, 48, 20});
  CHECK(inspection.room.pruned);
  CHECK(inspection.room.macro_edges.size() == 4);
  run(lab, "inspect 0 7");
  lab.settle();
  CHECK_FALSE(lab.state().inspected->room.pruned);
  REQUIRE(lab.state().inspected->room.macro_edges.size() == 1);
  CHECK(lab.state().inspected->room.macro_edges[0] == lab.world().map().id({47, 7}));
  run(lab, "inspect 10 20");
  lab.settle();
  CHECK(lab.state().inspected->room.room == -1);
  CHECK(lab.state().inspected->regions[0].region == -1);
  CHECK(lab.state().inspected->regions[1].region == -1);
  CHECK_FALSE(lab.state().inspected->landmarks.known);
  CHECK(rooms.room_of(lab.world().map().id({10, 20})) == -1);

  run(lab, "inspect 10 18");
  lab.settle();
  const RegionInspection& region = lab.state().inspected->regions[0];
  const Sectors& sectors = lab.world().sectors();
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
  CHECK(lab.state().inspected->regions[1].known);

  const LandmarkInspection& landmarks = lab.state().inspected->landmarks;
  const MoveGrid& moves = lab.world().moves();
  REQUIRE(landmarks.known);
  CHECK(landmarks.distance_bound == moves.bound()(Cell{10, 18}, Cell{40, 10}));
  CHECK(landmarks.bound == std::max(landmarks.distance_bound, landmarks.landmark_bound));
  CHECK(landmarks.deciding >= 0);
  CHECK(landmarks.landmark == -1);
  const Landmarks& fields = lab.world().landmarks();
  const Cost a = fields.distance(moves.id(Cell{10, 18}), landmarks.deciding);
  const Cost b = fields.distance(moves.id(Cell{40, 10}), landmarks.deciding);
  CHECK(landmarks.landmark_bound == std::max(a, b) - std::min(a, b));
  run(lab, "query.goal 10 40");  // beyond the wall
  lab.settle();
  CHECK(lab.state().inspected->landmarks.separated);
}

TEST_CASE("rooms are shown as they are, in tints that tell neighbours apart, also after edits") {
  Lab lab;
  lab.set_view_size(1400, 1200);
  OverlayBuilder builder;
  run(lab, "map.generate rooms 200 150 5");
  run(lab, "query.clear");
  run(lab, "view.fit");
  run(lab, "rooms on");
  const auto check = [&] {
    lab.settle();
    const Rooms& rooms = lab.world().rooms();
    size_t covered = 0, pruned = 0;
    for (const Room& room : rooms.rooms()) {
      if (!room.prunes()) continue;
      covered += static_cast<size_t>(room.cells.width()) * static_cast<size_t>(room.cells.height());
      pruned += static_cast<size_t>(room.interior().width()) * static_cast<size_t>(room.interior().height());
    }
    const Drawn tinted = only(lab, builder, Layer::kRooms);
    CHECK(area(tinted.rects) == covered);
    CHECK(area(only(lab, builder, Layer::kPruned).rects) == pruned);
    // The colour of every cell; cells of two rooms side by side differ.
    const GridMap& map = lab.world().map();
    std::vector<Rgba> color(map.cell_count(), 0);
    for (const DrawRect& r : tinted.rects) {
      for (int y = static_cast<int>(r.y0); y < static_cast<int>(r.y1); ++y) {
        for (int x = static_cast<int>(r.x0); x < static_cast<int>(r.x1); ++x) color[map.id({x, y})] = r.color;
      }
    }
    size_t same = 0, borders = 0;
    for (int y = 0; y < map.height(); ++y) {
      for (int x = 0; x < map.width(); ++x) {
        const CellId id = map.id({x, y});
        CHECK((color[id] != 0) == (rooms.room_of(id) >= 0));
        for (const Cell next : {Cell{x + 1, y}, Cell{x, y + 1}}) {
          if (!map.contains(next)) continue;
          const CellId other = map.id(next);
          if (rooms.room_of(id) < 0 || rooms.room_of(other) < 0) continue;
          if (rooms.room_of(id) == rooms.room_of(other)) {
            CHECK(color[id] == color[other]);
            continue;
          }
          ++borders;
          same += color[id] == color[other];
        }
      }
    }
    CHECK(borders > 0);
    CHECK(same == 0);
  };
  check();
  for (const char* line : {"paint.stroke brush blocked 2 round 20,20 150,100", "paint.fill 3 3 water", "edit.undo",
                           "paint.rectangle 40 40 120 90 filled ground", "paint.stroke brush blocked 0 round 60,60",
                           "paint.stroke brush blocked 0 round 90,70 95,75"}) {
    CAPTURE(line);
    run(lab, line);
    check();
  }
  // In no view of an abstract level.
  run(lab, "view.level 1 1");
  CHECK(only(lab, builder, Layer::kRooms).size() == 0);
  run(lab, "view.level 1 0");
  CHECK(only(lab, builder, Layer::kRooms).size() > 0);
}

TEST_CASE("macro edges lead from the cell under the pointer and from the inspected one") {
  Lab lab;
  lab.set_view_size(800, 800);
  OverlayBuilder builder;
  run(lab, "map.new 40 40");
  run(lab, "query.clear");
  run(lab, "rooms on");
  lab.settle();
  const auto markers = [&] { return only(lab, builder, Layer::kMacroEdges).markers.size(); };
  CHECK(markers() == 0);
  lab.pointer(at(lab, kMove, {5, 9}));
  CHECK(markers() == 4);  // inside: the four projections
  run(lab, "inspect 0 12");
  lab.settle();
  CHECK(markers() == 5);  // on a side: the cell across
  run(lab, "rooms off");
  CHECK_FALSE(on(lab, Layer::kMacroEdges));
}

TEST_CASE("sectors are shown as they are on either level, in colours that tell regions apart") {
  Lab lab;
  lab.set_view_size(1400, 1200);
  OverlayBuilder builder;
  run(lab, "map.generate cave 200 150 5");
  run(lab, "query.clear");
  run(lab, "view.fit");
  run(lab, "sectors on");
  run(lab, "sectors.second 40");
  const auto check_regions = [&](int level) {
    const Sectors& sectors = lab.world().sectors();
    const GridMap& map = lab.world().map();
    const Drawn shown = only(lab, builder, Layer::kRegions);
    std::vector<Rgba> color(map.cell_count(), 0);
    for (const DrawRect& r : shown.rects) {
      for (int y = static_cast<int>(r.y0); y < static_cast<int>(r.y1); ++y) {
        for (int x = static_cast<int>(r.x0); x < static_cast<int>(r.x1); ++x) color[map.id({x, y})] = r.color;
      }
    }
    size_t wrong = 0;
    for (int y = 0; y < map.height(); ++y) {
      for (int x = 0; x < map.width(); ++x) {
        const CellId id = map.id({x, y});
        const int64_t region = sectors.region_of(id, level);
        wrong += (color[id] != 0) != (region >= 0);
        for (const Cell next : {Cell{x + 1, y}, Cell{x, y + 1}, Cell{x + 1, y + 1}, Cell{x - 1, y + 1}}) {
          if (region < 0 || !map.contains(next)) continue;
          const int64_t other = sectors.region_of(map.id(next), level);
          const bool edge = other >= 0 && other != region &&
                            sectors.region(static_cast<uint32_t>(other), level).sector !=
                                sectors.region(static_cast<uint32_t>(region), level).sector;
          if (edge) wrong += color[id] == color[map.id(next)];
        }
      }
    }
    CHECK(wrong == 0);
  };
  const auto check = [&] {
    lab.settle();
    const Sectors& sectors = lab.world().sectors();
    for (const int level : {1, 2}) {
      CAPTURE(level);
      run(lab, fmt::format("view.level 1 {}", level));
      const SectorCounts counts = sectors.counts(level);
      CHECK(only(lab, builder, Layer::kCentres).markers.size() == 2 * counts.regions);
      CHECK(only(lab, builder, Layer::kSectorEdges).lines.size() == counts.edges);
      check_regions(level);
      const ClusterGrid& grid = sectors.sectors(level);
      const Drawn borders = only(lab, builder, Layer::kSectors);
      CHECK(borders.lines.size() >= static_cast<size_t>(grid.columns() + grid.rows()));
    }
    CHECK(only(lab, builder, Layer::kSectors2).markers.size() == 2 * sectors.counts(2).regions);
    run(lab, "view.level 1 1");
    CHECK(only(lab, builder, Layer::kSectors2).size() == 0);
    run(lab, "view.level 1 0");
    for (const Layer layer : {Layer::kSectors, Layer::kRegions, Layer::kCentres, Layer::kSectorEdges}) {
      CHECK(only(lab, builder, layer).size() == 0);
    }
    run(lab, "view.level 1 all");
    CHECK(only(lab, builder, Layer::kCentres).markers.size() == 2 * sectors.counts(1).regions);
    CHECK(only(lab, builder, Layer::kSectors2).markers.size() == 2 * sectors.counts(2).regions);
  };
  check();
  for (const char* line : {"paint.stroke brush blocked 2 round 20,20 150,100", "paint.fill 3 3 water", "edit.undo",
                           "sectors.size 9", "paint.line 0 70 199 70 ground", "rules.profile four"}) {
    CAPTURE(line);
    run(lab, line);
    check();
  }
  // A centre that was moved also shows where it came from.
  const size_t plain = only(lab, builder, Layer::kCentres).markers.size();
  run(lab, "sectors.improve on");
  lab.settle();
  const Drawn improved = only(lab, builder, Layer::kCentres);
  CHECK(improved.markers.size() > plain);
  CHECK(improved.markers.size() - plain == improved.lines.size());
  run(lab, "sectors.second 0");
  lab.settle();
  run(lab, "layer sectors-2 on");
  builder.build(lab);
  CHECK(lab.state().layer(Layer::kSectors2).note.find("no second level") != std::string::npos);
}

TEST_CASE("landmarks are numbered; those that are set aside are struck out") {
  Lab lab;
  lab.set_view_size(1000, 800);
  OverlayBuilder builder;
  run(lab, "map.new 100 80");
  run(lab, "brush.radius 0");
  run(lab, "query.clear");
  run(lab, "paint.line 50 0 50 79 blocked");
  run(lab, "landmarks.place 3,3 90,70 20,60");
  run(lab, "landmarks on");
  lab.settle();
  CHECK(only(lab, builder, Layer::kLandmarks).markers.size() == 2 * 3);
  std::vector<std::string> numbers;
  for (const DrawLabel& label : builder.build(lab).labels) numbers.emplace_back(label.text);
  CHECK(numbers == std::vector<std::string>{"1", "2", "3"});
  // A door in the wall: fields of both sides would have to be lowered over the whole other side.
  run(lab, "paint.stroke erase ground 0 round 50,40");
  run(lab, "landmarks.cancel");
  lab.tick(1.0 / 60);
  const int aside = lab.state().landmarks_set_aside;
  CHECK(aside > 0);
  const Drawn shown = drawn(builder.build(lab));
  CHECK(std::count_if(shown.markers.begin(), shown.markers.end(),
                      [](const DrawMarker& m) { return m.shape == MarkerShape::kCross; }) == aside);
}

TEST_CASE("the picture of a heuristic shows its values, and is made anew only when they change") {
  Lab lab;
  lab.set_view_size(1000, 800);
  OverlayBuilder builder;
  run(lab, "map.generate cave 120 90 3");
  run(lab, "landmarks.count 4");
  run(lab, "layer heuristic on");
  run(lab, "layer flash off");
  lab.settle();
  const Landmarks& landmarks = lab.world().landmarks();
  const MoveGrid& moves = lab.world().moves();
  const auto expected = [&](CellId id) -> int64_t {
    const CellId goal = moves.id(lab.state().query.goal);
    if (!moves.passable(id)) return -1;
    const HeuristicView& view = lab.state().heuristic;
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
    lab.settle();
    const FieldPicture field = builder.build(lab).field;
    REQUIRE(field.on);
    REQUIRE(field.width == moves.width());
    const HeuristicView& view = lab.state().heuristic;
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
    CHECK(builder.build(lab).field.version == seen);
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
  run(lab, "heuristic.show distance 1");
  lab.settle();
  seen = builder.build(lab).field.version;
  run(lab, "query.swap");
  lab.settle();
  CHECK(builder.build(lab).field.version == seen);
  run(lab, "heuristic.show bound");
  run(lab, "query.clear");
  lab.settle();
  const FieldPicture blank = builder.build(lab).field;
  CHECK(std::all_of(blank.cells, blank.cells + moves.cell_count(), [](uint8_t c) { return c == 0; }));
  CHECK(lab.state().layer(Layer::kHeuristic).note.find("set a goal") != std::string::npos);
  CHECK(lab.state().heuristic.low > lab.state().heuristic.high);
}

TEST_CASE("the picture of a heuristic on a large map comes over some frames") {
  Lab lab;
  OverlayBuilder builder;
  run(lab, "map.new 2100 1100");
  run(lab, "landmarks.count 1");
  run(lab, "layer heuristic on");
  lab.settle();
  int frames = 0;
  uint64_t seen = builder.build(lab).field.version;
  do {
    const FieldPicture field = builder.build(lab).field;
    const auto cells = static_cast<size_t>(field.dirty.width()) * static_cast<size_t>(field.dirty.height());
    if (field.version != seen) CHECK(cells <= OverlayBuilder::kFieldCells);
    seen = field.version;
    ++frames;
    REQUIRE(frames < 20);
  } while (lab.state().heuristic.partial);
  CHECK(frames >= 4);  // every cell is looked at twice
  const FieldPicture field = builder.build(lab).field;
  CHECK(std::all_of(field.cells, field.cells + lab.world().map().cell_count(), [](uint8_t c) { return c != 0; }));
}

TEST_CASE("a frame in which nothing happens builds nothing, and an edit renews few tiles, with every structure on") {
  Lab lab;
  lab.set_view_size(2000, 2000);
  OverlayBuilder builder;
  run(lab, "map.generate rooms 640 640 5");
  run(lab, "view.fit");
  for (const char* line : {"rooms on", "sectors on", "sectors.second 48", "landmarks.count 3", "landmarks on"}) {
    run(lab, line);
  }
  run(lab, "layer all on");
  lab.settle();
  const auto before = versions(lab, builder);
  for (int i = 0; i < 3; ++i) {
    lab.tick(1.0 / 60);
    const uint64_t rebuilt = builder.rebuilt();
    builder.build(lab);
    CHECK(builder.rebuilt() == rebuilt);
  }
  run(lab, "paint.stroke brush blocked 2 round 300,300");
  lab.settle();
  const auto after = versions(lab, builder);
  // Tiles alone: what is not tiled is small.
  std::map<uint64_t, std::pair<size_t, size_t>> kinds;  // kept and renewed, by kind and list
  for (const auto& [key, version] : after) {
    if (key >> 63 == 0) continue;
    const auto it = before.find(key);
    auto& [kept, renewed] = kinds[key >> 44];
    (it != before.end() && it->second == version ? kept : renewed) += 1;
  }
  for (const auto& [kind, counts] : kinds) {
    CAPTURE(kind);
    CHECK(counts.second <= 9);
  }
  CHECK(kinds.size() >= 8);
}

TEST_CASE("an edit flashes the sectors it floods anew and the rooms it cuts anew, and the meter counts them") {
  Lab lab;
  OverlayBuilder builder;
  run(lab, "map.generate rooms 120 120 5");
  run(lab, "rooms on");
  run(lab, "sectors on");
  run(lab, "sectors.second 40");
  run(lab, "landmarks on");
  lab.settle();
  run(lab, "paint.stroke brush blocked 1 round 60,60 70,65");
  const auto count = [&](Structure structure, int level) {
    return std::count_if(lab.state().flashes.begin(), lab.state().flashes.end(),
                         [&](const Flash& flash) { return flash.structure == structure && flash.level == level; });
  };
  CHECK(count(Structure::kSectors, 1) == static_cast<int64_t>(lab.state().meter.sectors));
  CHECK(count(Structure::kSectors, 2) == static_cast<int64_t>(lab.state().meter.upper_sectors));
  CHECK(lab.state().meter.sectors > 0);
  CHECK(lab.state().meter.upper_sectors > 0);
  CHECK(count(Structure::kRooms, 0) > 0);
  CHECK(lab.state().meter.room_cells > 0);
  CHECK(only(lab, builder, Layer::kFlash).rects.size() > 0);
  for (int i = 0; i < 70; ++i) lab.tick(1.0 / 60);
  CHECK(lab.state().flashes.empty());
}

TEST_CASE("jump points and room exits are marked, and lines lead to their parents, at any zoom") {
  Lab lab;
  lab.set_view_size(600, 400);
  OverlayBuilder builder;
  run(lab, "map.generate rooms 300 200 2");
  run(lab, "view.fit");
  run(lab, "planner.trace jps");
  lab.settle();
  REQUIRE(lab.state().camera.zoom < OverlayBuilder::kMinCellPixelsTree);
  const auto check = [&] {
    std::set<CellId> nodes, with_parent;
    for (const SearchEvent& event : lab.trace().events()) {
      const bool about =
          event.type == EventType::kGenerate || event.type == EventType::kUpdate || event.type == EventType::kExpand;
      if (!about) continue;
      nodes.insert(event.node);
      if (lab.playback().node(0, event.node).parent != kNoCell) with_parent.insert(event.node);
    }
    run(lab, "layer all off");
    const size_t rest = drawn(builder.build(lab)).markers.size();
    run(lab, "layer search on");
    const size_t marks = drawn(builder.build(lab)).markers.size() - rest;
    CHECK(marks >= nodes.size());
    CHECK(marks <= 2 * nodes.size());
    const size_t lines = only(lab, builder, Layer::kTree).lines.size();
    CHECK(lines >= with_parent.size() - 1);
    CHECK(lines <= 2 * with_parent.size());
    CHECK(nodes.size() > 5);
  };
  check();
  run(lab, "rules.profile four");
  run(lab, "planner.trace rooms");
  lab.settle();
  check();
}

TEST_CASE("the search of sectors is stepped level by level, and an edge shows the way under it") {
  Lab lab;
  OverlayBuilder builder;
  run(lab, "map.generate cave 200 150 5");
  run(lab, "sectors.size 8");
  run(lab, "sectors.second 32");
  run(lab, "sectors on");
  run(lab, "query.random 3");
  run(lab, "planner.trace sectors");
  lab.settle();
  REQUIRE(lab.state().row("sectors")->result.found());
  const Playback& playback = lab.playback();
  CHECK(playback.top_level() == 2);
  std::vector<std::pair<Phase, int>> spans;
  for (const PhaseSpan& span : playback.phases()) spans.emplace_back(span.phase, span.level);
  REQUIRE(spans.size() >= 3);
  CHECK(spans[0] == std::pair{Phase::kMain, 2});
  CHECK(spans[1] == std::pair{Phase::kRefine, 2});
  CHECK(spans[2] == std::pair{Phase::kRefine, 1});
  // At the end all that was begun is refined; in the middle of a piece none of its edges is.
  std::vector<PathEdge> edges;
  for (const int level : {1, 2}) {
    playback.path_edges(level, edges);
    CHECK_FALSE(edges.empty());
    CHECK(std::all_of(edges.begin(), edges.end(), [](const PathEdge& e) { return e.refined && !e.refining; }));
  }
  run(lab, fmt::format("step.to {}", playback.phase_end(Phase::kRefine, 2) - 1));
  playback.path_edges(2, edges);
  CHECK(std::none_of(edges.begin(), edges.end(), [](const PathEdge& e) { return e.refined; }));
  CHECK(std::all_of(edges.begin(), edges.end(), [](const PathEdge& e) { return e.refining; }));

  const Sectors& sectors = lab.world().sectors();
  size_t shown = 0;
  for (size_t i = 0; i < playback.size(); i += 1 + playback.size() / 300) {
    run(lab, fmt::format("step.to {}", i));
    const SteppedEdge edge = lab.stepped_edge();
    if (edge.level == 0) continue;
    ++shown;
    const std::vector<CellId>& way = edge.chains[0];
    REQUIRE_FALSE(way.empty());
    CHECK(way.front() == edge.from);
    CHECK(way.back() == edge.to);
    const auto fault = path_fault(lab.world().moves(), way, lab.world().map().cell(edge.from),
                                  lab.world().map().cell(edge.to), edge.cost);
    CHECK_MESSAGE(!fault.has_value(), fault.value_or(""));
    const std::set<int64_t> ends = {sectors.region_of(edge.from, edge.level), sectors.region_of(edge.to, edge.level)};
    for (const CellId cell : way) CHECK(ends.contains(sectors.region_of(cell, edge.level)));
    builder.build(lab);
  }
  CHECK(shown > 10);
  // The abstract path leads through centres, over the cells of its regions.
  run(lab, "step.last");
  lab.settle();
  run(lab, "layer all off");
  run(lab, "planner.show astar off");
  for (const char* planner : {"hpa1", "hpa2", "hpa3", "jps"}) run(lab, fmt::format("planner.show {} off", planner));
  lab.settle();
  const Drawn path = only(lab, builder, Layer::kAbstractPath);
  size_t cells = 0;
  for (const CellId centre : lab.state().row("sectors")->result.abstract_path) {
    cells += sectors.region(static_cast<uint32_t>(sectors.region_of(centre, 2)), 2).cells;
  }
  CHECK(area(path.rects) == cells);
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
