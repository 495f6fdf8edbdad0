// Crowds that follow flow fields: they arrive by cheapest paths, go on after edits, and share a bounded number of
// fields.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "core/base/work_count.hpp"
#include "tests/core/crowd/crowd_ground.hpp"

namespace strata::test {
namespace {

GridCrowdMember flow_agent(CrowdTask task, const Agent& agent = {}) {
  return {.at = kNoCell, .goal = kNoCell, .agent = agent, .task = task, .pace = GridCrowd::pace(30), .group = 0};
}

GridCrowd flow_crowd(const CrowdGround& ground, bool holding = false, int threads = 1) {
  return {ground.map.width(),
          ground.map.height(),
          {.seed = 5, .holding = holding, .method = CrowdMethod::kFlow, .threads = threads}};
}

CellId free_cell(const MoveGrid& moves, Rng& rng) {
  for (;;) {
    const CellId cell = rng.below(moves.cell_count());
    if (moves.passable(cell)) return cell;
  }
}

Cost plain_cost(const CrowdGround& ground, size_t kind, CellId from, CellId to) {
  return plain_dijkstra(ground.map, ground.kinds[kind]->rules, ground.map.cell(from))[to];
}

}  // namespace

TEST_CASE("Agents of a crowd that follows a flow field have cheapest paths, and all that can arrive do") {
  for (const bool holding : {false, true}) {
    for (uint64_t seed = 1; seed <= 4; ++seed) {
      // With one agent per cell, large agents without a path would block the others for good.
      std::vector<Agent> kinds = {Agent{}};
      if (!holding) kinds.push_back({2, Capability::walker()});
      CrowdGround ground(seed % 2 == 0 ? random_rooms(50, 40, 8, seed) : random_map(50, 40, 18, seed), kinds,
                         {.weights = {1, 3, 1, 1}});
      Rng rng(seed);
      GridCrowd crowd = flow_crowd(ground, holding);
      std::vector<CellId> exits;
      for (int i = 0; i < 3; ++i) exits.push_back(free_cell(ground.moves(kinds.size() - 1), rng));
      crowd.set_exits(exits);
      for (const Agent& kind : kinds) {
        REQUIRE(crowd.add_random(ground.batch(), flow_agent(CrowdTask::kEvacuate, kind), GridCrowd::pace(40), 40) > 20);
      }
      std::vector<Cost> nearest(crowd.count(), kInfinite);
      for (uint32_t i = 0; i < crowd.count(); ++i) {
        for (const CellId exit : exits) {
          nearest[i] = std::min(nearest[i], plain_cost(ground, crowd.agent(i).size - 1u, crowd.cell(i), exit));
        }
      }
      for (int tick = 0; tick < 10 && crowd.queued() > 0; ++tick) crowd.tick(ground.batch());
      REQUIRE(crowd.queued() == 0);
      CHECK(crowd.flow().count() == kinds.size());
      // Before anything has moved on, the path of each agent is the cheapest one.
      std::vector<CellId> way;
      for (uint32_t i = 0; i < crowd.count(); ++i) {
        if (crowd.travelled(i) > 0 || crowd.next(i) != crowd.cell(i) || nearest[i] == kInfinite) continue;
        if (crowd.status(i) != CrowdStatus::kWalking) continue;
        CHECK(crowd.way(ground.batch(), i, way) == nearest[i]);
        CHECK(way.back() == crowd.goal(i));
      }
      MovementChecker watch(crowd);
      for (int tick = 0; tick < 3000; ++tick) {
        crowd.tick(ground.batch());
        if (holding && tick % 10 == 0) check_holding(crowd, ground);
        if (crowd.on_map() == crowd.count(CrowdStatus::kCutOff)) break;
      }
      for (uint32_t i = 0; i < crowd.count(); ++i) {
        CAPTURE(seed);
        CAPTURE(holding);
        CHECK(crowd.status(i) == (nearest[i] == kInfinite ? CrowdStatus::kCutOff : CrowdStatus::kGone));
        if (crowd.status(i) == CrowdStatus::kGone) CHECK(crowd.goal(i) == crowd.cell(i));
      }
      check_statistics(crowd, ground);
    }
  }
}

TEST_CASE("Agents on a flow field go on after strokes without plans of their own, and stop where no path is left") {
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    CrowdGround ground(random_map(60, 45, 15, seed), {Agent{}});
    Rng rng(seed);
    GridCrowd crowd = flow_crowd(ground);
    const CellId goal = free_cell(ground.moves(), rng);
    crowd.set_goal(goal);
    REQUIRE(crowd.add_random(ground.batch(), flow_agent(CrowdTask::kGoal), GridCrowd::pace(20), 150) == 150);
    MovementChecker watch(crowd);
    for (int tick = 0; tick < 400; ++tick) {
      if (tick % 20 == 10) {
        crowd.map_changed(ground.batch(), ground.edit(random_edit(ground.map, 8, rng)), true);
        crowd.replan_affected(ground.batch());
        watch.look(crowd, ground);
      }
      crowd.tick(ground.batch());
      watch.look(crowd, ground);
    }
    crowd.map_changed(ground.batch(), ground.block(Rect{0, 0, 60, 1}, '.'), true);
    for (int tick = 0; tick < 2000; ++tick) crowd.tick(ground.batch());
    const std::vector<Cost> costs = plain_dijkstra(ground.map, {}, ground.map.cell(goal));
    size_t arrived = 0;
    for (uint32_t i = 0; i < crowd.count(); ++i) {
      const CellId at = crowd.cell(i);
      CAPTURE(seed);
      CHECK(crowd.status(i) == (!ground.moves().passable(at)     ? CrowdStatus::kWalledIn
                                : !ground.moves().passable(goal) ? CrowdStatus::kBlockedEnd
                                : costs[at] == kInfinite         ? CrowdStatus::kCutOff
                                                                 : CrowdStatus::kArrived));
      arrived += crowd.status(i) == CrowdStatus::kArrived;
    }
    CHECK((arrived > 50 || !ground.moves().passable(goal)));
    CHECK(crowd.flow().count() == 1);
    check_statistics(crowd, ground);
  }
  // A wall with a gap: nobody is planned again, and all go round.
  CrowdGround ground(GridMap(40, 30));
  GridCrowd crowd = flow_crowd(ground);
  crowd.set_goal(ground.map.id({38, 15}));
  for (int y = 0; y < 30; ++y) {
    GridCrowdMember one = flow_agent(CrowdTask::kGoal);
    one.at = ground.map.id({0, y});
    REQUIRE(crowd.add(ground.batch(), one));
  }
  for (int tick = 0; tick < 10; ++tick) crowd.tick(ground.batch());
  REQUIRE(crowd.count(CrowdStatus::kWalking) == 30);
  crowd.map_changed(ground.batch(), ground.block({20, 1, 21, 30}, '@'), true);
  crowd.tick(ground.batch());
  CHECK(crowd.replan_stats().affected == 0);
  CHECK(crowd.count(CrowdStatus::kWalking) == 30);
  for (int tick = 0; tick < 600; ++tick) crowd.tick(ground.batch());
  CHECK(crowd.count(CrowdStatus::kArrived) == 30);
  for (uint32_t i = 0; i < crowd.count(); ++i) CHECK(crowd.replans(i) == 0);
}

