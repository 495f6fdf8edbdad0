#include "core/navmesh/polyanya.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "core/navmesh/funnel.hpp"
#include "core/navmesh/polyanya_code.hpp"
#include "core/navmesh/polyanya_corner.hpp"
#include "tests/visibility_support.hpp"

using namespace strata;

namespace {

bool same_length(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(1.0, std::max(a, b)); }

// Every turn is at a corner of a single blocked cell, and no point is one of a straight line.
bool turns_at_corners(const MoveGrid& grid, const std::vector<HalfCellPoint>& points) {
  for (size_t i = 1; i + 1 < points.size(); ++i) {
    const HalfCellPoint p = points[i];
    if (p.x % 2 != 0 || p.y % 2 != 0 || turn(points[i - 1], p, points[i + 1]) == 0) return false;
    int blocked = 0;
    for (const Cell cell : {Cell{p.x / 2 - 1, p.y / 2 - 1}, Cell{p.x / 2, p.y / 2 - 1}, Cell{p.x / 2 - 1, p.y / 2},
                            Cell{p.x / 2, p.y / 2}}) {
      blocked += !grid.passable(cell);
    }
    if (blocked != 1) return false;
  }
  return true;
}

bool is_corridor(const NavMesh& mesh, const MeshQuery& query, const MeshPath& path) {
  if (path.polygons.size() != path.portals.size() + 1) return false;
  if (path.polygons.front() != query.start.polygon || path.polygons.back() != query.goal.polygon) return false;
  for (size_t i = 0; i < path.portals.size(); ++i) {
    const Portal& portal = mesh.portal(path.portals[i]);
    if (portal.polygons != std::array{path.polygons[i], path.polygons[i + 1]} &&
        portal.polygons != std::array{path.polygons[i + 1], path.polygons[i]}) {
      return false;
    }
  }
  return true;
}

// One query on every mesh of the map.
void check_query(const MoveGrid& grid, const std::vector<test::MeshKind>& meshes, const test::AreaPoint& start,
                 const test::AreaPoint& goal, double expected, PolyanyaMemory& memory) {
  MeshPath path;
  std::vector<HalfCellPoint> pulled;
  CAPTURE(start.at.x);
  CAPTURE(start.at.y);
  CAPTURE(goal.at.x);
  CAPTURE(goal.at.y);
  for (const test::MeshKind& kind : meshes) {
    CAPTURE(kind.name);
    const MeshQuery query{test::end_at(kind.mesh, start), test::end_at(kind.mesh, goal)};
    plan_polyanya(kind.mesh, query, memory, path);
    REQUIRE(path.found() == std::isfinite(expected));
    if (!path.found()) {
      CHECK(path.points.empty());
      continue;
    }
    REQUIRE(path.length == doctest::Approx(expected).epsilon(1e-9));
    REQUIRE(same_length(path.length, expected));
    CHECK(path.points.front() == start.at);
    CHECK(path.points.back() == goal.at);
    CHECK(test::path_is_free(grid, start.cell, goal.cell, path.points));
    CHECK(turns_at_corners(grid, path.points));
    CHECK(path.length == length_in_cells(path.points));
    CHECK(path.cost == static_cast<Cost>(std::ceil(path.length * 816)));
    REQUIRE(is_corridor(kind.mesh, query, path));
    // The path is the taut one of its corridor.
    pull_path(kind.mesh, start.at, goal.at, path.polygons, path.portals, pulled);
    CHECK(same_length(length_in_cells(pulled), expected));
  }
}

}  // namespace

