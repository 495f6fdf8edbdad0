#include "core/navmesh/mesh_search.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>

#include "core/io/movingai.hpp"
#include "core/navmesh/grid_mesh.hpp"
#include "core/navmesh/polyanya.hpp"
#include "tests/visibility_support.hpp"

using namespace strata;

namespace {

// The smallest cost whose `scale`-fold is at least 408 d, from the definition.
Cost least_cost(int64_t squared_length, uint64_t scale) {
  uint64_t low = 0, high = uint64_t{1} << 27;
  while (low < high) {
    const uint64_t middle = (low + high) / 2;
    middle* scale* middle* scale >= uint64_t{408} * 408 * static_cast<uint64_t>(squared_length) ? high = middle
                                                                                                : low = middle + 1;
  }
  return static_cast<Cost>(low);
}

// The graph of portals, start and goal, written from the rules alone.
struct PortalGraph {
  const NavMesh& mesh;
  MeshCosts costs;
  MeshQuery query;
  uint32_t start = mesh.portal_slots(), goal = start + 1;

  // Half of what the step through a portal costs between centres.
  Cost half(PortalId id) const {
    const Portal& portal = mesh.portal(id);
    return least_cost(squared_distance(mesh.centre16(portal.polygons[0]), mesh.centre16(portal.polygons[1])), 16);
  }
  HalfCellPoint point(uint32_t node) const {
    if (node == start) return query.start.at;
    return node == goal ? query.goal.at : mesh.portal(node).middle();
  }
  Cost step(uint32_t a, uint32_t b) const {
    if (costs == MeshCosts::kMidpoints) return least_cost(squared_distance(point(a), point(b)), 1);
    return (a < start ? half(a) : 0) + (b < start ? half(b) : 0);
  }
  template <class Visit>
  void visit_polygon(uint32_t from, PolygonId polygon, Visit&& visit) const {
    for (const MeshSide& side : mesh.sides(polygon)) {
      if (side.portal != kNoPortal && side.portal != from) visit(side.portal, step(from, side.portal));
    }
    if (polygon == query.goal.polygon) visit(goal, step(from, goal));
  }
  template <class Visit>
  void edges(uint32_t node, Visit&& visit) const {
    if (node == goal) return;
    if (node == start) return visit_polygon(node, query.start.polygon, visit);
    for (const PolygonId polygon : mesh.portal(node).polygons) visit_polygon(node, polygon, visit);
  }
};

// What the nodes on the way add up to; the start and the goal count.
Cost cost_along(const PortalGraph& graph, const MeshPath& path) {
  Cost cost = 0;
  uint32_t last = graph.start;
  PolygonId polygon = graph.query.start.polygon;
  for (size_t i = 0; i < path.portals.size(); ++i) {
    REQUIRE(path.polygons[i] == polygon);
    cost += graph.step(last, path.portals[i]);
    last = path.portals[i];
    const Portal& portal = graph.mesh.portal(last);
    REQUIRE((portal.polygons[0] == polygon || portal.polygons[1] == polygon));
    polygon = portal.across(polygon);
  }
  REQUIRE(path.polygons.size() == path.portals.size() + 1);
  REQUIRE(path.polygons.back() == polygon);
  REQUIRE(polygon == graph.query.goal.polygon);
  return cost + graph.step(last, graph.goal);
}

struct SearchMemories {
  Workspace workspace;
  PolyanyaMemory polyanya;
  MeshPath path, traced, shortest;
  Trace trace;
};

void check_query(const MoveGrid& grid, const NavMesh& mesh, const test::AreaPoint& start, const test::AreaPoint& goal,
                 bool reachable, SearchMemories& memory) {
  const MeshQuery query{test::end_at(mesh, start), test::end_at(mesh, goal)};
  plan_polyanya(mesh, query, memory.polyanya, memory.shortest);
  MeshPath& path = memory.path;
  for (const MeshCosts costs : {MeshCosts::kMidpoints, MeshCosts::kCentroids}) {
    CAPTURE(static_cast<int>(costs));
    const PortalGraph graph{mesh, costs, query};
    const Cost expected = test::plain_search(graph.goal + 1, graph.start, kInfinite, [&](uint32_t node, auto&& visit) {
      graph.edges(node, visit);
    })[graph.goal];
    plan_mesh(mesh, costs, query, memory.workspace, path);
    REQUIRE(path.found() == reachable);
    REQUIRE(path.cost == expected);
    if (reachable) {
      CHECK(cost_along(graph, path) == path.cost);
      CHECK(path.points.front() == start.at);
      CHECK(path.points.back() == goal.at);
      CHECK((path.points.size() == 1) == (start.at == goal.at));
      CHECK(test::path_is_free(grid, start.cell, goal.cell, path.points));
      CHECK(path.length >= memory.shortest.length * (1 - 1e-12));
      if (costs == MeshCosts::kMidpoints) CHECK(path.length * 816 <= path.cost + 1e-6);
    }
    memory.trace.clear();
    plan_mesh(mesh, costs, query, memory.workspace, memory.traced, &memory.trace);
    CHECK(memory.traced.status == path.status);
    CHECK(memory.traced.cost == path.cost);
    CHECK(memory.traced.portals == path.portals);
    CHECK(memory.traced.points == path.points);
    CHECK(memory.traced.stats == path.stats);
  }
}

template <class Costs>
void check_consistent(const NavMesh& mesh, const MeshQuery& query) {
  const Costs costs(mesh);
  const HalfCellPoint goal = costs.place(query.goal);
  for (PolygonId polygon = 0; polygon < mesh.polygon_slots(); ++polygon) {
    for (const MeshSide& from : mesh.sides(polygon)) {
      if (from.portal == kNoPortal) continue;
      const Cost bound = Costs::bound(costs.place(from.portal), goal);
      if (polygon == query.start.polygon) {
        CHECK(Costs::bound(costs.place(query.start), goal) <= costs.link(query.start, from.portal) + bound);
      }
      if (polygon == query.goal.polygon) CHECK(bound <= costs.link(query.goal, from.portal));
      for (const MeshSide& to : mesh.sides(polygon)) {
        if (to.portal == kNoPortal || to.portal == from.portal) continue;
        CHECK(bound <= costs.step(from.portal, to.portal) + Costs::bound(costs.place(to.portal), goal));
      }
    }
  }
}

}  // namespace

