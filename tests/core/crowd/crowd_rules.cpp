// What a crowd counts, and the rules by which its agents make room, leave, and try again.
#include <doctest/doctest.h>

#include <set>

#include "tests/crowd_support.hpp"

namespace strata::test {
namespace {

// Ticks until it is not planned any more, and how often it was.
int plans_of(CrowdTestWorld& field, GridCrowd& crowd, uint32_t agent) {
  int plans = 0;
  for (int i = 0; i < 100 && crowd.status(agent) == CrowdStatus::kPlanning; ++i) {
    field.tick(crowd);
    plans += static_cast<int>(crowd.times().planned);
  }
  return plans;
}

// No cell is held by two: stood on, or walked to.
bool shared(const GridCrowd& crowd) {
  std::set<CellId> stood_on, walked_to;
  for (uint32_t i = 0; i < crowd.count(); ++i) {
    if (crowd.status(i) == CrowdStatus::kGone) continue;
    if (!stood_on.insert(crowd.cell(i)).second) return true;
    if (crowd.next(i) != crowd.cell(i) && !walked_to.insert(crowd.next(i)).second) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("a crowd takes as many agents and kinds as it may, and not one more") {
  CrowdTestWorld field;
  GridCrowd crowd(24, 24, {.max_agents = 5});
  const BatchMap map = batch_map(field);
  for (int i = 0; i < 4; ++i) CHECK(crowd.add(map, member(field, {i, 3}, {20, 20})));
  CHECK(crowd.add_random(map, member(field, {0, 0}, {0, 0}), GridCrowd::pace(6), 10) == 1);
  CHECK(crowd.count() == 5);
  CHECK_FALSE(crowd.add(map, member(field, {9, 9}, {20, 20})));
  CHECK(crowd.add_random(map, member(field, {0, 0}, {0, 0}), GridCrowd::pace(6), 10) == 0);
  CHECK(crowd.count() == 5);
  field.tick(crowd);

  // Kinds that nobody knows cannot stand anywhere, but count: those that are known by then go on being taken.
  GridCrowd many(24, 24, {});
  const auto kind = [](int number) { return Agent{1 + number % 8, Capability(static_cast<uint8_t>(1 + number / 8))}; };
  CHECK(many.add(map, member(field, {2, 2}, {20, 20})));
  size_t kinds = 1;
  for (int number = 0; kinds < GridCrowd::kMaxKinds; ++number) {
    if (kind(number) == Agent{} || kind(number) == kLarge) continue;
    CHECK_FALSE(many.add(map, member(field, {4, 4}, {20, 20}, kind(number))));
    ++kinds;
  }
  CHECK_FALSE(many.add(map, member(field, {4, 4}, {20, 20}, kLarge)));  // one too many
  CHECK(many.add(map, member(field, {4, 4}, {20, 20})));
  GridCrowd fewer(24, 24, {});
  for (int number = 0, added = 0; added + 1 < static_cast<int>(GridCrowd::kMaxKinds); ++number) {
    if (kind(number) == kLarge) continue;
    (void)fewer.add(map, member(field, {4, 4}, {20, 20}, kind(number)));
    ++added;
  }
  CHECK(fewer.add(map, member(field, {4, 4}, {20, 20}, kLarge)));  // the last one
}

TEST_CASE(
    "an agent whose goal is drawn draws eight more before it is without a way, and as many when it is asked anew") {
  CrowdTestWorld field(40);
  field.apply(rectangle(field.map(), {9, 0}, {11, 39}, true, '@'));
  field.apply(rectangle(field.map(), {0, 0}, {39, 39}, true, '@'));
  field.apply(rectangle(field.map(), {20, 0}, {39, 39}, true, '.'));
  field.apply(rectangle(field.map(), {2, 2}, {3, 2}, true, '.'));
  field.finish_updates();
  GridCrowd crowd(40, 40, {.seed = 3});
  GridCrowdMember one = member(field, {2, 2}, {0, 0});
  one.goal = kNoCell;
  REQUIRE(crowd.add(batch_map(field), one));
  CHECK(plans_of(field, crowd, 0) == 9);
  CHECK(crowd.status(0) == CrowdStatus::kCutOff);
  crowd.set_task(CrowdTask::kWander);
  CHECK(plans_of(field, crowd, 0) == 9);
  CHECK(crowd.status(0) == CrowdStatus::kCutOff);
}

TEST_CASE("every arrival is counted, with the ticks since the agent set out for that goal") {
  CrowdTestWorld field;
  GridCrowd crowd(24, 24, {.seed = 2});
  GridCrowdMember one = member(field, {2, 2}, {2, 2});
  one.task = CrowdTask::kGoal;
  crowd.set_goal(field.moves().id({8, 2}));
  REQUIRE(crowd.add(batch_map(field), one));
  uint64_t ticks = 0;
  const auto arrive = [&] {
    const uint64_t before = crowd.totals().arrivals;
    for (int i = 0; i < 500 && crowd.totals().arrivals == before; ++i) {
      field.tick(crowd);
      ++ticks;
    }
  };
  arrive();
  CHECK(crowd.totals().arrivals == 1);
  const uint64_t first = crowd.totals().travel_ticks;
  CHECK(first > 0);
  CHECK(first <= ticks);
  field.tick(crowd, 200);  // it stays there for a while, which is no travelling
  CHECK(crowd.totals().arrivals == 1);
  ticks = 0;
  crowd.set_goal(field.moves().id({8, 12}));
  arrive();
  CHECK(crowd.totals().arrivals == 2);
  CHECK(crowd.totals().travel_ticks - first <= ticks);
  CHECK(crowd.totals().travel_ticks - first >= ticks - 2);
}

TEST_CASE("after an edit all who must be planned anew are counted as pending, until they have been") {
  CrowdTestWorld field(40);
  GridCrowd crowd(40, 40, {.seed = 2, .plans_per_tick = 3});
  for (int y = 10; y < 20; ++y) REQUIRE(crowd.add(batch_map(field), member(field, {2, y}, {37, y})));
  for (int i = 0; i < 30 && crowd.count(CrowdStatus::kWalking) < 10; ++i) field.tick(crowd);
  REQUIRE(crowd.count(CrowdStatus::kWalking) == 10);
  field.paint(crowd, {20, 0}, {20, 38}, '@');
  CHECK(crowd.replan_stats().affected == 10);
  CHECK(crowd.replan_stats().pending == 10);
  for (const uint32_t left : {7u, 4u, 1u, 0u, 0u}) {
    field.tick(crowd);
    CHECK(crowd.replan_stats().pending == left);
  }
}

TEST_CASE("an agent cannot stand off the map, on a wall, or without anything to stand on") {
  CrowdTestWorld field;
  GridCrowd crowd(24, 24, {});
  field.apply(rectangle(field.map(), {5, 5}, {5, 5}, true, '@'));
  field.finish_updates();
  BatchMap map = batch_map(field);
  GridCrowdMember one = member(field, {3, 3}, {20, 20});
  for (const CellId at :
       {field.map().cell_count(), field.map().cell_count() + 100'000, kNoCell, field.moves().id({5, 5})}) {
    one.at = at;
    CHECK_FALSE(crowd.add(map, one));
  }
  CHECK_FALSE(crowd.add(map, member(field, {23, 23}, {1, 1}, kLarge)));
  CHECK(crowd.count() == 0);
  map.kinds[0].moves = nullptr;
  map.kinds[0].tables = nullptr;
  CHECK_FALSE(crowd.add(BatchMap{}, member(field, {3, 3}, {20, 20})));
  CHECK(crowd.add(batch_map(field), member(field, {3, 3}, {20, 20})));
}

TEST_CASE("agents that hold their cells leave over one exit one after the other, until all are gone") {
  CrowdTestWorld field;
  GridCrowd crowd(24, 24, {.seed = 5, .holding = true});
  crowd.set_exits({field.moves().id({20, 20})});
  for (int i = 0; i < 12; ++i) {
    GridCrowdMember one = member(field, {2 + i, 3}, {0, 0});
    one.task = CrowdTask::kEvacuate;
    REQUIRE(crowd.add(batch_map(field), one));
  }
  for (int i = 0; i < 3000 && crowd.on_map() > 0; ++i) {
    field.tick(crowd);
    REQUIRE_FALSE(shared(crowd));
  }
  CHECK(crowd.count(CrowdStatus::kGone) == 12);
}

TEST_CASE("when agents begin to hold their cells while they walk, none is shared from then on") {
  CrowdTestWorld field;
  Rng rng(4);
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    CAPTURE(seed);
    GridCrowd crowd(24, 24, {.seed = seed});
    // Each on a row of its own until then, from both sides towards the middle.
    for (int y = 0; y < 22; ++y) {
      const bool left = y % 2 == 0;
      REQUIRE(crowd.add(batch_map(field), member(field, {left ? 2 : 21, y}, {left ? 20 : 3, 21 - y})));
    }
    // One that has arrived, in the way of others.
    REQUIRE(crowd.add(batch_map(field), member(field, {12, 11}, {12, 11})));
    REQUIRE(crowd.add(batch_map(field), member(field, {2, 22}, {20, 22})));
    REQUIRE(crowd.add(batch_map(field), member(field, {12, 22}, {12, 22})));
    field.tick(crowd, 3);
    REQUIRE_FALSE(shared(crowd));
    crowd.set_holding(true);
    for (int i = 0; i < 400; ++i) {
      field.tick(crowd);
      REQUIRE_FALSE(shared(crowd));
    }
    crowd.set_holding(false);
    for (uint32_t i = 0; i < crowd.count(); ++i) CHECK(crowd.waiting(i) == 0);
  }
}

}  // namespace strata::test