TEST_CASE("A crowd that follows flow fields is the same with any number of threads, and so is its copy") {
  for (const bool holding : {false, true}) {
    CrowdGround ground(random_map(90, 70, 15, 3));
    GridCrowd one = flow_crowd(ground, holding, 1), four = flow_crowd(ground, holding, 4);
    std::unique_ptr<GridCrowd> copied;
    Rng rng(8);
    const CellId goal = free_cell(ground.moves(), rng);
    const auto all = [&](auto&& use) {
      use(one);
      use(four);
      if (copied) use(*copied);
    };
    all([&](GridCrowd& crowd) {
      crowd.set_goal(goal);
      REQUIRE(crowd.add_random(ground.batch(), flow_agent(CrowdTask::kGoal), GridCrowd::pace(20),
                               holding ? 300 : 9000) >= 300);
    });
    for (int tick = 0; tick < 120; ++tick) {
      if (tick % 30 == 20) {
        const Rect changed = ground.edit(random_edit(ground.map, 8, rng));
        all([&](GridCrowd& crowd) { crowd.map_changed(ground.batch(), changed, true); });
      }
      if (tick == 50) copied = one.copy();
      all([&](GridCrowd& crowd) { crowd.tick(ground.batch()); });
      if (tick % 10 != 0) continue;
      REQUIRE(all_of(one) == all_of(four));
      if (copied) REQUIRE(all_of(one) == all_of(*copied));
    }
    CHECK(one.totals().entered > 1000);
  }
}

