// Crowds while what they stand on comes, goes and changes: kinds that lose their tables, walls in the middle of a step.
#include <doctest/doctest.h>

#include "core/world/map_hpa.hpp"
#include "tests/crowd_support.hpp"

namespace strata::test {

TEST_CASE("agents of a kind without tables, however many, do not keep others from being planned") {
  CrowdTestWorld field(160);
  GridCrowd crowd(160, 160, {.seed = 2});
  Rng rng(3);
  for (int i = 0; i < 17'000; ++i)
    REQUIRE(crowd.add(batch_map(field), member(field, {rng.between(0, 158), rng.between(0, 158)}, {3, 3}, kLarge)));
  for (int i = 0; i < 100; ++i) REQUIRE(crowd.add(batch_map(field), member(field, {i, 100}, {i, 20})));
  BatchMap without = batch_map(field);
  without.kinds[1].tables = nullptr;
  for (int i = 0; i < 30; ++i) crowd.tick(without);
  CHECK(crowd.count(CrowdStatus::kWalking) == 100);
  CHECK(crowd.count(CrowdStatus::kPlanning) == 17'000);
}

TEST_CASE("agents whose kind is taken away stand, and heed what was painted meanwhile when it is back") {
  for (const bool holding : {false, true}) {
    for (const CrowdMethod method : {CrowdMethod::kTables, CrowdMethod::kAstar}) {
      CAPTURE(holding);
      CrowdTestWorld field;
      GridCrowd crowd(24, 24, {.seed = 2, .holding = holding, .method = method});
      REQUIRE(crowd.add(batch_map(field), member(field, {2, 10}, {20, 10}, kLarge)));
      REQUIRE(crowd.add(batch_map(field), member(field, {12, 10}, {12, 10}, kLarge)));  // has arrived, in the way
      REQUIRE(crowd.add(batch_map(field), member(field, {20, 14}, {2, 10})));
      field.tick(crowd, 25);
      REQUIRE(crowd.next(0) != crowd.cell(0));  // in the middle of a step
      field.set<MapTables>(std::nullopt);
      field.tick(crowd, 60);
      field.paint(crowd, {0, 0}, {23, 8}, '@');
      field.paint(crowd, {12, 9}, {23, 23}, '@');
      field.set<MapTables>(AgentTablesOptions{.kinds = {kLarge}});
      field.finish_updates();
      for (int i = 0; i < 120; ++i) {
        field.tick(crowd);
        for (uint32_t agent = 0; agent < crowd.count(); ++agent) {
          if (crowd.status(agent) == CrowdStatus::kWalledIn) continue;
          REQUIRE(
              can_stand(field.map(), {.agent_size = crowd.agent(agent).size}, field.moves().cell(crowd.cell(agent))));
        }
      }
      CHECK(crowd.status(1) == CrowdStatus::kWalledIn);
      CHECK(crowd.status(0) != CrowdStatus::kWalking);  // its goal is in a wall
    }
  }
}

TEST_CASE("a cell that an agent was about to enter is free again once both it and its own were painted over") {
  CrowdTestWorld field;
  GridCrowd crowd(24, 24, {.seed = 2, .holding = true});
  // A corridor one cell wide.
  field.paint(crowd, {0, 0}, {23, 9}, '@');
  field.paint(crowd, {0, 11}, {23, 23}, '@');
  REQUIRE(crowd.add(batch_map(field), member(field, {4, 10}, {20, 10})));
  while (crowd.next(0) == crowd.cell(0)) field.tick(crowd);
  field.tick(crowd);
  const Cell own = field.moves().cell(crowd.cell(0)), ahead = field.moves().cell(crowd.next(0));
  field.paint(crowd, ahead, ahead, '@');
  CHECK(crowd.turned_back(0));
  field.paint(crowd, own, own, '@');
  CHECK(crowd.status(0) == CrowdStatus::kWalledIn);
  CHECK(crowd.replan_stats().pending == 0);
  field.paint(crowd, ahead, ahead, '.');
  REQUIRE(crowd.add(batch_map(field), member(field, {12, 10}, ahead)));
  for (int i = 0; i < 300 && crowd.status(1) != CrowdStatus::kArrived; ++i) field.tick(crowd);
  CHECK(crowd.status(1) == CrowdStatus::kArrived);
  CHECK(crowd.cell(1) == field.moves().id(ahead));
  field.paint(crowd, own, own, '.');
  field.tick(crowd, 30);
  CHECK(crowd.status(0) != CrowdStatus::kWalledIn);
}

TEST_CASE("tables that are too large for one kind are none of another's business, and are built when they fit") {
  World world(random_rooms(72, 72, 9, 4), {}, {.cluster_size = 8});
  world.set<MapTables>(AgentTablesOptions{});
  world.finish_updates();
  const size_t own = world.get<MapTables>().tables().memory_bytes();
  world.set<MapTables>(AgentTablesOptions{.tables = {.max_bytes = own / 2}, .kinds = {Agent{3, Capability::walker()}}});
  world.finish_updates();
  CHECK(world.get<MapTables>().own().too_large());
  CHECK_FALSE(world.ready(StructureId::kTables));
  REQUIRE(world.get<MapTables>().kinds().count() == 1);
  CHECK(world.get<MapTables>().kinds().kind(0).tables.ready(world.get<MapTables>().kinds().kind(0).moves));
  // Walls that leave little of the map.
  world.apply(rectangle(world.map(), {0, 0}, {71, 50}, true, '@'));
  world.finish_updates();
  CHECK_FALSE(world.get<MapTables>().own().too_large());
  CHECK(world.ready(StructureId::kTables));
  auto fresh = built<Tables>(world.moves(), world.get<MapHpa>().hpa(), world.get<MapTables>().tables().options());
  CHECK(fresh == world.get<MapTables>().tables());
}

TEST_CASE("a step rests while nobody knows the ground of its kind, and turns back before what was painted meanwhile") {
  for (const bool holding : {false, true}) {
    CAPTURE(holding);
    CrowdTestWorld world;
    GridCrowd crowd(24, 24, {.holding = holding, .threads = 1});
    REQUIRE(crowd.add(batch_map(world), member(world, {2, 10}, {20, 10}, kLarge)));
    while (crowd.cell(0) == world.moves().id({2, 10})) world.tick(crowd);
    while (crowd.next(0) == crowd.cell(0)) world.tick(crowd);
    const CellId cell = crowd.cell(0);
    const int x = world.map().cell(cell).x;
    world.set<MapTables>(std::nullopt);
    world.paint(crowd, {x + 2, 0}, {x + 2, 23}, '@');
    world.tick(crowd, 100);
    CHECK(crowd.cell(0) == cell);
    world.set<MapTables>(AgentTablesOptions{.kinds = {kLarge}});
    world.finish_updates();
    world.tick(crowd, 100);
    CHECK(crowd.cell(0) == cell);
    CHECK(crowd.next(0) == cell);
    CHECK(crowd.count(CrowdStatus::kCutOff) == 1);
  }
}

}  // namespace strata::test
