// The end of a partial path: the reachable cell nearest to the goal, held against all cells and a plain Dijkstra.
#include "core/search/nearest_reachable.hpp"

#include <doctest/doctest.h>

#include <tuple>

#include "core/grid/clearance.hpp"
#include "core/search/workspace.hpp"
#include "core/world/scenes.hpp"
#include "tests/support.hpp"

namespace strata::test {
namespace {

// The same from the definition: of all cells that can be reached the least by distance, cost and id.
std::optional<Cell> plain_nearest(const GridMap& map, const std::vector<Cost>& distance, const PlanQuery& query) {
  if (distance[map.id(query.start)] != 0 || distance[map.id(query.goal)] != kInfinite) return {};
  std::tuple<int64_t, Cost, CellId> best{INT64_MAX, kInfinite, kNoCell};
  for (CellId id = 0; id < map.cell_count(); ++id) {
    if (distance[id] == kInfinite) continue;
    const int64_t dx = map.cell(id).x - query.goal.x, dy = map.cell(id).y - query.goal.y;
    best = std::min(best, {dx * dx + dy * dy, distance[id], id});
  }
  return map.cell(std::get<2>(best));
}

void check_queries(const GridMap& map, const Rules& rules, int queries, Rng& rng, Workspace& workspace, int& found,
                   int& refused) {
  const MoveGrid moves = moves_on(map, rules);
  auto areas = built<ReachableAreas>(moves);
  for (int i = 0; i < queries; ++i) {
    const PlanQuery query{random_cell(map, rng), random_cell(map, rng)};
    CAPTURE(query.start.x);
    CAPTURE(query.start.y);
    CAPTURE(query.goal.x);
    CAPTURE(query.goal.y);
    const std::optional<Cell> expected = plain_nearest(map, plain_dijkstra(map, rules, query.start), query);
    uint64_t visited = 0;
    CHECK(nearest_reachable(moves, areas, query, workspace, visited) == expected);
    CHECK(nearest_reachable(moves, query, workspace, visited) == expected);
    CHECK(visited >= map.cell_count());
    ++(expected ? found : refused);
  }
}

}  // namespace

TEST_CASE("the nearest reachable cell is that of all cells, on maps of every kind and for agents of every size") {
  Workspace workspace;
  int found = 0, refused = 0;
  Rng rng(3);
  for (int kind = 0; kind < kSceneKinds; ++kind) {
    for (int round = 0; round < 8; ++round) {
      const GridMap map = generate({static_cast<SceneKind>(kind), 24 + static_cast<int>(rng.below(20)),
                                    16 + static_cast<int>(rng.below(20)), rng.below(1000) + 1, 0});
      std::vector<Rules> rules = all_rules();
      Rules& one = rules[rng.below(static_cast<uint32_t>(rules.size()))];
      one.agent_size = 1 + round % 4;
      check_queries(map, one, 40, rng, workspace, found, refused);
    }
  }
  CHECK(found > 200);
  CHECK(refused > 200);
}

TEST_CASE("the nearest reachable cell is that of all cells where many of them are equally near") {
  Workspace workspace;
  int found = 0, refused = 0;
  Rng rng(7);
  for (int round = 0; round < 120; ++round) {
    const uint32_t percent = 10 + 10 * static_cast<uint32_t>(round % 5);
    const GridMap map = random_map(rng.between(1, 24), rng.between(1, 24), percent, static_cast<uint64_t>(round) + 1);
    std::vector<Rules> rules = all_rules();
    Rules& one = rules[rng.below(static_cast<uint32_t>(rules.size()))];
    one.agent_size = 1 + round % 2;
    check_queries(map, one, 20, rng, workspace, found, refused);
  }
  CHECK(found > 300);
}

TEST_CASE("of cells at one distance from the goal the cheapest is taken, and of those the first") {
  // The goal is the middle of a block of walls, so that several cells beside the block are equally near.
  GridMap map(21, 21);
  map.apply(rectangle(map, {5, 5}, {15, 15}, true, '@'));
  const MoveGrid moves = moves_on(map, {});
  Workspace workspace;
  uint64_t visited = 0;
  const auto nearest = [&](Cell start) { return nearest_reachable(moves, {start, {10, 10}}, workspace, visited); };
  CHECK(nearest({10, 0}) == Cell{10, 4});
  CHECK(nearest({0, 10}) == Cell{4, 10});
  CHECK(nearest({20, 10}) == Cell{16, 10});
  CHECK(nearest({10, 20}) == Cell{10, 16});
  CHECK(nearest({0, 0}) == Cell{10, 4});     // as cheap as (4, 10)
  CHECK(nearest({20, 20}) == Cell{16, 10});  // as cheap as (10, 16)
}

TEST_CASE("there is no nearest cell for a blocked start, a goal that can be reached, and a goal outside of the map") {
  GridMap map(8, 8);
  map.apply(rectangle(map, {4, 0}, {4, 7}, true, '@'));
  const MoveGrid moves = moves_on(map, {});
  Workspace workspace;
  uint64_t visited = 0;
  const auto nearest = [&](Cell start, Cell goal) {
    return nearest_reachable(moves, {start, goal}, workspace, visited);
  };
  CHECK(nearest({0, 3}, {7, 3}) == Cell{3, 3});
  CHECK(nearest({0, 3}, {4, 3}) == Cell{3, 3});
  CHECK(nearest({4, 3}, {7, 3}) == std::nullopt);
  CHECK(nearest({-1, 3}, {7, 3}) == std::nullopt);
  CHECK(nearest({0, 3}, {3, 7}) == std::nullopt);
  CHECK(nearest({0, 3}, {8, 3}) == std::nullopt);
  CHECK(nearest({0, 3}, {3, -1}) == std::nullopt);
}

}  // namespace strata::test
