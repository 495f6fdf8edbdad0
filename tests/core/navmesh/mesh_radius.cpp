// Meshes for agents of a radius, held against the distances of points from the blocked cells.
#include "core/navmesh/mesh_radius.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "core/navmesh/grid_mesh.hpp"
#include "core/navmesh/mesh_path_check.hpp"
#include "core/navmesh/mesh_search.hpp"
#include "core/navmesh/polyanya.hpp"
#include "core/search/workspace.hpp"
#include "tests/navmesh_support.hpp"
#include "tests/rounds.hpp"
#include "tests/support.hpp"

using namespace strata;

namespace {

struct MapWithMoves {
  GridMap map;
  Rules rules;
  Clearance clearance;
  MoveGrid grid;

  explicit MapWithMoves(GridMap from) : map(std::move(from)) {
    clearance.build(map, rules.capability);
    grid.build(map, rules, &clearance);
  }
  Rect apply(const Edit& edit) {
    Rect dirty = map.apply(edit).dirty;
    dirty.include(clearance.update(map, dirty));
    return grid.update(map, dirty, &clearance);
  }
  bool free(int x, int y) const { return grid.contains({x, y}) && grid.passable(Cell{x, y}); }
};

// Whether no blocked cell is nearer to the point, in cells, than `distance` along both axes.
bool is_off_walls(const MapWithMoves& ground, double x, double y, double distance) {
  const auto reach = static_cast<int>(std::ceil(distance)) + 1;
  const auto cx = static_cast<int>(std::floor(x)), cy = static_cast<int>(std::floor(y));
  for (int by = cy - reach; by <= cy + reach; ++by) {
    for (int bx = cx - reach; bx <= cx + reach; ++bx) {
      if (ground.free(bx, by)) continue;
      const double dx = std::max({bx - x, x - (bx + 1), 0.0}), dy = std::max({by - y, y - (by + 1), 0.0});
      if (std::max(dx, dy) < distance) return false;
    }
  }
  return true;
}

// The squares of the plane that are free, by a look at every blocked cell near them.
struct FreeSquares {
  int width, height;
  std::vector<uint8_t> free;

  FreeSquares(const MapWithMoves& ground, MeshRadius radius)
      : width(radius.squares(ground.map.width())), height(radius.squares(ground.map.height())) {
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const double scale = radius.is_point() ? 1 : 16;
        const double left = radius.line(x) / scale, right = radius.line(x + 1) / scale;
        const double top = radius.line(y) / scale, bottom = radius.line(y + 1) / scale;
        const double distance = radius.distance() / 16.0 + (right - left) / 2;
        const double tall = radius.distance() / 16.0 + (bottom - top) / 2;
        // The middle of a square is off walls by half its sides more.
        bool is_free = true;
        const double mx = (left + right) / 2, my = (top + bottom) / 2;
        for (int by = static_cast<int>(my) - 6; by <= static_cast<int>(my) + 6; ++by) {
          for (int bx = static_cast<int>(mx) - 6; bx <= static_cast<int>(mx) + 6; ++bx) {
            if (ground.free(bx, by)) continue;
            const double dx = std::max({bx - mx, mx - (bx + 1), 0.0}), dy = std::max({by - my, my - (by + 1), 0.0});
            if (dx < distance && dy < tall) is_free = false;
          }
        }
        free.push_back(is_free);
      }
    }
  }
  bool at(int x, int y) const { return free[static_cast<size_t>(y * width + x)] != 0; }
};

