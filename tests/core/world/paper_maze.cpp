// The maze for the figures of HPA*'s paper has the paper's numbers.
#include "core/world/paper_maze.hpp"

#include <doctest/doctest.h>

#include "core/grid/move_grid.hpp"
#include "core/hpa/hpa.hpp"
#include "core/io/files.hpp"
#include "core/io/movingai.hpp"
#include "core/search/grid_search.hpp"
#include "core/search/workspace.hpp"
#include "tests/source_path.hpp"

using namespace strata;

TEST_CASE("the maze of the HPA* figures has the printed cells and edges, and A* expands all of it") {
  const GridMap map = paper_maze();
  CHECK(map.width() == 40);
  CHECK(map.height() == 40);
  const auto free = [&](int x, int y) { return map.contains({x, y}) && map.terrain({x, y}) == Terrain::kGround; };
  int cells = 0, edges = 0, wall = 0;
  for (int y = 0; y < 40; ++y) {
    for (int x = 0; x < 40; ++x) {
      if (!free(x, y)) {
        wall += x == 0 || y == 0 || x == 39 || y == 39;
        continue;
      }
      ++cells;
      edges += (free(x + 1, y) ? 1 : 0) + (free(x, y + 1) ? 1 : 0);
    }
  }
  CHECK(cells == 1463);
  CHECK(edges == 2714);
  CHECK(wall < 78);  // half of the border: no outer wall
  // The way out of the upper left quarter is at its lower left corner.
  for (int y = 0; y < 20; ++y) CHECK_FALSE(free(19, y));
  for (int x = 2; x < 20; ++x) CHECK_FALSE(free(x, 19));
  CHECK(free(0, 19));
  CHECK(free(1, 19));
  MoveGrid moves;
  moves.build(map, {.profile = Profile::kFour});
  Workspace workspace;
  PlanResult result;
  plan_on_grid(moves, GridHeuristic::kDistance, paper_maze_query(), workspace, result);
  CHECK(result.found());
  CHECK(result.stats.total().expanded == 1463);
  Hpa hpa;
  hpa.build(moves, {.cluster_size = 10, .levels = 2});
  CHECK(hpa.counts(1).nodes == 66);
  CHECK(hpa.counts(1).inter_edges == 43);
  CHECK(hpa.counts(1).intra_edges == 88);
  CHECK(hpa.counts(1).clusters == 16);
  CHECK(hpa.counts(2).clusters == 4);
  const auto text = read_file(test::source_path("assets/figures/maze.map"));
  REQUIRE(text.ok());
  CHECK(text.value() == format_map(map));
}
