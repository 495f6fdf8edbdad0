// The navigation mesh and its graph in a world that is painted.
#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <thread>

#include "core/search/path.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/map_hna.hpp"
#include "core/world/planners.hpp"
#include "core/world/world.hpp"
#include "tests/support.hpp"
#include "tests/world_support.hpp"

namespace strata::test {
namespace {

void keep_graph(World& world, MapHnaOptions graph) {
  REQUIRE(world.set<MapNavmesh>(NavmeshOptions{}));
  REQUIRE(world.set<MapHna>(graph));
  world.finish_updates();
  REQUIRE(world.ready(StructureId::kHna));
}

// All planners over the mesh agree, and find a way where the cells have one.
void check_pairs(const World& world, int pairs, Rng& rng, Workspace& workspace) {
  PlanResult cells, mesh, graph, shortest;
  const Cost unit = world.moves().base(0) * static_cast<Cost>(world.moves().unit_weight());
  const int levels = world.get<MapHna>().hna().levels();
  for (int i = 0; i < pairs; ++i) {
    const PlanQuery query{random_cell(world.map(), rng), random_cell(world.map(), rng)};
    plan(world, *planner_named("astar"), query, {}, workspace, cells);
    plan(world, *planner_named("navmesh"), query, {}, workspace, mesh);
    plan(world, *planner_named("polyanya"), query, {}, workspace, shortest);
    REQUIRE(mesh.status == cells.status);
    REQUIRE(shortest.status == cells.status);
    for (const char* name : {"hna1", "hna2", "hna3", "pccp"}) {
      if (name[0] == 'h' && name[3] - '0' > levels) continue;
      CAPTURE(name);
      plan(world, *planner_named(name), query, {}, workspace, graph);
      REQUIRE(graph.status == cells.status);
      if (!graph.found()) continue;
      CHECK(graph.raw_cost == mesh.raw_cost);
      CHECK(points_fault(world.moves(), graph.points, query.start, query.goal, unit, graph.cost).value_or("") == "");
      CHECK(graph.cost >= shortest.cost);
    }
    if (!mesh.found()) continue;
    CHECK(points_fault(world.moves(), mesh.points, query.start, query.goal, unit, mesh.cost).value_or("") == "");
    CHECK(points_fault(world.moves(), shortest.points, query.start, query.goal, unit, shortest.cost).value_or("") ==
          "");
    CHECK(shortest.cost <= mesh.cost);
    if (world.moves().unit_weight() == 1) CHECK(shortest.cost <= cells.cost + 1);
  }
}

}  // namespace

TEST_CASE("a stroke redoes the mesh and the graph at once, and all planners over them agree") {
  Workspace workspace;
  Rng rng(21);
  const GridMap maps[] = {random_map(80, 70, 20, 1), random_rooms(90, 61, 9, 2), GridMap(64, 64)};
  for (const GridMap& map : maps) {
    for (const MapHnaOptions graph : {MapHnaOptions{1, 8}, MapHnaOptions{2, 4}, MapHnaOptions{3, 3}}) {
      World world(map);
      keep_graph(world, graph);
      for (int stroke = 0; stroke < 12; ++stroke) {
        world.begin_stroke("Brush");
        for (int edit = 0; edit < 4; ++edit) {
          world.apply(random_edit(world.map(), 16, rng));
          REQUIRE(world.ready(StructureId::kNavmesh));
          REQUIRE(world.ready(StructureId::kHna));
        }
        world.end_stroke();
        if (stroke % 5 == 4) (void)world.undo();
        check_pairs(world, 4, rng, workspace);
        if (stroke % 3 == 0) world.work(1);
      }
      world.finish_updates();
      check_pairs(world, 8, rng, workspace);
    }
  }
}

TEST_CASE("groups that edits have blown up are divided again in the background, and answer meanwhile") {
  Workspace workspace;
  Rng rng(22);
  World world(GridMap(128, 128));
  keep_graph(world, {1, 4});
  // Many small obstacles inside few polygons: their group takes in all that comes of them.
  for (int y = 8; y < 60; y += 4) {
    for (int x = 8; x < 60; x += 4) world.apply({{{world.map().id({x, y}), 1, '@'}}});
  }
  REQUIRE(world.ready(StructureId::kHna));
  const size_t largest = world.get<MapHna>().hna().level(1).largest_group();
  CHECK(largest > 16);
  CHECK(world.get<MapHna>().hna().unbalanced());
  check_pairs(world, 5, rng, workspace);
  bool built = false;
  for (int i = 0; i < 100000 && world.get<MapHna>().hna().unbalanced(); ++i) {
    world.work(0.1);
    built = built || world.state(StructureId::kHna).building;
    REQUIRE(world.ready(StructureId::kHna));
    std::this_thread::sleep_for(std::chrono::microseconds(100));  // the job has a thread of its own
  }
  CHECK(built);
  CHECK(world.get<MapHna>().hna().level(1).largest_group() < largest);
  check_pairs(world, 20, rng, workspace);
}

TEST_CASE("a map that is too large for one tile has the largest tiles there are") {
  World world(GridMap(1100, 1000));
  REQUIRE(world.set<MapNavmesh>(NavmeshOptions{{MeshDecomposition::kTriangles, 0, {}}, MeshCosts::kMidpoints}));
  world.finish_updates();
  CHECK(world.get<MapNavmesh>().tiles()->options().tile_size == GridMeshOptions::kMaxTile);
  World small(GridMap(100, 90));
  REQUIRE(small.set<MapNavmesh>(NavmeshOptions{{MeshDecomposition::kTriangles, 0, {}}, MeshCosts::kMidpoints}));
  small.finish_updates();
  CHECK(small.get<MapNavmesh>().tiles()->tile_count() == 1);
}

TEST_CASE("what the mesh is made of may change, for agents of other sizes and rules too") {
  Workspace workspace;
  Rng rng(23);
  World world(random_rooms(96, 80, 11, 5));
  keep_graph(world, {2, 4});
  for (const int size : {2, 3, 1}) {
    Rules rules{.agent_size = size};
    set_rules(world, rules);
    world.finish_updates();
    check_pairs(world, 10, rng, workspace);
  }
  for (const MeshDecomposition source : {MeshDecomposition::kRectangles, MeshDecomposition::kTriangles}) {
    for (const int tile : {8, 0, 40}) {
      for (const MeshCosts costs : {MeshCosts::kCentroids, MeshCosts::kMidpoints}) {
        REQUIRE(world.set<MapNavmesh>(NavmeshOptions{{source, tile, {}}, costs}));
        world.finish_updates();
        check_pairs(world, 5, rng, workspace);
      }
    }
  }
  for (const Profile profile : {Profile::kPaper, Profile::kFour}) {
    set_rules(world, {.profile = profile});
    world.finish_updates();
    check_pairs(world, 10, rng, workspace);
  }
}

TEST_CASE("a path at any angle is held against the cells: walls, slits between corners, its ends and its length") {
  // A wall with a slit between two cells that touch at a corner.
  GridMap map(8, 8);
  for (int y = 0; y < 8; ++y) map.apply({{{map.id({y < 4 ? 3 : 4, y}), 1, '@'}}});
  const MoveGrid grid = moves_on(map);
  const auto fault = [&](std::vector<HalfCellPoint> points, Cell start, Cell goal, double cells) {
    return points_fault(grid, points, start, goal, 816, cost_of_length(cells, 816)).value_or("");
  };
  CHECK(fault({{1, 1}, {5, 5}}, {0, 0}, {2, 2}, std::sqrt(8.0)) == "");
  CHECK(fault({{1, 1}, {5, 5}}, {0, 0}, {2, 2}, 2.5).find("cost") != std::string::npos);
  CHECK(fault({{1, 1}, {5, 5}}, {0, 0}, {2, 3}, 3).find("goal") != std::string::npos);
  CHECK(fault({{1, 1}, {13, 1}}, {0, 0}, {6, 0}, 6).find("wall") != std::string::npos);
  // Through the slit at corner (4, 4), at a turn and in a straight line.
  CHECK(fault({{7, 9}, {8, 8}, {9, 7}}, {3, 4}, {4, 3}, std::sqrt(2.0)).find("slips") != std::string::npos);
  CHECK(fault({{7, 9}, {9, 7}}, {3, 4}, {4, 3}, std::sqrt(2.0)).find("wall") != std::string::npos);
  // Along the side of a wall.
  CHECK(fault({{5, 1}, {6, 2}, {6, 8}, {7, 9}}, {2, 0}, {3, 4}, 3 + std::sqrt(2.0)) == "");
  CHECK(fault({{5, 5}}, {2, 2}, {2, 2}, 0) == "");
}

}  // namespace strata::test
