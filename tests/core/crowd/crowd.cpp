// Crowds: agents walk as the map allows, and come to where they want to go.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "tests/core/crowd/crowd_ground.hpp"

using namespace strata;
using namespace strata::test;

TEST_CASE("agents walk by legal steps, never jump, and every one with a way arrives") {
  for (const CrowdMethod method : kMethods) {
    for (uint64_t seed = 1; seed <= 3; ++seed) {
      for (const Rules& rules : {Rules{}, Rules{.profile = Profile::kPaper}, Rules{.profile = Profile::kFour},
                                 Rules{.weights = {1, 5, 1, 1}}}) {
        CAPTURE(crowd_method_name(method));
        CAPTURE(seed);
        CrowdGround ground(seed == 2 ? random_rooms(45, 38, 7, seed) : random_map(45, 38, 25, seed), {Agent{}}, rules);
        GridCrowd crowd(45, 38, {.seed = seed, .method = method, .threads = 1});
        Rng rng(seed);
        std::vector<CellId> goals, starts;
        while (crowd.count() < 60) {
          const CellId at = rng.below(ground.map.cell_count()), goal = rng.below(ground.map.cell_count());
          const bool added = crowd.add(ground.batch(), walker(at, goal, 5 + rng.below(50)));
          CHECK(added == ground.moves().passable(at));
          if (!added) continue;
          starts.push_back(at);
          goals.push_back(goal);
        }
        MovementChecker watch(crowd);
        for (int tick = 0; tick < 4000; ++tick) {
          crowd.tick(ground.batch());
          if (tick < 400) watch.look(crowd, ground);
        }
        for (uint32_t i = 0; i < crowd.count(); ++i) {
          const std::vector<Cost> all = plain_dijkstra(ground.map, rules, ground.map.cell(starts[i]));
          const bool way = all[goals[i]] != kInfinite;
          const bool stands = ground.moves().passable(goals[i]);
          CHECK(crowd.status(i) == (way      ? CrowdStatus::kArrived
                                    : stands ? CrowdStatus::kCutOff
                                             : CrowdStatus::kBlockedEnd));
          if (way) CHECK(crowd.cell(i) == goals[i]);
        }
        check_statistics(crowd, ground);
        CHECK(crowd.totals().arrivals == crowd.count(CrowdStatus::kArrived));
      }
    }
  }
}

TEST_CASE("a step takes as many ticks as it costs: heavy terrain slows agents down") {
  GridMap map(30, 3);
  map.apply(rectangle(map, {10, 0}, {19, 2}, true, 'S'));
  CrowdGround ground(map, {Agent{}}, {.weights = {1, 4, 1, 1}});
  GridCrowd crowd(30, 3, {.threads = 1});
  const CellId start = map.id({0, 1}), goal = map.id({29, 1});
  REQUIRE(crowd.add(ground.batch(), walker(start, goal, 15)));  // a quarter of a straight step in a tick
  std::vector<CellId> way;
  crowd.tick(ground.batch());
  const Cost cost = crowd.way(ground.batch(), 0, way);
  CHECK(way.back() == goal);
  int ticks = 1;
  while (crowd.status(0) != CrowdStatus::kArrived && ticks < 1000) {
    crowd.tick(ground.batch());
    ++ticks;
  }
  const double expected = 4.0 * (cost + 816.0) / 816;  // the first step was under way
  CHECK(ticks == doctest::Approx(expected).epsilon(0.02));
  CHECK(crowd.travelled(0) == 29);
}

TEST_CASE("a large agent is as slow with its lower row in a swamp as with its upper one") {
  int ticks[2] = {};
  for (const int swamp : {0, 1}) {
    GridMap map(30, 2);
    map.apply(rectangle(map, {0, swamp}, {29, swamp}, true, 'S'));
    const Agent large{2, Capability::walker()};
    CrowdGround ground(map, {large}, {.weights = {1, 4, 1, 1}});
    GridCrowd crowd(30, 2, {.threads = 1});
    GridCrowdMember member = walker(map.id({0, 0}), map.id({28, 0}), 15);
    member.agent = large;
    REQUIRE(crowd.add(ground.batch(), member));
    while (crowd.status(0) != CrowdStatus::kArrived && ticks[swamp] < 1000) {
      crowd.tick(ground.batch());
      ++ticks[swamp];
    }
  }
  CHECK(ticks[0] == ticks[1]);
  CHECK(ticks[0] == doctest::Approx(4.0 * 4 * 28).epsilon(0.02));
}

TEST_CASE("a run repeats exactly from its seed, in any number of threads") {
  for (const bool holding : {false, true}) {
    CAPTURE(holding);
    const auto run = [&](uint64_t seed, int threads) {
      CrowdGround ground(random_rooms(120, 110, 11, 5));
      GridCrowd crowd(120, 110,
                      {.seed = seed,
                       .holding = holding,
                       .method = CrowdMethod::kTables,
                       .plans_per_tick = 700,
                       .threads = threads});
      const uint32_t added =
          crowd.add_random(ground.batch(), walker(0, 0, 10), GridCrowd::pace(40), holding ? 4500 : 6000);
      CHECK(added > 4200);  // more than one thread is worth its while
      crowd.set_task(CrowdTask::kWander);
      for (int tick = 0; tick < 80; ++tick) {
        if (tick == 30) crowd.map_changed(ground.batch(), ground.block({40, 0, 42, 100}, '@'), true);
        crowd.tick(ground.batch());
      }
      return all_of(crowd);
    };
    const std::string first = run(7, 1);
    CHECK(run(7, 2) == first);
    CHECK(run(8, 1) != first);
  }
}

