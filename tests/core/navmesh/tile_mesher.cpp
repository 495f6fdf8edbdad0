#include "core/navmesh/tile_mesher.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

#include "tests/navmesh_support.hpp"
#include "tests/support.hpp"

using namespace strata;

namespace {

using Ring = std::vector<HalfCellPoint>;

// A map from rows of letters.
GridMap map_of(const std::vector<std::string>& rows) {
  GridMap map(static_cast<int>(rows[0].size()), static_cast<int>(rows.size()));
  Edit edit;
  for (int y = 0; y < map.height(); ++y) {
    for (int x = 0; x < map.width(); ++x) {
      const char letter = rows[static_cast<size_t>(y)][static_cast<size_t>(x)];
      edit.runs.push_back({map.id({x, y}), 1, letter});
    }
  }
  map.apply(edit);
  return map;
}

struct MeshedMap {
  MoveGrid grid;
  TileMesh mesh;
  explicit MeshedMap(const GridMap& map, MeshDecomposition source = MeshDecomposition::kTriangles) {
    grid.build(map, {});
    TileMesher().mesh(grid, MeshRadius(), grid.bounds(), source, 0, mesh);
  }
};

Ring ring_of(const TileMesh& mesh, size_t polygon) {
  const std::span<const HalfCellPoint> ring = mesh.ring(polygon);
  return {ring.begin(), ring.end()};
}

int64_t area2(const Ring& ring) {
  int64_t area = 0;
  for (size_t i = 1; i + 1 < ring.size(); ++i) area += turn(ring[0], ring[i], ring[i + 1]);
  return area;
}

// Whether the insides of two convex rings have a point in common: no side of either has the other beyond it.
bool overlap(const Ring& one, const Ring& other) {
  const auto parts = [](const Ring& a, const Ring& b) {
    for (size_t i = 0; i < a.size(); ++i) {
      const HalfCellPoint from = a[i], to = a[(i + 1) % a.size()];
      if (std::all_of(b.begin(), b.end(), [&](HalfCellPoint p) { return turn(from, to, p) <= 0; })) return true;
    }
    return false;
  };
  return !parts(one, other) && !parts(other, one);
}

Rect bounds_of(const Ring& ring) {
  Rect bounds{ring[0].x, ring[0].y, ring[0].x, ring[0].y};
  for (const HalfCellPoint p : ring) {
    bounds = {std::min(bounds.x0, p.x), std::min(bounds.y0, p.y), std::max(bounds.x1, p.x), std::max(bounds.y1, p.y)};
  }
  return {bounds.x0 / 2, bounds.y0 / 2, bounds.x1 / 2, bounds.y1 / 2};
}

// The corner of the ring that lies before the point on its border, and the one behind it.
std::pair<HalfCellPoint, HalfCellPoint> beside(const Ring& ring, HalfCellPoint point) {
  for (size_t i = 0; i < ring.size(); ++i) {
    const HalfCellPoint from = ring[i], to = ring[(i + 1) % ring.size()];
    if (point == from) return {ring[(i + ring.size() - 1) % ring.size()], to};
    if (point != to && test::is_within(from, to, point)) return {from, to};
  }
  FAIL("not on the ring");
  return {};
}

// What is true of the mesh of any tile.
void check_tile(const MoveGrid& grid, const Rect& cells, MeshDecomposition source, int part, const TileMesh& mesh) {
  int64_t area = 0, free = 0;
  std::vector<Ring> rings;
  for (size_t i = 0; i < mesh.polygon_count(); ++i) {
    const Ring ring = rings.emplace_back(ring_of(mesh, i));
    REQUIRE(ring.size() >= 3);
    REQUIRE(ring.size() <= 100);
    for (size_t k = 0; k < ring.size(); ++k) {
      REQUIRE(turn(ring[k], ring[(k + 1) % ring.size()], ring[(k + 2) % ring.size()]) > 0);
      if (k > 0) REQUIRE(std::pair(ring[0].y, ring[0].x) < std::pair(ring[k].y, ring[k].x));
    }
    REQUIRE(area2(ring) > 0);
    area += area2(ring);
    const Rect bounds = bounds_of(ring);
    REQUIRE(bounds.clipped(cells) == bounds);
    for (int y = bounds.y0; y < bounds.y1; ++y) {
      for (int x = bounds.x0; x < bounds.x1; ++x) {
        if (!grid.passable(Cell{x, y})) REQUIRE_FALSE(overlap(ring, test::ring_of({x, y, x + 1, y + 1})));
      }
    }
    if (source == MeshDecomposition::kRectangles) {
      REQUIRE(ring == test::ring_of(bounds));
      REQUIRE(bounds.width() + bounds.height() <= 63);
    }
    if (i > 0) {
      const Ring& last = rings[i - 1];
      REQUIRE(std::array{last[0].y, last[0].x, last[1].y, last[1].x} <
              std::array{ring[0].y, ring[0].x, ring[1].y, ring[1].x});
    }
  }
  for (int y = cells.y0; y < cells.y1; ++y) {
    for (int x = cells.x0; x < cells.x1; ++x) free += grid.passable(Cell{x, y});
  }
  // Rings lie in free cells and do not overlap, so that with their area they cover them.
  REQUIRE(area == 8 * free);
  if (rings.size() < 80) {
    for (size_t i = 0; i < rings.size(); ++i) {
      for (size_t k = i + 1; k < rings.size(); ++k) REQUIRE_FALSE(overlap(rings[i], rings[k]));
    }
  }

  // Links are what sides have in common: the same as those that are found without knowing how the rings came about.
  std::set<std::array<int64_t, 6>> found, expected;
  const auto key = [](HalfCellPoint from, HalfCellPoint to, size_t p, size_t q) {
    return std::array<int64_t, 6>{from.x, from.y, to.x, to.y, static_cast<int64_t>(p), static_cast<int64_t>(q)};
  };
  const auto insert = [&](auto& set, HalfCellPoint from, HalfCellPoint to, size_t p, size_t q) {
    p < q ? set.insert(key(from, to, p, q)) : set.insert(key(to, from, q, p));
  };
  for (const TileMesh::SharedBorder& link : mesh.links) {
    insert(found, link.from, link.to, link.polygons[0], link.polygons[1]);
    if (source == MeshDecomposition::kRectangles || part > 0) continue;
    // No two polygons could still be one.
    const Ring& one = rings[link.polygons[0]];
    const Ring& other = rings[link.polygons[1]];
    const bool convex = turn(beside(one, link.from).first, link.from, beside(other, link.from).second) >= 0 &&
                        turn(beside(other, link.to).first, link.to, beside(one, link.to).second) >= 0;
    REQUIRE_FALSE(convex);
  }
  REQUIRE(found.size() == mesh.links.size());
  const NavMesh linked = NavMesh::from_rings(rings);
  for (PortalId id = 0; id < linked.portal_slots(); ++id) {
    const Portal& portal = linked.portal(id);
    insert(expected, portal.a, portal.b, portal.polygons[0], portal.polygons[1]);
  }
  REQUIRE(found == expected);
}

std::vector<std::pair<const char*, GridMap>> named_maps() {
  std::vector<std::pair<const char*, GridMap>> kinds;
  for (const uint32_t percent : {0u, 2u, 5u, 12u, 25u, 40u, 60u, 90u, 100u}) {
    kinds.emplace_back("noise", test::random_map(40, 40, percent, percent));
  }
  kinds.emplace_back("rooms", test::random_rooms(64, 50, 9, 1));
  kinds.emplace_back("small rooms", test::random_rooms(50, 50, 3, 2));
  kinds.emplace_back("corridor", test::winding_corridor(33));
  kinds.emplace_back("one cell", GridMap(1, 1));
  kinds.emplace_back("one row", test::random_map(70, 1, 20, 3));
  kinds.emplace_back("one column", test::random_map(1, 70, 20, 4));
  GridMap board(40, 40), stripes(40, 40);
  Edit squares, rows;
  for (CellId id = 0; id < board.cell_count(); ++id) {
    const Cell c = board.cell(id);
    if ((c.x + c.y) % 2 == 0) squares.runs.push_back({id, 1, '@'});
    if (c.y % 2 == 0 && c.x % 2 == 0) rows.runs.push_back({id, 1, '@'});
  }
  board.apply(squares);
  stripes.apply(rows);
  kinds.emplace_back("chess board", board);
  kinds.emplace_back("grid of pillars", stripes);
  return kinds;
}

}  // namespace