TEST_CASE("paths of Polyanya are as long as those of a visibility graph, whatever the mesh") {
  PolyanyaMemory memory;
  int queries = 0, without_way = 0, turning = 0;
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    for (const GridMap& map : test::small_maps(seed)) {
      const MoveGrid grid = test::moves_on(map);
      if (grid.passable_count() == 0) continue;
      CAPTURE(seed);
      CAPTURE(map.width());
      CAPTURE(map.height());
      const std::vector<int> areas = test::areas_of(grid);
      const test::VisibilityGraph graph(grid);
      const std::vector<test::MeshKind> meshes = test::meshes_of(grid);
      Rng rng(seed * 77 + map.cell_count());
      for (int i = 0; i < 8; ++i) {
        const test::AreaPoint start = test::random_point(grid, rng), goal = test::random_point(grid, rng);
        const double expected = graph.distance(start, goal);
        REQUIRE(std::isfinite(expected) == (areas[grid.id(start.cell)] == areas[grid.id(goal.cell)]));
        check_query(grid, meshes, start, goal, expected, memory);
        ++queries;
        without_way += !std::isfinite(expected);
        turning += std::isfinite(expected) && !graph.sees(start, goal);
      }
    }
  }
  CHECK(without_way > queries / 10);
  CHECK(turning > queries / 4);
}

TEST_CASE("after every stroke paths of Polyanya are as long as those of a visibility graph, with the same memory") {
  PolyanyaMemory memory;
  int found = 0;
  for (uint64_t seed = 1; seed <= 16; ++seed) {
    CAPTURE(seed);
    GridMap map = seed % 2 == 0 ? test::random_map(20, 18, 25, seed) : test::random_rooms(22, 19, 5, seed);
    MoveGrid grid = test::moves_on(map);
    GridMesh mesh;
    mesh.build(grid, {MeshDecomposition::kTriangles, 8, {}});
    Rng rng(seed);
    for (int stroke = 0; stroke < 12; ++stroke) {
      const Cell at = test::random_cell(map, rng), to = test::random_cell(map, rng);
      const Edit edit = rectangle(map, at, to, rng.percent(20), rng.percent(50) ? '@' : '.');
      mesh.update(grid, grid.update(map, map.apply(edit).dirty));
      if (grid.passable_count() == 0) continue;
      const test::VisibilityGraph graph(grid);
      std::vector<test::MeshKind> meshes;
      meshes.push_back({"updated", mesh.mesh()});
      for (int i = 0; i < 4; ++i) {
        const test::AreaPoint start = test::random_point(grid, rng), goal = test::random_point(grid, rng);
        const double expected = graph.distance(start, goal);
        check_query(grid, meshes, start, goal, expected, memory);
        found += std::isfinite(expected);
      }
    }
  }
  CHECK(found > 200);
}

TEST_CASE("where areas meet in a point paths of Polyanya keep to the area that they begin in") {
  PolyanyaMemory memory;
  int queries = 0;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    const GridMap map = test::random_map(9, 8, 35, seed);
    const MoveGrid grid = test::moves_on(map);
    const test::VisibilityGraph graph(grid);
    std::vector<test::MeshKind> meshes;
    meshes.push_back({"squares", test::mesh_of_squares(grid)});
    meshes.push_back({"runs", test::mesh_of_runs(grid, 9)});
    meshes.push_back({"rectangles", test::mesh_of_rectangles(grid, false)});
    std::vector<test::AreaPoint> meetings;
    for (CellId id = 0; id < grid.cell_count(); ++id) {
      if (!grid.passable(id)) continue;
      for (const auto& [dx, dy] : {std::pair{-1, -1}, {1, -1}, {-1, 1}, {1, 1}}) {
        const HalfCellPoint middle = middle_of(grid.cell(id)), at{middle.x + dx, middle.y + dy};
        if (test::parts_areas(grid, at)) meetings.push_back({at, grid.cell(id)});
      }
    }
    if (meetings.empty()) continue;
    Rng rng(seed);
    CAPTURE(seed);
    for (int i = 0; i < 6; ++i) {
      const test::AreaPoint start = meetings[rng.below(static_cast<uint32_t>(meetings.size()))];
      const test::AreaPoint goal =
          rng.percent(50) ? meetings[rng.below(static_cast<uint32_t>(meetings.size()))] : test::random_point(grid, rng);
      check_query(grid, meshes, start, goal, graph.distance(start, goal), memory);
      check_query(grid, meshes, goal, start, graph.distance(start, goal), memory);
      ++queries;
    }
  }
  CHECK(queries > 200);
}

