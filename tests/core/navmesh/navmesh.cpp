#include "core/navmesh/navmesh.hpp"

#include <doctest/doctest.h>

#include "tests/navmesh_support.hpp"
#include "tests/support.hpp"

using namespace strata;

namespace {

using Ring = std::vector<HalfCellPoint>;

const Portal& portal_between(const NavMesh& mesh, PolygonId p, PolygonId q) {
  for (PortalId id = 0; id < mesh.portal_slots(); ++id) {
    const Portal& portal = mesh.portal(id);
    if (portal.exists() && (portal.polygons == std::array{p, q} || portal.polygons == std::array{q, p})) return portal;
  }
  FAIL("no portal");
  return mesh.portal(0);
}

}  // namespace

TEST_CASE("sides of polygons are parted where several neighbours lie along them") {
  // A square of 4x4 cells; to its right two rectangles of unlike height and a gap between them.
  const std::vector<Ring> rings = {test::ring_of({0, 0, 4, 4}), test::ring_of({4, 0, 6, 1}),
                                   test::ring_of({4, 2, 9, 6})};
  const NavMesh mesh = NavMesh::from_rings(rings);
  REQUIRE(test::mesh_fault(mesh) == std::nullopt);
  CHECK(mesh.polygon_count() == 3);
  CHECK(mesh.portal_count() == 2);
  CHECK(mesh.sides(0).size() == 6);
  CHECK(mesh.sides(1).size() == 4);
  CHECK(mesh.sides(2).size() == 5);
  const Portal& portal = portal_between(mesh, 0, 2);
  CHECK(portal.a == HalfCellPoint{8, 4});
  CHECK(portal.b == HalfCellPoint{8, 8});
  CHECK(portal.polygons == std::array<PolygonId, 2>{0, 2});
  CHECK(portal.middle() == HalfCellPoint{8, 6});
  CHECK(portal.across(0) == 2);
  CHECK(portal.across(2) == 0);
  CHECK(mesh.area2(0) == 8 * 16);
  CHECK(mesh.area2(2) == 8 * 20);
  CHECK(mesh.centre16(2) == HalfCellPoint{16 * 13 / 2, 16 * 4});
  std::vector<HalfCellPoint> corners;
  mesh.append_corners(0, corners);
  CHECK(corners == rings[0]);
}

TEST_CASE("polygons that touch in a point have no portal, those along a slanted side have one") {
  const std::vector<Ring> rings = {test::ring_of({0, 0, 1, 1}),
                                   test::ring_of({1, 1, 2, 2}),
                                   {{4, 4}, {10, 4}, {4, 10}},
                                   {{10, 4}, {10, 10}, {4, 10}},
                                   {{4, 10}, {7 * 2, 10}, {6, 20}}};
  const NavMesh mesh = NavMesh::from_rings(rings);
  REQUIRE(test::mesh_fault(mesh) == std::nullopt);
  CHECK(mesh.portal_count() == 2);
  CHECK(portal_between(mesh, 2, 3).middle() == HalfCellPoint{7, 7});
  CHECK(portal_between(mesh, 3, 4).middle() == HalfCellPoint{7, 10});
  CHECK(mesh.sides(4).size() == 4);
  CHECK(mesh.centre16(2) == HalfCellPoint{48, 48});
  CHECK(mesh.centre16(4) == HalfCellPoint{64, 107});  // 106.67
}

TEST_CASE("a polygon contains its border and nothing outside") {
  const std::vector<Ring> rings = {{{2, 0}, {6, 4}, {4, 8}, {0, 2}}};
  const NavMesh mesh = NavMesh::from_rings(rings);
  int inside = 0;
  for (int y = -1; y <= 9; ++y) {
    for (int x = -1; x <= 7; ++x) {
      bool expected = true;
      for (size_t i = 0; i < 4; ++i) expected = expected && turn(rings[0][i], rings[0][(i + 1) % 4], {x, y}) >= 0;
      CHECK(mesh.contains(0, {x, y}) == expected);
      inside += expected;
    }
  }
  // By Pick: twice the area is twice the points inside and those of the border less two.
  CHECK(2 * inside == mesh.area2(0) + 4 + 2 + 2 + 2 + 2);
}

