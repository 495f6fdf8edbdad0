#include "core/grid/clearance.hpp"

#include <doctest/doctest.h>

#include "core/grid/agent_grids.hpp"
#include "core/search/grid_search.hpp"
#include "core/search/path.hpp"
#include "core/search/workspace.hpp"
#include "core/world/scenes.hpp"
#include "tests/rounds.hpp"
#include "tests/support.hpp"

using namespace strata;

namespace {

std::vector<Capability> menu() {
  return {Capability::walker(), Capability(0b0111), Capability(0b1011), Capability(0b1111)};
}

std::vector<GridMap> map_kinds() {
  std::vector<GridMap> maps = {test::random_map(53, 47, 10, 1),  test::random_map(40, 61, 30, 2),
                               test::random_rooms(64, 50, 9, 3), GridMap(70, 45),
                               test::random_map(90, 1, 5, 4),    test::random_map(1, 40, 5, 5)};
  maps.push_back(generate({SceneKind::kForest, 64, 64, 6, 0}));
  maps.push_back(generate({SceneKind::kCave, 64, 48, 7, 0}));
  return maps;
}

}  // namespace

TEST_CASE("clearances of a map drawn by hand") {
  const GridMap map = map_from_text(
      "....W\n"
      "....W\n"
      "..@..\n"
      ".....\n");
  auto ground = test::built<Clearance>(map, Capability::walker());
  const std::vector<uint8_t> expected = {
      2, 2, 2, 1, 0,  //
      2, 1, 1, 1, 0,  //
      2, 1, 0, 2, 1,  //
      1, 1, 1, 1, 1,
  };
  CHECK(std::vector<uint8_t>(ground.values().begin(), ground.values().end()) == expected);
  auto swimmer = test::built<Clearance>(map, Capability(0b0111));
  CHECK(swimmer.at(Cell{3, 0}) == 2);
  CHECK(swimmer.at(Cell{4, 0}) == 1);
}

TEST_CASE("a clearance is the side of the largest free square") {
  for (const GridMap& map : map_kinds()) {
    for (const Capability capability : menu()) {
      auto clearance = test::built<Clearance>(map, capability);
      for (CellId id = 0; id < map.cell_count(); ++id) {
        const int side = clearance.at(id);
        REQUIRE((side == 0 || test::square_is_free(map, capability, map.cell(id), side)));
        REQUIRE((side == Clearance::kMaxClearance || !test::square_is_free(map, capability, map.cell(id), side + 1)));
      }
    }
  }
}

