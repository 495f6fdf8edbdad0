// The heap beside the map is the one from which the construction of rooms takes its cells.
#include "app/features/rooms/rooms_heap.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>

#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/playback/playback.hpp"
#include "core/rooms/rooms_build.hpp"
#include "core/rooms/rooms_build_code.hpp"
#include "tests/lab_support.hpp"

using namespace strata;
using namespace strata::test;

TEST_CASE("at every step the first cell of the heap is the one that the construction of rooms takes next") {
  for (const char* scene : {"map.generate cave 40 34 1", "map.generate rooms 40 34 3", "map.generate random 70 20 5"}) {
    CAPTURE(scene);
    Lab lab;
    for (const char* line : {scene, "rules.profile four", "rooms on"}) {
      run_settled(lab, line);
    }
    run(lab, "rooms.construct");
    Playback& playback = lab.playback();
    RoomHeap heap;
    playback.jump(0);
    heap.follow(lab.world().moves(), playback);
    CHECK_FALSE(heap.exists());
    CHECK(heap.first(3).empty());
    size_t taken = 0;
    for (size_t i = 0; i < playback.size(); ++i) {
      const SearchEvent& event = *playback.event(i);
      namespace code = rooms_build_code;
      playback.jump(i);
      heap.follow(lab.world().moves(), playback);
      if (event.line == code::kLower || event.line == code::kSmaller || event.line == code::kRoom) {
        REQUIRE(heap.exists());
        const Cost bound = event.line == code::kRoom ? event.h : event.g;
        const CellId cell = event.line == code::kLower ? event.node : event.parent;
        CHECK(heap.first(1) == std::vector<RoomHeap::Entry>{{cell, bound}});
        ++taken;
      }
      if (event.line == code::kPrune) CHECK(heap.size() == 0);
      if (event.line != code::kLoop) continue;
      playback.jump(i + 1);
      heap.follow(lab.world().moves(), playback);
      CHECK(heap.size() == event.g);
      const auto first = heap.first(5);
      CHECK(std::ranges::is_sorted(first, [](const auto& a, const auto& b) { return a.bound > b.bound; }));
    }
    CHECK(taken > 20);
    // Backwards it is the heap of then.
    playback.jump(playback.size() / 2);
    heap.follow(lab.world().moves(), playback);
    RoomHeap fresh;
    fresh.follow(lab.world().moves(), playback);
    CHECK(heap.size() == fresh.size());
    CHECK(heap.first(20) == fresh.first(20));
  }
}