TEST_CASE(
    "A* over portals costs what a plain Dijkstra says, and its taut paths are free and no shorter than possible") {
  SearchMemories memory;
  int queries = 0, found = 0;
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    for (const GridMap& map : test::small_maps(seed)) {
      const MoveGrid grid = test::moves_on(map);
      if (grid.passable_count() == 0) continue;
      const std::vector<int> areas = test::areas_of(grid);
      Rng rng(seed * 91 + map.cell_count());
      for (const test::MeshKind& kind : test::meshes_of(grid)) {
        CAPTURE(seed);
        CAPTURE(kind.name);
        for (int i = 0; i < 6; ++i) {
          const test::AreaPoint start = test::random_point(grid, rng);
          const test::AreaPoint goal = i == 0 ? start : test::random_point(grid, rng);
          const bool reachable = areas[grid.id(start.cell)] == areas[grid.id(goal.cell)];
          check_query(grid, kind.mesh, start, goal, reachable, memory);
          ++queries;
          found += reachable;
        }
      }
    }
  }
  CHECK(found > queries / 3);
  CHECK(found < queries);
}

TEST_CASE("after edits A* and Polyanya search the mesh as it is") {
  SearchMemories memory;
  int found = 0;
  for (uint64_t seed = 50; seed < 58; ++seed) {
    GridMap map = test::random_map(20, 17, 10, seed);
    MoveGrid grid = test::moves_on(map);
    auto mesh = test::built<GridMesh>(grid, GridMeshOptions{.tile_size = 8, .radius = {}});
    Rng rng(seed);
    for (int stroke = 0; stroke < 20; ++stroke) {
      mesh.update(grid, grid.update(map, map.apply(test::random_edit(map, 8, rng)).dirty));
      if (grid.passable_count() == 0) continue;
      const std::vector<int> areas = test::areas_of(grid);
      const test::VisibilityGraph graph(grid);
      for (int i = 0; i < 3; ++i) {
        const test::AreaPoint start = test::random_point(grid, rng), goal = test::random_point(grid, rng);
        const bool reachable = areas[grid.id(start.cell)] == areas[grid.id(goal.cell)];
        check_query(grid, mesh.mesh(), start, goal, reachable, memory);
        if (!reachable) continue;
        CHECK(memory.shortest.length == doctest::Approx(graph.distance(start, goal)).epsilon(1e-9));
        ++found;
      }
    }
  }
  CHECK(found > 100);
}

