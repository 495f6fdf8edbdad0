// One agent per cell: who makes room for whom, by what costs, and what walls do to those who follow one another.
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "core/crowd/goal_distances.hpp"
#include "tests/core/crowd/crowd_ground.hpp"

using namespace strata;
using namespace strata::test;

namespace {

GridCrowdMember wanderer(const Agent& agent, double slowest) {
  GridCrowdMember member = walker(0, 0, slowest);
  member.agent = agent;
  member.task = CrowdTask::kWander;
  return member;
}

// How often the goal of every agent has become another one.
class GoalChanges {
 public:
  explicit GoalChanges(const GridCrowd& crowd) : times_(crowd.count(), 0), goal_(crowd.count(), kNoCell) {
    for (uint32_t i = 0; i < crowd.count(); ++i) goal_[i] = crowd.goal(i);
  }
  void look(const GridCrowd& crowd) {
    for (uint32_t i = 0; i < crowd.count(); ++i) {
      times_[i] += goal_[i] != crowd.goal(i);
      goal_[i] = crowd.goal(i);
    }
  }
  int least() const { return *std::min_element(times_.begin(), times_.end()); }

 private:
  std::vector<int> times_;
  std::vector<CellId> goal_;
};

}  // namespace

TEST_CASE("what an agent has left from a cell is what a plan from there costs, after edits as well") {
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    CAPTURE(seed);
    const std::vector<Agent> agents = {Agent{}, Agent{2, Capability::walker()}};
    CrowdGround ground(seed == 3 ? GridMap(40, 36) : random_rooms(40, 36, 9, seed), agents);
    ground.label();
    const auto engine = make_cpu_engine(1);
    GoalDistances guide;
    Rng rng(seed);
    for (int round = 0; round < 4; ++round) {
      std::vector<CrowdKindView> kinds(2);
      for (size_t k = 0; k < 2; ++k) {
        kinds[k].tables = ground.kinds[k]->tables.view(ground.moves(k));
        kinds[k].has_tables = true;
        kinds[k].size = agents[k].size;
      }
      guide.bind(kinds, agents, ground.batch());
      AgentBatch batch;
      for (int i = 0; i < 400; ++i) {
        const auto kind = static_cast<uint8_t>(i % 2);
        batch.agents.push_back({rng.below(ground.map.cell_count()), rng.below(ground.map.cell_count()),
                                static_cast<uint8_t>(kind + 1), Capability::walker().bits()});
        if (i % 3 == 0 && i > 2) batch.agents.back().goal = batch.agents[static_cast<size_t>(i - 2)].goal;
      }
      BatchResult result;
      REQUIRE(engine->plan(ground.batch(), batch, {}, result).ok());
      for (size_t i = 0; i < batch.agents.size(); ++i) {
        const size_t kind = batch.agents[i].size == 1 ? 0 : 1;
        REQUIRE(guide.exact(kind, batch.agents[i].goal));
        const Cost left = guide.left(kind, batch.agents[i].start, batch.agents[i].goal);
        REQUIRE(left == (result.status[i] == PlanStatus::kFound ? result.cost[i] : kNoWay));
      }
      ground.edit(random_edit(ground.map, 8, rng));
    }
    // Without labels it is a bound.
    for (const auto& kind : ground.kinds) kind->labels = nullptr;
    CHECK(ground.kinds.front()->labels == nullptr);
  }
}

TEST_CASE("dense crowds go on: everyone comes to goal after goal, under every profile") {
  for (const Profile profile : {Profile::kOctile, Profile::kPaper, Profile::kFour}) {
    for (const bool labels : {true, false}) {
      CAPTURE(static_cast<int>(profile));
      CAPTURE(labels);
      CrowdGround ground(random_rooms(26, 24, 8, 6), {Agent{}}, {.profile = profile});
      if (labels) ground.label();
      GridCrowd crowd(26, 24, {.seed = 3, .holding = true, .threads = 1});
      uint32_t room = 0;
      for (CellId cell = 0; cell < ground.map.cell_count(); ++cell) room += ground.moves().passable(cell);
      const uint32_t count = room * 45 / 100;
      CHECK(crowd.add_random(ground.batch(), wanderer(Agent{}, 20), GridCrowd::pace(60), count) == count);
      GoalChanges goals(crowd);
      uint64_t arrivals = 0;
      for (int window = 0; window < 4; ++window) {
        for (int tick = 0; tick < 1000; ++tick) {
          crowd.tick(ground.batch());
          goals.look(crowd);
          if (tick % 10 == 0) check_holding(crowd, ground);
        }
        CHECK(crowd.totals().arrivals > arrivals + count);
        arrivals = crowd.totals().arrivals;
      }
      CHECK(goals.least() >= 2);
      check_statistics(crowd, ground);
    }
  }
}

TEST_CASE("large agents are let through by small ones, and let them through") {
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    CAPTURE(seed);
    const std::vector<Agent> agents = {Agent{}, Agent{2, Capability::walker()}, Agent{3, Capability::walker()}};
    CrowdGround ground(GridMap(24, 20), agents);
    ground.label();
    GridCrowd crowd(24, 20, {.seed = seed, .holding = true, .threads = 1});
    CHECK(crowd.add_random(ground.batch(), wanderer(agents[2], 20), GridCrowd::pace(30), 2) == 2);
    CHECK(crowd.add_random(ground.batch(), wanderer(agents[1], 20), GridCrowd::pace(30), 4) == 4);
    CHECK(crowd.add_random(ground.batch(), wanderer(agents[0], 20), GridCrowd::pace(60), 120) == 120);
    GoalChanges goals(crowd);
    for (int tick = 0; tick < 4000; ++tick) {
      crowd.tick(ground.batch());
      goals.look(crowd);
      if (tick % 10 == 0) check_holding(crowd, ground);
    }
    CHECK(goals.least() >= 1);
    check_statistics(crowd, ground);
  }
}