TEST_CASE("meshes of runs have the areas and the portals that the cells have") {
  Rng rng(5);
  for (int round = 0; round < 40; ++round) {
    const GridMap map = test::random_map(rng.between(1, 25), rng.between(1, 25), rng.below(60), rng.next());
    const MoveGrid grid = test::moves_on(map);
    const NavMesh squares = test::mesh_of_squares(grid);
    REQUIRE(test::mesh_fault(squares) == std::nullopt);
    CHECK(squares.polygon_count() == grid.passable_count());
    size_t steps = 0;
    for (CellId id = 0; id < grid.cell_count(); ++id) {
      const Cell c = grid.cell(id);
      if (!grid.passable(c)) continue;
      steps += grid.passable(Cell{c.x + 1, c.y}) + grid.passable(Cell{c.x, c.y + 1});
    }
    CHECK(squares.portal_count() == steps);
    const NavMesh runs = test::mesh_of_runs(grid, rng.between(1, 30));
    REQUIRE(test::mesh_fault(runs) == std::nullopt);
    int64_t area = 0;
    for (PolygonId id = 0; id < runs.polygon_slots(); ++id) area += runs.area2(id);
    CHECK(area == 8 * int64_t{grid.passable_count()});
  }
}

TEST_CASE("numbers and memory of removed polygons and portals are given out again") {
  NavMesh mesh;
  size_t bytes = 0;
  for (int round = 0; round < 6; ++round) {
    std::vector<PolygonId> polygons;
    std::vector<PortalId> portals;
    for (int i = 0; i < 20; ++i) {
      polygons.push_back(mesh.add_polygon(test::ring_of({3 * i, 0, 3 * i + 3, 3})));
      if (i > 0) {
        const HalfCellPoint top{6 * i, 0}, bottom{6 * i, 6};
        portals.push_back(mesh.add_portal(top, bottom, polygons[static_cast<size_t>(i) - 1], polygons.back()));
      }
    }
    // A polygon below all of them has 20 neighbours along one side.
    polygons.push_back(mesh.add_polygon(test::ring_of({0, 3, 60, 5})));
    for (int i = 0; i < 20; ++i) {
      portals.push_back(mesh.add_portal({6 * i, 6}, {6 * i + 6, 6}, polygons.back(), polygons[static_cast<size_t>(i)]));
    }
    for (const PolygonId id : polygons) {
      std::vector<PortalId> own;
      for (const PortalId portal : portals) {
        const auto& two = mesh.portal(portal).polygons;
        if (two[0] == id || two[1] == id) own.push_back(portal);
      }
      mesh.set_portals(id, own);
    }
    REQUIRE(test::mesh_fault(mesh) == std::nullopt);
    CHECK(mesh.sides(polygons.back()).size() == 23);
    CHECK(mesh.polygon_slots() == 21);
    CHECK(mesh.portal_slots() == 39);
    if (round == 1) bytes = mesh.memory_bytes();
    if (round > 1) CHECK(mesh.memory_bytes() == bytes);
    const uint64_t version = mesh.version();
    for (const PolygonId id : polygons) mesh.set_portals(id, {});
    CHECK(mesh.sides(polygons.back()).size() == 4);
    for (const PortalId id : portals) mesh.remove_portal(id);
    for (const PolygonId id : polygons) mesh.remove_polygon(id);
    CHECK(mesh.version() != version);
    CHECK(mesh.polygon_count() == 0);
    CHECK(mesh.portal_count() == 0);
    CHECK_FALSE(mesh.has_polygon(polygons.front()));
  }
}
