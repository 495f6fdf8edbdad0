// What the overlays show of rooms, sectors, landmarks and jump points together.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "app/features/landmarks/landmarks.hpp"
#include "app/features/rooms/rooms.hpp"
#include "app/features/sectors/sectors.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/query_thread.hpp"
#include "app/lab/strokes.hpp"
#include "app/playback/playback.hpp"
#include "tests/draw_support.hpp"
#include "tests/overlay_support.hpp"
#include "tests/rounds.hpp"

using namespace strata;
using namespace strata::test;

TEST_CASE("a frame in which nothing happens builds nothing, and an edit renews few tiles, with every structure on") {
  LabInView lab(2000, 2000);
  OverlayBuilder builder;
  run_settled(lab, {"map.generate rooms 640 640 5", "view.fit", "rooms on", "sectors on", "sectors.second 48",
                    "landmarks.count 3", "landmarks on", "layer all on"});
  const auto before = versions(lab, builder);
  while (landmarks_controller(lab).heuristic().partial) test::draw(builder, lab);
  for (int i = 0; i < 3; ++i) {
    lab.tick(1.0 / 60);
    const uint64_t rebuilt = builder.rebuilt();
    test::draw(builder, lab);
    CHECK(builder.rebuilt() == rebuilt);
  }
  run_settled(lab, "paint.stroke brush blocked 2 round 300,300");
  const auto after = versions(lab, builder);
  // Tiles alone: what is not tiled is small.
  std::map<uint64_t, std::pair<size_t, size_t>> kinds;  // kept and renewed, by kind and list
  for (const auto& [key, version] : after) {
    if (key >> 63 == 0) continue;
    const auto it = before.find(key);
    auto& [kept, renewed] = kinds[key >> 44];
    (it != before.end() && it->second == version ? kept : renewed) += 1;
  }
  for (const auto& each : kinds) {
    const auto& kind = each.first;
    const auto& counts = each.second;
    CAPTURE(kind);
    CHECK(counts.second <= 9);
  }
  CHECK(kinds.size() >= 8);
}

TEST_CASE("frames of a 1024 x 1024 map with every structure on build nothing at rest, and little while one paints") {
  LabInView lab(1600, 1000);
  OverlayBuilder builder;
  run(lab, test::kSanitized ? "map.generate rooms 512 512 5" : "map.generate rooms 1024 1024 5");
  run_settled(lab, {"view.fit", "rooms on", "sectors on", "sectors.second 64", "landmarks on", "layer all on"});
  const auto frame = [&] {
    const uint64_t before = builder.rebuilt();
    lab.tick(1.0 / 60);
    test::draw(builder, lab);
    return builder.rebuilt() - before;
  };
  const uint64_t first = frame();
  while (landmarks_controller(lab).heuristic().partial) frame();
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
  run_settled(lab, {"map.generate rooms 120 120 5", "rooms on", "sectors on", "sectors.second 40", "landmarks on"});
  run(lab, "paint.stroke brush blocked 1 round 60,60 70,65");
  const auto count = [&](StructureId structure, int level) {
    return std::count_if(lab.state().flashes.begin(), lab.state().flashes.end(),
                         [&](const Flash& flash) { return flash.structure == structure && flash.level == level; });
  };
  CHECK(count(StructureId::kSectors, 1) == static_cast<int64_t>(lab.state().meter.parts(StructureId::kSectors)));
  CHECK(count(StructureId::kSectors, 2) == static_cast<int64_t>(lab.state().meter.parts(StructureId::kSectors, 2)));
  CHECK(lab.state().meter.parts(StructureId::kSectors) > 0);
  CHECK(lab.state().meter.parts(StructureId::kSectors, 2) > 0);
  CHECK(count(StructureId::kRooms, 0) > 0);
  CHECK(lab.state().meter.count(StructureId::kRooms, "cells", 0) > 0);
  CHECK(only(lab, builder, Layer::kFlash).rects.size() > 0);
  for (int i = 0; i < 70; ++i) lab.tick(1.0 / 60);
  CHECK(lab.state().flashes.empty());
}

TEST_CASE("jump points and room exits are marked, and lines lead to their parents, at any zoom") {
  LabInView lab(600, 400);
  OverlayBuilder builder;
  run_settled(lab, {"map.generate rooms 300 200 2", "view.fit", "planner.trace jps"});
  REQUIRE(lab.state().camera.zoom < OverlayBuilder::kMinCellPixelsTree);
  const auto check = [&] {
    std::set<CellId> nodes, with_parent;
    for (const SearchEvent& event : lab.trace().events()) {
      const bool about =
          event.type == EventType::kGenerate || event.type == EventType::kUpdate || event.type == EventType::kExpand;
      if (!about) continue;
      nodes.insert(event.node);
      // A node that a cheaper path has passed left the open list, and has no place in the tree.
      const NodeAtCursor node = lab.playback().node(0, event.node);
      if (node.parent != kNoCell && node.state != NodeState::kStalled) with_parent.insert(event.node);
    }
    run(lab, "layer all off");
    const size_t rest = drawn(test::draw(builder, lab)).markers.size();
    run(lab, "layer search on");
    const size_t marks = drawn(test::draw(builder, lab)).markers.size() - rest;
    CHECK(marks >= nodes.size());
    CHECK(marks <= 2 * nodes.size());
    const size_t lines = only(lab, builder, Layer::kTree).lines.size();
    CHECK(lines >= with_parent.size() - 1);
    CHECK(lines <= 2 * with_parent.size());
    CHECK(nodes.size() > 5);
  };
  check();
  run_settled(lab, {"rules.profile four", "planner.trace rooms"});
  check();
}
