#include "core/level/detour_path.hpp"

#include <cmath>
#include <cstdlib>

#include "core/navmesh/mesh_search.hpp"
#include "core/navmesh/polyanya.hpp"
#include "tests/core/level/level_setting.hpp"

using namespace strata;
using test::Scene;

namespace {

DetourQuery detour_of(const LevelMesh& level, int nodes = DetourQuery::kUsualNodes) {
  auto made = DetourQuery::make(level, nodes);
  REQUIRE(made.ok());
  return std::move(made.value());
}

double length_of(const std::vector<DetourPoint>& points) {
  double length = 0;
  for (size_t i = 1; i < points.size(); ++i) {
    length += std::hypot(double{points[i].x} - points[i - 1].x, double{points[i].y} - points[i - 1].y);
  }
  return length;
}

struct Seen {
  size_t found = 0, turning = 0, without_way = 0;
  double detour = 0, shortest = 0;
};

// Detour between points of the mesh finds a path exactly where A* does, through neighbours, and none that is shorter
// than Polyanya's.
void check_queries(const LevelMesh& level, uint64_t seed, int pairs, Seen& seen) {
  const NavMesh& mesh = level.mesh();
  DetourQuery detour = detour_of(level, DetourQuery::kMaxNodes);
  Rng rng(seed);
  Workspace workspace;
  PolyanyaMemory memory;
  MeshPath path, shortest;
  DetourPath answer;
  for (int i = 0; i < pairs; ++i) {
    const MeshQuery query{test::random_end(mesh, rng), test::random_end(mesh, rng)};
    plan_mesh(mesh, MeshCosts::kMiddles, query, workspace, path);
    plan_polyanya(mesh, query, memory, shortest);
    detour.plan(query, answer);
    CHECK_FALSE(answer.out_of_nodes);
    REQUIRE(answer.status == path.status);
    CHECK(answer.partial == !path.found());
    if (!path.found()) {
      ++seen.without_way;
      CHECK(answer.polygons.empty());
      CHECK(answer.points.empty());
      continue;
    }
    REQUIRE(answer.length >= shortest.length * (1 - 1e-6) - 1e-6);
    CHECK(answer.length == doctest::Approx(length_of(answer.points)));
    CHECK(answer.points.front() ==
          DetourPoint{static_cast<float>(query.start.at.x) / 2, static_cast<float>(query.start.at.y) / 2});
    CHECK(answer.points.back() ==
          DetourPoint{static_cast<float>(query.goal.at.x) / 2, static_cast<float>(query.goal.at.y) / 2});
    REQUIRE(answer.polygons.front() == query.start.polygon);
    REQUIRE(answer.polygons.back() == query.goal.polygon);
    for (size_t k = 1; k < answer.polygons.size(); ++k) {
      const auto sides = mesh.sides(answer.polygons[k - 1]);
      CHECK(std::any_of(sides.begin(), sides.end(), [&](const MeshSide& side) {
        return side.portal != kNoPortal &&
               mesh.portal(side.portal).across(answer.polygons[k - 1]) == answer.polygons[k];
      }));
    }
    ++seen.found;
    seen.turning += answer.points.size() > 2;
    seen.detour += answer.length;
    seen.shortest += shortest.length;
  }
}

}  // namespace

TEST_CASE("detour: a path goes round a hole, and one within a polygon is straight") {
  Scene scene;
  scene.plane(0, 0, 12, 4, 0);
  scene.plane(0, 8, 12, 12, 0);
  scene.plane(0, 4, 4, 8, 0);
  scene.plane(8, 4, 12, 8, 0);
  const LevelMesh level = scene.level();
  DetourQuery detour = detour_of(level);
  DetourPath path;
  const MeshEnd north = level.end_at(Cell{20, 6}), south = level.end_at(Cell{20, 33});
  detour.plan({north, south}, path);
  REQUIRE(path.found());
  CHECK(path.points.size() >= 4);
  CHECK(path.nodes >= path.polygons.size());
  detour.plan({north, north}, path);
  REQUIRE(path.found());
  CHECK(path.points == std::vector<DetourPoint>{{20.5f, 6.5f}});
  CHECK(path.length == 0);
  CHECK(path.nodes == 0);
  const LatticePoint beside{north.at.x + 2, north.at.y};
  REQUIRE(level.mesh().contains(north.polygon, beside));
  detour.plan({north, {beside, north.polygon}}, path);
  CHECK(path.length == 1);
  CHECK(path.polygons == std::vector<PolygonId>{north.polygon});
}

