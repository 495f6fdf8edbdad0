#include <doctest/doctest.h>

#include <algorithm>
#include <functional>

#include "core/hna/hna.hpp"
#include "core/hna/hna_costs.hpp"
#include "core/hna/hna_query.hpp"
#include "core/navmesh/grid_mesh.hpp"
#include "core/navmesh/mesh_search.hpp"
#include "tests/support.hpp"

using namespace strata;

namespace {

std::vector<Cell> free_cells(const MoveGrid& grid) {
  std::vector<Cell> cells;
  for (CellId id = 0; id < grid.cell_count(); ++id) {
    if (grid.passable(id)) cells.push_back(grid.cell(id));
  }
  return cells;
}

struct HnaCase {
  const char* name;
  GridMap map;
};
std::vector<HnaCase> map_kinds() {
  return {{"random 5 %", test::random_map(70, 60, 5, 1)},    {"random 25 %", test::random_map(64, 70, 25, 2)},
          {"random 45 %", test::random_map(60, 60, 45, 3)},  {"rooms", test::random_rooms(81, 61, 9, 4)},
          {"small rooms", test::random_rooms(64, 64, 5, 5)}, {"open", GridMap(90, 33)},
          {"one row", test::random_map(97, 1, 3, 6)},        {"one cell", GridMap(1, 1)}};
}

struct LevelsAndGroupSize {
  int levels, group_size;
};
constexpr LevelsAndGroupSize kSettings[] = {{1, 2}, {1, 6}, {1, 20}, {2, 2}, {2, 6}, {2, 10}, {3, 2}, {3, 4}, {3, 15}};

// Dijkstra over portals in its plainest form, from the centre of a polygon to all portals, inside one group if there is
// a level.
template <class Costs>
std::vector<Cost> from_centre(const NavMesh& mesh, const Costs& costs, PolygonId polygon, const HnaLevel* level) {
  const auto inside = [&](PolygonId other) {
    return level == nullptr || level->group_of(other) == level->group_of(polygon);
  };
  return test::plain_search(mesh.portal_slots() + 1, mesh.portal_slots(), kInfinite,
                            [&](uint32_t node, const std::function<void(uint32_t, Cost)>& visit) {
                              const auto leave_by = [&](PolygonId crossed, auto&& cost) {
                                if (!inside(crossed)) return;
                                for (const MeshSide& side : mesh.sides(crossed)) {
                                  if (side.portal != kNoPortal && side.portal != node)
                                    visit(side.portal, cost(side.portal));
                                }
                              };
                              if (node == mesh.portal_slots()) {
                                const MeshEndpoint end{{}, polygon};
                                leave_by(polygon, [&](PortalId to) { return costs.link(end, to); });
                                return;
                              }
                              for (const PolygonId crossed : mesh.portal(node).polygons) {
                                leave_by(crossed, [&](PortalId to) { return costs.step(node, to); });
                              }
                            });
}

template <class Costs>
Cost between_centres(const NavMesh& mesh, const Costs& costs, PolygonId from, PolygonId to) {
  if (from == to) return 0;
  const std::vector<Cost> distance = from_centre(mesh, costs, from, nullptr);
  Cost best = kInfinite;
  for (const MeshSide& side : mesh.sides(to)) {
    if (side.portal == kNoPortal || distance[side.portal] == kInfinite) continue;
    best = std::min(best, distance[side.portal] + costs.link(MeshEndpoint{{}, to}, side.portal));
  }
  return best;
}

Cost cost_between_centres(const NavMesh& mesh, MeshCosts costs, PolygonId from, PolygonId to) {
  if (costs == MeshCosts::kCentroids) return between_centres(mesh, CentroidCosts(mesh), from, to);
  return between_centres(mesh, CentroidMidpointCosts(mesh), from, to);
}

// Of the corridor, step by step.
template <class Costs>
Cost corridor_cost(const Costs& costs, const MeshQuery& ends, const MeshPath& path) {
  if (path.portals.empty()) return costs.direct(ends.start, ends.goal);
  Cost cost = costs.link(ends.start, path.portals.front()) + costs.link(ends.goal, path.portals.back());
  for (size_t i = 1; i < path.portals.size(); ++i) cost += costs.step(path.portals[i - 1], path.portals[i]);
  return cost;
}

void check_corridor(const NavMesh& mesh, const Hna& hna, const HnaQuery& query, const MeshPath& path) {
  REQUIRE(path.polygons.size() == path.portals.size() + 1);
  CHECK(path.polygons.front() == query.ends.start.polygon);
  CHECK(path.polygons.back() == query.ends.goal.polygon);
  for (size_t i = 0; i < path.portals.size(); ++i) {
    const Portal& portal = mesh.portal(path.portals[i]);
    REQUIRE(portal.exists());
    CHECK(std::count(portal.polygons.begin(), portal.polygons.end(), path.polygons[i]) == 1);
    CHECK(portal.across(path.polygons[i]) == path.polygons[i + 1]);
  }
  if (hna.options().costs == MeshCosts::kCentroids) {
    CHECK(corridor_cost(CentroidCosts(mesh), query.ends, path) == path.cost);
  } else if (query.counted_from == HnaEndpoints::kCentroids) {
    CHECK(corridor_cost(CentroidMidpointCosts(mesh), query.ends, path) == path.cost);
  } else {
    CHECK(corridor_cost(MidpointCosts(mesh), query.ends, path) == path.cost);
  }
}

// Checks that all link methods on every level find a path exactly if A* on the mesh does.
void check_query(const GridMesh& grid_mesh, const Hna& hna, Cell from, Cell to, Workspace& workspace) {
  const NavMesh& mesh = grid_mesh.mesh();
  const MeshQuery ends{grid_mesh.end_at(from), grid_mesh.end_at(to)};
  MeshPath flat;
  plan_mesh(mesh, hna.options().costs, ends, workspace, flat);
  HnaPath found, traced;
  Trace trace;
  for (int level = 1; level <= hna.levels(); ++level) {
    for (const HnaLinkMethod links :
         {HnaLinkMethod::kDijkstra, HnaLinkMethod::kPerPortal, HnaLinkMethod::kParallel, HnaLinkMethod::kRows}) {
      const HnaQuery query{ends, level, links, HnaEndpoints::kTrue};
      plan_hna(mesh, hna, query, workspace, found);
      REQUIRE(found.path.status == flat.status);
      CHECK(found.path.cost == flat.cost);
      if (!flat.found()) continue;
      check_corridor(mesh, hna, query, found.path);
      CHECK(found.path.points.front() == ends.start.at);
      CHECK(found.path.points.back() == ends.goal.at);
      trace.clear();
      plan_hna(mesh, hna, query, workspace, traced, &trace);
      CHECK(traced.path.cost == found.path.cost);
      CHECK(traced.path.portals == found.path.portals);
      CHECK(traced.path.stats == found.path.stats);
      CHECK(traced.inter_edges == found.inter_edges);
    }
    const HnaQuery centres{ends, level, HnaLinkMethod::kRows, HnaEndpoints::kCentroids};
    plan_hna(mesh, hna, centres, workspace, found);
    REQUIRE(found.path.status == flat.status);
    if (!flat.found()) continue;
    check_corridor(mesh, hna, centres, found.path);
    CHECK(found.path.cost == cost_between_centres(mesh, hna.options().costs, ends.start.polygon, ends.goal.polygon));
  }
}

// R and P of some groups against searches inside the group, and the steps that they name.
void check_rows(const NavMesh& mesh, const Hna& hna, Rng& rng) {
  for (int l = 1; l <= hna.levels(); ++l) {
    const HnaLevel& level = hna.level(l);
    for (int i = 0; i < 12; ++i) {
      const uint32_t number = rng.below(level.group_slots());
      if (!level.has_group(number)) continue;
      const HnaGroup& group = level.group(number);
      for (uint32_t place = 0; place < group.polygons.size(); ++place) {
        const PolygonId polygon = group.polygons[place];
        const std::vector<Cost> costs = hna.options().costs == MeshCosts::kCentroids
                                            ? from_centre(mesh, CentroidCosts(mesh), polygon, &level)
                                            : from_centre(mesh, CentroidMidpointCosts(mesh), polygon, &level);
        for (uint32_t inter_edge = 0; inter_edge < group.inter_edges; ++inter_edge) {
          REQUIRE(group.centre_costs[place * group.inter_edges + inter_edge] == costs[group.portals[inter_edge]]);
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("HNA* costs what A* on the mesh costs, on every level, however ends are linked, and so does PCCP") {
  Workspace workspace;
  Rng rng(11);
  for (const HnaCase& kind : map_kinds()) {
    CAPTURE(kind.name);
    const MoveGrid grid = test::moves_on(kind.map);
    const std::vector<Cell> cells = free_cells(grid);
    auto mesh = test::built<GridMesh>(grid, GridMeshOptions{.tile_size = 16, .radius = {}});
    for (const LevelsAndGroupSize& setting : kSettings) {
      for (const MeshCosts costs : {MeshCosts::kMidpoints, MeshCosts::kCentroids}) {
        CAPTURE(setting.levels);
        CAPTURE(setting.group_size);
        auto hna = test::built<Hna>(mesh.mesh(), HnaOptions{setting.levels, setting.group_size, costs});
        REQUIRE(hna.ready());
        check_rows(mesh.mesh(), hna, rng);
        for (int i = 0; i < 12; ++i) {
          const Cell from = cells[rng.below(static_cast<uint32_t>(cells.size()))];
          const Cell to = cells[rng.below(static_cast<uint32_t>(cells.size()))];
          check_query(mesh, hna, from, to, workspace);
        }
      }
    }
  }
}

TEST_CASE("groups are connected, of about the size asked for, nested, and the same every time") {
  const MoveGrid grid = test::moves_on(test::random_map(200, 200, 3, 7));
  auto mesh = test::built<GridMesh>(grid, GridMeshOptions{});
  const PolygonGraph graph = polygon_graph(mesh.mesh());
  const Grouping grouping = group_polygons(graph, 3, 6);
  CHECK(grouping.group_of == group_polygons(graph, 3, 6).group_of);
  size_t wanted = 1;
  for (size_t l = 0; l < 3; ++l) {
    wanted *= 6;
    const std::vector<uint32_t>& group_of = grouping.group_of[l];
    std::vector<std::vector<PolygonId>> groups(grouping.groups[l]);
    for (PolygonId polygon = 0; polygon < group_of.size(); ++polygon) {
      REQUIRE(mesh.mesh().has_polygon(polygon) == (group_of[polygon] != kNoGroup));
      if (group_of[polygon] != kNoGroup) groups[group_of[polygon]].push_back(polygon);
    }
    std::vector<uint8_t> seen(group_of.size(), 0);
    for (const std::vector<PolygonId>& group : groups) {
      REQUIRE_FALSE(group.empty());
      std::vector<PolygonId> found = {group.front()};
      seen[group.front()] = 1;
      for (size_t i = 0; i < found.size(); ++i) {
        for (const MeshSide& side : mesh.mesh().sides(found[i])) {
          if (side.portal == kNoPortal) continue;
          const PolygonId other = mesh.mesh().portal(side.portal).across(found[i]);
          if (seen[other] != 0 || group_of[other] != group_of[group.front()]) continue;
          seen[other] = 1;
          found.push_back(other);
        }
      }
      CHECK(found.size() == group.size());
      if (l > 0) continue;
      for (const PolygonId polygon : group) {
        CHECK(grouping.group_of[1][polygon] == grouping.group_of[1][group.front()]);
        CHECK(grouping.group_of[2][polygon] == grouping.group_of[2][group.front()]);
      }
    }
    const size_t mean = mesh.mesh().polygon_count() / groups.size();
    CHECK(mean * 2 > wanted);
    CHECK(mean < wanted * 2);
  }
}

TEST_CASE("after every edit the graph is what a fresh one of the same groups is, and HNA* costs what A* costs") {
  Workspace workspace;
  for (const HnaCase& kind : map_kinds()) {
    CAPTURE(kind.name);
    for (const LevelsAndGroupSize& setting :
         {LevelsAndGroupSize{1, 6}, LevelsAndGroupSize{2, 4}, LevelsAndGroupSize{3, 3}}) {
      CAPTURE(setting.levels);
      GridMap map = kind.map;
      MoveGrid grid = test::moves_on(map);
      auto mesh = test::built<GridMesh>(grid, GridMeshOptions{.tile_size = 16, .radius = {}});
      auto hna = test::built<Hna>(mesh.mesh(), HnaOptions{setting.levels, setting.group_size});
      Rng rng(static_cast<uint64_t>(setting.levels) * 31 + 5);
      MeshUpdate change;
      HnaUpdate report;
      for (int edit = 0; edit < 60; ++edit) {
        change.clear();
        // Sometimes several edits come before the mesh is settled.
        for (int more = rng.between(1, 3) / 3; more >= 0; --more) {
          const Rect changed = grid.update(map, map.apply(test::random_edit(map, 16, rng)).dirty);
          mesh.mark_dirty(grid, changed);
          mesh.update_some(grid, change, rng.percent(30) ? 1 : SIZE_MAX);
        }
        while (!mesh.update_some(grid, change)) {
        }
        hna.follow(mesh.mesh(), change);
        report.clear();
        hna.update_some(mesh.mesh(), report);
        const auto difference = hna.difference(mesh.mesh());
        CAPTURE(edit);
        REQUIRE_MESSAGE(!difference, difference.value_or(""));
        if (edit % 6 != 0) continue;
        const std::vector<Cell> cells = free_cells(grid);
        if (cells.empty()) continue;
        for (int i = 0; i < 4; ++i) {
          check_query(mesh, hna, cells[rng.below(static_cast<uint32_t>(cells.size()))],
                      cells[rng.below(static_cast<uint32_t>(cells.size()))], workspace);
        }
      }
    }
  }
}

TEST_CASE("a graph built in slices is the one that is built at once, and answers nothing before it is there") {
  const MoveGrid grid = test::moves_on(test::random_rooms(120, 120, 9, 3));
  auto mesh = test::built<GridMesh>(grid, GridMeshOptions{});
  const Grouping grouping = group_polygons(polygon_graph(mesh.mesh()), 2, 6);
  Hna at_once, sliced;
  HnaUpdate report;
  at_once.reset({2, 6}, grouping);
  at_once.update_some(mesh.mesh(), report);
  sliced.reset({2, 6}, grouping);
  Workspace workspace;
  HnaPath path;
  const std::vector<Cell> cells = free_cells(grid);
  const HnaQuery query{{mesh.end_at(cells.front()), mesh.end_at(cells.back())}, 2};
  int slices = 0;
  for (; !sliced.update_some(mesh.mesh(), report, 10); ++slices) {
    plan_hna(mesh.mesh(), sliced, query, workspace, path);
    REQUIRE(path.path.status == PlanStatus::kStale);
    CHECK(sliced.pending() > 0);
  }
  CHECK(slices > 5);
  CHECK(sliced.pending() == 0);
  CHECK_FALSE(sliced.difference(mesh.mesh()).has_value());
  for (int l = 1; l <= 2; ++l) {
    for (uint32_t group = 0; group < sliced.level(l).group_slots(); ++group) {
      CHECK(sliced.level(l).group(group) == at_once.level(l).group(group));
    }
  }
  plan_hna(mesh.mesh(), sliced, {query.ends, 3}, workspace, path);
  CHECK(path.path.status == PlanStatus::kUnsupported);
}
