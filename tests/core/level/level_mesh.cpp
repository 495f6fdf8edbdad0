#include "core/level/level_mesh.hpp"

#include <cmath>
#include <cstdlib>
#include <limits>

#include "core/navmesh/mesh_path_check.hpp"
#include "core/navmesh/mesh_search.hpp"
#include "core/navmesh/polyanya.hpp"
#include "tests/core/level/level_setting.hpp"
#include "tests/must.hpp"
#include "tests/navmesh_support.hpp"
#include "tests/rounds.hpp"
#include "tests/support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

// Cells of 0.25, so that what is built of whole numbers lies on the grid.
LevelOptions quarter_cells() {
  LevelOptions options;
  options.cell_size = options.cell_height = 0.25f;
  options.agent_radius = 0.5f;
  options.agent_climb = 1;
  return options;
}

std::string fault_of(const NavMesh& mesh) { return test::mesh_fault(mesh).value_or("none"); }

Cell cell_of(const LevelMesh& level, double x, double z) {
  const double size = double{level.options().cell_size};
  return {static_cast<int>((x - double{level.low()[0]}) / size), static_cast<int>((z - double{level.low()[2]}) / size)};
}

double area_of(const LevelMesh& level) {
  double area = 0;
  for (PolygonId id = 0; id < level.mesh().polygon_slots(); ++id) {
    area += static_cast<double>(level.mesh().area2(id)) / 8;
  }
  return area;
}

size_t passable_cells(const GridMap& map) {
  return static_cast<size_t>(std::count(map.letters().begin(), map.letters().end(), '.'));
}

bool reaches(const LevelMesh& level, const MeshEndpoint& start, const MeshEndpoint& goal) {
  Workspace workspace;
  MeshPath path;
  plan_mesh(level.mesh(), MeshCosts::kMidpoints, {start, goal}, workspace, path);
  REQUIRE((path.status == PlanStatus::kFound || path.status == PlanStatus::kNoPath));
  return path.found();
}

// A* against Dijkstra over the same portals, and against Polyanya, between points of the mesh.
void check_searches(const LevelMesh& level, uint64_t seed, int pairs) {
  const NavMesh& mesh = level.mesh();
  const std::vector<PolygonId> areas = test::areas_of(mesh);
  Rng rng(seed);
  Workspace workspace;
  PolyanyaMemory memory;
  MeshPath path, shortest;
  for (int i = 0; i < pairs; ++i) {
    const MeshQuery query{test::random_end(mesh, rng), test::random_end(mesh, rng)};
    plan_mesh(mesh, MeshCosts::kMidpoints, query, workspace, path);
    plan_polyanya(mesh, query, memory, shortest);
    const bool reachable = areas[query.start.polygon] == areas[query.goal.polygon];
    REQUIRE(path.found() == reachable);
    REQUIRE(shortest.found() == reachable);
    const uint32_t start = mesh.portal_slots(), goal = start + 1;
    const auto expected = test::plain_search(goal + 1, start, kInfinite, [&](uint32_t node, auto&& visit) {
      const auto open = [&](PolygonId polygon) {
        const HalfCellPoint from = node == start ? query.start.at : mesh.portal(node).middle();
        for (const MeshSide& side : mesh.sides(polygon)) {
          if (side.portal != kNoPortal) visit(side.portal, line_cost(from, mesh.portal(side.portal).middle()));
        }
        if (polygon == query.goal.polygon) visit(goal, line_cost(from, query.goal.at));
      };
      if (node == goal) return;
      if (node == start) return open(query.start.polygon);
      for (const PolygonId polygon : mesh.portal(node).polygons) open(polygon);
    });
    REQUIRE(path.cost == expected[goal]);
    if (!reachable) continue;
    REQUIRE(shortest.length <= path.length * (1 + 1e-9));
    REQUIRE(mesh_path_fault(mesh, query, path.points, path.length).value_or("none") == "none");
    REQUIRE(mesh_path_fault(mesh, query, shortest.points, shortest.length).value_or("none") == "none");
  }
}

}  // namespace

