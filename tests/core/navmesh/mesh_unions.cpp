// Unions of polygons across the borders of tiles: they are convex, follow edits, and Polyanya finds the same lengths.
#include "core/navmesh/mesh_unions.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "core/navmesh/polyanya.hpp"
#include "tests/rounds.hpp"
#include "tests/visibility_support.hpp"

using namespace strata;

namespace {

struct UnionCount {
  int joined = 0;  // portals between polygons of one union
  int faults = 0;  // unions that are not convex or have too many corners
};

UnionCount count_unions(const GridMesh& tiles) {
  const NavMesh& mesh = tiles.mesh();
  const MeshUnions& unions = tiles.unions();
  UnionCount count;
  for (PolygonId id = 0; id < mesh.polygon_slots(); ++id) {
    if (!mesh.has_polygon(id)) continue;
    for (uint32_t side = 0; side < mesh.sides(id).size(); ++side) {
      const PortalId portal = mesh.sides(id)[side].portal;
      if (portal != kNoPortal && unions.joins(portal)) {
        ++count.joined;
        continue;
      }
      // Round the union from here: its area is positive, and it turns to one side only.
      const PolygonSide first{id, side};
      const HalfCellPoint origin = mesh.sides(id)[side].from;
      uint32_t corners = 0;
      PolygonSide at = first;
      do {
        const PolygonSide next = unions.next(mesh, at);
        const HalfCellPoint a = mesh.sides(at.polygon)[at.side].from;
        const HalfCellPoint b = mesh.sides(next.polygon)[next.side].from;
        const int64_t bend = turn(a, b, mesh.side_end(next.polygon, static_cast<int>(next.side)));
        count.faults += bend < 0 || turn(origin, a, b) < 0 || b != mesh.side_end(at.polygon, static_cast<int>(at.side));
        count.faults += unions.previous(mesh, next) != at;
        corners += bend != 0;
        at = next;
      } while (at != first);
      count.faults += corners > MeshUnions::kMaxCorners + 2;
    }
  }
  return count;
}

bool equally_long(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(1.0, std::max(a, b)); }

// Plans on the unions, with and without a recording, and on the single polygons.
void check_lengths(const MoveGrid& grid, const GridMesh& tiles, const test::AreaPoint& start,
                   const test::AreaPoint& goal, PolyanyaMemory& memory, PolyanyaMemory& other_memory) {
  const MeshQuery query{test::end_at(tiles.mesh(), start), test::end_at(tiles.mesh(), goal)};
  MeshPath single, path, traced;
  Trace trace;
  std::vector<NodeCone> cones;
  plan_polyanya(tiles.mesh(), query, other_memory, single);
  plan_polyanya(tiles.mesh(), query, memory, path, &tiles.unions());
  plan_polyanya(tiles.mesh(), query, other_memory, traced, trace, cones, &tiles.unions());
  REQUIRE(path.status == single.status);
  CHECK(path.points == traced.points);
  CHECK(path.stats == traced.stats);
  if (!path.found()) return;
  REQUIRE(equally_long(path.length, single.length));
  CHECK(test::path_is_free(grid, start.cell, goal.cell, path.points));
  REQUIRE(path.portals.size() + 1 == path.polygons.size());
  for (size_t i = 0; i < path.portals.size(); ++i) {
    const Portal& portal = tiles.mesh().portal(path.portals[i]);
    CHECK((portal.polygons[0] == path.polygons[i + 1] || portal.polygons[1] == path.polygons[i + 1]));
    CHECK_FALSE(tiles.unions().joins(path.portals[i]));
  }
}

}  // namespace

TEST_CASE("unions are convex, and with them paths of Polyanya are as long as those of a visibility graph") {
  PolyanyaMemory memory, other_memory;
  MeshPath path;
  int joined = 0, found = 0;
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    for (const GridMap& map : test::small_maps(seed)) {
      const MoveGrid grid = test::moves_on(map);
      if (grid.passable_count() == 0) continue;
      CAPTURE(seed);
      GridMesh tiles;
      tiles.build(grid, {MeshDecomposition::kTriangles, 8, {}});
      const UnionCount count = count_unions(tiles);
      REQUIRE(count.faults == 0);
      joined += count.joined;
      const test::VisibilityGraph graph(grid);
      Rng rng(seed * 31 + map.cell_count());
      for (int i = 0; i < 6; ++i) {
        const test::AreaPoint start = test::random_point(grid, rng), goal = test::random_point(grid, rng);
        const double expected = graph.distance(start, goal);
        plan_polyanya(tiles.mesh(), {test::end_at(tiles.mesh(), start), test::end_at(tiles.mesh(), goal)}, memory, path,
                      &tiles.unions());
        REQUIRE(path.found() == std::isfinite(expected));
        if (path.found()) REQUIRE(equally_long(path.length, expected));
        found += path.found();
        check_lengths(grid, tiles, start, goal, memory, other_memory);
      }
    }
  }
  CHECK(joined > 500);
  CHECK(found > 200);
}