TEST_CASE("The number of flow fields of a crowd is bounded; agents beyond it are planned by A*") {
  CrowdGround ground(GridMap(60, 60));
  GridCrowd crowd = flow_crowd(ground);
  Rng rng(2);
  constexpr size_t kGroups = CrowdFlow::kMaxFields + 4;
  for (uint32_t i = 0; i < kGroups * CrowdFlow::kLeastShare; ++i) {
    const auto group = static_cast<int>(i % kGroups);
    GridCrowdMember one = flow_agent(CrowdTask::kOwn);
    one.at = free_cell(ground.moves(), rng);
    one.goal = ground.map.id({2 * group + 3, 30});
    REQUIRE(crowd.add(ground.batch(), one));
  }
  // The goal of a single agent gets no field.
  GridCrowdMember single = flow_agent(CrowdTask::kOwn);
  single.at = ground.map.id({59, 59});
  single.goal = ground.map.id({0, 0});
  REQUIRE(crowd.add(ground.batch(), single));
  for (int tick = 0; tick < 60; ++tick) crowd.tick(ground.batch());
  CHECK(crowd.queued() == 0);
  CHECK(crowd.flow().count() == CrowdFlow::kMaxFields);
  std::set<int> followed;
  size_t searched = 0;
  for (uint32_t i = 0; i < crowd.count(); ++i) {
    if (crowd.flow().of(i) != kNoFlow) followed.insert(crowd.flow().of(i));
    searched += crowd.flow().of(i) == kNoFlow;
  }
  CHECK(followed.size() == CrowdFlow::kMaxFields);
  CHECK(searched == 4 * CrowdFlow::kLeastShare + 1);
  for (int tick = 0; tick < 800; ++tick) crowd.tick(ground.batch());
  CHECK(crowd.count(CrowdStatus::kArrived) == crowd.count());
  CHECK(crowd.memory_bytes() > crowd.flow().memory_bytes());
  CHECK(crowd.flow().memory_bytes() >= CrowdFlow::kMaxFields * FlowField::bytes_for(ground.map.cell_count()));
  crowd.set_method(CrowdMethod::kAstar);
  CHECK(crowd.flow().count() == 0);
  CHECK(crowd.flow().memory_bytes() < FlowField::bytes_for(ground.map.cell_count()));
}

TEST_CASE("A field that no agent follows is used for the next goal") {
  CrowdGround ground(GridMap(50, 50));
  GridCrowd crowd = flow_crowd(ground);
  Rng rng(4);
  crowd.set_goal(free_cell(ground.moves(), rng));
  REQUIRE(crowd.add_random(ground.batch(), flow_agent(CrowdTask::kGoal), GridCrowd::pace(20), 50) == 50);
  for (int move = 0; move < 30; ++move) {
    crowd.set_goal(free_cell(ground.moves(), rng));
    for (int tick = 0; tick < 3; ++tick) crowd.tick(ground.batch());
    CHECK(crowd.flow().count() == 1);
  }
  for (int tick = 0; tick < 600; ++tick) crowd.tick(ground.batch());
  CHECK(crowd.count(CrowdStatus::kArrived) == 50);
  // Without a goal, and with one that is blocked.
  crowd.set_goal(kNoCell);
  crowd.tick(ground.batch());
  CHECK(crowd.count(CrowdStatus::kBlockedEnd) == 50);
  crowd.map_changed(ground.batch(), ground.block({7, 7, 8, 8}, '@'), true);
  crowd.set_goal(ground.map.id({7, 7}));
  for (int tick = 0; tick < 3; ++tick) crowd.tick(ground.batch());
  CHECK(crowd.count(CrowdStatus::kBlockedEnd) + crowd.count(CrowdStatus::kWalledIn) == 50);
  crowd.map_changed(ground.batch(), ground.block({7, 7, 8, 8}, '.'), true);
  for (int tick = 0; tick < 600; ++tick) crowd.tick(ground.batch());
  CHECK(crowd.count(CrowdStatus::kArrived) == 50);
}

