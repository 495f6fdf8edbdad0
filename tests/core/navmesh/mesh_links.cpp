// A* over the polygons of a mesh with links: against a plain Dijkstra, after edits, and what its paths tell.
#include "core/navmesh/mesh_links.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/navmesh/funnel.hpp"
#include "core/navmesh/grid_mesh.hpp"
#include "core/navmesh/mesh_nearest.hpp"
#include "core/navmesh/mesh_path_check.hpp"
#include "core/navmesh/mesh_search.hpp"
#include "core/search/trace.hpp"
#include "tests/links_support.hpp"
#include "tests/mesh_links_support.hpp"
#include "tests/rounds.hpp"
#include "tests/visibility_support.hpp"

namespace strata::test {
namespace {

struct LinkedQueryTally {
  int asked = 0, found = 0, over_links = 0;
};

struct LinkedSearch {
  Workspace workspace;
  MeshPath path, traced;
  Trace trace;
  LinkedQueryTally tally;

  void check(const NavMesh& mesh, const MeshQuery& query) {
    ++tally.asked;
    for (const MeshCosts costs : {MeshCosts::kMidpoints, MeshCosts::kCentroids}) {
      CAPTURE(static_cast<int>(costs));
      const GraphOverLinks graph{mesh, costs, query};
      const Cost expected = graph.cheapest();
      plan_mesh(mesh, costs, query, workspace, path);
      REQUIRE(path.found() == (expected != kInfinite));
      REQUIRE(path.cost == expected);
      trace.clear();
      plan_mesh(mesh, costs, query, workspace, traced, &trace);
      CHECK(traced.status == path.status);
      CHECK(traced.cost == path.cost);
      CHECK(traced.portals == path.portals);
      CHECK(traced.jumps == path.jumps);
      CHECK(traced.points == path.points);
      CHECK(traced.stats == path.stats);
      if (!path.found()) continue;
      CHECK(graph.cost_along(path) == path.cost);
      check_taut(mesh, query, path);
      check_events(mesh, query);
    }
    tally.found += path.found();
    tally.over_links += !path.jumps.empty();
  }

  static void check_taut(const NavMesh& mesh, const MeshQuery& query, const MeshPath& path) {
    std::vector<uint32_t> links_at;
    for (const MeshJump& jump : path.jumps) {
      const MeshLink& link = mesh.links()[jump.link];
      links_at.push_back(jump.point);
      REQUIRE(jump.point + 1 < path.points.size());
      CHECK(path.points[jump.point] == link.from.at);
      CHECK(path.points[jump.point + 1] == link.to.at);
    }
    CHECK(mesh_path_fault(mesh, query, path.points, path.length, 0, links_at).value_or("") == "");
  }