TEST_CASE("a recorded search of Polyanya finds the same path and tells every node") {
  PolyanyaMemory memory, other_memory;
  MeshPath path, traced;
  Trace trace;
  std::vector<NodeCone> cones;
  int turns = 0, followed = 0, dead_ends = 0;
  for (uint64_t seed = 100; seed < 106; ++seed) {
    for (const GridMap& map : test::small_maps(seed)) {
      const MoveGrid grid = test::moves_on(map);
      if (grid.passable_count() == 0) continue;
      const NavMesh mesh = test::mesh_of_rectangles(grid, seed % 2 == 0);
      Rng rng(seed);
      for (int i = 0; i < 5; ++i) {
        const MeshQuery query{test::end_at(mesh, test::random_point(grid, rng)),
                              test::end_at(mesh, test::random_point(grid, rng))};
        plan_polyanya(mesh, query, memory, path);
        trace.clear();
        plan_polyanya(mesh, query, other_memory, traced, trace, cones);
        REQUIRE(path.status == traced.status);
        CHECK(path.points == traced.points);
        CHECK(path.portals == traced.portals);
        CHECK(path.stats == traced.stats);
        uint64_t expanded = 0, generated = 0, generated_since = 0;
        Cost last_f = 0;
        for (const SearchEvent& event : trace.events()) {
          REQUIRE(event.node < cones.size());
          REQUIRE(event.line < polyanya_code::kText.size());
          generated += event.type == EventType::kGenerate;
          generated_since += event.type == EventType::kGenerate;
          dead_ends += event.type == EventType::kStall && event.line == polyanya_code::kDeadEnds;
          if (event.type == EventType::kGenerate && event.node != kPolyanyaGoal) {
            const auto bend = [](MapPoint a, MapPoint b, MapPoint c) {
              return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
            };
            const NodeCone& cone = cones[event.node];
            CHECK(bend(cone.root, cone.right, cone.left) >= -1e-3f);
            // Whoever turns goes on beside the ray that led to the corner, all on one side.
            const NodeCone& before = cones[event.parent];
            const float right = bend(before.root, cone.root, cone.right);
            const float left = bend(before.root, cone.root, cone.left);
            CHECK((std::max(right, left) <= 1e-3f || std::min(right, left) >= -1e-3f || event.g == 0 ||
                   event.line != polyanya_code::kTurn));
            turns += event.line == polyanya_code::kTurn;
          }
          if (event.type != EventType::kExpand) continue;
          ++expanded;
          // Only what is taken from the open list comes in the order of f.
          if (event.line == polyanya_code::kFollow) {
            ++followed;
            REQUIRE(generated_since == 1);
          } else {
            REQUIRE(event.line == polyanya_code::kPop);
            CHECK(event.g + event.h + 2 >= last_f);
            last_f = std::max(last_f, event.g + event.h);
          }
          generated_since = 0;
        }
        CHECK(expanded == path.stats.total().expanded);
        CHECK(generated == path.stats.total().generated);
        const SearchEvent& end = *std::find_if(trace.events().begin(), trace.events().end(), [](const SearchEvent& e) {
          return e.type == EventType::kFound || e.type == EventType::kNoPath;
        });
        CHECK((end.type == EventType::kFound) == path.found());
        CHECK(end.node == kPolyanyaGoal);
      }
    }
  }
  CHECK(turns > 200);
  CHECK(followed > 100);
  CHECK(dead_ends > 0);
}