void check_covers(const MapWithMoves& ground, const GridMesh& all) {
  const MeshRadius radius = all.options().radius;
  const NavMesh& mesh = all.mesh();
  REQUIRE(all.ready());
  REQUIRE(mesh.units() == radius.units());
  REQUIRE(test::mesh_fault(mesh) == std::nullopt);
  const FreeSquares squares(ground, radius);
  int64_t area = 0;
  std::vector<uint32_t> by_squares(squares.free.size()), by_portals(mesh.polygon_slots());
  std::iota(by_squares.begin(), by_squares.end(), 0u);
  std::iota(by_portals.begin(), by_portals.end(), 0u);
  for (PortalId id = 0; id < mesh.portal_slots(); ++id) {
    const Portal& portal = mesh.portal(id);
    if (portal.exists()) join_sets(by_portals, portal.polygons[0], portal.polygons[1]);
  }
  const auto number = [&](int x, int y) { return static_cast<uint32_t>(y * squares.width + x); };
  for (int y = 0; y < squares.height; ++y) {
    for (int x = 0; x < squares.width; ++x) {
      if (!squares.at(x, y)) continue;
      area += 4 * int64_t{radius.line(x + 1) - radius.line(x)} * (radius.line(y + 1) - radius.line(y));
      if (x + 1 < squares.width && squares.at(x + 1, y)) {
        join_sets(by_squares, number(x, y), number(x + 1, y));
      }
      if (y + 1 < squares.height && squares.at(x, y + 1)) {
        join_sets(by_squares, number(x, y), number(x, y + 1));
      }
    }
  }
  int64_t covered = 0;
  for (PolygonId id = 0; id < mesh.polygon_slots(); ++id) {
    if (mesh.has_polygon(id)) covered += mesh.area2(id);
  }
  REQUIRE(covered == 2 * area);
  std::vector<uint32_t> portal_part(squares.free.size(), kNoPolygon), square_part(mesh.polygon_slots(), kNoPolygon);
  for (int y = 0; y < squares.height; ++y) {
    for (int x = 0; x < squares.width; ++x) {
      const HalfCellPoint middle{radius.line(x) + radius.line(x + 1), radius.line(y) + radius.line(y + 1)};
      const PolygonId polygon = all.polygon_at(middle);
      REQUIRE((polygon != kNoPolygon) == squares.at(x, y));
      if (polygon == kNoPolygon) continue;
      // Squares are joined side by side where their polygons are by portals.
      const uint32_t one = find_root(by_squares, number(x, y)), other = find_root(by_portals, polygon);
      if (portal_part[one] == kNoPolygon) portal_part[one] = other;
      if (square_part[other] == kNoPolygon) square_part[other] = one;
      REQUIRE(portal_part[one] == other);
      REQUIRE(square_part[other] == one);
    }
  }
  // The middle of a free cell is in the mesh if the cells within the radius round it are free.
  for (int y = 0; y < ground.map.height(); ++y) {
    for (int x = 0; x < ground.map.width(); ++x) {
      const bool fits = ground.free(x, y) && is_off_walls(ground, x + 0.5, y + 0.5, radius.distance() / 16.0);
      REQUIRE((all.end_at({x, y}).polygon != kNoPolygon) == fits);
    }
  }
}

GridMap some_map(int kind, uint64_t seed) {
  switch (kind % 4) {
    case 0:
      return test::random_map(34, 27, 4, seed);
    case 1:
      return test::random_rooms(50, 43, 9, seed);
    case 2:
      return test::random_map(47, 39, 1, seed);
    default:
      return test::winding_corridor(31);
  }
}

Edit some_stroke(const GridMap& map, Rng& rng) {
  const Cell at{rng.between(0, map.width() - 1), rng.between(0, map.height() - 1)};
  const Brush brush{rng.between(0, 3), rng.percent(50) ? BrushShape::kRound : BrushShape::kSquare};
  return brush_line(map, at, {at.x + rng.between(-6, 6), at.y + rng.between(-6, 6)}, brush,
                    rng.percent(50) ? '@' : '.');
}

}  // namespace

TEST_CASE("mesh radius: lines, squares and the cells that block them") {
  CHECK(MeshRadius().is_point());
  CHECK(MeshRadius::for_agents(0.25).eighths() == 2);
  CHECK(MeshRadius::for_agents(0.26).eighths() == 3);
  CHECK(MeshRadius::for_agents(0).is_point());
  CHECK(MeshRadius::for_agents(9).eighths() == MeshRadius::kMost);
  for (int eighths = 0; eighths <= MeshRadius::kMost; ++eighths) {
    const MeshRadius radius = MeshRadius::of_eighths(eighths);
    const int scale = radius.is_point() ? 1 : 16;
    for (int square = -20; square < 40; ++square) {
      CAPTURE(eighths);
      CAPTURE(square);
      REQUIRE(radius.line(square) < radius.line(square + 1));
      REQUIRE(radius.square_at(radius.line(square)) == square);
      REQUIRE(radius.square_at(radius.line(square + 1) - 1) == square);
      // A cell is too close if it reaches into the square, grown by the distance.
      for (int cell = -30; cell < 40; ++cell) {
        const bool blocks = scale * cell < radius.line(square + 1) + radius.distance() &&
                            scale * (cell + 1) > radius.line(square) - radius.distance();
        REQUIRE(blocks == (cell >= radius.first_cell(square) && cell <= radius.last_cell(square)));
        const Rect changed = radius.squares_of({cell, 0, cell + 1, 1});
        REQUIRE(blocks == (square >= changed.x0 && square < changed.x1));
      }
    }
    // The distance kept is that of the class, but for half a step.
    if (!radius.is_point()) REQUIRE(radius.distance() / 16.0 == radius.cells() - MeshRadius::kRounding);
  }
}