TEST_CASE("a ring that is full turns") {
  CrowdGround ground(map_from_text("....\n.@@.\n.@@.\n....\n"));
  ground.label();
  for (const bool one_pace : {true, false}) {
    CAPTURE(one_pace);
    GridCrowd crowd(4, 4, {.seed = 2, .holding = true, .threads = 1});
    std::vector<CellId> ring;
    for (const Cell at : {Cell{0, 0}, Cell{1, 0}, Cell{2, 0}, Cell{3, 0}, Cell{3, 1}, Cell{3, 2}, Cell{3, 3},
                          Cell{2, 3}, Cell{1, 3}, Cell{0, 3}, Cell{0, 2}, Cell{0, 1}}) {
      ring.push_back(ground.map.id(at));
    }
    for (size_t i = 0; i < ring.size(); ++i) {
      const double speed = one_pace ? 20 : 10 + 3 * static_cast<double>(i);
      REQUIRE(crowd.add(ground.batch(), walker(ring[i], ring[(i + 4) % ring.size()], speed)));
    }
    MovementChecker watch(crowd);
    for (int tick = 0; tick < 400; ++tick) {
      crowd.tick(ground.batch());
      watch.look(crowd, ground);
      check_holding(crowd, ground);
    }
    for (uint32_t i = 0; i < crowd.count(); ++i) CHECK(crowd.cell(i) == ring[(i + 4) % ring.size()]);
  }
}

TEST_CASE("those who follow one another turn back together before a wall, and none comes where another one is") {
  const std::string text = "@@@@@@@@@@@@@@@@\n................\n@@@@@@@@@@@@@@@@\n";
  for (int wall = 6; wall < 14; ++wall) {
    for (int when = 8; when < 24; when += 3) {
      CAPTURE(wall);
      CAPTURE(when);
      CrowdGround ground(map_from_text(text));
      GridCrowd crowd(16, 3, {.holding = true, .threads = 1});
      for (int x = 4; x >= 0; --x)
        REQUIRE(crowd.add(ground.batch(), walker(ground.map.id({x, 1}), ground.map.id({x + 11, 1}), 15)));
      for (int tick = 0; tick < 200; ++tick) {
        if (tick == when) crowd.map_changed(ground.batch(), ground.block({wall, 1, wall + 1, 2}, '@'), true);
        if (tick == when + 60) crowd.map_changed(ground.batch(), ground.block({wall, 1, wall + 1, 2}, '.'), true);
        crowd.tick(ground.batch());
        check_holding(crowd, ground);
      }
      for (int tick = 0; tick < 300; ++tick) crowd.tick(ground.batch());
      CHECK(crowd.count(CrowdStatus::kArrived) == 5);
    }
  }
}

TEST_CASE("who has arrived makes room for others and comes back") {
  CrowdGround ground(map_from_text("@@@.@@@\n.......\n@@@@@@@\n"));
  ground.label();
  GridCrowd crowd(7, 3, {.holding = true, .threads = 1});
  REQUIRE(crowd.add(ground.batch(), walker(ground.map.id({3, 1}), ground.map.id({3, 1}))));
  for (int tick = 0; tick < 5; ++tick) crowd.tick(ground.batch());
  REQUIRE(crowd.status(0) == CrowdStatus::kArrived);
  REQUIRE(crowd.add(ground.batch(), walker(ground.map.id({0, 1}), ground.map.id({6, 1}))));
  bool aside = false;
  for (int tick = 0; tick < 200; ++tick) {
    crowd.tick(ground.batch());
    aside |= crowd.cell(0) == ground.map.id({3, 0});
    check_holding(crowd, ground);
  }
  CHECK(aside);
  CHECK(crowd.count(CrowdStatus::kArrived) == 2);
  CHECK(crowd.cell(0) == ground.map.id({3, 1}));
  CHECK(crowd.cell(1) == ground.map.id({6, 1}));
  CHECK(crowd.totals().arrivals == 2);
  CHECK(crowd.longest_wait() == 0);
}

TEST_CASE("a crowd that is told to hold its cells says how many wait, and for how long") {
  CrowdGround ground(map_from_text("@@@@@@@@\n........\n@@@@@@@@\n"));
  ground.label();
  GridCrowd crowd(8, 3, {.holding = true, .threads = 1});
  // Nobody can pass here.
  REQUIRE(crowd.add(ground.batch(), walker(ground.map.id({0, 1}), ground.map.id({7, 1}))));
  REQUIRE(crowd.add(ground.batch(), walker(ground.map.id({7, 1}), ground.map.id({0, 1}))));
  for (int tick = 0; tick < 400; ++tick) {
    crowd.tick(ground.batch());
    check_holding(crowd, ground);
  }
  CHECK(crowd.count(CrowdStatus::kWaiting) >= 1);
  CHECK(crowd.longest_wait() > 100);
  uint32_t longest = 0;
  for (uint32_t i = 0; i < crowd.count(); ++i) longest = std::max(longest, crowd.waiting(i));
  CHECK(crowd.longest_wait() == longest);
  crowd.set_holding(false);
  CHECK(crowd.longest_wait() == 0);
}