TEST_CASE("level: a plane is one polygon, as far from its edge as the agent is wide") {
  Scene scene;
  scene.plane(-5, 10, 5, 18, 2);
  const LevelMesh level = scene.level(quarter_cells());
  CHECK(level.map().width() == 40);
  CHECK(level.map().height() == 32);
  CHECK(fault_of(level.mesh()) == "none");
  REQUIRE(level.mesh().polygon_count() == 1);
  CHECK(level.mesh().portal_count() == 0);
  CHECK(level.notes().empty());
  CHECK(level.low() == std::array<float, 3>{-5, 2, 10});
  CHECK(level.high() == std::array<float, 3>{5, 2, 18});
  // Nobody stands on the outermost two cells, nor on the rim that Recast takes for a ledge.
  CHECK(area_of(level) == passable_cells(level.map()));
  CHECK(level.map().letter(Cell{20, 16}) == '.');
  for (int x = 0; x < 40; ++x) CHECK(level.map().letter(Cell{x, 1}) == '@');
  CHECK(area_of(level) == 34 * 26);
  // The mesh lies over the map.
  for (CellId id = 0; id < level.map().cell_count(); ++id) {
    const Cell cell = level.map().cell(id);
    CHECK((level.end_at(cell).polygon != kNoPolygon) == (level.map().letter(id) == '.'));
  }
  CHECK(level.mean_height(0) == doctest::Approx(2).epsilon(0.3));
  CHECK(level.cell_height(level.map().id({20, 16})) == level.mean_height(0));
  CHECK(level.end_at(HalfCellPoint{-1, 4}).polygon == kNoPolygon);
  CHECK(level.end_at(HalfCellPoint{40, 9999}).polygon == kNoPolygon);
}

TEST_CASE("level: paths go round a hole") {
  Scene scene;
  scene.plane(0, 0, 12, 4, 0);
  scene.plane(0, 8, 12, 12, 0);
  scene.plane(0, 4, 4, 8, 0);
  scene.plane(8, 4, 12, 8, 0);
  const LevelMesh level = scene.level(quarter_cells());
  CHECK(fault_of(level.mesh()) == "none");
  CHECK(level.map().letter(cell_of(level, 6, 6)) == '@');
  CHECK(level.end_at(cell_of(level, 6, 6)).polygon == kNoPolygon);
  PolyanyaMemory memory;
  MeshPath path;
  plan_polyanya(level.mesh(), {level.end_at(cell_of(level, 6, 2)), level.end_at(cell_of(level, 6, 10))}, memory, path);
  REQUIRE(path.found());
  CHECK(path.points.size() >= 4);
  CHECK(path.length > 32 + 8);
  check_searches(level, 1, 60);
}

TEST_CASE("level: a ramp joins what lies at its ends, and its heights rise") {
  for (const double end : {16.0, 11.0}) {  // 26 and 56 degrees
    Scene scene;
    scene.plane(0, 0, 8, 6, 0);
    scene.ramp(8, 0, end, 6, 0, 4);
    scene.plane(end, 0, end + 8, 6, 4);
    const LevelMesh level = scene.level(quarter_cells());
    CHECK(fault_of(level.mesh()) == "none");
    const MeshEndpoint low = level.end_at(cell_of(level, 3, 3)), high = level.end_at(cell_of(level, end + 5, 3));
    REQUIRE(low.polygon != kNoPolygon);
    REQUIRE(high.polygon != kNoPolygon);
    CHECK(reaches(level, low, high) == (end == 16.0));
    CHECK(std::abs(level.height_at(low.polygon, low.at)) < 1);
    CHECK(std::abs(level.height_at(high.polygon, high.at) - 4) < 1);
    if (end != 16.0) continue;
    float last = -1;
    for (double x = 9; x <= 15; ++x) {
      const MeshEndpoint at = level.end_at(cell_of(level, x, 3));
      REQUIRE(at.polygon != kNoPolygon);
      const float height = level.height_at(at.polygon, at.at);
      CHECK(height > last);
      CHECK(std::abs(height - (x - 8) / 2) < 1.5);
      CHECK(std::abs(level.cell_height(level.map().id(cell_of(level, x, 3))) - (x - 8) / 2) < 0.8);
      last = height;
    }
  }
}