TEST_CASE("unions after strokes are those of a fresh mesh") {
  PolyanyaMemory memory, other_memory;
  int joined = 0;
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    // Tiles of 8 cells, and crowded tiles of 32 and 64.
    const int tile = seed % 3 == 0 ? 8 : seed % 3 == 1 ? 32 : 64;
    const uint32_t percent = static_cast<uint32_t>(5 + 10 * (seed % 4));
    GridMap map = seed % 2 == 0 ? test::random_map(150, 130, percent, seed) : test::random_rooms(140, 150, 6, seed);
    MoveGrid grid = test::moves_on(map);
    GridMesh tiles;
    tiles.build(grid, {MeshDecomposition::kTriangles, tile, {}});
    Rng rng(seed);
    for (int stroke = 0; stroke < 10; ++stroke) {
      const Cell at = test::random_cell(map, rng);
      const int reach = rng.percent(20) ? 40 : 5;
      const Cell to{std::min(map.width() - 1, at.x + static_cast<int>(rng.below(static_cast<uint32_t>(reach)))),
                    std::min(map.height() - 1, at.y + static_cast<int>(rng.below(static_cast<uint32_t>(reach))))};
      const Edit edit = rectangle(map, at, to, rng.percent(20), rng.percent(50) ? '@' : '.');
      tiles.update(grid, grid.update(map, map.apply(edit).dirty));
      GridMesh fresh;
      fresh.build(grid, {MeshDecomposition::kTriangles, tile, {}});
      REQUIRE(tiles.difference(fresh).value_or("") == "");
      const UnionCount count = count_unions(tiles);
      REQUIRE(count.faults == 0);
      joined += count.joined;
      if (grid.passable_count() == 0) continue;
      for (int i = 0; i < 2; ++i) {
        check_lengths(grid, tiles, test::random_point(grid, rng), test::random_point(grid, rng), memory, other_memory);
      }
    }
  }
  CHECK(joined > 1000);
}

TEST_CASE("on an open map all tiles form one union") {
  const GridMap map(256, 256);
  const MoveGrid grid = test::moves_on(map);
  GridMesh tiles;
  tiles.build(grid, {});
  PolyanyaMemory memory;
  MeshPath path;
  plan_polyanya(tiles.mesh(), {tiles.end_at({3, 5}), tiles.end_at({250, 247})}, memory, path, &tiles.unions());
  CHECK(path.found());
  CHECK(path.stats.total().expanded == 0);  // all of it is one polygon
  plan_polyanya(tiles.mesh(), {tiles.end_at({3, 5}), tiles.end_at({250, 247})}, memory, path);
  CHECK(path.stats.total().expanded > 8);
}

TEST_CASE("unions that are found in slices, between which the map is edited, are those of a fresh mesh") {
  int joined = 0, slices = 0, edits_between = 0;
  for (uint64_t seed = 1; seed <= static_cast<uint64_t>(test::rounds(6)); ++seed) {
    CAPTURE(seed);
    GridMap map = seed % 2 == 0 ? test::random_map(150, 140, 12, seed) : test::random_rooms(150, 140, 9, seed);
    MoveGrid grid = test::moves_on(map);
    GridMesh tiles;
    tiles.build(grid, {MeshDecomposition::kTriangles, 64, {}});
    Rng rng(seed);
    for (int stroke = 0; stroke < 8; ++stroke) {
      // Teeth round the first tile make it crowded, and it is not so without them.
      Edit edit;
      for (uint32_t i = 0; i < 64; ++i) {
        const char letter = stroke % 2 == 0 && i % 2 == 0 ? '@' : '.';
        edit.runs.push_back({map.id({64, static_cast<int>(i)}), 1, letter});
        edit.runs.push_back({map.id({static_cast<int>(i), 64}), 1, letter});
      }
      edit.runs.push_back({rng.below(map.cell_count()), 1, rng.percent(50) ? '@' : '.'});
      tiles.mark_dirty(grid, grid.update(map, map.apply(edit).dirty));
      MeshUpdate report;
      bool edited = false;
      while (!tiles.update_some(grid, report, 20)) {
        ++slices;
        if (edited || !rng.percent(5)) continue;
        edited = true;
        ++edits_between;
        const Edit other{{{rng.below(map.cell_count()), 1, rng.percent(50) ? '@' : '.'}}};
        tiles.mark_dirty(grid, grid.update(map, map.apply(other).dirty));
      }
      GridMesh fresh;
      fresh.build(grid, {MeshDecomposition::kTriangles, 64, {}});
      REQUIRE(tiles.difference(fresh).value_or("") == "");
      const UnionCount count = count_unions(tiles);
      REQUIRE(count.faults == 0);
      joined += count.joined;
    }
  }
  CHECK(joined > 300);
  CHECK(slices > test::rounds(80));
  CHECK(edits_between > test::rounds(2));
}