TEST_CASE("polygons of a tile are its free cells, whatever the map and the tile") {
  Rng rng(11);
  TileMesher mesher;
  TileMesh mesh;
  for (const auto& each : named_maps()) {
    const auto& name = each.first;
    const auto& map = each.second;
    CAPTURE(name);
    const MoveGrid grid = test::moves_on(map);
    for (const MeshDecomposition source : {MeshDecomposition::kTriangles, MeshDecomposition::kRectangles}) {
      for (int round = 0; round < 12; ++round) {
        Rect cells = grid.bounds();
        if (round > 0) {
          const Cell at = test::random_cell(map, rng);
          cells = Rect{at.x, at.y, at.x + rng.between(1, 34), at.y + rng.between(1, 34)}.clipped(grid.bounds());
        }
        const int part = round > 8 ? rng.between(2, 16) : 0;
        mesher.mesh(grid, MeshRadius(), cells, source, part, mesh);
        check_tile(grid, cells, source, part, mesh);
      }
    }
  }
}

TEST_CASE("many small random tiles are decomposed right") {
  Rng rng(12);
  TileMesher mesher;
  TileMesh mesh;
  for (int round = 0; round < 4000; ++round) {
    const GridMap map = test::random_map(rng.between(1, 9), rng.between(1, 9), rng.below(70), rng.next());
    const MoveGrid grid = test::moves_on(map);
    const auto source = static_cast<MeshDecomposition>(round % kMeshDecompositions);
    mesher.mesh(grid, MeshRadius(), grid.bounds(), source, 0, mesh);
    check_tile(grid, grid.bounds(), source, 0, mesh);
  }
}