TEST_CASE("with holding there is never more than one agent on a cell, large ones included") {
  for (uint64_t seed = 1; seed <= 4; ++seed) {
    CAPTURE(seed);
    const std::vector<Agent> agents = {Agent{}, Agent{2, Capability::walker()}};
    CrowdGround ground(random_rooms(40, 36, 9, seed), agents);
    GridCrowd crowd(40, 36, {.seed = seed, .holding = true, .threads = 1});
    GridCrowdMember large = walker(0, 0, 15);
    large.agent = agents[1];
    large.task = CrowdTask::kWander;
    CHECK(crowd.add_random(ground.batch(), large, GridCrowd::pace(30), 20) == 20);
    GridCrowdMember small = walker(0, 0, 15);
    small.task = seed % 2 == 0 ? CrowdTask::kWander : CrowdTask::kOwn;
    CHECK(crowd.add_random(ground.batch(), small, GridCrowd::pace(60), 150) == 150);
    check_holding(crowd, ground);
    MovementChecker watch(crowd);
    for (int tick = 0; tick < 700; ++tick) {
      crowd.tick(ground.batch());
      check_holding(crowd, ground);
      watch.look(crowd, ground);
    }
    check_statistics(crowd, ground);
    CHECK(crowd.totals().arrivals > 40);
    CHECK(crowd.totals().waited > 0);
    uint64_t waited = 0, waits = 0;
    for (uint32_t i = 0; i < crowd.count(); ++i) waited += crowd.waited(i);
    for (const uint32_t w : crowd.waits()) waits += w;
    CHECK(waited == crowd.totals().waited);
    CHECK(waits == crowd.totals().waited);
  }
}

TEST_CASE("agents that hold their cells queue up around one goal, and pass each other in a wide corridor") {
  CrowdGround ground(GridMap(40, 6));
  GridCrowd crowd(40, 6, {.holding = true, .threads = 1});
  for (int y = 0; y < 6; ++y) {
    for (int x = 0; x < 3; ++x) {
      GridCrowdMember member = walker(ground.map.id({x, y}), ground.map.id({39 - x, y}));
      REQUIRE(crowd.add(ground.batch(), member));
      member.at = ground.map.id({39 - x, y});
      member.goal = ground.map.id({x, y});
      REQUIRE(crowd.add(ground.batch(), member));
      CHECK_FALSE(crowd.add(ground.batch(), member));  // the place is taken
    }
  }
  for (int tick = 0; tick < 6000; ++tick) crowd.tick(ground.batch());
  CHECK(crowd.count(CrowdStatus::kArrived) >= 30);  // of 36: against the stream it may take long
  crowd.set_goal(ground.map.id({20, 3}));
  crowd.set_task(CrowdTask::kGoal);
  for (int tick = 0; tick < 3000; ++tick) {
    crowd.tick(ground.batch());
    if (tick % 50 == 0) check_holding(crowd, ground);
  }
  CHECK(crowd.count(CrowdStatus::kArrived) == crowd.count());
  // They stand close together.
  for (uint32_t i = 0; i < crowd.count(); ++i) CHECK(std::abs(ground.map.cell(crowd.cell(i)).x - 20) <= 14);
}

TEST_CASE("evacuated agents leave over the nearest exit, and wandering ones go on for ever") {
  CrowdGround ground(random_rooms(50, 40, 8, 3));
  const Rules rules;
  GridCrowd crowd(50, 40, {.seed = 4, .threads = 1});
  const auto passable = [&](Cell near) {
    while (!ground.moves().passable(near)) ++near.x;
    return ground.map.id(near);
  };
  const std::vector<CellId> exits = {passable({1, 1}), passable({45, 35}), passable({25, 20})};
  crowd.set_exits(exits);
  GridCrowdMember member = walker(0, 0);
  member.task = CrowdTask::kEvacuate;
  crowd.add_random(ground.batch(), member, member.pace, 80);
  std::vector<CellId> starts;
  for (uint32_t i = 0; i < crowd.count(); ++i) starts.push_back(crowd.cell(i));
  for (int tick = 0; tick < 3000; ++tick) crowd.tick(ground.batch());
  std::vector<std::vector<Cost>> from_exit;
  for (const CellId exit : exits) from_exit.push_back(plain_dijkstra(ground.map, rules, ground.map.cell(exit)));
  for (uint32_t i = 0; i < crowd.count(); ++i) {
    Cost nearest = kInfinite;
    for (const auto& costs : from_exit) nearest = std::min(nearest, costs[starts[i]]);
    CHECK(crowd.status(i) == (nearest == kInfinite ? CrowdStatus::kCutOff : CrowdStatus::kGone));
    if (nearest == kInfinite) continue;
    // The nearest by the ways of the abstraction, which are a little longer than the shortest.
    const auto chosen = std::find(exits.begin(), exits.end(), crowd.goal(i)) - exits.begin();
    CHECK(from_exit[static_cast<size_t>(chosen)][starts[i]] <= nearest + nearest / 3 + 4 * 816);
  }
  check_statistics(crowd, ground);
  CHECK(crowd.on_map() == crowd.count() - crowd.count(CrowdStatus::kGone));

  GridCrowd wanderers(50, 40, {.seed = 4, .threads = 1});
  member.task = CrowdTask::kWander;
  wanderers.add_random(ground.batch(), member, member.pace, 50);
  std::set<CellId> goals;
  for (int tick = 0; tick < 3000; ++tick) {
    wanderers.tick(ground.batch());
    goals.insert(wanderers.goal(0));
  }
  CHECK(wanderers.count(CrowdStatus::kArrived) == 0);
  CHECK(wanderers.totals().arrivals > 500);
  CHECK(goals.size() > 8);
  check_statistics(wanderers, ground);
}