TEST_CASE("level: of two floors above one another both are in the mesh, with no portal between them") {
  Scene scene;
  scene.plane(0, 0, 20, 12, 0);
  scene.plane(6, 0, 14, 12, 3);
  const LevelMesh level = scene.level(quarter_cells());
  CHECK(fault_of(level.mesh()) == "none");
  const Cell middle = cell_of(level, 10, 6), left = cell_of(level, 2, 6), right = cell_of(level, 18, 6);
  std::vector<PolygonId> polygons;
  level.polygons_at(middle_of(middle), polygons);
  REQUIRE(polygons.size() == 2);
  CHECK(std::abs(level.height_at(polygons[0], middle_of(middle)) - 3) < 0.5f);
  CHECK(std::abs(level.height_at(polygons[1], middle_of(middle))) < 0.5f);
  CHECK(level.end_at(middle).polygon == polygons[0]);
  const MeshEndpoint below{middle_of(middle), polygons[1]};
  CHECK_FALSE(reaches(level, level.end_at(middle), below));
  CHECK(reaches(level, level.end_at(left), below));
  CHECK(reaches(level, level.end_at(left), level.end_at(right)));
  CHECK_FALSE(reaches(level, level.end_at(left), level.end_at(middle)));
  // A portal joins what is of one floor.
  for (PortalId id = 0; id < level.mesh().portal_slots(); ++id) {
    const auto& joined = level.mesh().portal(id).polygons;
    CHECK(std::abs(level.mean_height(joined[0]) - level.mean_height(joined[1])) < 0.5f);
  }
  // The map shows the upper floor, and its rim parts it from the lower one.
  CHECK(level.map().letter(middle) == '.');
  CHECK(std::abs(level.cell_height(level.map().id(middle)) - 3) < 0.5f);
  CHECK(level.map().letter(cell_of(level, 6.5, 6)) == '@');
  const MoveGrid grid = moves_on(level.map());
  CHECK(test::plain_dijkstra(level.map(), {}, left)[level.map().id(middle)] == kInfinite);
}

TEST_CASE("level: what is on top is told by the ground, not by the corners of polygons") {
  // A pit whose rim is higher than the plate that hangs over its middle: from its corners it seems the upper one.
  Scene scene;
  const std::array<double, 3> middle = {8, 0, 8};
  scene.triangle({0, 6, 0}, {0, 6, 16}, middle);
  scene.triangle({0, 6, 16}, {16, 6, 16}, middle);
  scene.triangle({16, 6, 16}, {16, 6, 0}, middle);
  scene.triangle({16, 6, 0}, {0, 6, 0}, middle);
  scene.plane(5, 6, 11, 10, 4);
  LevelOptions options = quarter_cells();
  options.agent_height = 1;
  const LevelMesh level = scene.level(options);
  size_t misled = 0;
  std::vector<PolygonId> polygons;
  for (double x = 6; x <= 10; x += 0.25) {
    for (double z = 7; z <= 9; z += 0.25) {
      const HalfCellPoint point = middle_of(cell_of(level, x, z));
      level.polygons_at(point, polygons);
      REQUIRE(polygons.size() >= 2);
      CHECK(std::abs(level.mean_height(polygons[0]) - 4) < 0.5f);
      CHECK(level.end_at(point).polygon == polygons[0]);
      misled += level.height_at(polygons[1], point) > level.height_at(polygons[0], point);
    }
  }
  CHECK(misled > 20);
}

TEST_CASE("level: what lies under another floor counts once one can stand there") {
  for (const double high : {1.5, 2.5}) {
    Scene scene;
    scene.plane(0, 0, 20, 12, 0);
    scene.plane(6, 0, 14, 12, high);
    const LevelMesh level = scene.level(quarter_cells());
    std::vector<PolygonId> polygons;
    level.polygons_at(middle_of(cell_of(level, 10, 6)), polygons);
    CHECK(polygons.size() == (high > 2 ? 2 : 1));
  }
}