TEST_CASE("the triangulation is constrained Delaunay") {
  Rng rng(13);
  TileCells cells;
  TileTriangulation triangulation;
  size_t flips_worth = 0;
  for (int round = 0; round < 300; ++round) {
    const GridMap map = round % 3 == 0
                            ? test::random_rooms(rng.between(3, 40), rng.between(3, 40), 7, rng.next())
                            : test::random_map(rng.between(1, 40), rng.between(1, 40), rng.below(50), rng.next());
    const MoveGrid grid = test::moves_on(map);
    cells.read(grid, MeshRadius(), grid.bounds());
    triangulation.build(cells);
    const TileTriangulation& t = triangulation;
    int64_t area = 0;
    for (int32_t half = 0; half < t.half_edges(); ++half) {
      const Cell a = t.from(half), b = t.from(t.next(half)), c = t.from(t.previous(half));
      const int64_t size = turn({a.x, a.y}, {b.x, b.y}, {c.x, c.y});
      REQUIRE(size > 0);
      if (half % 3 == 0) area += size;
      const int32_t twin = t.twin(half);
      if (twin < 0) {
        // A contour: straight, between free cells on its inside and others.
        REQUIRE((a.x == b.x || a.y == b.y));
        const Cell step{(b.x > a.x) - (b.x < a.x), (b.y > a.y) - (b.y < a.y)};
        for (Cell at = a; !(at == b); at = {at.x + step.x, at.y + step.y}) {
          // Cells beside the piece from `at` on, in the lattice of corners.
          const HalfCellPoint middle{2 * at.x + step.x, 2 * at.y + step.y};
          REQUIRE(grid.passable(cell_at({middle.x - step.y, middle.y + step.x})));
          REQUIRE_FALSE(grid.passable(cell_at({middle.x + step.y, middle.y - step.x})));
        }
        continue;
      }
      REQUIRE(t.twin(twin) == half);
      REQUIRE(t.from(twin) == b);
      REQUIRE(t.from(t.next(twin)) == a);
      // The far corner of the other triangle is not inside the circle: the angles over the common side are together
      // no more than two right ones, which is so if the sine of their sum is not negative.
      const Cell d = t.from(t.previous(twin));
      const auto dot = [](Cell at, Cell p, Cell q) {
        return int64_t{p.x - at.x} * (q.x - at.x) + int64_t{p.y - at.y} * (q.y - at.y);
      };
      const auto cross = [](Cell at, Cell p, Cell q) { return turn({at.x, at.y}, {p.x, p.y}, {q.x, q.y}); };
      const int64_t sine = cross(c, a, b) * dot(d, b, a) + dot(c, a, b) * cross(d, b, a);
      REQUIRE(sine >= 0);
      flips_worth += sine > 0;
    }
    REQUIRE(area == 2 * int64_t{grid.passable_count()});
  }
  CHECK(flips_worth > 1000);
}

TEST_CASE("nothing passes between two cells that touch in a corner") {
  for (const MeshDecomposition source : {MeshDecomposition::kTriangles, MeshDecomposition::kRectangles}) {
    const MeshedMap free_ones(map_of({".@", "@."}), source);
    CHECK(free_ones.mesh.polygon_count() == 2);
    CHECK(free_ones.mesh.links.empty());
    // Two chambers that touch diagonally, and the same within one chamber.
    const MeshedMap chambers(map_of({"...@@@", "...@@@", "...@@@", "@@@...", "@@@...", "@@@..."}), source);
    CHECK(chambers.mesh.polygon_count() == 2);
    CHECK(chambers.mesh.links.empty());
    const MeshedMap pinched(map_of({"....", ".@..", "..@.", "...."}), source);
    check_tile(pinched.grid, pinched.grid.bounds(), source, 0, pinched.mesh);
    for (const TileMesh::SharedBorder& link : pinched.mesh.links) {
      const HalfCellPoint pinch{4, 4};
      CHECK((link.from == pinch || link.to == pinch || !test::is_within(link.from, link.to, pinch)));
    }
  }
}

