// What the overlays show of rooms.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "app/draw/overlay.hpp"
#include "app/features/rooms/rooms.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "tests/overlay_support.hpp"

using namespace strata;
using namespace strata::test;

TEST_CASE("rooms are shown as they are, in tints that tell neighbours apart, also after edits") {
  LabInView lab(1400, 1200);
  OverlayBuilder builder;
  run(lab, {"map.generate rooms 200 150 5", "query.clear", "view.fit", "rooms on"});
  const auto check = [&] {
    lab.finish_updates();
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
  // Views of abstract levels do not draw rooms.
  run(lab, "view.level 1 1");
  CHECK(only(lab, builder, kRoomLayer).size() == 0);
  run(lab, "view.level 1 0");
  CHECK(only(lab, builder, kRoomLayer).size() > 0);
}

TEST_CASE("macro edges lead from the cell under the pointer and from the inspected one") {
  LabInView lab(800, 800);
  OverlayBuilder builder;
  run_settled(lab, {"map.new 40 40", "query.clear", "rooms on"});
  const auto markers = [&] { return only(lab, builder, kMacroLayer).markers.size(); };
  CHECK(markers() == 0);
  point_at(lab, {5, 9});
  CHECK(markers() == 4);  // inside: the four projections
  run_settled(lab, "inspect 0 12");
  CHECK(markers() == 5);  // on a side: the cell across
  run(lab, "rooms off");
  CHECK_FALSE(on(lab, kMacroLayer));
}
