#include "core/hpa/automatic_options.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "core/grid/clusters.hpp"
#include "core/hpa/hpa.hpp"
#include "core/search/grid_search.hpp"
#include "core/search/path.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/workspace.hpp"
#include "core/world/scenes.hpp"
#include "tests/support.hpp"

using namespace strata;

namespace {

bool same_choice(const AutomaticHpaOptions& a, const AutomaticHpaOptions& b) {
  return a.options == b.options && a.reason == b.reason;
}

void check_choice(const MoveGrid& moves) {
  CAPTURE(moves.width());
  CAPTURE(moves.height());
  const AutomaticHpaOptions chosen = automatic_options(moves);
  CAPTURE(chosen.reason);
  CHECK(chosen.options.valid());
  CHECK(chosen.options.cache_paths);
  CHECK(ClusterGrid(moves.width(), moves.height(), chosen.options.cluster_size).count() <=
        std::max<uint32_t>(moves.cell_count(), 1));
  CHECK(same_choice(chosen, automatic_options(moves)));
  CHECK(chosen.reason.find("Clusters of " + std::to_string(chosen.options.cluster_size)) == 0);
  CHECK(chosen.reason.ends_with('.'));
}

}  // namespace

TEST_CASE("automatic options of HPA* are valid on maps of any shape") {
  CHECK(automatic_options(MoveGrid()).options.valid());
  Rng rng(5);
  for (int i = 0; i < 60; ++i) {
    const int width = rng.between(1, i % 3 == 0 ? 700 : 90), height = rng.between(1, i % 3 == 1 ? 700 : 90);
    check_choice(test::moves_on(test::random_map(width, height, rng.below(101), rng.below(1000))));
  }
  for (const auto& [width, height] : {std::pair(1, 1), {1, 4000}, {4000, 1}, {2, 3}, {79, 81}, {80, 80}, {1500, 900}}) {
    check_choice(test::moves_on(GridMap(width, height)));
    check_choice(test::moves_on(GridMap(width, height, '@')));  // all blocked
    check_choice(test::moves_on(test::random_map(width, height, 25, 3)));
  }
}

TEST_CASE("automatic options of HPA* follow the size of the map and the number of its transitions") {
  const auto options = [](const GridMap& map) { return automatic_options(test::moves_on(map)).options; };
  const HpaOptions small = options(GridMap(60, 60)), middle = options(GridMap(120, 120));
  const HpaOptions large = options(GridMap(512, 512)), huge = options(GridMap(1024, 1024));
  CHECK(small.levels == 1);
  CHECK(small.transition_spacing > 0);
  CHECK(middle.transition_spacing == 0);
  CHECK(middle.levels == 2);
  CHECK(middle.cluster_size < large.cluster_size);
  CHECK(large.side(2) < huge.side(2));
  const HpaOptions scattered = options(test::random_map(512, 512, 20, 4));
  CHECK(scattered.cluster_size < large.cluster_size);
  CHECK(scattered.side(2) < large.side(2));
  // A copy with the same moves has the same options, whatever the letters are.
  GridMap trees(200, 200, '.'), walls(200, 200, '.');
  trees.apply({{{50, 20, 'T'}}});
  walls.apply({{{50, 20, '@'}}});
  CHECK(same_choice(automatic_options(test::moves_on(trees)), automatic_options(test::moves_on(walls))));
}

TEST_CASE("HPA* with automatic options finds a path wherever A* does, hardly longer than with the published ones") {
  Workspace workspace;
  PlanResult astar, published, automatic;
  size_t found = 0, lost = 0;
  for (const Rules& rules : test::all_rules()) {
    uint64_t seed = 0;
    double optimum = 0, published_sum = 0, automatic_sum = 0;
    for (const GridMap& map :
         {test::random_map(53, 47, 20, ++seed), test::random_map(110, 90, 30, ++seed), GridMap(90, 101),
          test::random_rooms(130, 75, 11, ++seed), test::random_rooms(190, 180, 17, ++seed),
          test::random_map(200, 180, 15, ++seed), test::random_map(300, 2, 4, ++seed), test::winding_corridor(40)}) {
      const MoveGrid moves = test::moves_on(map, rules);
      const AutomaticHpaOptions chosen = automatic_options(moves);
      CAPTURE(chosen.reason);
      Hpa as_published, hpa;
      as_published.build(moves, {});
      hpa.build(moves, chosen.options);
      Rng rng(seed);
      for (int i = 0; i < 25; ++i) {
        const PlanQuery query{test::random_cell(map, rng), test::random_cell(map, rng)};
        plan_on_grid(moves, GridHeuristic::kDistance, query, workspace, astar);
        hpa.plan(moves, query, {}, workspace, automatic);
        REQUIRE(automatic.status == astar.status);
        ++(astar.found() ? found : lost);
        if (!astar.found()) continue;
        const auto fault = path_fault(moves, automatic.path, query.start, query.goal, automatic.cost);
        REQUIRE_MESSAGE(!fault, *fault);
        REQUIRE(automatic.cost >= astar.cost);
        as_published.plan(moves, query, {}, workspace, published);
        optimum += static_cast<double>(astar.cost);
        published_sum += static_cast<double>(published.cost);
        automatic_sum += static_cast<double>(automatic.cost);
      }
    }
    CHECK(automatic_sum <= 1.01 * published_sum);
    CHECK(automatic_sum <= 1.05 * optimum);
  }
  CHECK(found > 500);
  CHECK(lost > 50);
}

TEST_CASE("on small maps of rooms, paths with automatic options of HPA* are not longer than with the published ones") {
  Workspace workspace;
  PlanResult published, automatic;
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    CAPTURE(seed);
    const GridMap map = generate({SceneKind::kRooms, 60, 60, seed, 0});
    const MoveGrid moves = test::moves_on(map);
    Hpa as_published, hpa;
    as_published.build(moves, {});
    hpa.build(moves, automatic_options(moves).options);
    Rng rng(seed);
    double published_sum = 0, automatic_sum = 0;
    for (int i = 0; i < 60; ++i) {
      const PlanQuery query{test::random_cell(map, rng), test::random_cell(map, rng)};
      as_published.plan(moves, query, {}, workspace, published);
      if (!published.found()) continue;
      hpa.plan(moves, query, {}, workspace, automatic);
      REQUIRE(automatic.found());
      published_sum += static_cast<double>(published.cost);
      automatic_sum += static_cast<double>(automatic.cost);
    }
    REQUIRE(published_sum > 0);
    CHECK(automatic_sum <= 1.01 * published_sum);
  }
}
