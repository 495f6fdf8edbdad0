#include "core/level/level.hpp"

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "core/level/detour_path.hpp"
#include "core/navmesh/mesh_search.hpp"
#include "tests/core/level/level_setting.hpp"
#include "tests/navmesh_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

LevelOptions quarters() {
  LevelOptions options;
  options.cell_size = options.cell_height = 0.25f;
  options.agent_radius = 0.5f;
  options.agent_climb = 1;
  return options;
}

// The same to the last number.
void check_same(const LevelMesh& one, const LevelMesh& other) {
  const NavMesh &a = one.mesh(), &b = other.mesh();
  REQUIRE(a.polygon_slots() == b.polygon_slots());
  REQUIRE(a.portal_slots() == b.portal_slots());
  for (PolygonId id = 0; id < a.polygon_slots(); ++id) {
    REQUIRE(std::equal(a.sides(id).begin(), a.sides(id).end(), b.sides(id).begin(), b.sides(id).end()));
    REQUIRE(std::equal(one.heights(id).begin(), one.heights(id).end(), other.heights(id).begin()));
    REQUIRE(one.mean_height(id) == other.mean_height(id));
  }
  for (PortalId id = 0; id < a.portal_slots(); ++id) {
    REQUIRE(a.portal(id).a == b.portal(id).a);
    REQUIRE(a.portal(id).b == b.portal(id).b);
    REQUIRE(a.portal(id).polygons == b.portal(id).polygons);
  }
  CHECK(one.map() == other.map());
  CHECK(std::equal(one.cell_heights().begin(), one.cell_heights().end(), other.cell_heights().begin(),
                   other.cell_heights().end()));
  CHECK(one.notes() == other.notes());
  CHECK(one.options() == other.options());
  CHECK(one.low() == other.low());
  CHECK(one.high() == other.high());
}

bool is_near(const std::set<CellId>& cells, const GridMap& map, Cell cell, int distance) {
  for (int y = cell.y - distance; y <= cell.y + distance; ++y) {
    for (int x = cell.x - distance; x <= cell.x + distance; ++x) {
      if (x >= 0 && y >= 0 && x < map.width() && y < map.height() && cells.count(map.id({x, y})) == 1) return true;
    }
  }
  return false;
}

// Whether the cell and all within the distance are blocked.
bool is_deep(const std::set<CellId>& cells, const GridMap& map, Cell cell, int distance) {
  for (int y = cell.y - distance; y <= cell.y + distance; ++y) {
    for (int x = cell.x - distance; x <= cell.x + distance; ++x) {
      if (x < 0 || y < 0 || x >= map.width() || y >= map.height() || cells.count(map.id({x, y})) == 0) return false;
    }
  }
  return true;
}

// The polygons at the point with about this height.
size_t floors_at(const LevelMesh& level, HalfCellPoint point, float height) {
  std::vector<PolygonId> polygons;
  level.polygons_at(point, polygons);
  return static_cast<size_t>(std::count_if(polygons.begin(), polygons.end(), [&](PolygonId id) {
    return std::abs(level.height_at(id, point) - height) < 1;
  }));
}

}  // namespace

TEST_CASE("level kept: with nothing blocked its mesh is the one that is built at once") {
  for (uint64_t seed = 1; seed <= 7; ++seed) {
    CAPTURE(seed);
    const Scene scene = test::random_scene(seed);
    const LevelOptions options = test::random_options(seed);
    const std::shared_ptr<const Level> level = scene.kept_level(options);
    CHECK(level->options() == options);
    CHECK(&level->map() == &level->mesh().map());
    check_same(level->mesh(), scene.level(options));
    check_same(level->mesh(), test::mesh_without(*level, {}));
    // Whatever was blocked in between.
    std::set<CellId> blocked;
    test::paint_square(blocked, level->map(), {30, 30}, 5, false);
    const LevelMesh painted = test::mesh_without(*level, blocked);
    check_same(painted, test::mesh_without(*level, blocked));
    check_same(level->mesh(), test::mesh_without(*level, {}));
    CHECK(level->memory_bytes() >= level->mesh().memory_bytes() + 12 * level->map().cell_count());
    CHECK(level->mesh().times().raster_ms > 0);
    CHECK(painted.times().raster_ms == 0);
    CHECK(painted.times().regions_ms > 0);
  }
}