TEST_CASE("level: a step higher than the agent climbs separates") {
  for (const double step : {0.5, 1.0, 1.25, 2.0}) {
    CAPTURE(step);
    Scene scene;
    scene.plane(0, 0, 8, 8, 0);
    scene.box(8, 0, 16, 8, 0, step);
    const LevelMesh level = scene.level(quarter_cells());
    CHECK(fault_of(level.mesh()) == "none");
    CHECK(reaches(level, level.end_at(cell_of(level, 3, 4)), level.end_at(cell_of(level, 13, 4))) == (step <= 1));
  }
}

TEST_CASE("level: the agent's size and the options decide where the ground is") {
  Scene scene;
  scene.plane(0, 0, 8, 8, 0);
  scene.plane(8, 3, 14, 5, 0);  // a corridor two wide
  scene.plane(14, 0, 22, 8, 0);
  LevelOptions options = quarter_cells();
  const auto joined = [&] {
    const LevelMesh level = scene.level(options);
    return reaches(level, level.end_at(cell_of(level, 3, 4)), level.end_at(cell_of(level, 18, 4)));
  };
  CHECK(joined());
  options.agent_radius = 1.25f;
  CHECK_FALSE(joined());
  options.agent_radius = 0.5f;
  for (const LevelPartition partition : {LevelPartition::kMonotone, LevelPartition::kLayers}) {
    options.partition = partition;
    CHECK(joined());
    CHECK(fault_of(scene.level(options).mesh()) == "none");
  }
  options = quarter_cells();
  for (int corners = 3; corners <= 6; ++corners) {
    options.max_corners = corners;
    const LevelMesh level = scene.level(options);
    std::vector<HalfCellPoint> points;
    for (PolygonId id = 0; id < level.mesh().polygon_slots(); ++id) {
      points.clear();
      level.mesh().append_corners(id, points);
      CHECK(points.size() <= static_cast<size_t>(corners));
    }
  }
}

TEST_CASE("level: what cannot be made is refused in a plain sentence") {
  Scene steep;
  steep.ramp(0, 0, 4, 8, 0, 8);
  CHECK(steep.refusal() ==
        "there is nowhere in the level for the agent to stand: its ground is too steep, too low, too narrow or too "
        "small");
  Scene small;
  small.plane(0, 0, 0.1, 0.1, 0);
  CHECK(small.refusal() ==
        "the level is smaller than a cell of 0.3 (its longer side is 0.1 m: is it a hundred times too small?)");
  Scene wide;
  wide.plane(0, 0, 3000, 10, 0);
  CHECK(wide.refusal() ==
        "the level takes 10000 x 33 cells of 0.3; at most 8192 a side and 16777216 in all can be "
        "handled: use larger cells (its longer side is 3000 m: is it in centimetres?)");
  Scene large;
  large.plane(0, 0, 2000, 2000, 0);
  CHECK(large.refusal().starts_with("the level takes 6667 x 6667 cells of 0.3;"));
  Scene huge;
  huge.plane(-1e6, -1e6, 1e6, 1e6, 0);
  LevelOptions tiny;
  tiny.cell_size = 1e-4f;
  tiny.agent_radius = tiny.edge_max = 0;
  CHECK(huge.refusal(tiny).starts_with("the level takes 2000000"));
  Scene high;
  high.plane(0, 0, 10, 10, 0);
  high.plane(0, 0, 10, 10, 5000);
  CHECK(high.refusal() == "the level is 25000 voxels of 0.2 high; at most 8191 can be handled: use higher ones");
  CHECK(build_level_mesh(ObjMesh{}).error().message() == "the level has no faces");
}

TEST_CASE("level: more columns of voxels than the limit are refused") {
  Scene stack;
  for (int i = 0; i < 80; ++i) stack.plane(0, 0, 100, 100, 10.0 * i);
  JobControl control;
  const auto built = build_level_mesh(stack.obj(), {}, control, {8192, 1 << 24, 1'000'000});
  REQUIRE(!built.ok());
  CHECK(built.error().message() == "the level takes more than 1000000 columns of voxels: use larger cells");
}

