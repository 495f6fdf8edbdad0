// Corridors one cell wide, with one agent per cell: nobody waits for ever where there is a place to pass.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "tests/core/crowd/crowd_ground.hpp"

using namespace strata;
using namespace strata::test;

namespace {

struct AgentTrip {
  Cell from, to;
};
struct CorridorMap {
  std::string name, map;
  std::vector<AgentTrip> walks;
};

// From one end to the other and back, so many from either.
std::vector<AgentTrip> opposed(int y, int last, int each) {
  std::vector<AgentTrip> walks;
  for (int i = 0; i < each; ++i) {
    walks.push_back({{each - 1 - i, y}, {last - i, y}});
    walks.push_back({{last - each + 1 + i, y}, {i, y}});
  }
  return walks;
}

std::vector<CorridorMap> corridors() {
  const std::string place =
      "@@@@@@@@@@@@@@\n"
      "@@@@@@@.@@@@@@\n"
      "..............\n"
      "@@@@@@@@@@@@@@\n";
  const std::string far_place =
      "@@@@@@@@@@@@@@@@@@@@\n"
      "@@@.@@@@@@@@@@@@@@@@\n"
      "....................\n"
      "@@@@@@@@@@@@@@@@@@@@\n";
  const std::string pocket =
      "@@@@.@@@@\n"
      "@@@@.@@@@\n"
      "@@@@.@@@@\n"
      ".........\n";
  const std::string loop =
      "@@@@@@@@@@@@@@@@\n"
      "@@@@@......@@@@@\n"
      "@@@@@.@@@@.@@@@@\n"
      "................\n";
  const std::string fork =
      ".............\n"
      "@@@@@@.@@@@@@\n"
      "@@@@@@.@@@@@@\n"
      "@@@@@@.@@@@@@\n"
      "@@@@@@.@@@@@@\n"
      "@@@@@@.@@@@@@\n";
  return {
      {"two and a place to pass", place, opposed(2, 13, 1)},
      {"two groups and a place to pass", place, opposed(2, 13, 3)},
      {"two groups, the place far behind one of them", far_place, opposed(2, 19, 2)},
      {"one that has arrived in the mouth of a dead end", pocket, {{{0, 3}, {4, 0}}, {{4, 1}, {4, 1}}}},
      {"two that have arrived in a dead end that one leaves",
       pocket,
       {{{4, 0}, {8, 3}}, {{4, 1}, {4, 1}}, {{4, 2}, {4, 2}}, {{0, 3}, {4, 0}}}},
      {"two groups and a loop", loop, opposed(3, 15, 4)},
      {"a fork, each to another arm",
       fork,
       {{{0, 0}, {12, 0}},
        {{1, 0}, {6, 5}},
        {{12, 0}, {6, 4}},
        {{11, 0}, {0, 0}},
        {{6, 5}, {1, 0}},
        {{6, 4}, {11, 0}}}},
  };
}

}  // namespace

TEST_CASE("every agent comes to its goal in corridors one cell wide that have a place to pass, and stays there") {
  for (const CorridorMap& corridor : corridors()) {
    for (const bool labels : {false, true}) {
      for (const Profile profile : {Profile::kOctile, Profile::kPaper, Profile::kFour}) {
        for (uint64_t seed = 1; seed <= 4; ++seed) {
          CAPTURE(corridor.name);
          CAPTURE(labels);
          CAPTURE(static_cast<int>(profile));
          CAPTURE(seed);
          CrowdGround ground(map_from_text(corridor.map), {Agent{}}, {.profile = profile});
          if (labels) ground.label();
          GridCrowd crowd(ground.map.width(), ground.map.height(), {.seed = seed, .holding = true, .threads = 1});
          Rng rng(seed);
          std::vector<AgentTrip> walks = corridor.walks;
          for (size_t i = walks.size(); i > 1; --i) std::swap(walks[i - 1], walks[rng.below(static_cast<uint32_t>(i))]);
          for (const AgentTrip& walk : walks) {
            const double speed = seed == 1 ? 30 : 12 + rng.below(40);
            REQUIRE(crowd.add(ground.batch(), walker(ground.map.id(walk.from), ground.map.id(walk.to), speed)));
          }
          MovementChecker watch(crowd);
          const auto there = [&] { return crowd.count(CrowdStatus::kArrived) == crowd.count(); };
          int tick = 0;
          for (; tick < 9000 && !there(); ++tick) {
            crowd.tick(ground.batch());
            watch.look(crowd, ground);
            check_holding(crowd, ground);
          }
          CHECK(there());
          for (uint32_t i = 0; i < crowd.count(); ++i) CHECK(crowd.cell(i) == ground.map.id(walks[i].to));
          check_statistics(crowd, ground);
        }
      }
    }
  }
}

TEST_CASE("agents that wander in corridors one cell wide go on from goal to goal, every one of them") {
  for (const CorridorMap& corridor : corridors()) {
    for (const uint64_t seed : {1, 2}) {
      CAPTURE(corridor.name);
      CAPTURE(seed);
      CrowdGround ground(map_from_text(corridor.map));
      ground.label();
      GridCrowd crowd(ground.map.width(), ground.map.height(), {.seed = seed, .holding = true, .threads = 1});
      Rng rng(seed);
      for (const AgentTrip& walk : corridor.walks) {
        GridCrowdMember member = walker(ground.map.id(walk.from), ground.map.id(walk.to), 12 + rng.below(40));
        member.task = CrowdTask::kWander;
        REQUIRE(crowd.add(ground.batch(), member));
      }
      std::vector<int> goals(crowd.count(), 0);
      std::vector<CellId> goal(crowd.count());
      for (uint32_t i = 0; i < crowd.count(); ++i) goal[i] = crowd.goal(i);
      for (int tick = 0; tick < 9000; ++tick) {
        crowd.tick(ground.batch());
        if (tick % 16 == 0) check_holding(crowd, ground);
        for (uint32_t i = 0; i < crowd.count(); ++i) {
          goals[i] += goal[i] != crowd.goal(i);
          goal[i] = crowd.goal(i);
        }
      }
      for (uint32_t i = 0; i < crowd.count(); ++i) {
        CAPTURE(i);
        CHECK(goals[i] >= 3);
      }
    }
  }
}