TEST_CASE("the length of a path of Polyanya does not depend on the mesh, on larger maps either") {
  PolyanyaMemory memory;
  MeshPath path, first;
  int found = 0;
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    const GridMap map = seed % 2 == 0 ? test::random_map(90, 70, 8 * static_cast<uint32_t>(seed), seed)
                                      : test::random_rooms(80, 80, 5 + 2 * static_cast<int>(seed), seed);
    const MoveGrid grid = test::moves_on(map);
    const std::vector<test::MeshKind> meshes = test::meshes_of(grid);
    Rng rng(seed);
    size_t memory_before = 0;
    for (int i = 0; i < 20; ++i) {
      const test::AreaPoint start = test::random_point(grid, rng), goal = test::random_point(grid, rng);
      for (const test::MeshKind& kind : meshes) {
        CAPTURE(kind.name);
        const MeshQuery query{test::end_at(kind.mesh, start), test::end_at(kind.mesh, goal)};
        const bool is_first = &kind == meshes.data();
        plan_polyanya(kind.mesh, query, memory, is_first ? first : path);
        if (is_first) continue;
        REQUIRE(path.status == first.status);
        REQUIRE(same_length(path.length, first.length));
        found += path.found();
        if (path.found()) CHECK(test::path_is_free(grid, start.cell, goal.cell, path.points));
        // The same again: nothing has to be allocated.
        memory_before = memory.memory_bytes();
        plan_polyanya(kind.mesh, query, memory, path);
        CHECK(memory.memory_bytes() == memory_before);
        CHECK(same_length(path.length, first.length));
      }
    }
  }
  CHECK(found > 200);
}

TEST_CASE("ends in no polygon are blocked, and a path from a point to itself is that point") {
  const GridMap map(4, 4);
  const MoveGrid grid = test::moves_on(map);
  const NavMesh mesh = test::mesh_of_squares(grid);
  PolyanyaMemory memory;
  MeshPath path;
  plan_polyanya(mesh, {{{1, 1}, kNoPolygon}, {{3, 3}, 5}}, memory, path);
  CHECK(path.status == PlanStatus::kStartBlocked);
  plan_polyanya(mesh, {{{1, 1}, 0}, {{3, 3}, 99}}, memory, path);
  CHECK(path.status == PlanStatus::kGoalBlocked);
  plan_polyanya(mesh, {{{1, 1}, 0}, {{1, 1}, 0}}, memory, path);
  CHECK(path.found());
  CHECK(path.points == std::vector<HalfCellPoint>{{1, 1}});
  CHECK(path.length == 0);
  // The corner that four polygons share, once as one of the first, once as one of the last.
  plan_polyanya(mesh, {{{2, 2}, 0}, {{2, 2}, 5}}, memory, path);
  CHECK(path.found());
  CHECK(path.points == std::vector<HalfCellPoint>{{2, 2}});
  CHECK(path.cost == 0);
}

TEST_CASE("corners are told from points on straight walls, and areas that touch in a point have none there") {
  const GridMap map = map_from_text(
      "....\n"
      ".@@.\n"
      "....\n"
      "@@@@\n"
      "..@.\n"
      ".@..\n");
  const MoveGrid grid = test::moves_on(map);
  for (const test::MeshKind& kind : test::meshes_of(grid)) {
    CAPTURE(kind.name);
    std::vector<std::pair<uint32_t, HalfCellPoint>> corners;
    for (PolygonId id = 0; id < kind.mesh.polygon_slots(); ++id) {
      for (int side = 0; side < static_cast<int>(kind.mesh.sides(id).size()); ++side) {
        const uint32_t key = corner_key(kind.mesh, id, side);
        const HalfCellPoint at = kind.mesh.sides(id)[static_cast<size_t>(side)].from;
        if (key != kNoCorner) corners.push_back({key, at});
      }
    }
    std::sort(corners.begin(), corners.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
    // The four of the block, the one at the lower left, the one at the lower right: one key each.
    std::vector<HalfCellPoint> points;
    for (const auto& [key, at] : corners) points.push_back(at);
    std::sort(points.begin(), points.end(),
              [](HalfCellPoint a, HalfCellPoint b) { return a.y != b.y ? a.y < b.y : a.x < b.x; });
    CHECK(points == std::vector<HalfCellPoint>{{2, 2}, {6, 2}, {2, 4}, {6, 4}, {2, 10}, {6, 10}});
  }
}
