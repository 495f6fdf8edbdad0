// Meshes of a level for agents of another radius, held against levels that are made for that radius.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/level/level.hpp"
#include "core/navmesh/navmesh.hpp"
#include "tests/core/level/level_setting.hpp"
#include "tests/navmesh_support.hpp"
#include "tests/rounds.hpp"

using namespace strata;
using namespace strata::test;

namespace {

double cells_of(const LevelOptions& options) { return options.agent_radius / options.cell_size; }

std::set<CellId> some_cells(const GridMap& map, uint64_t seed) {
  Rng rng(seed);
  std::set<CellId> blocked;
  for (int i = 0; i < 4; ++i) {
    const Cell at{rng.between(0, map.width() - 1), rng.between(0, map.height() - 1)};
    test::paint_square(blocked, map, at, rng.between(0, 6), false);
  }
  return blocked;
}

// Returns the distance of the middle of a polygon from the nearest cell that is not ground, in cells.
double distance_of_middle(const NavMesh& mesh, PolygonId id, const GridMap& ground) {
  double mx = 0, my = 0;
  for (const MeshSide& side : mesh.sides(id)) {
    mx += side.from.x / 2.0 / static_cast<double>(mesh.sides(id).size());
    my += side.from.y / 2.0 / static_cast<double>(mesh.sides(id).size());
  }
  double nearest = std::min({mx, my, ground.width() - mx, ground.height() - my});
  for (CellId cell = 0; cell < ground.cell_count(); ++cell) {
    if (ground.letter(cell) == '.') continue;
    const auto [x, y] = ground.cell(cell);
    nearest = std::min(nearest, std::hypot(std::max({x - mx, mx - x - 1, 0.0}), std::max({y - my, my - y - 1, 0.0})));
  }
  return nearest;
}

}  // namespace

TEST_CASE("level radius: with the radius of the options the mesh is that of the level, cells blocked or not") {
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    CAPTURE(seed);
    const LevelOptions options = test::random_options(seed);
    const std::shared_ptr<const Level> level = test::random_scene(seed).kept_level(options);
    CHECK(level->mesh().difference(test::mesh_without(*level, {}, cells_of(options))) == std::nullopt);
    const std::set<CellId> blocked = some_cells(level->map(), seed);
    const LevelMesh own = test::mesh_without(*level, blocked);
    CHECK(own.difference(test::mesh_without(*level, blocked, cells_of(options))) == std::nullopt);
  }
}

TEST_CASE("level radius: with another radius the mesh is that of a level made for it") {
  for (uint64_t seed = 1; seed <= static_cast<uint64_t>(test::rounds(8)); ++seed) {
    const Scene scene = test::random_scene(seed);
    const LevelOptions options = test::random_options(seed);
    const std::shared_ptr<const Level> level = scene.kept_level(options);
    std::optional<LevelMesh> narrower;
    for (const double radius : {0.0, 0.7, 2.0, 3.4, 5.0}) {
      CAPTURE(seed);
      CAPTURE(radius);
      LevelOptions other = options;
      // Half a cell less rounds up to the same number of cells, whatever the division of floats gives.
      other.agent_radius = static_cast<float>(std::max(std::ceil(radius) - 0.5, 0.0)) * options.cell_size;
      const std::shared_ptr<const Level> made = scene.kept_level(other);
      const std::set<CellId> blocked = some_cells(level->map(), seed);
      for (const bool paint : {false, true}) {
        const std::set<CellId> cells = paint ? blocked : std::set<CellId>();
        const LevelMesh mesh = test::mesh_without(*level, cells, radius), wanted = test::mesh_without(*made, cells);
        CHECK(test::mesh_fault(mesh.mesh()).value_or("none") == "none");
        CHECK(test::MeshContents(mesh) == test::MeshContents(wanted));
        CHECK(mesh.map() == wanted.map());
        CHECK(std::equal(mesh.cell_heights().begin(), mesh.cell_heights().end(), wanted.cell_heights().begin()));
        CHECK(mesh.notes() == wanted.notes());
        CHECK(mesh.options() == options);
        // The mesh of one radius can be updated to that of another radius.
        LevelMesh follows = level->mesh(), same = mesh;
        MeshUpdate update;
        follows.become(std::move(same), update);
        CHECK(follows.difference(mesh) == std::nullopt);
      }
      const LevelMesh mesh = test::mesh_without(*level, {}, radius);
      for (CellId id = 0; narrower && id < mesh.map().cell_count(); ++id) {
        if (mesh.map().letter(id) == '.' && narrower->map().letter(id) != '.') {
          FAIL_CHECK("ground for a wide agent that a narrower one does not have");
        }
      }
      narrower = mesh;
    }
  }
}

TEST_CASE("level radius: middles of polygons keep the radius from the edge of the ground") {
  Scene scene;
  scene.plane(0, 0, 18, 14, 0);
  scene.box(5, 5, 6, 8, 0, 3);
  scene.box(11, 3, 13, 4, 0, 3);
  for (const LevelPartition partition :
       {LevelPartition::kWatershed, LevelPartition::kMonotone, LevelPartition::kLayers}) {
    LevelOptions options{.cell_size = 0.25f, .agent_radius = 0.5f, .max_error = 0.4f, .partition = partition};
    const std::shared_ptr<const Level> level = scene.kept_level(options);
    // The top of a box is no part of the ground below.
    LevelMesh points = test::mesh_without(*level, {}, 0);
    std::set<CellId> tops;
    for (CellId id = 0; id < points.map().cell_count(); ++id) {
      if (points.cell_height(id) > 1) tops.insert(id);
    }
    points = test::mesh_without(*level, tops, 0);
    for (const double radius : {0.0, 1.0, 2.0, 4.5, 7.0}) {
      const LevelMesh mesh = test::mesh_without(*level, tops, radius);
      CHECK(mesh.mesh().polygon_count() > 0);
      for (PolygonId id = 0; id < mesh.mesh().polygon_slots(); ++id) {
        if (!mesh.mesh().has_polygon(id)) continue;
        CAPTURE(radius);
        CAPTURE(id);
        // Recast counts steps between cells, a diagonal one as one and a half straight ones: round the corner of a
        // wall the ground is up to a cell and 6 percent closer.
        const double least = 0.94 * (std::ceil(radius) - 1) - options.max_error;
        CHECK(distance_of_middle(mesh.mesh(), id, points.map()) >= least);
      }
    }
  }
}

TEST_CASE("level radius: a radius too wide for the level leaves no polygons, one out of range is refused") {
  Scene scene;
  scene.plane(0, 0, 10, 10, 0);
  const std::shared_ptr<const Level> level = scene.kept_level();
  CHECK(test::mesh_without(*level, {}, 5).mesh().polygon_count() > 0);
  const LevelMesh none = test::mesh_without(*level, {}, 60);
  CHECK(none.mesh().polygon_count() == 0);
  CHECK(std::count(none.cell_heights().begin(), none.cell_heights().end(), none.cell_heights()[0]) ==
        static_cast<std::ptrdiff_t>(none.cell_heights().size()));
  JobControl control;
  for (const double radius : {-1.0, 127.5, std::nan("")}) {
    const auto refused = level->mesh_without({}, control, radius);
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().message() == "the agent's radius is from 0 to 127 cells");
  }
  CHECK(level->mesh_without({}, control, 127).ok());
}
