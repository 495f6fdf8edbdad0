// The choice of what searches over rooms expand: the exits of rooms, or, as in the paper, every cell of a perimeter.
#include "app/features/rooms/rooms.hpp"

#include <doctest/doctest.h>

#include <string>

#include "app/lab/cell_explanations.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/query_thread.hpp"
#include "app/playback/playback.hpp"
#include "core/rooms/rooms_code.hpp"
#include "tests/lab_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

uint64_t rooms_expanded(const Lab& lab) { return lab.state().row("rooms")->result.stats.total().expanded; }

void open_rooms(Lab& lab) {
  run_settled(
      lab, {"map.generate rooms 60 60 5", "rules.profile four", "rooms on", "query.random 4", "planner.trace rooms"});
}

}  // namespace

TEST_CASE("the published search of rooms finds the same costs, expands more nodes, and is what is stepped") {
  Lab lab;
  open_rooms(lab);
  const Cost cost = lab.state().row("rooms")->result.cost;
  const uint64_t exits = rooms_expanded(lab);
  CHECK(&lab.query().pseudo_code() == &rooms_code::kCode);
  const uint64_t rooms_before = lab.world().get<MapRooms>().rooms().built_for();
  run_settled(lab, "rooms.search published");
  CHECK(lab.state().row("rooms")->result.cost == cost);
  CHECK(rooms_expanded(lab) > exits);
  CHECK(rooms_expanded(lab) < lab.state().row("astar")->result.stats.total().expanded);
  CHECK(&lab.query().pseudo_code() == &rooms_code::kPublishedCode);
  CHECK(lab.world().get<MapRooms>().rooms().built_for() == rooms_before);  // the rooms are the same
  // Expanded cells lie on perimeters or outside of rooms, and the recording has the same ones.
  const Rooms& rooms = lab.world().get<MapRooms>().rooms();
  const CellId start = lab.world().map().id(lab.state().query.start),
               goal = lab.world().map().id(lab.state().query.goal);
  uint64_t expanded = 0;
  for (const SearchEvent& event : lab.trace().events()) {
    if (event.type != EventType::kExpand) continue;
    ++expanded;
    CHECK((event.node == start || event.node == goal || !rooms.pruned(event.node)));
  }
  CHECK(expanded == rooms_expanded(lab));
  run(lab, "step.to 1");
  CHECK(explained_step(lab).find("as in the paper") != std::string::npos);
  run_settled(lab, "rooms.search exits");
  CHECK(rooms_expanded(lab) == exits);
  CHECK(&lab.query().pseudo_code() == &rooms_code::kCode);
}

TEST_CASE("the choice holds while rooms are off and on, on other maps, and in reproductions") {
  Lab lab;
  run(lab, "rooms.search published");
  open_rooms(lab);
  CHECK(lab.world().get<MapRooms>().options()->published);
  run_settled(lab, {"rooms off", "rooms on"});
  CHECK(lab.world().get<MapRooms>().options()->published);
  run_settled(lab, "map.generate rooms 40 40 7 force");
  CHECK(rooms_controller(lab).options().published);
  CHECK(lab.world().get<MapRooms>().options()->published);
  const std::string before = dump_state(lab);
  CHECK(failure(lab, "rooms.search quick").find("expected exits or published, not 'quick'") != std::string::npos);
  CHECK(dump_state(lab) == before);
}