TEST_CASE("a convex area is one polygon, and one corner that is none takes one diagonal") {
  const MeshedMap open(GridMap(17, 9));
  REQUIRE(open.mesh.polygon_count() == 1);
  CHECK(ring_of(open.mesh, 0) == test::ring_of({0, 0, 17, 9}));
  const MeshedMap angle(map_of({".@", ".."}));
  REQUIRE(angle.mesh.polygon_count() == 2);
  CHECK(ring_of(angle.mesh, 0) == Ring{{0, 0}, {2, 0}, {2, 2}, {0, 4}});
  CHECK(ring_of(angle.mesh, 1) == Ring{{2, 2}, {4, 2}, {4, 4}, {0, 4}});
  REQUIRE(angle.mesh.links.size() == 1);
  CHECK(angle.mesh.links[0].polygons[0] + angle.mesh.links[0].polygons[1] == 1);
}

TEST_CASE("the largest rectangle comes first, and none is too long for its sides to be counted") {
  Rng rng(14);
  for (int round = 0; round < 200; ++round) {
    const GridMap map = test::random_map(rng.between(1, 20), rng.between(1, 20), rng.below(60), rng.next());
    const MeshedMap meshed(map, MeshDecomposition::kRectangles);
    std::vector<Rect> left;
    for (size_t i = 0; i < meshed.mesh.polygon_count(); ++i) left.push_back(bounds_of(ring_of(meshed.mesh, i)));
    std::sort(left.begin(), left.end(),
              [](const Rect& a, const Rect& b) { return a.width() * a.height() > b.width() * b.height(); });
    // Each is as large as any empty one, once larger ones have gone.
    std::vector<uint8_t> free(meshed.grid.cell_count());
    for (CellId id = 0; id < meshed.grid.cell_count(); ++id) free[id] = meshed.grid.passable(id);
    for (const Rect& r : left) {
      int most = 0;
      for (int y = 0; y < map.height(); ++y) {
        for (int x = 0; x < map.width(); ++x) {
          int width = map.width() - x;
          for (int height = 1; y + height <= map.height(); ++height) {
            int run = 0;
            while (run < width && free[map.id({x + run, y + height - 1})] != 0) ++run;
            width = run;
            most = std::max(most, width * height);
          }
        }
      }
      REQUIRE(r.width() * r.height() == most);
      for (int y = r.y0; y < r.y1; ++y) std::fill_n(free.begin() + map.id({r.x0, y}), r.width(), uint8_t{0});
    }
  }
  const MeshedMap open(GridMap(200, 100), MeshDecomposition::kRectangles);
  check_tile(open.grid, open.grid.bounds(), MeshDecomposition::kRectangles, 0, open.mesh);
}

TEST_CASE("a tile's polygons do not depend on where it lies nor on what was decomposed before") {
  Rng rng(15);
  TileMesher used;
  TileMesh mesh, other;
  for (int round = 0; round < 100; ++round) {
    const GridMap small = test::random_map(32, 32, rng.below(40), rng.next());
    GridMap large = test::random_map(100, 100, 30, rng.next());
    const Cell at{rng.between(0, 68), rng.between(0, 68)};
    Edit edit;
    for (CellId id = 0; id < small.cell_count(); ++id) {
      edit.runs.push_back({large.id({at.x + small.cell(id).x, at.y + small.cell(id).y}), 1, small.letter(id)});
    }
    large.apply(edit);
    MoveGrid grid, large_grid;
    grid.build(small, {});
    large_grid.build(large, {});
    const auto source = static_cast<MeshDecomposition>(round % kMeshDecompositions);
    used.mesh(large_grid, MeshRadius(), {at.x, at.y, at.x + 32, at.y + 32}, source, 0, mesh);
    TileMesher().mesh(grid, MeshRadius(), grid.bounds(), source, 0, other);
    REQUIRE(mesh.polygon_count() == other.polygon_count());
    for (HalfCellPoint& p : other.corners) p = {p.x + 2 * at.x, p.y + 2 * at.y};
    REQUIRE(mesh.corners == other.corners);
    REQUIRE(mesh.ends == other.ends);
  }
}
