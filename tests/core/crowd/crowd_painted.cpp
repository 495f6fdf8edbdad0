// Crowds heed what is painted while they walk.
#include <doctest/doctest.h>

#include <vector>

#include "tests/core/crowd/crowd_ground.hpp"
#include "tests/rounds.hpp"

using namespace strata;
using namespace strata::test;

TEST_CASE("a wall painted across the way makes those plan anew who come through there, and cuts off who has no way") {
  for (const CrowdMethod method : kMethods) {
    CAPTURE(crowd_method_name(method));
    // Two corridors of the same map; the wall is painted into the first.
    GridMap map(64, 32);
    map.apply(rectangle(map, {0, 15}, {63, 16}, true, '@'));
    CrowdGround ground(map);
    GridCrowd crowd(64, 32, {.method = method, .threads = 1});
    for (int y = 1; y < 14; y += 2) REQUIRE(crowd.add(ground.batch(), walker(map.id({2, y}), map.id({60, y}))));
    for (int y = 18; y < 31; y += 2) REQUIRE(crowd.add(ground.batch(), walker(map.id({2, y}), map.id({60, y}))));
    const uint32_t half = crowd.count() / 2;
    MovementChecker watch(crowd);
    const auto pass = [&](int ticks) {
      for (int i = 0; i < ticks; ++i) {
        crowd.tick(ground.batch());
        watch.look(crowd, ground);
      }
    };
    pass(20);
    CHECK(crowd.count(CrowdStatus::kWalking) == crowd.count());
    // A wall with a gap: a detour.
    crowd.map_changed(ground.batch(), ground.block({40, 2, 41, 15}, '@'), true);
    CHECK(crowd.replan_stats().edits == 1);
    pass(1);
    CHECK(crowd.replan_stats().affected == half);
    CHECK(crowd.replan_stats().pending == 0);
    for (uint32_t i = 0; i < crowd.count(); ++i) CHECK(crowd.replans(i) == (i < half ? 1 : 0));
    CHECK(crowd.count(CrowdStatus::kWalking) == crowd.count());
    // The gap is closed.
    crowd.map_changed(ground.batch(), ground.block({40, 0, 41, 2}, '@'), true);
    pass(2);
    CHECK(crowd.count(CrowdStatus::kCutOff) == half);
    CHECK(crowd.replan_stats().cut_off == half);
    CHECK(crowd.count(CrowdStatus::kWalking) == crowd.count() - half);
    // What opens nothing does not help.
    crowd.map_changed(ground.batch(), ground.block({50, 0, 51, 3}, '@'), true);
    pass(2);
    CHECK(crowd.count(CrowdStatus::kCutOff) == half);
    CHECK(crowd.replan_stats().affected == 0);
    // A door does.
    crowd.map_changed(ground.batch(), ground.block({40, 7, 41, 8}, '.'), true);
    CHECK(crowd.count(CrowdStatus::kCutOff) == half);
    pass(2);
    CHECK(crowd.count(CrowdStatus::kCutOff) == 0);
    CHECK(crowd.replan_stats().affected == half);
    pass(1500);
    CHECK(crowd.count(CrowdStatus::kArrived) == crowd.count());
    check_statistics(crowd, ground);
  }
}

TEST_CASE("an agent turns back before a wall that is painted in front of it, and stays where it is walled in") {
  GridMap map(20, 5);
  CrowdGround ground(map);
  GridCrowd crowd(20, 5, {.threads = 1});
  REQUIRE(crowd.add(ground.batch(), walker(map.id({3, 2}), map.id({15, 2}), 6)));
  for (int i = 0; i < 5; ++i) crowd.tick(ground.batch());
  REQUIRE(crowd.cell(0) == map.id({3, 2}));
  REQUIRE(crowd.next(0) == map.id({4, 2}));
  const float before = crowd.along(0, 0);
  CHECK(before > 0.3f);
  crowd.map_changed(ground.batch(), ground.block({4, 2, 5, 3}, '@'), true);
  crowd.replan_affected(ground.batch());
  CHECK(crowd.replan_stats().turned == 1);
  CHECK(crowd.along(0, 0) == before);  // it does not jump
  MovementChecker watch(crowd);
  for (int i = 0; i < 6; ++i) {
    crowd.tick(ground.batch());
    watch.look(crowd, ground);
    if (crowd.cell(0) == map.id({3, 2}) && crowd.next(0) == map.id({4, 2})) CHECK(crowd.along(0, 0) < before);
  }
  CHECK(crowd.status(0) == CrowdStatus::kWalking);
  // Its own cell.
  const CellId here = crowd.cell(0);
  const CellId there = crowd.next(0);
  const Cell a = map.cell(here), b = map.cell(there);
  crowd.map_changed(ground.batch(), ground.block({a.x, a.y, a.x + 1, a.y + 1}, '@'), true);
  crowd.map_changed(ground.batch(), ground.block({b.x, b.y, b.x + 1, b.y + 1}, '@'), false);
  crowd.tick(ground.batch());
  CHECK(crowd.status(0) == CrowdStatus::kWalledIn);
  CHECK(crowd.replan_stats().walled_in == 1);
  CHECK(crowd.replan_stats().edits == 2);
  for (int i = 0; i < 20; ++i) crowd.tick(ground.batch());
  CHECK(crowd.cell(0) == here);
  crowd.map_changed(ground.batch(), ground.block({0, 0, 20, 5}, '.'), true);
  for (int i = 0; i < 400; ++i) crowd.tick(ground.batch());
  CHECK(crowd.status(0) == CrowdStatus::kArrived);
}

