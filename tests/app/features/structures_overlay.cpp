// What the overlays show of rooms, sectors, landmarks and jump points.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/draw/overlay.hpp"
#include "app/features/rooms/rooms.hpp"
#include "app/features/sectors/sectors.hpp"
#include "app/lab/lab_parts.hpp"
#include "core/search/path.hpp"
#include "tests/lab_support.hpp"

using namespace strata;
using test::failure;
using test::run;

namespace {

bool on(const Lab& lab, Layer layer) { return lab.state().layer(layer).on; }
void point_at(Lab& lab, Cell cell) {
  PointerEvent event;
  event.x = lab.state().camera.screen_x(cell.x + 0.5);
  event.y = lab.state().camera.screen_y(cell.y + 0.5);
  lab.gestures().pointer(event);
}

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
// Of every cell, in the rectangles drawn; 0: none.
std::vector<Rgba> colors_of(const Drawn& shown, const GridMap& map) {
  std::vector<Rgba> colors(map.cell_count(), 0);
  for (const DrawRect& r : shown.rects) {
    for (int y = static_cast<int>(r.y0); y < static_cast<int>(r.y1); ++y) {
      for (int x = static_cast<int>(r.x0); x < static_cast<int>(r.x1); ++x) colors[map.id({x, y})] = r.color;
    }
  }
  return colors;
}
// Version of every batch, by its key.
std::map<uint64_t, uint64_t> versions(Lab& lab, OverlayBuilder& builder) {
  std::map<uint64_t, uint64_t> all;
  for (const Batch& batch : builder.build(lab).batches) all[batch.key] = batch.version;
  return all;
}

}  // namespace

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
    const Rooms& rooms = lab.world().get<MapRooms>().rooms();
    size_t covered = 0, pruned = 0;
    for (const Room& room : rooms.rooms()) {
      if (!room.prunes()) continue;
      covered += static_cast<size_t>(room.cells.width()) * static_cast<size_t>(room.cells.height());
      pruned += static_cast<size_t>(room.interior().width()) * static_cast<size_t>(room.interior().height());
    }
    const Drawn tinted = only(lab, builder, kRoomLayer);
    CHECK(area(tinted.rects) == covered);
    CHECK(area(only(lab, builder, kPrunedLayer).rects) == pruned);
    // The colour of every cell; cells of two rooms side by side differ.
    const GridMap& map = lab.world().map();
    const std::vector<Rgba> color = colors_of(tinted, map);
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
  CHECK(only(lab, builder, kRoomLayer).size() == 0);
  run(lab, "view.level 1 0");
  CHECK(only(lab, builder, kRoomLayer).size() > 0);
}

TEST_CASE("macro edges lead from the cell under the pointer and from the inspected one") {
  Lab lab;
  lab.set_view_size(800, 800);
  OverlayBuilder builder;
  run(lab, "map.new 40 40");
  run(lab, "query.clear");
  run(lab, "rooms on");
  lab.settle();
  const auto markers = [&] { return only(lab, builder, kMacroLayer).markers.size(); };
  CHECK(markers() == 0);
  point_at(lab, {5, 9});
  CHECK(markers() == 4);  // inside: the four projections
  run(lab, "inspect 0 12");
  lab.settle();
  CHECK(markers() == 5);  // on a side: the cell across
  run(lab, "rooms off");
  CHECK_FALSE(on(lab, kMacroLayer));
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
    const Sectors& sectors = lab.world().get<MapSectors>().sectors();
    const GridMap& map = lab.world().map();
    const Drawn shown = only(lab, builder, kRegionLayer);
    const std::vector<Rgba> color = colors_of(shown, map);
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
    const Sectors& sectors = lab.world().get<MapSectors>().sectors();
    for (const int level : {1, 2}) {
      CAPTURE(level);
      run(lab, fmt::format("view.level 1 {}", level));
      const SectorCounts counts = sectors.counts(level);
      CHECK(only(lab, builder, kCentreLayer).markers.size() == 2 * counts.regions);
      CHECK(only(lab, builder, kSectorEdgeLayer).lines.size() == counts.edges);
      check_regions(level);
      const ClusterGrid& grid = sectors.sectors(level);
      const Drawn borders = only(lab, builder, kSectorLayer);
      CHECK(borders.lines.size() >= static_cast<size_t>(grid.columns() + grid.rows()));
    }
    CHECK(only(lab, builder, kSecondSectorLayer).markers.size() == 2 * sectors.counts(2).regions);
    run(lab, "view.level 1 1");
    CHECK(only(lab, builder, kSecondSectorLayer).size() == 0);
    run(lab, "view.level 1 0");
    for (const Layer layer : {kSectorLayer, kRegionLayer, kCentreLayer, kSectorEdgeLayer}) {
      CHECK(only(lab, builder, layer).size() == 0);
    }
    run(lab, "view.level 1 all");
    CHECK(only(lab, builder, kCentreLayer).markers.size() == 2 * sectors.counts(1).regions);
    CHECK(only(lab, builder, kSecondSectorLayer).markers.size() == 2 * sectors.counts(2).regions);
  };
  check();
  for (const char* line : {"paint.stroke brush blocked 2 round 20,20 150,100", "paint.fill 3 3 water", "edit.undo",
                           "sectors.size 9", "paint.line 0 70 199 70 ground", "rules.profile four"}) {
    CAPTURE(line);
    run(lab, line);
    check();
  }
  // A centre that was moved also shows where it came from.
  const size_t plain = only(lab, builder, kCentreLayer).markers.size();
  run(lab, "sectors.improve on");
  lab.settle();
  const Drawn improved = only(lab, builder, kCentreLayer);
  CHECK(improved.markers.size() > plain);
  CHECK(improved.markers.size() - plain == improved.lines.size());
  run(lab, "sectors.second 0");
  lab.settle();
  run(lab, "layer sectors-2 on");
  builder.build(lab);
  CHECK(lab.state().layer(kSecondSectorLayer).note.find("no second level") != std::string::npos);
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
  const Landmarks& landmarks = lab.world().get<MapLandmarks>().landmarks();
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
  while (lab.state().heuristic.partial) builder.build(lab);
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