TEST_CASE("level kept: blocked cells are no ground on the map and none in the mesh, and what is far from them stays") {
  Scene scene;
  scene.plane(0, 0, 20, 20, 0);
  for (const LevelPartition partition :
       {LevelPartition::kWatershed, LevelPartition::kMonotone, LevelPartition::kLayers}) {
    LevelOptions options = quarters();
    options.partition = partition;
    const std::shared_ptr<const Level> level = scene.kept_level(options);
    std::set<CellId> blocked;
    test::paint_square(blocked, level->map(), {40, 40}, 3, false);
    test::paint_square(blocked, level->map(), {20, 60}, 5, false);
    test::paint_square(blocked, level->map(), {43, 42}, 3, false);
    const LevelMesh mesh = test::mesh_without(*level, blocked);
    CHECK(test::mesh_fault(mesh.mesh()).value_or("none") == "none");
    for (CellId id = 0; id < mesh.map().cell_count(); ++id) {
      const Cell cell = mesh.map().cell(id);
      const bool is_blocked = blocked.count(id) == 1;
      CHECK(mesh.map().letter(id) == (is_blocked ? '@' : level->map().letter(id)));
      CHECK(mesh.cell_height(id) == level->mesh().cell_height(id));
      // Sides may be off by an error of 1.3 cells.
      if (is_deep(blocked, mesh.map(), cell, 2)) CHECK(mesh.end_at(cell).polygon == kNoPolygon);
      if (!is_near(blocked, mesh.map(), cell, 2)) {
        CHECK((mesh.end_at(cell).polygon == kNoPolygon) == (level->mesh().end_at(cell).polygon == kNoPolygon));
      }
    }
  }
}

TEST_CASE("level kept: ground under a roof has its own height, blocked or not") {
  Scene scene;
  scene.plane(0, 0, 20, 12, 0);
  scene.ramp(8, 0, 12, 12, 3, 12);  // too steep to stand on
  const std::shared_ptr<const Level> level = scene.kept_level(quarters());
  std::set<CellId> blocked;
  test::paint_square(blocked, level->map(), {40, 24}, 3, false);
  const LevelMesh mesh = test::mesh_without(*level, blocked);
  for (const Cell cell : {Cell{40, 24}, Cell{40, 34}}) {
    const CellId id = level->map().id(cell);
    REQUIRE(level->map().letter(id) == '.');
    CHECK(level->mesh().cell_height(id) < 1);
    CHECK(mesh.cell_height(id) == level->mesh().cell_height(id));
    CHECK((mesh.map().letter(id) == '@') == (blocked.count(id) == 1));
  }
}

TEST_CASE("level kept: a wall that is painted across a level parts it, and goes again") {
  Scene scene;
  scene.plane(0, 0, 30, 10, 0);
  const std::shared_ptr<const Level> level = scene.kept_level(quarters());
  const Cell left{10, 20}, right{110, 20};
  const auto reaches = [&](const LevelMesh& mesh) {
    Workspace workspace;
    MeshPath path;
    plan_mesh(mesh.mesh(), MeshCosts::kMidpoints, {mesh.end_at(left), mesh.end_at(right)}, workspace, path);
    REQUIRE((path.status == PlanStatus::kFound || path.status == PlanStatus::kNoPath));
    return path.found();
  };
  std::set<CellId> blocked;
  CHECK(reaches(level->mesh()));
  for (int y = 0; y < level->map().height(); ++y) test::paint_square(blocked, level->map(), {60, y}, 2, false);
  CHECK_FALSE(reaches(test::mesh_without(*level, blocked)));
  test::paint_square(blocked, level->map(), {60, 20}, 5, true);
  CHECK(reaches(test::mesh_without(*level, blocked)));
}