TEST_CASE("However large the map, a tick does a bounded part of a flow field; agents wait for it") {
  CrowdGround ground(GridMap(600, 600));
  GridCrowd crowd = flow_crowd(ground);
  crowd.set_goal(ground.map.id({300, 300}));
  REQUIRE(crowd.add_random(ground.batch(), flow_agent(CrowdTask::kGoal), GridCrowd::pace(20), 100) == 100);
  int ticks = 0;
  uint64_t most = 0;
  while (crowd.count(CrowdStatus::kWalking) == 0 && ticks < 100) {
    const uint64_t before = work_of_this_thread();
    crowd.tick(ground.batch());
    most = std::max(most, work_of_this_thread() - before);
    ++ticks;
  }
  CHECK(ticks > 8);
  CHECK(ticks < 100);
  CHECK(most <= 2 * CrowdFlow::kCellsPerTick);
  // While an edit is worked in, agents go on by the directions that are still legal.
  crowd.map_changed(ground.batch(), ground.block({280, 200, 281, 400}, '@'), true);
  const uint64_t entered = crowd.totals().entered;
  for (int tick = 0; tick < 5; ++tick) crowd.tick(ground.batch());
  CHECK(crowd.totals().entered > entered);
  for (int tick = 0; tick < 3000 && crowd.count(CrowdStatus::kArrived) < 100; ++tick) crowd.tick(ground.batch());
  CHECK(crowd.count(CrowdStatus::kArrived) == 100);
}

TEST_CASE("Other rules and other methods replace the flow fields of a crowd") {
  CrowdGround eight(random_rooms(40, 40, 8, 6)),
      four(random_rooms(40, 40, 8, 6), {Agent{}}, {.profile = Profile::kFour});
  GridCrowd crowd = flow_crowd(eight);
  Rng rng(1);
  crowd.set_goal(free_cell(eight.moves(), rng));
  const uint32_t count = crowd.add_random(eight.batch(), flow_agent(CrowdTask::kGoal), GridCrowd::pace(9), 60);
  for (int tick = 0; tick < 30; ++tick) crowd.tick(eight.batch());
  crowd.rules_changed(four.batch());
  const auto walk_on = [&](int ticks) {
    for (int tick = 0; tick < ticks; ++tick) {
      crowd.tick(four.batch());
      for (uint32_t i = 0; i < crowd.count(); ++i) {
        const Cell a = four.map.cell(crowd.cell(i)), b = four.map.cell(crowd.next(i));
        if (tick > 20) CHECK(std::abs(a.x - b.x) + std::abs(a.y - b.y) <= 1);
      }
    }
  };
  walk_on(60);
  for (const CrowdMethod method : {CrowdMethod::kTables, CrowdMethod::kFlow, CrowdMethod::kHpa, CrowdMethod::kFlow}) {
    crowd.set_method(method);
    walk_on(40);
    CHECK((crowd.flow().count() > 0) == (method == CrowdMethod::kFlow));
  }
  walk_on(3000);
  CHECK(crowd.count(CrowdStatus::kArrived) + crowd.count(CrowdStatus::kCutOff) == count);
  for (const CrowdMethod method : kMethods) CHECK(crowd_method_named(crowd_method_name(method)) == method);
  CHECK_FALSE(crowd_method_named("flows").has_value());
}

}  // namespace strata::test