TEST_CASE("frames of a 1024 x 1024 map with every structure on build nothing at rest, and little while one paints") {
  Lab lab;
  lab.set_view_size(1600, 1000);
  OverlayBuilder builder;
  run(lab, "map.generate rooms 1024 1024 5");
  run(lab, "view.fit");
  for (const char* line : {"rooms on", "sectors on", "sectors.second 64", "landmarks on"}) run(lab, line);
  run(lab, "layer all on");
  lab.settle();
  const auto frame = [&] {
    const uint64_t before = builder.rebuilt();
    lab.tick(1.0 / 60);
    builder.build(lab);
    return builder.rebuilt() - before;
  };
  const uint64_t first = frame();
  while (lab.state().heuristic.partial) frame();
  for (int i = 0; i < 10; ++i) CHECK(frame() == 0);
  lab.strokes().stroke_begin({400, 400});
  uint64_t painting = 0;
  for (int i = 1; i <= 10; ++i) {
    lab.strokes().stroke_to({400 + 3 * i, 400 + i});
    painting = std::max(painting, frame());
  }
  lab.strokes().stroke_end();
  MESSAGE("lists built: ", first, " in the first frame, ", painting, " at most while painting");
  CHECK(painting > 0);
  CHECK(painting * 5 < first);
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
  CHECK(count(Structure::kSectors, 1) == static_cast<int64_t>(lab.state().meter.parts(Structure::kSectors)));
  CHECK(count(Structure::kSectors, 2) == static_cast<int64_t>(lab.state().meter.parts(Structure::kSectors, 2)));
  CHECK(lab.state().meter.parts(Structure::kSectors) > 0);
  CHECK(lab.state().meter.parts(Structure::kSectors, 2) > 0);
  CHECK(count(Structure::kRooms, 0) > 0);
  CHECK(lab.state().meter.count(Structure::kRooms, "cells", 0) > 0);
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
  run(lab, "plan.segment 0");
  run(lab, "query.random 3");
  run(lab, "planner.trace sectors");
  lab.settle();
  REQUIRE(lab.state().row("sectors")->result.found());
  const Playback& playback = lab.playback();
  CHECK(playback.outline().top_level == 2);
  std::vector<std::pair<Phase, int>> spans;
  for (const PhaseSpan& span : playback.outline().phases) spans.emplace_back(span.phase, span.level);
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
  run(lab, fmt::format("step.to {}", playback.outline().phase_end(Phase::kRefine, 2) - 1));
  playback.path_edges(2, edges);
  CHECK(std::none_of(edges.begin(), edges.end(), [](const PathEdge& e) { return e.refined; }));
  CHECK(std::all_of(edges.begin(), edges.end(), [](const PathEdge& e) { return e.refining; }));

  const Sectors& sectors = lab.world().get<MapSectors>().sectors();
  size_t shown = 0;
  for (size_t i = 0; i < playback.size(); i += 1 + playback.size() / 300) {
    run(lab, fmt::format("step.to {}", i));
    const SteppedEdge edge = lab.inspector().stepped_edge();
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