TEST_CASE("level kept: of floors above one another only the topmost can be blocked") {
  Scene scene;
  scene.plane(0, 0, 20, 12, 0);
  scene.plane(6, 0, 14, 12, 3);
  const std::shared_ptr<const Level> level = scene.kept_level(quarters());
  std::set<CellId> blocked;
  test::paint_square(blocked, level->map(), {40, 24}, 5, false);
  const LevelMesh mesh = test::mesh_without(*level, blocked);
  const HalfCellPoint painted = middle_of(Cell{40, 24}), beside = middle_of(Cell{48, 24});
  CHECK(floors_at(level->mesh(), painted, 3) == 1);
  CHECK(floors_at(level->mesh(), painted, 0) == 1);
  CHECK(floors_at(mesh, painted, 3) == 0);
  CHECK(floors_at(mesh, painted, 0) == 1);
  CHECK(floors_at(mesh, beside, 3) == 1);
  CHECK(floors_at(mesh, beside, 0) == 1);
  CHECK(mesh.map().letter(Cell{40, 24}) == '@');
  // Where the floor above ends the one below is on top.
  std::set<CellId> lower;
  test::paint_square(lower, level->map(), {10, 24}, 5, false);
  const LevelMesh below = test::mesh_without(*level, lower);
  CHECK(floors_at(level->mesh(), middle_of(Cell{10, 24}), 0) == 1);
  CHECK(floors_at(below, middle_of(Cell{10, 24}), 0) == 0);
  CHECK(floors_at(below, painted, 0) == 1);
}

TEST_CASE("level kept: cells without ground change nothing") {
  for (uint64_t seed = 20; seed < 30; ++seed) {
    CAPTURE(seed);
    const std::shared_ptr<const Level> level = test::random_scene(seed).kept_level(test::random_options(seed));
    std::set<CellId> blocked;
    for (CellId id = 0; id < level->map().cell_count(); ++id) {
      if (level->map().letter(id) == '@') blocked.insert(id);
    }
    REQUIRE_FALSE(blocked.empty());
    check_same(level->mesh(), test::mesh_without(*level, blocked));
  }
}

TEST_CASE("level kept: with everything blocked there is a mesh without polygons") {
  for (const LevelPartition partition :
       {LevelPartition::kWatershed, LevelPartition::kMonotone, LevelPartition::kLayers}) {
    LevelOptions options{.partition = partition};
    Scene scene;
    scene.plane(0, 0, 20, 12, 0);
    const std::shared_ptr<const Level> level = scene.kept_level(options);
    std::set<CellId> blocked;
    for (CellId id = 0; id < level->map().cell_count(); ++id) blocked.insert(id);
    const LevelMesh mesh = test::mesh_without(*level, blocked);
    CHECK(mesh.mesh().polygon_count() == 0);
    CHECK(mesh.mesh().portal_count() == 0);
    CHECK(mesh.map().width() == level->map().width());
    CHECK(std::count(mesh.map().letters().begin(), mesh.map().letters().end(), '@') ==
          static_cast<ptrdiff_t>(mesh.map().cell_count()));
    CHECK(mesh.end_at(Cell{20, 20}).polygon == kNoPolygon);
    std::vector<PolygonId> polygons = {1};
    mesh.polygons_at({40, 40}, polygons);
    CHECK(polygons.empty());
    CHECK_FALSE(DetourQuery::make(mesh).ok());
    // A last island that is too small for a region is none either.
    test::paint_square(blocked, level->map(), {20, 20}, 1, true);
    const LevelMesh island = test::mesh_without(*level, blocked);
    CHECK(island.map().letter(Cell{20, 20}) == '.');
    CHECK(island.mesh().polygon_count() == 0);
  }
}

