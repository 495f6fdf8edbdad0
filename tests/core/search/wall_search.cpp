// Paths that keep away from walls, against a plain Dijkstra with costs from the definition.
#include "core/search/wall_search.hpp"

#include "core/search/grid_search.hpp"
#include "core/search/grid_search_code.hpp"
#include "tests/core/search/question_support.hpp"
#include "tests/walls_support.hpp"

namespace strata::test {

TEST_CASE("paths that keep off walls are optimal under the costs of the walls, before and after edits") {
  Workspace workspace;
  PlanResult result, traced;
  uint64_t reached = 0;
  int found = 0, lost = 0, longer = 0;
  for_edited_maps(rounds(4), [&](const EditedTestMap& edited, Rng& rng) {
    for (const WallOptions options : {WallOptions{1, 100}, WallOptions{3, 40}, WallOptions{WallOptions::kMaxMargin, 7},
                                      WallOptions{2, WallOptions::kMaxWeight}, WallOptions{3, 0}}) {
      CAPTURE(options.margin);
      CAPTURE(options.weight);
      const Cell start = random_cell(edited.map, rng);
      const std::vector<Cost> expected = plain_walls(edited.map, edited.rules, options, start);
      const std::vector<Cost> distance = plain_dijkstra(edited.map, edited.rules, start);
      for (int i = 0; i < 3; ++i) {
        const PlanQuery query{start, random_cell(edited.map, rng)};
        const CellId goal = edited.map.id(query.goal);
        const Cost cost = plan_off_walls(edited.grid, edited.clearance, options, query, workspace, result);
        Trace trace;
        CHECK(plan_off_walls(edited.grid, edited.clearance, options, query, workspace, traced, trace) == cost);
        CHECK(same_answer(result, traced));
        CHECK(cost == expected[goal]);
        if (check_ends(edited.grid, query) == PlanStatus::kFound) {
          reached |= lines_reached(edited.grid, grid_search_code::kAStar, trace, goal);
        }
        if (!result.found()) {
          ++lost;
          continue;
        }
        const auto fault = path_fault(edited.grid, result.path, query.start, query.goal, result.cost);
        CHECK_MESSAGE(!fault, *fault);
        CHECK(off_walls_cost(edited.grid, edited.clearance, options, result.path) == cost);
        CHECK(result.cost >= distance[goal]);
        if (options.weight == 0) CHECK(result.cost == distance[goal]);
        longer += result.cost > distance[goal];
        ++found;
      }
    }
  });
  CHECK(found > rounds(300));
  CHECK(lost > rounds(100));
  CHECK(longer > rounds(30));
  CHECK(reached == all_lines(grid_search_code::kAStar));
}

TEST_CASE("the distance from walls is the same on all sides, and the border of the map is a wall") {
  GridMap map(41, 41);
  map.apply({{{map.id({20, 20}), 1, '@'}}});
  const auto clearance = built<Clearance>(map, Capability::walker());
  for (const auto& [x, y] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}}) {
    for (int away = 1; away <= 12; ++away) {
      const Cell at{20 + x * away, 20 + y * away};
      CHECK(free_rings(clearance, 1, at, WallOptions::kMaxMargin) == std::min({away - 1, 20 - away, 12}));
    }
  }
  CHECK(free_rings(clearance, 1, {0, 10}, 12) == 0);
  CHECK(free_rings(clearance, 1, {40, 10}, 12) == 0);
  CHECK(free_rings(clearance, 1, {37, 10}, 12) == 3);
  CHECK(free_rings(clearance, 2, {37, 10}, 12) == 2);
  CHECK(free_rings(clearance, 1, {37, 10}, 2) == 2);
}

TEST_CASE("a path keeps to the middle of a corridor, and a clearance of another map or agent is refused by name") {
  GridMap map(40, 9);
  const Rules rules;
  auto clearance = built<Clearance>(map, rules.capability);
  MoveGrid grid = moves_on(map, rules);
  Workspace workspace;
  PlanResult result;
  const PlanQuery query{{0, 0}, {39, 0}};
  CHECK(plan_off_walls(grid, clearance, {4, 100}, query, workspace, result) < kInfinite);
  CHECK(grid.cell(result.path[result.path.size() / 2]).y == 4);
  plan_on_grid(grid, GridHeuristic::kDistance, query, workspace, result);
  CHECK(grid.cell(result.path[result.path.size() / 2]).y == 0);

  const auto other = built<Clearance>(map, Capability(0b1111));
  CHECK(plan_off_walls(grid, other, {}, query, workspace, result) == kInfinite);
  CHECK(result.status == PlanStatus::kNoSuchAgent);
  grid.update(map, map.apply({{{map.id({5, 5}), 1, '@'}}}).dirty);
  CHECK(plan_off_walls(grid, clearance, {}, query, workspace, result) == kInfinite);
  CHECK(result.status == PlanStatus::kStale);
}

}  // namespace strata::test