TEST_CASE("the bounds of both kinds of costs are consistent on every arc") {
  for (uint64_t seed = 30; seed < 36; ++seed) {
    for (const GridMap& map : test::small_maps(seed)) {
      const MoveGrid grid = test::moves_on(map);
      if (grid.passable_count() == 0) continue;
      Rng rng(seed);
      for (const test::MeshKind& kind : test::meshes_of(grid)) {
        CAPTURE(kind.name);
        for (int i = 0; i < 4; ++i) {
          const MeshQuery query{test::end_at(kind.mesh, test::random_point(grid, rng)),
                                test::end_at(kind.mesh, test::random_point(grid, rng))};
          check_consistent<MidpointCosts>(kind.mesh, query);
          check_consistent<CentroidCosts>(kind.mesh, query);
        }
      }
    }
  }
}

TEST_CASE("events of A* over portals name nodes that have a place, and the turns of the taut path") {
  const GridMap map = test::random_rooms(40, 40, 8, 3);
  const MoveGrid grid = test::moves_on(map);
  const NavMesh mesh = test::mesh_of_rectangles(grid, false);
  SearchMemories memory;
  Rng rng(5);
  int turns = 0;
  for (int i = 0; i < 30; ++i) {
    const MeshQuery query{test::end_at(mesh, test::random_point(grid, rng)),
                          test::end_at(mesh, test::random_point(grid, rng))};
    memory.trace.clear();
    plan_mesh(mesh, MeshCosts::kMidpoints, query, memory.workspace, memory.path, &memory.trace);
    if (!memory.path.found()) continue;
    std::vector<HalfCellPoint> points = {query.start.at};
    Cost corridor = 0;
    size_t expanded = 0;
    for (const SearchEvent& event : memory.trace.events()) {
      expanded += event.type == EventType::kExpand;
      if (event.type == EventType::kPathEdge) {
        corridor += event.g;
        CHECK(line_cost(mesh_node_point(mesh, query, event.parent), mesh_node_point(mesh, query, event.node)) ==
              event.g);
      }
      if (event.type != EventType::kStraight) continue;
      CHECK(mesh_node_point(mesh, query, event.parent) == points.back());
      points.push_back(mesh_node_point(mesh, query, event.node));
      ++turns;
    }
    CHECK(points == memory.path.points);
    CHECK(expanded == memory.path.stats.total().expanded);
    if (!memory.path.portals.empty()) CHECK(corridor == memory.path.cost);
  }
  CHECK(turns > 60);
}