TEST_CASE("whatever is painted while they walk, agents keep to the map and the sums stay right") {
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    CAPTURE(seed);
    const bool holding = seed % 2 == 0;
    const std::vector<Agent> agents = {Agent{}, Agent{2, Capability(0b0111)}};
    CrowdGround ground(random_map(56, 48, 20, seed), agents);
    GridCrowd crowd(56, 48, {.seed = seed, .holding = holding, .plans_per_tick = 40, .threads = 1});
    GridCrowdMember member = walker(0, 0, 10);
    member.task = seed < 3 ? CrowdTask::kWander : CrowdTask::kOwn;
    crowd.add_random(ground.batch(), member, GridCrowd::pace(50), 150);
    member.agent = agents[1];
    crowd.add_random(ground.batch(), member, GridCrowd::pace(50), 30);
    Rng rng(seed);
    MovementChecker watch(crowd);
    for (int tick = 0; tick < 600; ++tick) {
      if (tick % 7 == 0) {
        crowd.map_changed(ground.batch(), ground.edit(random_edit(ground.map, 8, rng)), rng.percent(30));
        crowd.replan_affected(ground.batch());
        watch = MovementChecker(crowd);
      }
      crowd.tick(ground.batch());
      watch.look(crowd, ground);
      if (holding) check_holding(crowd, ground);
      if (tick % 50 == 0) check_statistics(crowd, ground);
    }
    // Who could walk does so, or says why not.
    for (int tick = 0; tick < 30; ++tick) crowd.tick(ground.batch());
    CHECK(crowd.queued() <= crowd.count(CrowdStatus::kPlanning));
    for (uint32_t i = 0; i < crowd.count(); ++i) {
      const bool stands = ground.moves(crowd.agent(i).size == 1 ? 0 : 1).passable(crowd.cell(i));
      CHECK((crowd.status(i) == CrowdStatus::kWalledIn) == !stands);
    }
  }
}

// Where it is so full that most wait, they remember which ways were free.
TEST_CASE("whatever is painted into a crowd that stands close, nobody enters what is blocked for it") {
  const std::vector<Agent> agents = {Agent{}, Agent{2, Agent{}.capability}};
  size_t walled_in = 0;
  for (int seed = 1; seed <= rounds(24); ++seed) {
    CAPTURE(seed);
    const size_t kinds = seed % 3 == 0 ? 2 : 1;
    CrowdGround ground(GridMap(24, 24), {agents.begin(), agents.begin() + static_cast<std::ptrdiff_t>(kinds)});
    if (seed % 2 == 0) ground.label();
    GridCrowd crowd(24, 24, {.seed = static_cast<uint64_t>(seed), .holding = true, .threads = 1});
    GridCrowdMember member = walker(0, 0, 10);
    member.task = CrowdTask::kWander;
    if (kinds == 2) {
      member.agent = agents[1];
      crowd.add_random(ground.batch(), member, GridCrowd::pace(40), 30);
      member.agent = agents[0];
    }
    crowd.add_random(ground.batch(), member, GridCrowd::pace(40), kinds == 2 ? 200 : 320);
    Rng rng(static_cast<uint64_t>(seed));
    for (int edit = 0; edit < 8; ++edit) {
      for (int tick = 0; tick < 30; ++tick) crowd.tick(ground.batch());
      for (int i = 0; i < 2; ++i) {
        const Cell at{rng.between(0, 23), rng.between(0, 23)}, to{rng.between(0, 23), at.y};
        const char letter = rng.percent(70) ? '@' : '.';
        const Edit painted = rng.percent(50) ? rectangle(ground.map, at, to, true, letter)
                                             : rectangle(ground.map, {at.y, at.x}, {at.y, to.x}, true, letter);
        crowd.map_changed(ground.batch(), ground.edit(painted), i == 0);
      }
      crowd.replan_affected(ground.batch());
      const uint32_t before = crowd.count(CrowdStatus::kWalledIn);
      walled_in += before;
      MovementChecker watch(crowd);
      for (int tick = 0; tick < 15; ++tick) {
        crowd.tick(ground.batch());
        watch.look(crowd, ground);
        check_holding(crowd, ground);
      }
      CHECK(crowd.count(CrowdStatus::kWalledIn) <= before);
    }
  }
  CHECK(walled_in > 100);
}
