// Landmarks on maps with links between cells.
#include <doctest/doctest.h>

#include <vector>

#include "core/alt/landmarks.hpp"
#include "core/search/workspace.hpp"
#include "tests/links_support.hpp"

namespace strata::test {

TEST_CASE("landmarks stay consistent and admissible while one-way links come and go") {
  Workspace workspace;
  PlanResult result;
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    Rng rng(seed);
    const Rules rules = all_rules()[seed % all_rules().size()];
    GridMap map = random_rooms(22, 17, 6, seed);
    map.apply(random_links(map, 5, rng));
    MoveGrid grid = moves_on(map, rules);
    Landmarks landmarks = built<Landmarks>(grid, LandmarkOptions{.count = 5, .placed = {}});
    for (int step = 0; step < 15; ++step) {
      const Edit edit = random_link_edit(map, 6, rng);
      const EditResult done = map.apply(edit);
      std::vector<Rect> changed{grid.update(map, done.dirty)};
      // A world adds the ends of changed links, and those of links whose other end has changed.
      const auto add = [&](CellId cell) {
        changed.emplace_back();
        changed.back().include(map.cell(cell));
      };
      for (const MapLink& link : done.inverse.links) {
        add(link.from);
        add(link.to);
      }
      if (map.links() != nullptr) {
        for (const MapLink& link : map.links()->all()) {
          add(link.from);
          add(link.to);
        }
      }
      landmarks.update(grid, changed);
      for (int i = 0; i < 6; ++i) {
        const PlanQuery query{random_cell(map, rng), random_cell(map, rng)};
        const std::vector<Cost> distance = linked_dijkstra(map, rules, query.goal, true);
        landmarks.plan(grid, query, workspace, result);
        if (!grid.passable(query.start) || !grid.passable(query.goal)) continue;
        const Cost optimum = distance[map.id(query.start)];
        REQUIRE(result.found() == (optimum != kInfinite));
        if (result.found()) REQUIRE(result.cost == optimum);
        for (CellId cell = 0; cell < map.cell_count(); ++cell) {
          if (distance[cell] != kInfinite) REQUIRE(landmarks.bound(grid, cell, map.id(query.goal)) <= distance[cell]);
        }
      }
      if (rng.percent(10)) landmarks = built<Landmarks>(grid, LandmarkOptions{.count = 5, .placed = {}});
    }
  }
}

}  // namespace strata::test