TEST_CASE("after every one of 10,000 random edits, updated clearances equal new ones, and the bounds are exact") {
  int edits = 0;
  int changes = 0;
  uint64_t seed = 40;
  for (const GridMap& start : map_kinds()) {
    for (const Capability capability : menu()) {
      GridMap map = start;
      auto clearance = test::built<Clearance>(map, capability);
      Rng rng(++seed);
      for (int i = 0; i < test::rounds(330); ++i) {
        const Clearance before = clearance;
        const EditResult result = map.apply(test::random_edit(map, 8, rng));
        const Rect changed = clearance.update(map, result.dirty);
        ++edits;
        auto fresh = test::built<Clearance>(map, capability);
        REQUIRE(fresh == clearance);
        REQUIRE(clearance.built_for() == map.revision());
        Rect expected;
        for (CellId id = 0; id < map.cell_count(); ++id) {
          if (before.at(id) != clearance.at(id)) expected.include(map.cell(id));
        }
        REQUIRE(changed == expected);
        changes += !changed.empty();
      }
    }
  }
  CHECK(edits >= test::rounds(10'000));
  CHECK(changes > test::rounds(2'000));
}

TEST_CASE("an edit reaches as far as clearances go, and no farther") {
  GridMap map(200, 200);
  auto clearance = test::built<Clearance>(map, Capability::walker());
  const EditResult edit = map.apply({{{map.id({100, 100}), 1, '@'}}});
  CHECK(clearance.update(map, edit.dirty) == Rect{69, 69, 101, 101});
}

TEST_CASE("the limiting obstacle is there exactly where the agent cannot stand, and is the nearest one") {
  for (const GridMap& map : map_kinds()) {
    for (const Capability capability : menu()) {
      auto clearance = test::built<Clearance>(map, capability);
      for (CellId id = 0; id < map.cell_count(); ++id) {
        const Cell at = map.cell(id);
        for (int size = 1; size <= kMaxAgentSize; ++size) {
          const std::optional<Obstacle> obstacle = limiting_obstacle(map, capability, size, at);
          REQUIRE(obstacle.has_value() == (clearance.at(id) < size));
          if (!obstacle) continue;
          const Cell c = obstacle->cell;
          REQUIRE(std::max(c.x - at.x, c.y - at.y) == clearance.at(id));  // in the first ring that is not free
          REQUIRE(obstacle->outside == !map.contains(c));
          if (obstacle->outside) {
            REQUIRE((c.x == map.width() || c.y == map.height()));
            REQUIRE((c.x <= map.width() && c.y <= map.height()));
          } else {
            REQUIRE(obstacle->terrain == map.terrain(c));
            REQUIRE(!capability.has(obstacle->terrain));
          }
        }
      }
    }
  }
}

TEST_CASE("annotated A* finds the shortest way of agents of every size") {
  Workspace workspace;
  PlanResult result;
  int found = 0;
  int refused = 0;
  std::vector<GridMap> maps = {test::random_map(47, 41, 8, 21), test::random_rooms(50, 40, 12, 22),
                               generate({SceneKind::kForest, 48, 48, 23, 0}),
                               generate({SceneKind::kCave, 48, 48, 24, 0})};
  for (const GridMap& map : maps) {
    for (int profile = 0; profile < kProfiles; ++profile) {
      for (const Capability capability : menu()) {
        for (int size = 1; size <= 4; ++size) {
          Rules rules{static_cast<Profile>(profile), capability, {1, 4, 2, 7}, size};
          if (size == 4) rules.weights = kUniformWeights;
          auto clearance = test::built<Clearance>(map, capability);
          MoveGrid grid;
          grid.build(map, rules, &clearance);
          Rng rng(static_cast<uint64_t>(profile * 100 + size));
          for (int s = 0; s < 4; ++s) {
            const Cell start = test::random_cell(map, rng);
            const std::vector<Cost> distance = test::plain_dijkstra(map, rules, start);
            for (int g = 0; g < 8; ++g) {
              const Cell goal = test::random_cell(map, rng);
              plan_on_grid(grid, GridHeuristic::kDistance, {start, goal}, workspace, result);
              const bool stands = test::square_is_free(map, capability, goal, size);
              if (distance[map.id(start)] == kInfinite) {
                REQUIRE(result.status == PlanStatus::kStartBlocked);
              } else if (!stands) {
                REQUIRE(result.status == PlanStatus::kGoalBlocked);
              }
              REQUIRE(result.found() == (distance[map.id(goal)] != kInfinite));
              refused += !result.found();
              if (!result.found()) continue;
              ++found;
              REQUIRE(result.cost == distance[map.id(goal)]);
              const auto fault = path_fault(grid, result.path, start, goal, result.cost);
              REQUIRE_MESSAGE(!fault, *fault);
              for (const CellId id : result.path) REQUIRE(test::square_is_free(map, capability, map.cell(id), size));
            }
          }
        }
      }
    }
  }
  CHECK(found > 1'000);
  CHECK(refused > 1'000);
}

TEST_CASE("agent grids stay true together, and say what changed for whom") {
  int changes = 0;
  uint64_t seed = 70;
  for (const GridMap& start : map_kinds()) {
    for (int profile = 0; profile < kProfiles; ++profile) {
      GridMap map = start;
      const Rules rules{static_cast<Profile>(profile), Capability::walker(), {1, 3, 1, 2}};
      const std::vector<Capability> capabilities = menu();
      auto agents = test::built<AgentGrids>(map, rules, 4, capabilities);
      REQUIRE(agents.class_count() == 16);
      Rng rng(++seed);
      for (int i = 0; i < 60; ++i) {
        const AgentGrids before = agents;
        const EditResult edit = map.apply(test::random_edit(map, 10, rng));
        std::vector<Rect> changed(16);
        agents.update(map, edit.dirty, changed);
        auto fresh = test::built<AgentGrids>(map, rules, 4, capabilities);
        REQUIRE(fresh == agents);
        REQUIRE(agents.built_for() == map.revision());
        for (int k = 0; k < agents.class_count(); ++k) {
          Rect expected;
          for (CellId id = 0; id < map.cell_count(); ++id) {
            if (before.grid(k).weights()[id] != agents.grid(k).weights()[id]) expected.include(map.cell(id));
          }
          REQUIRE(changed[static_cast<size_t>(k)] == expected);
          changes += !expected.empty();
        }
      }
    }
  }
  CHECK(changes > 1'000);
}

TEST_CASE("classes are found by size and capability") {
  AgentGrids agents;
  agents.build(GridMap(9, 9), {}, 3, std::vector<Capability>{Capability::walker(), Capability(0b1111)});
  for (int k = 0; k < agents.class_count(); ++k) CHECK(agents.class_of(agents.agent(k)) == k);
  CHECK(agents.class_of({3, Capability(0b1111)}) == 5);
  CHECK(agents.class_of({4, Capability(0b1111)}) == -1);
  CHECK(agents.class_of({0, Capability(0b1111)}) == -1);
  CHECK(agents.class_of({1, Capability(0b0001)}) == -1);
}
