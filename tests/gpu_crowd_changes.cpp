// Crowds while what they stand on comes, goes and changes: kinds that lose their tables, walls in the middle of a step.
#include <doctest/doctest.h>

#include "core/world/scenes.hpp"
#include "gpu/crowd.hpp"
#include "gpu/world_batch.hpp"
#include "tests/support.hpp"

namespace strata::test {
namespace {

const Agent kLarge{2, Capability::walker()};

// An empty map with a second kind of agents, of 2x2 cells.
struct Field : World {
  explicit Field(int side = 24) : World(GridMap(side, side, '.'), {}, {.cluster_size = 8}) {
    set_agent_kinds({kLarge});
    set_tables_options(TablesOptions{});
    settle();
  }
  void tick(Crowd& crowd, int times = 1) {
    for (int i = 0; i < times; ++i) crowd.tick(batch_map(*this));
  }
  void paint(Crowd& crowd, Cell from, Cell to, char letter) {
    const EditReport report = apply(rectangle(map(), from, to, true, letter));
    while (!work(0)) {
    }
    crowd.map_changed(batch_map(*this), report.dirty, true);
    crowd.heed_changes(batch_map(*this));
  }
};

CrowdMember member(const World& world, Cell at, Cell goal, const Agent& agent = {}) {
  return {.at = world.moves().id(at),
          .goal = world.moves().id(goal),
          .agent = agent,
          .task = CrowdTask::kOwn,
          .pace = Crowd::pace(6),
          .group = 0};
}

}  // namespace

TEST_CASE("agents of a kind without tables, however many, do not keep others from being planned") {
  Field field(160);
  Crowd crowd(160, 160, {.seed = 2});
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
    for (const BatchMethod method : {BatchMethod::kTables, BatchMethod::kAstar}) {
      CAPTURE(holding);
      Field field;
      Crowd crowd(24, 24, {.seed = 2, .holding = holding, .method = method});
      REQUIRE(crowd.add(batch_map(field), member(field, {2, 10}, {20, 10}, kLarge)));
      REQUIRE(crowd.add(batch_map(field), member(field, {12, 10}, {12, 10}, kLarge)));  // has arrived, in the way
      REQUIRE(crowd.add(batch_map(field), member(field, {20, 14}, {2, 10})));
      field.tick(crowd, 25);
      REQUIRE(crowd.next(0) != crowd.cell(0));  // in the middle of a step
      field.set_tables_options(std::nullopt);
      field.tick(crowd, 60);
      field.paint(crowd, {0, 0}, {23, 8}, '@');
      field.paint(crowd, {12, 9}, {23, 23}, '@');
      field.set_tables_options(TablesOptions{});
      field.settle();
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
  Field field;
  Crowd crowd(24, 24, {.seed = 2, .holding = true});
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
  CHECK(crowd.wave().pending == 0);
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
  world.set_tables_options(TablesOptions{});
  world.settle();
  const size_t own = world.tables().memory_bytes();
  world.set_agent_kinds({Agent{3, Capability::walker()}});
  world.set_tables_options(TablesOptions{.max_bytes = own / 2});
  world.settle();
  CHECK(world.map_tables().too_large());
  CHECK_FALSE(world.ready(Structure::kTables));
  REQUIRE(world.agent_kinds().count() == 1);
  CHECK(world.agent_kinds().kind(0).tables.ready(world.agent_kinds().kind(0).moves));
  // Walls that leave little of the map.
  world.apply(rectangle(world.map(), {0, 0}, {71, 50}, true, '@'));
  world.settle();
  CHECK_FALSE(world.map_tables().too_large());
  CHECK(world.ready(Structure::kTables));
  Tables fresh;
  fresh.build(world.moves(), world.hpa(), world.tables().options());
  CHECK(fresh == world.tables());
}

TEST_CASE("a crowd takes as many agents and kinds as it may, and not one more") {
  Field field;
  Crowd crowd(24, 24, {.max_agents = 5});
  const BatchMap map = batch_map(field);
  for (int i = 0; i < 4; ++i) CHECK(crowd.add(map, member(field, {i, 3}, {20, 20})));
  CHECK(crowd.add_random(map, member(field, {0, 0}, {0, 0}), Crowd::pace(6), 10) == 1);
  CHECK(crowd.count() == 5);
  CHECK_FALSE(crowd.add(map, member(field, {9, 9}, {20, 20})));
  CHECK(crowd.add_random(map, member(field, {0, 0}, {0, 0}), Crowd::pace(6), 10) == 0);
  CHECK(crowd.count() == 5);
  field.tick(crowd);

  // Kinds that nobody knows cannot stand anywhere, but count: those that are known by then go on being taken.
  Crowd many(24, 24, {});
  const auto kind = [](int number) { return Agent{1 + number % 8, Capability(static_cast<uint8_t>(1 + number / 8))}; };
  CHECK(many.add(map, member(field, {2, 2}, {20, 20})));
  size_t kinds = 1;
  for (int number = 0; kinds < Crowd::kMaxKinds; ++number) {
    if (kind(number) == Agent{} || kind(number) == kLarge) continue;
    CHECK_FALSE(many.add(map, member(field, {4, 4}, {20, 20}, kind(number))));
    ++kinds;
  }
  CHECK_FALSE(many.add(map, member(field, {4, 4}, {20, 20}, kLarge)));  // one too many
  CHECK(many.add(map, member(field, {4, 4}, {20, 20})));
  Crowd fewer(24, 24, {});
  for (int number = 0, added = 0; added + 1 < static_cast<int>(Crowd::kMaxKinds); ++number) {
    if (kind(number) == kLarge) continue;
    (void)fewer.add(map, member(field, {4, 4}, {20, 20}, kind(number)));
    ++added;
  }
  CHECK(fewer.add(map, member(field, {4, 4}, {20, 20}, kLarge)));  // the last one
}

}  // namespace strata::test
