// The end of a partial path over a mesh, held against every point of the lattice in every polygon.
#include "core/navmesh/mesh_nearest.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <tuple>

#include "core/navmesh/grid_mesh.hpp"
#include "core/navmesh/mesh_areas.hpp"
#include "core/navmesh/mesh_search.hpp"
#include "core/search/workspace.hpp"
#include "tests/support.hpp"

namespace strata::test {
namespace {

bool in_order(const MeshEndpoint& a, const MeshEndpoint& b) {
  return std::tuple(a.at.y, a.at.x, a.polygon) < std::tuple(b.at.y, b.at.x, b.polygon);
}

// All points of the lattice inside the polygons at the smallest distance from the goal.
std::vector<MeshEndpoint> plain_nearest_points(const NavMesh& mesh, std::span<const PolygonId> polygons,
                                               HalfCellPoint goal) {
  std::vector<MeshEndpoint> nearest;
  int64_t best = INT64_MAX;
  for (const PolygonId polygon : polygons) {
    const HalfCellPoint low = mesh.low(polygon), high = mesh.high(polygon);
    for (int32_t y = low.y; y <= high.y; ++y) {
      for (int32_t x = low.x; x <= high.x; ++x) {
        const int64_t squared = squared_distance({x, y}, goal);
        if (squared > best || !mesh.contains(polygon, {x, y})) continue;
        if (squared < best) nearest.clear();
        best = squared;
        nearest.push_back({{x, y}, polygon});
      }
    }
  }
  return nearest;
}

bool same_ends(std::vector<MeshEndpoint> a, std::vector<MeshEndpoint> b) {
  std::ranges::sort(a, in_order);
  std::ranges::sort(b, in_order);
  return std::ranges::equal(
      a, b, [](const MeshEndpoint& p, const MeshEndpoint& q) { return p.at == q.at && p.polygon == q.polygon; });
}

GridMesh mesh_of_cells(const GridMap& map, const GridMeshOptions& options) {
  auto mesh = built<GridMesh>(moves_on(map), options);
  return mesh;
}

}  // namespace

TEST_CASE("the nearest points of polygons are those of all points of the lattice") {
  Rng rng(5);
  std::vector<MeshEndpoint> nearest;
  // Slanted sides of all kinds: triangles and quadrilaterals.
  std::vector<std::vector<HalfCellPoint>> rings;
  for (int i = 0; i < 60; ++i) {
    const HalfCellPoint a{2 * rng.between(0, 20), 2 * rng.between(0, 20)};
    HalfCellPoint b{2 * rng.between(0, 20), 2 * rng.between(0, 20)}, c{2 * rng.between(0, 20), 2 * rng.between(0, 20)};
    if (turn(a, b, c) == 0) continue;
    if (turn(a, b, c) < 0) std::swap(b, c);
    NavMesh mesh;
    const std::vector<HalfCellPoint> ring{a, b, c};
    const PolygonId id = mesh.add_polygon(ring);
    for (int goals = 0; goals < 20; ++goals) {
      const HalfCellPoint goal{rng.between(-10, 50), rng.between(-10, 50)};
      nearest_points(mesh, {&id, 1}, goal, nearest);
      CHECK(same_ends(nearest, plain_nearest_points(mesh, {&id, 1}, goal)));
    }
  }
}

TEST_CASE("the end of a partial path is the nearest point of the polygons that can be reached, then the cheapest") {
  Rng rng(11);
  Workspace workspace;
  MeshPath path;
  int found = 0, several = 0, refused = 0;
  for (int round = 0; round < 60; ++round) {
    const GridMap map = round % 2 == 0 ? random_map(rng.between(8, 30), rng.between(8, 30), 45, rng.next())
                                       : random_rooms(rng.between(16, 40), rng.between(16, 40), 6, rng.next());
    GridMeshOptions options;
    options.source = round % 3 == 0 ? MeshDecomposition::kRectangles : MeshDecomposition::kTriangles;
    options.tile_size = round % 4 == 0 ? 0 : 8;
    const GridMesh cells = mesh_of_cells(map, options);
    const NavMesh& mesh = cells.mesh();
    const MeshCosts costs = round % 5 == 0 ? MeshCosts::kCentroids : MeshCosts::kMidpoints;
    const std::vector<uint32_t> area = mesh_areas(mesh);
    for (int i = 0; i < 20; ++i) {
      const MeshQuery query{cells.end_at(random_cell(map, rng)), cells.end_at(random_cell(map, rng))};
      uint64_t visited = 0;
      const std::optional<MeshEndpoint> end = nearest_reachable(mesh, costs, query, workspace, visited);
      const bool blocked = query.start.polygon == kNoPolygon;
      if (blocked || (query.goal.polygon != kNoPolygon && area[query.start.polygon] == area[query.goal.polygon])) {
        CHECK_FALSE(end.has_value());
        ++refused;
        continue;
      }
      std::vector<PolygonId> polygons;
      for (PolygonId id = 0; id < mesh.polygon_slots(); ++id) {
        if (mesh.has_polygon(id) && area[id] == area[query.start.polygon]) polygons.push_back(id);
      }
      const std::vector<MeshEndpoint> all = plain_nearest_points(mesh, polygons, query.goal.at);
      REQUIRE(end.has_value());
      std::tuple<Cost, int32_t, int32_t> best{kInfinite, INT32_MAX, INT32_MAX};
      for (const MeshEndpoint& one : all) {
        plan_mesh(mesh, costs, {query.start, one}, workspace, path);
        REQUIRE(path.found());
        best = std::min(best, {path.cost, one.at.y, one.at.x});
      }
      plan_mesh(mesh, costs, {query.start, *end}, workspace, path);
      CHECK(std::tuple(path.cost, end->at.y, end->at.x) == best);
      CHECK(mesh.contains(end->polygon, end->at));
      CHECK(area[end->polygon] == area[query.start.polygon]);
      ++found;
      several += all.size() > 1;
    }
  }
  CHECK(found > 150);
  CHECK(several > 50);
  CHECK(refused > 50);
}

TEST_CASE("the end of a partial path does not depend on the numbers of polygons") {
  // Edits give the polygons other numbers than a fresh mesh has.
  Rng rng(23);
  Workspace workspace;
  for (int round = 0; round < 12; ++round) {
    GridMap map = random_rooms(40, 40, 6, rng.next());
    GridMeshOptions options;
    options.tile_size = 8;
    GridMesh updated;
    MoveGrid moves = moves_on(map);
    updated.build(moves, options);
    for (int edit = 0; edit < 20; ++edit) {
      const Rect dirty = map.apply(random_edit(map, 8, rng)).dirty;
      updated.update(moves, moves.update(map, dirty));
    }
    auto fresh = built<GridMesh>(moves, options);
    for (int i = 0; i < 40; ++i) {
      const Cell start = random_cell(map, rng), goal = random_cell(map, rng);
      uint64_t visited = 0;
      const auto end_on = [&](const GridMesh& mesh) {
        return nearest_reachable(mesh.mesh(), MeshCosts::kMidpoints, {mesh.end_at(start), mesh.end_at(goal)}, workspace,
                                 visited);
      };
      const auto one = end_on(updated), other = end_on(fresh);
      REQUIRE(one.has_value() == other.has_value());
      if (!one) continue;
      CHECK(one->at == other->at);
      std::vector<HalfCellPoint> of_one, of_other;
      updated.mesh().append_corners(one->polygon, of_one);
      fresh.mesh().append_corners(other->polygon, of_other);
      CHECK(of_one == of_other);
    }
  }
}

}  // namespace strata::test