TEST_CASE("detour: ends in no polygon are blocked, and a way that does not reach the goal is no path") {
  Scene scene;
  scene.plane(0, 0, 8, 8, 0);
  scene.plane(12, 0, 20, 8, 0);
  const LevelMesh level = scene.level();
  DetourQuery detour = detour_of(level);
  DetourPath path;
  const MeshEnd left = level.end_at(Cell{13, 13}), right = level.end_at(Cell{53, 13});
  REQUIRE(left.polygon != kNoPolygon);
  REQUIRE(right.polygon != kNoPolygon);
  detour.plan({left, right}, path);
  CHECK(path.status == PlanStatus::kNoPath);
  CHECK(path.partial);
  CHECK(path.points.empty());
  detour.plan({left, {{26, 26}, kNoPolygon}}, path);
  CHECK(path.status == PlanStatus::kGoalBlocked);
  CHECK_FALSE(path.partial);
  detour.plan({{{26, 26}, 99}, right}, path);
  CHECK(path.status == PlanStatus::kStartBlocked);
}

TEST_CASE("detour: on random levels it finds a path exactly where A* does, and none is shorter than Polyanya's") {
  Seen seen;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    LevelOptions options;
    options.partition = static_cast<LevelPartition>(seed % 3);
    options.agent_radius = seed % 4 == 0 ? 0 : 0.6f;
    options.max_error = seed % 2 == 0 ? 0.4f : 1.3f;
    check_queries(test::random_scene(seed).level(options), seed, 40, seen);
  }
  CHECK(seen.found > 400);
  CHECK(seen.turning > 200);
  CHECK(seen.without_way > 100);
  MESSAGE((100 * (seen.detour / seen.shortest - 1)), " % longer than the shortest");
}

TEST_CASE("detour: a pool that is too small is told, and never taken for a path") {
  const LevelMesh level = test::random_scene(4).level();
  DetourQuery small = detour_of(level, DetourQuery::kMinNodes), large = detour_of(level);
  REQUIRE(level.mesh().polygon_count() > 2 * static_cast<size_t>(DetourQuery::kMinNodes));
  Rng rng(1);
  DetourPath path, whole;
  size_t ran_out = 0, missed = 0;
  for (int i = 0; i < 300; ++i) {
    const MeshQuery query{test::random_end(level.mesh(), rng), test::random_end(level.mesh(), rng)};
    small.plan(query, path);
    large.plan(query, whole);
    CHECK(path.nodes <= static_cast<uint32_t>(DetourQuery::kMinNodes));
    CHECK_FALSE(whole.out_of_nodes);
    ran_out += path.out_of_nodes;
    if (path.status == whole.status) continue;
    ++missed;
    CHECK(whole.found());
    CHECK(path.partial);
    CHECK(path.out_of_nodes);
    CHECK(path.points.empty());
  }
  CHECK(ran_out > 0);
  CHECK(missed > 0);
}

TEST_CASE("detour: the same query gives the same answer, and its memory stays") {
  const LevelMesh level = test::random_scene(7).level();
  DetourQuery detour = detour_of(level);
  Rng rng(1);
  DetourPath first, second;
  for (int i = 0; i < 50; ++i) {
    const MeshQuery query{test::random_end(level.mesh(), rng), test::random_end(level.mesh(), rng)};
    detour.plan(query, first);
    const size_t bytes = detour.memory_bytes();
    detour.plan(query, second);
    CHECK(detour.memory_bytes() == bytes);
    CHECK(first.points == second.points);
    CHECK(first.status == second.status);
  }
}

TEST_CASE("detour: on published levels too" * doctest::skip(std::getenv("STRATA_DATA") == nullptr)) {
  for (const char* name : {"dungeon", "nav_test"}) {
    INFO(std::string(name));
    const auto obj = load_obj(std::string(std::getenv("STRATA_DATA")) + "/meshes/" + name + ".obj");
    REQUIRE(obj.ok());
    const auto level = build_level_mesh(obj.value());
    REQUIRE(level.ok());
    Seen seen;
    check_queries(level.value(), 3, 500, seen);
    CHECK(seen.turning > 50);
  }
}