TEST_CASE("the search gives up before costs pass 32 bits") {
  // Two squares a million lattice units apart, joined by flat polygons back and forth.
  constexpr int32_t kFar = 1 << 19;
  std::vector<std::vector<HalfCellPoint>> rings;
  constexpr int32_t kRows = 40;
  for (int32_t row = 0; row < kRows; ++row)
    rings.push_back({{0, 4 * row}, {kFar, 4 * row}, {kFar, 4 * row + 2}, {0, 4 * row + 2}});
  for (int32_t row = 0; row + 1 < kRows; ++row) {
    const int32_t x = row % 2 == 0 ? kFar - 2 : 0;
    rings.push_back({{x, 4 * row + 2}, {x + 2, 4 * row + 2}, {x + 2, 4 * row + 4}, {x, 4 * row + 4}});
  }
  const NavMesh mesh = NavMesh::from_rings(rings);
  Workspace workspace;
  MeshPath path;
  for (const int32_t rows : {2, 10, kRows}) {
    const HalfCellPoint goal{(rows - 1) % 2 == 0 ? kFar : 0, 4 * (rows - 1) + 1};
    const MeshQuery query{{{0, 1}, 0}, {goal, static_cast<PolygonId>(rows - 1)}};
    plan_mesh(mesh, MeshCosts::kMidpoints, query, workspace, path);
    CHECK(path.status == (rows < kRows ? PlanStatus::kFound : PlanStatus::kCostOverflow));
    if (path.found()) CHECK(path.length == doctest::Approx(rows * (kFar / 2.0)).epsilon(0.001));
  }
}

TEST_CASE("ends of A* in no polygon are blocked") {
  const std::vector<std::vector<HalfCellPoint>> rings = {test::ring_of({0, 0, 2, 2})};
  const NavMesh mesh = NavMesh::from_rings(rings);
  Workspace workspace;
  MeshPath path;
  plan_mesh(mesh, MeshCosts::kMidpoints, {{{1, 1}, kNoPolygon}, {{1, 1}, 0}}, workspace, path);
  CHECK(path.status == PlanStatus::kStartBlocked);
  plan_mesh(mesh, MeshCosts::kMidpoints, {{{1, 1}, 0}, {{1, 1}, 1}}, workspace, path);
  CHECK(path.status == PlanStatus::kGoalBlocked);
}

TEST_CASE("on published maps taut paths of A* are less than 2 % longer than the shortest" *
          doctest::skip(std::getenv("STRATA_DATA") == nullptr)) {
  const std::filesystem::path folder = std::filesystem::path(std::getenv("STRATA_DATA")) / "maps";
  SearchMemories memory;
  for (const char* name : {"bg512/AR0300SR.map", "dao/ost100d.map", "sc1/BrokenSteppes.map"}) {
    INFO("map ", std::string(name));
    const Result<LoadedMap> loaded = load_map((folder / name).string());
    REQUIRE(loaded.ok());
    const MoveGrid grid = test::moves_on(loaded.value().map);
    const std::vector<int> areas = test::areas_of(grid);
    auto mesh = test::built<GridMesh>(grid, GridMeshOptions{});
    Rng rng(7);
    double pulled = 0, shortest = 0;
    for (int pairs = 0; pairs < 200;) {
      const Cell start = test::random_cell(loaded.value().map, rng), goal = test::random_cell(loaded.value().map, rng);
      if (!grid.passable(start) || !grid.passable(goal)) continue;
      const bool reachable = areas[grid.id(start)] == areas[grid.id(goal)];
      const MeshQuery query{mesh.end_at(start), mesh.end_at(goal)};
      plan_mesh(mesh.mesh(), MeshCosts::kMidpoints, query, memory.workspace, memory.path);
      plan_polyanya(mesh.mesh(), query, memory.polyanya, memory.shortest);
      REQUIRE(memory.path.found() == reachable);
      REQUIRE(memory.shortest.found() == reachable);
      if (!reachable) continue;
      ++pairs;
      pulled += memory.path.length;
      shortest += memory.shortest.length;
      CHECK(memory.path.length >= memory.shortest.length * (1 - 1e-12));
      CHECK(test::path_is_free(grid, start, goal, memory.path.points));
      CHECK(test::path_is_free(grid, start, goal, memory.shortest.points));
    }
    MESSAGE(std::string(name), ": ", 100 * (pulled / shortest - 1), " % longer");
    CHECK(pulled < 1.02 * shortest);
  }
}
