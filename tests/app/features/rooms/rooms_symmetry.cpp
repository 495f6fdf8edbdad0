// The symmetry of rooms: orders of the same moves, and all macro edges.
#include "app/features/rooms/rooms_symmetry.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "app/features/rooms/rooms.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "core/world/map_rooms.hpp"
#include "tests/overlay_support.hpp"

using namespace strata;
using namespace strata::test;

TEST_CASE("three orders of the moves are legal paths of the same cost, differ, and are drawn at once") {
  LabInView lab(900, 900);
  OverlayBuilder builder;
  run_settled(lab, {"map.generate rooms 60 60 5", "rules.profile four", "rooms on", "planner.show rooms on",
                    "query.random 4", "view.fit"});
  const PlannerRow& row = *lab.state().row("rooms");
  REQUIRE(row.result.found());
  std::set<std::vector<CellId>> paths;
  size_t steps = 0;
  for (int which = 0; which < kInterleavings; ++which) {
    const std::vector<CellId> path = interleaved_path(lab, which);
    const MoveGrid& moves = lab.world().moves();
    Cost cost = 0;
    for (size_t i = 1; i < path.size(); ++i) {
      const int direction = moves.direction_between(path[i - 1], path[i]);
      REQUIRE(direction >= 0);
      REQUIRE(((moves.moves(path[i - 1]) >> direction) & 1) != 0);
      cost += moves.step_cost(path[i - 1], direction);
    }
    CHECK(cost == row.result.cost);
    CHECK(path.front() == lab.world().map().id(lab.state().query.start));
    CHECK(path.back() == lab.world().map().id(lab.state().query.goal));
    paths.insert(path);
    steps += path.size() - 1;
    // It is the path that the planner finds with this seed.
    run_settled(lab, fmt::format("plan.interleave {}", which + 1));
    CHECK(lab.state().row("rooms")->result.path == path);
    run_settled(lab, "plan.interleave 0");
  }
  CHECK(paths.size() == kInterleavings);
  std::set<Rgba> colors;
  const auto shown = only(lab, builder, kInterleavingLayer);
  for (const DrawLine& line : shown.lines) colors.insert(line.color);
  CHECK(shown.lines.size() == 2 * steps);
  CHECK(colors.size() == kInterleavings + 1);
  holds(lab, "rooms.interleavings.2.0.0 exists");
}

TEST_CASE("all macro edges are drawn once each, from every side of a room to the opposite one") {
  LabInView lab(900, 900);
  OverlayBuilder builder;
  run(lab, {"map.generate rooms 60 60 5", "query.clear", "rules.profile four", "rooms on", "view.fit"});
  const auto check = [&] {
    lab.finish_updates();
    const World& world = lab.world();
    const Rooms& rooms = world.get<MapRooms>().rooms();
    std::set<std::array<int, 4>> expected;
    std::vector<CellId> targets;
    for (CellId id = 0; id < world.map().cell_count(); ++id) {
      if (rooms.room_of(id) < 0 || rooms.pruned(id)) continue;
      targets.clear();
      rooms.append_macro_edges(world.moves(), id, targets);
      for (const CellId to : targets) {
        const Cell a = world.map().cell(std::min(id, to)), b = world.map().cell(std::max(id, to));
        expected.insert({a.x, a.y, b.x, b.y});
      }
    }
    std::multiset<std::array<int, 4>> shown;
    for (const DrawLine& line : only(lab, builder, kAllMacroLayer).lines) {
      shown.insert(
          {static_cast<int>(line.x0), static_cast<int>(line.y0), static_cast<int>(line.x1), static_cast<int>(line.y1)});
    }
    CHECK(shown.size() == expected.size());
    CHECK(std::equal(shown.begin(), shown.end(), expected.begin(), expected.end()));
    CHECK(expected.size() > 50);
  };
  check();
  run(lab, "paint.stroke brush blocked 1 round 30,30 34,36");
  check();
}