TEST_CASE("level: options that Recast cannot keep are refused by name") {
  const auto fault = [](auto change) {
    LevelOptions options;
    change(options);
    return options_fault(options).value_or("none");
  };
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  CHECK(fault([](auto&) {}) == "none");
  for (const float bad : {0.0f, -1.0f, kNan, 1e9f}) {
    CHECK(fault([&](auto& o) { o.cell_size = bad; }).starts_with("the size of cells"));
    CHECK(fault([&](auto& o) { o.cell_height = bad; }).starts_with("the height of cells"));
    CHECK(fault([&](auto& o) { o.agent_height = bad; }) == "the agent is from 3 to 255 cells high");
  }
  for (const float bad : {-1.0f, kNan, 1e9f}) {
    CHECK(fault([&](auto& o) { o.agent_radius = bad; }) == "the agent's radius is from 0 to 127 cells");
    CHECK(fault([&](auto& o) { o.agent_climb = bad; }) == "the agent climbs from 0 to 255 cells");
    CHECK(fault([&](auto& o) { o.slope = bad; }) == "the steepest slope is from 0 to 89.9 degrees");
    CHECK(fault([&](auto& o) { o.edge_max = bad; }) == "the longest side is from 0 to 10000 cells");
    CHECK(fault([&](auto& o) { o.max_error = bad; }) == "the largest error is from 0 to 1000 cells");
  }
  for (const int bad : {-1, 1001}) {
    CHECK(fault([&](auto& o) { o.region_min = bad; }) == "the least region is from 0 to 1000 cells a side");
    CHECK(fault([&](auto& o) { o.region_merge = bad; }).starts_with("the regions that are joined"));
  }
  for (const int bad : {2, 7}) {
    CHECK(fault([&](auto& o) { o.max_corners = bad; }) == "polygons have from 3 to 6 corners");
  }
  Scene scene;
  scene.plane(0, 0, 8, 8, 0);
  LevelOptions options{.max_corners = 2};
  CHECK(scene.refusal(options) == "polygons have from 3 to 6 corners");
}

TEST_CASE("level: rows with more pieces of ground than Recast has memory for are not parted by rows") {
  // Corridors of one cell with a wall between each and the next, in six floors: 30 pieces of ground in a row of 12
  // cells.
  Scene scene;
  for (int floor = 0; floor < 6; ++floor) scene.plane(0, 0, 12, 12, 3 * floor);
  for (int i = 1; i < 12; i += 2) {
    const double x = i + 0.5;
    scene.quad({x, 0, 0}, {x, 0, 12}, {x, 18, 12}, {x, 18, 0});
  }
  LevelOptions options;
  options.cell_size = 1;
  options.agent_radius = 0;
  options.region_min = options.region_merge = 0;
  for (const LevelPartition partition : {LevelPartition::kMonotone, LevelPartition::kLayers}) {
    options.partition = partition;
    CHECK(scene.refusal(options) ==
          "there are too many floors side by side and above one another for a partition by rows: use watershed");
  }
}

TEST_CASE("level: work that is not wanted any more ends, and its progress is told") {
  Scene scene;
  scene.plane(0, 0, 10, 10, 0);
  JobControl control;
  REQUIRE(build_level_mesh(scene.obj(), {}, control).ok());
  CHECK(control.progress() == 1);
  control.cancel();
  CHECK(build_level_mesh(scene.obj(), {}, control).error().message() == "the work was cancelled");
}

