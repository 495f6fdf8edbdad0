// The construction of rooms as it is recorded.
#include "core/rooms/rooms_build.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "core/rooms/rooms_build_code.hpp"
#include "core/search/trace.hpp"
#include "core/world/scenes.hpp"
#include "tests/support.hpp"

using namespace strata;

TEST_CASE("a recorded construction of rooms cuts the rooms of an unrecorded one, and its events are these rooms") {
  const std::vector<GridMap> maps = {test::random_map(60, 47, 10, 1),
                                     test::random_rooms(61, 61, 7, 2),
                                     GridMap(50, 33),
                                     generate({SceneKind::kCave, 150, 90, 3, 0}),
                                     test::random_map(50, 1, 5, 4),
                                     GridMap(3, 3)};
  for (const GridMap& map : maps) {
    CAPTURE(map.width());
    const MoveGrid grid = test::moves_on(map, {.profile = Profile::kFour});
    Rooms plain, traced;
    Trace trace;
    plain.build(grid);
    build_recorded(traced, grid, trace);
    CHECK_FALSE(traced.fault(grid).has_value());
    REQUIRE(std::ranges::equal(plain.rooms(), traced.rooms()));
    size_t found = 0, interiors = 0, pruned = 0, taken = 0;
    std::set<std::pair<CellId, CellId>> macro;
    for (const SearchEvent& event : trace.events()) {
      if (event.line == rooms_build_code::kRoom) {
        const Cell low = grid.cell(event.parent), high = grid.cell(event.node);
        CHECK(plain.room(event.g).cells == Rect{low.x, low.y, high.x + 1, high.y + 1});
        CHECK(event.g == found++);
        taken += event.h;
      }
      if (event.line == rooms_build_code::kInterior) {
        ++interiors;
        pruned += event.h;
      }
      if (event.type == build_event::kAddEdge) macro.insert({event.parent, event.node});
    }
    CHECK(found == plain.counts().rooms);
    CHECK(interiors == found);
    CHECK(pruned == plain.counts().pruned);
    CHECK(taken == pruned);
    std::set<std::pair<CellId, CellId>> expected;
    for (CellId cell = 0; cell < grid.cell_count(); ++cell) {
      if (plain.pruned(cell)) continue;
      std::vector<CellId> targets;
      plain.append_macro_edges(grid, cell, targets);
      for (const CellId target : targets) expected.insert(std::minmax(cell, target));
    }
    CHECK(macro == expected);
  }
}
