// Work in slices: every slice is small, what is left goes down, and edits in between, in any order, are not lost.
#include <doctest/doctest.h>

#include "core/ch/elimination.hpp"
#include "core/haa/haa.hpp"
#include "core/rooms/rooms.hpp"
#include "tests/graph_support.hpp"
#include "tests/support.hpp"

namespace strata::test {

TEST_CASE("clusters of HAA* that became dirty in any order are all redone, one at a time") {
  const std::vector<Capability> menu = {Capability::walker(), Capability(0b1111)};
  const HaaOptions options{.cluster_size = 6, .max_size = 2, .capabilities = menu};
  GridMap map = random_rooms(54, 48, 7, 8);
  AgentGrids agents;
  agents.build(map, {}, options.max_size, options.capabilities);
  auto haa = built<Haa>(agents, options);
  Rng rng(6);
  for (int round = 0; round < 12; ++round) {
    CAPTURE(round);
    // From the lower right to the upper left, so that those that were marked last come first.
    for (int at = 44; at > 3; at -= rng.between(5, 12)) {
      const char letter = rng.percent(50) ? '@' : '.';
      const EditResult edit = map.apply(rectangle(map, {at, at}, {at + 1, at + 1}, true, letter));
      std::vector<Rect> changed(static_cast<size_t>(agents.class_count()));
      agents.update(map, edit.dirty, changed);
      haa.mark_dirty(agents, changed);
    }
    HaaUpdate report;
    int slices = 0;
    while (!haa.update_some(agents, report, 1)) REQUIRE(++slices < 1000);
    auto fresh = built<Haa>(agents, options);
    REQUIRE(fresh == haa);
  }
}

TEST_CASE("slices of an elimination are bounded whether there are many arcs or none") {
  for (const uint32_t edges : {0u, 1500u}) {
    CAPTURE(edges);
    Rng rng(4);
    std::vector<Edge> random;
    for (uint32_t i = 0; i < edges; ++i) {
      const uint32_t a = rng.below(1000);
      random.push_back({a, std::min(a + 1 + rng.below(4), 999u), 1});
    }
    std::vector<uint32_t> order(1000);
    for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    Elimination whole, sliced;
    whole.build(graph_of(1000, random), order);
    sliced.reset(graph_of(1000, random), order);
    size_t slices = 1, before = sliced.done();
    while (!sliced.work(10)) {
      ++slices;
      REQUIRE(sliced.done() > before);
      REQUIRE(sliced.done() - before <= 10 + 1);
      before = sliced.done();
    }
    CHECK(slices > 100);
    CHECK(sliced == whole);
  }
}

TEST_CASE("the work left of cutting rooms is more than nothing until it is done, and goes down to it") {
  const GridMap map = random_rooms(200, 150, 12, 3);
  const MoveGrid grid = moves_on(map, {Profile::kFour, Capability::walker(), kUniformWeights});
  Rooms rooms;
  rooms.reset(grid);
  CHECK(rooms.pending() > 100);
  const size_t all = rooms.pending();
  RoomsUpdate report;
  size_t least = all, slices = 0;
  while (!rooms.update_some(grid, report, 50)) {
    ++slices;
    REQUIRE(rooms.pending() > 0);
    REQUIRE(rooms.pending() <= rooms.total());
    least = std::min(least, rooms.pending());
  }
  CHECK(slices > 3);
  CHECK(least < all / 2);
  CHECK(rooms.pending() == 0);
  CHECK(rooms.total() == 0);
}

TEST_CASE("an edit in a large room leaves no sliver of it, on whichever side it is") {
  // What is left of the room beside the part that is cut anew is at least eight cells wide, or nothing.
  constexpr int kSide = 200, kReach = 24, kLeast = 8;
  int checked = 0;
  for (const bool across : {false, true}) {
    for (int from_end = 0; from_end < kReach + kLeast + 4; ++from_end) {
      for (const bool far : {false, true}) {
        CAPTURE(across);
        CAPTURE(from_end);
        CAPTURE(far);
        GridMap map(kSide, kSide);
        MoveGrid grid = moves_on(map, {Profile::kFour, Capability::walker(), kUniformWeights});
        auto rooms = built<Rooms>(grid);
        REQUIRE(rooms.rooms().size() == 1);
        const int along = far ? kSide - 1 - from_end : from_end;
        const Cell at = across ? Cell{along, kSide / 2} : Cell{kSide / 2, along};
        const Rect dirty = map.apply(Edit{{{map.id(at), 1, '@'}}}).dirty;
        const RoomsUpdate report = rooms.update(grid, grid.update(map, dirty));
        REQUIRE(rooms.fault(grid) == std::nullopt);
        CHECK(report.cells < (2 * kReach + 1) * (2 * kReach + kLeast));
        const int end = far ? kSide - 1 : 0;
        const bool sliver = from_end - kReach > 0 && from_end - kReach < kLeast;
        const Cell corner = across ? Cell{end, kSide / 2} : Cell{kSide / 2, end};
        const int64_t number = rooms.room_of(map.id(corner));
        if (!sliver || number < 0) continue;
        const Rect room = rooms.room(static_cast<uint32_t>(number)).cells;
        CHECK((across ? room.width() : room.height()) >= kLeast);
        ++checked;
      }
    }
  }
  CHECK(checked > 20);
}

}  // namespace strata::test