TEST_CASE("level: meshes of random levels are valid, and A* on them is Dijkstra's and no shorter than Polyanya") {
  size_t levels = 0, stacked = 0, separate = 0, repaired = 0;
  constexpr size_t kLevels = test::rounds(60);
  for (uint64_t seed = 1; seed <= kLevels; ++seed) {
    CAPTURE(seed);
    const ObjMesh obj = test::random_scene(seed).obj();
    LevelOptions options{.agent_radius = seed % 4 == 0 ? 0 : 0.6f,
                         .region_min = seed % 5 == 0 ? 0 : 4,
                         .max_error = seed % 2 == 0 ? 0.4f : 1.3f,
                         .partition = static_cast<LevelPartition>(seed % 3)};
    const auto built = build_level_mesh(obj, options);
    const std::string refused = built.ok() ? "" : built.error().message();
    INFO(refused);
    REQUIRE(built.ok());
    const LevelMesh& level = built.value();
    REQUIRE(fault_of(level.mesh()) == "none");
    ++levels;
    repaired += level.notes().size();
    const std::vector<PolygonId> areas = test::areas_of(level.mesh());
    separate += std::count(areas.begin(), areas.end(), 0) != static_cast<ptrdiff_t>(areas.size());
    check_searches(level, seed, 25);
    std::vector<PolygonId> polygons;
    Rng rng(seed);
    for (int i = 0; i < 100; ++i) {
      const HalfCellPoint point{rng.between(-2, 2 * level.map().width() + 2),
                                rng.between(-2, 2 * level.map().height())};
      level.polygons_at(point, polygons);
      size_t holding = 0;
      for (PolygonId id = 0; id < level.mesh().polygon_slots(); ++id) holding += level.mesh().contains(id, point);
      REQUIRE(polygons.size() == holding);
      stacked +=
          polygons.size() > 1 && level.height_at(polygons.front(), point) > level.height_at(polygons.back(), point) + 1;
      const MeshEndpoint end = level.end_at(point);
      REQUIRE((end.polygon == kNoPolygon) == polygons.empty());
      if (!polygons.empty()) CHECK(end.polygon == polygons[0]);
      for (const PolygonId id : polygons) {
        const auto [low, high] = std::minmax_element(level.heights(id).begin(), level.heights(id).end());
        CHECK(level.height_at(id, point) >= *low - 1e-3f);
        CHECK(level.height_at(id, point) <= *high + 1e-3f);
      }
    }
  }
  CHECK(levels == kLevels);
  CHECK(stacked > kLevels / 3);
  CHECK(separate > kLevels / 3);
  MESSAGE(repaired, " notes");
}

TEST_CASE("level: the same level gives the same mesh") {
  const ObjMesh obj = test::random_scene(5).obj();
  const auto first = must(build_level_mesh(obj)), second = must(build_level_mesh(obj));
  const NavMesh &a = first.mesh(), &b = second.mesh();
  REQUIRE(a.polygon_slots() == b.polygon_slots());
  for (PolygonId id = 0; id < a.polygon_slots(); ++id) {
    CHECK(std::equal(a.sides(id).begin(), a.sides(id).end(), b.sides(id).begin(), b.sides(id).end()));
  }
  CHECK(first.map() == second.map());
}

TEST_CASE("level: published levels have as many polygons as Recast's demonstration shows" *
          doctest::skip(std::getenv("STRATA_DATA") == nullptr)) {
  struct PublishedMesh {
    const char* name;
    int width, height, polygons, portals;
  };
  for (const PublishedMesh& expected :
       {PublishedMesh{"dungeon", 248, 330, 118, 115}, {"nav_test", 305, 258, 153, 151}}) {
    INFO(std::string(expected.name));
    const auto obj = must(load_obj(std::string(std::getenv("STRATA_DATA")) + "/meshes/" + expected.name + ".obj"));
    for (const LevelPartition partition :
         {LevelPartition::kWatershed, LevelPartition::kMonotone, LevelPartition::kLayers}) {
      LevelOptions options{.partition = partition};
      const LevelMesh level = must(build_level_mesh(obj, options));
      CHECK(level.map().width() == expected.width);
      CHECK(level.map().height() == expected.height);
      CHECK(fault_of(level.mesh()) == "none");
      check_searches(level, 11, 100);
      if (partition != LevelPartition::kWatershed) continue;
      CHECK(std::abs(static_cast<int>(level.mesh().polygon_count()) - expected.polygons) <= 1);
      CHECK(std::abs(static_cast<int>(level.mesh().portal_count()) - expected.portals) <= 1);
    }
  }
}