TEST_CASE("level kept: errors say what is wrong, and where if a file was read") {
  Scene steep;
  steep.ramp(0, 0, 4, 8, 0, 8);
  JobControl control;
  const std::string nowhere =
      "there is nowhere in the level for the agent to stand: its ground is too steep, too low, too narrow or too small";
  CHECK(Level::make(steep.obj(), {}, control).error().message() == nowhere);
  Scene wide;
  wide.plane(0, 0, 10, 10, 0);
  CHECK(Level::make(wide.obj(), {}, control, {8192, 1000, 1000}).error().message().starts_with("the level takes 33 x"));

  const test::TempFolder folder;
  const auto write = [&](const char* name, const char* text) {
    std::ofstream(folder.file(name)) << text;
    return folder.file(name);
  };
  const auto message = [&](const std::string& path) {
    JobControl own;
    const auto loaded = Level::load(path, {}, own);
    return loaded.ok() ? "loaded" : loaded.error().message();
  };
  const std::string plane = write("plane.obj", "v 0 0 0\nv 0 0 9\nv 9 0 9\nv 9 0 0\nf 1 2 3 4\n");
  CHECK(message(plane) == "loaded");
  const std::string broken = write("broken.obj", "v 0 0 0\nv 1 x 0\n");
  CHECK(message(broken).starts_with(broken + ":2: "));
  const std::string wall = write("wall.obj", "v 0 0 0\nv 0 9 0\nv 9 9 0\nv 9 0 0\nf 1 2 3 4\nv 0 0 9\nf 1 2 5\n");
  CHECK(message(wall) == wall + ": " + nowhere);
  CHECK(message(folder.file("none.obj")).starts_with(folder.file("none.obj")));
}

TEST_CASE("level kept: work that is not wanted any more ends, and its progress is told") {
  Scene scene;
  scene.plane(0, 0, 10, 10, 0);
  JobControl control;
  const auto level = Level::make(scene.obj(), {}, control);
  REQUIRE(level.ok());
  CHECK(control.progress() == 1);
  control.cancel();
  CHECK(Level::make(scene.obj(), {}, control).error().message() == "the work was cancelled");
  CHECK(level.value()->mesh_without({}, control).error().message() == "the work was cancelled");
  CHECK(control.progress() < 1);
}

TEST_CASE("level kept: several threads may ask for meshes of one level") {
  const std::shared_ptr<const Level> level = test::random_scene(9).kept_level();
  std::array<std::set<CellId>, 2> blocked;
  test::paint_square(blocked[0], level->map(), {30, 30}, 6, false);
  test::paint_square(blocked[1], level->map(), {50, 40}, 9, false);
  std::array<std::optional<LevelMesh>, 2> made;
  std::vector<std::thread> threads;
  for (size_t i = 0; i < 2; ++i) {
    threads.emplace_back([&, i] {
      for (int round = 0; round < 5; ++round) {
        JobControl control;
        auto mesh = level->mesh_without(std::vector<CellId>(blocked[i].begin(), blocked[i].end()), control);
        if (mesh.ok()) made[i] = std::move(mesh.value());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (size_t i = 0; i < 2; ++i) {
    REQUIRE(made[i].has_value());
    check_same(*made[i], test::mesh_without(*level, blocked[i]));
  }
}

TEST_CASE("level kept: published levels are made again with cells blocked" *
          doctest::skip(std::getenv("STRATA_DATA") == nullptr)) {
  for (const char* name : {"dungeon", "nav_test"}) {
    INFO(std::string(name));
    JobControl control;
    const auto loaded = Level::load(std::string(std::getenv("STRATA_DATA")) + "/meshes/" + name + ".obj", {}, control);
    REQUIRE(loaded.ok());
    const Level& level = *loaded.value();
    check_same(level.mesh(), test::mesh_without(level, {}));
    Rng rng(4);
    for (int i = 0; i < 10; ++i) {
      std::set<CellId> blocked;
      for (int stroke = 0; stroke < 5; ++stroke) {
        const Cell at{rng.between(0, level.map().width() - 1), rng.between(0, level.map().height() - 1)};
        test::paint_square(blocked, level.map(), at, rng.between(0, 12), false);
      }
      const LevelMesh mesh = test::mesh_without(level, blocked);
      CHECK(test::mesh_fault(mesh.mesh()).value_or("none") == "none");
      for (CellId id = 0; id < mesh.map().cell_count(); ++id) {
        const bool is_free = blocked.count(id) == 0 && level.map().letter(id) == '.';
        CHECK(mesh.map().letter(id) == (is_free ? '.' : '@'));
      }
    }
  }
}