  // The edges of the corridor and the lines of the taut path go from the start to the goal without a gap.
  void check_events(const NavMesh& mesh, const MeshQuery& query) const {
    HalfCellPoint corridor = query.start.at, taut = query.start.at;
    Cost cost = 0;
    for (const SearchEvent& event : trace.events()) {
      const bool of_corridor = event.type == EventType::kPathEdge;
      if (!of_corridor && event.type != EventType::kStraight) continue;
      HalfCellPoint& at = of_corridor ? corridor : taut;
      REQUIRE(mesh_node_point(mesh, query, event.parent) == at);
      at = mesh_node_point(mesh, query, event.node);
      if (of_corridor) cost += event.g;
    }
    // Without links, a line inside one polygon has no corridor.
    if (query.start.polygon == query.goal.polygon && mesh.links().empty()) {
      CHECK(corridor == query.start.at);
      corridor = query.goal.at;
      cost = traced.cost;
    }
    CHECK(corridor == query.goal.at);
    CHECK(taut == query.goal.at);
    CHECK(cost == traced.cost);
  }
};

// Returns the middle of a random cell on the mesh; kNoPolygon: none was found.
MeshEndpoint end_of_random_cell(const GridMesh& mesh, const GridMap& map, Rng& rng) {
  for (int i = 0; i < 40; ++i) {
    const MeshEndpoint end = mesh.end_at(random_cell(map, rng));
    if (end.polygon != kNoPolygon) return end;
  }
  return {};
}

void check_random_queries(const GridMesh& mesh, const GridMap& map, int count, Rng& rng, LinkedSearch& search) {
  for (int i = 0; i < count; ++i) {
    const MeshQuery query{end_of_random_cell(mesh, map, rng), end_of_random_cell(mesh, map, rng)};
    if (query.start.polygon == kNoPolygon || query.goal.polygon == kNoPolygon) continue;
    search.check(mesh.mesh(), query);
  }
}

}  // namespace

TEST_CASE("A* over portals and links costs what a plain Dijkstra says, and its taut paths follow the links") {
  LinkedSearch search;
  for (uint64_t seed = 1; seed <= static_cast<uint64_t>(rounds(24)); ++seed) {
    CAPTURE(seed);
    Rng rng(seed * 77);
    for (GridMap& map : small_maps(seed)) {
      // With more than LinkHeuristic::kMaxExact links, the heuristic is a weaker one.
      map.apply(random_links(map, seed % 6 == 0 ? 250 : rng.between(1, 7), rng));
      const MoveGrid grid = moves_on(map);
      for (const GridMeshOptions& options :
           {GridMeshOptions{MeshDecomposition::kTriangles, 8, {}},
            GridMeshOptions{MeshDecomposition::kTriangles, 0, {}},
            GridMeshOptions{MeshDecomposition::kRectangles, 8, {}},
            GridMeshOptions{MeshDecomposition::kTriangles, 8, MeshRadius::of_eighths(3)}}) {
        check_random_queries(built<GridMesh>(grid, options), map, 5, rng, search);
      }
    }
  }
  const LinkedQueryTally& tally = search.tally;
  MESSAGE(tally.asked, " queries, ", tally.found, " found, ", tally.over_links, " over links");
  CHECK(tally.found > tally.asked / 4);
  CHECK(tally.found < tally.asked);
  CHECK(tally.over_links > tally.asked / 20);
}

TEST_CASE("after edits of links and walls the links of a mesh are those of a fresh one, and A* follows them") {
  LinkedSearch search;
  for (uint64_t seed = 1; seed <= static_cast<uint64_t>(rounds(8)); ++seed) {
    CAPTURE(seed);
    Rng rng(seed);
    GridMap map = random_map(20, 17, 15, seed);
    map.apply(random_links(map, 4, rng));
    MoveGrid grid = moves_on(map);
    const GridMeshOptions options{.tile_size = 8, .radius = MeshRadius::of_eighths(seed % 4 == 0 ? 2 : 0)};
    auto mesh = built<GridMesh>(grid, options);
    for (int stroke = 0; stroke < 20; ++stroke) {
      const uint64_t version = mesh.mesh().version();
      const auto before = std::vector<MeshLink>(mesh.mesh().links().begin(), mesh.mesh().links().end());
      mesh.update(grid, grid.update(map, map.apply(random_link_edit(map, 8, rng)).dirty));
      REQUIRE(mesh.difference(built<GridMesh>(grid, options)).value_or("") == "");
      if (!std::ranges::equal(before, mesh.mesh().links())) CHECK(mesh.mesh().version() != version);
      check_random_queries(mesh, map, 2, rng, search);
    }
  }
  CHECK(search.tally.over_links > search.tally.asked / 20);
}

TEST_CASE("a path over a link goes straight to its ends, and no path leads against its direction") {
  GridMap map(20, 10);
  map.apply(rectangle(map, {10, 0}, {10, 9}, true, '@'));
  map.apply({{}, {{map.id({8, 2}), map.id({12, 7}), 250}}});
  const MoveGrid grid = moves_on(map);
  const auto mesh = built<GridMesh>(grid, GridMeshOptions{MeshDecomposition::kRectangles, 0, {}});
  const NavMesh& polygons = mesh.mesh();
  REQUIRE(polygons.links().size() == 1);
  CHECK(polygons.links()[0].cost == 2040);
  Workspace workspace;
  MeshPath path;
  const MeshEndpoint left = mesh.end_at({2, 2}), right = mesh.end_at({17, 7});
  plan_mesh(polygons, MeshCosts::kMidpoints, {left, right}, workspace, path);
  REQUIRE(path.found());
  CHECK(path.points == std::vector<HalfCellPoint>{{5, 5}, {17, 5}, {25, 15}, {35, 15}});
  CHECK(path.length == doctest::Approx(11));
  REQUIRE(path.jumps.size() == 1);
  CHECK(path.jumps[0].point == 1);
  plan_mesh(polygons, MeshCosts::kMidpoints, {right, left}, workspace, path);
  CHECK(path.status == PlanStatus::kNoPath);
  // From the right, the nearest point is beside the wall; from the left the goal itself is reached.
  uint64_t visited = 0;
  CHECK_FALSE(nearest_reachable(polygons, MeshCosts::kMidpoints, {left, right}, workspace, visited).has_value());
  const auto nearest = nearest_reachable(polygons, MeshCosts::kMidpoints, {right, left}, workspace, visited);
  REQUIRE(nearest.has_value());
  CHECK(nearest->at == HalfCellPoint{22, 5});
  // A link between the same cells costs as much over heavier terrain, where a cell of the mesh stands for two steps.
  CHECK(mesh_link_cost(polygons, 250, 2) == 1020);
}

TEST_CASE("a link from beside the start to beside the goal is cheaper than the line inside their polygon") {
  GridMap map(30, 8);
  map.apply({{}, {{map.id({2, 3}), map.id({27, 3}), 100}}});
  const MoveGrid grid = moves_on(map);
  const auto mesh = built<GridMesh>(grid, GridMeshOptions{MeshDecomposition::kRectangles, 0, {}});
  REQUIRE(mesh.mesh().polygon_count() == 1);
  Workspace workspace;
  MeshPath path;
  plan_mesh(mesh.mesh(), MeshCosts::kMidpoints, {mesh.end_at({1, 3}), mesh.end_at({28, 3})}, workspace, path);
  REQUIRE(path.found());
  CHECK(path.cost == 3 * 816);
  CHECK(path.portals.empty());
  CHECK(path.polygons.size() == 2);
  CHECK(path.length == doctest::Approx(2));
  // From the beginning of the link to its end the path is the link alone.
  plan_mesh(mesh.mesh(), MeshCosts::kMidpoints, {mesh.end_at({2, 3}), mesh.end_at({27, 3})}, workspace, path);
  CHECK(path.cost == 816);
  CHECK(path.points == std::vector<HalfCellPoint>{{5, 7}, {55, 7}});
  CHECK(path.length == 0);
}

}  // namespace strata::test