TEST_CASE("mesh radius: a mesh covers what is far enough from walls, and an edit gives what a fresh build gives") {
  Rng rng(7);
  for (int round = 0; round < test::rounds(24); ++round) {
    MapWithMoves ground(some_map(round, static_cast<uint64_t>(round) + 1));
    GridMeshOptions options{
        .source = round % 3 == 2 ? MeshDecomposition::kRectangles : MeshDecomposition::kTriangles,
        .tile_size = std::array{8, 16, 32, 0}[static_cast<size_t>(rng.between(0, 3))],
        .radius = MeshRadius::of_eighths(round < 8 ? round + 1 : rng.between(0, MeshRadius::kMost))};
    CAPTURE(options.radius.eighths());
    CAPTURE(options.tile_size);
    CAPTURE(round);
    auto mesh = test::built<GridMesh>(ground.grid, options);
    check_covers(ground, mesh);
    for (int edit = 0; edit < 6; ++edit) {
      mesh.update(ground.grid, ground.apply(some_stroke(ground.map, rng)));
      auto fresh = test::built<GridMesh>(ground.grid, options);
      REQUIRE(mesh.difference(fresh) == std::nullopt);
    }
    check_covers(ground, mesh);
  }
}

TEST_CASE("mesh radius: paths keep their distance from walls, and nothing that fits is missed") {
  Rng rng(8);
  size_t found = 0;
  double closest = 1e9;
  for (int round = 0; round < test::rounds(24); ++round) {
    MapWithMoves ground(some_map(round, static_cast<uint64_t>(round) + 100));
    GridMeshOptions options{.tile_size = round % 2 == 0 ? 16 : 0,
                            .radius = MeshRadius::for_agents(rng.between(10, 400) / 100.0)};
    auto all = test::built<GridMesh>(ground.grid, options);
    const NavMesh& mesh = all.mesh();
    Workspace workspace;
    MeshPath path, shortest;
    PolyanyaMemory memory;
    for (int i = 0; i < 40; ++i) {
      const Cell from{rng.between(0, ground.map.width() - 1), rng.between(0, ground.map.height() - 1)};
      const Cell to{rng.between(0, ground.map.width() - 1), rng.between(0, ground.map.height() - 1)};
      const MeshQuery query{all.end_at(from), all.end_at(to)};
      plan_mesh(mesh, MeshCosts::kMidpoints, query, workspace, path);
      plan_polyanya(mesh, query, memory, shortest);
      REQUIRE(path.status == shortest.status);
      if (!path.found()) continue;
      ++found;
      REQUIRE(mesh_path_fault(mesh, query, path.points, path.length) == std::nullopt);
      REQUIRE(mesh_path_fault(mesh, query, shortest.points, shortest.length) == std::nullopt);
      REQUIRE(shortest.length <= path.length + 1e-9);
      for (size_t p = 1; p < shortest.points.size(); ++p) {
        const HalfCellPoint a = shortest.points[p - 1], b = shortest.points[p];
        for (int part = 0; part <= 32; ++part) {
          const double x = mesh.in_cells(a.x + (b.x - a.x) * part / 32.0);
          const double y = mesh.in_cells(a.y + (b.y - a.y) * part / 32.0);
          const double room = test::room_at([&](int cx, int cy) { return ground.free(cx, cy); }, x, y);
          REQUIRE(room >= options.radius.cells() - MeshRadius::kRounding - 1e-9);
          closest = std::min(closest, room - options.radius.cells());
        }
      }
    }
  }
  CHECK(static_cast<int>(found) > test::rounds(100));
  CHECK(closest == doctest::Approx(-MeshRadius::kRounding));  // paths run along walls
}

TEST_CASE("mesh radius: a gap lets through agents that are as wide as it is") {
  for (int width = 1; width <= 7; ++width) {
    GridMap map(21, 15);
    Edit wall;
    for (int y = 0; y < 15; ++y) {
      if (y < 3 || y >= 3 + width) wall.runs.push_back({map.id({10, y}), 1, '@'});
    }
    map.apply(wall);
    const MapWithMoves ground(std::move(map));
    for (int eighths = 0; eighths <= MeshRadius::kMost; ++eighths) {
      auto all = test::built<GridMesh>(ground.grid,
                                       GridMeshOptions{.tile_size = 16, .radius = MeshRadius::of_eighths(eighths)});
      const MeshQuery query{all.end_at({5, 7}), all.end_at({15, 7})};
      Workspace workspace;
      MeshPath path;
      plan_mesh(all.mesh(), MeshCosts::kMidpoints, query, workspace, path);
      CAPTURE(width);
      CAPTURE(eighths);
      REQUIRE(path.found() == (2 * eighths <= MeshRadius::kSteps * width));
    }
  }
}
