// HNA* on a mesh with links: it costs what A* on the mesh costs, on every level, also after edits of links and walls.
#include <doctest/doctest.h>

#include <vector>

#include "core/hna/hna_query.hpp"
#include "core/navmesh/grid_mesh.hpp"
#include "core/navmesh/mesh_path_check.hpp"
#include "core/navmesh/mesh_search.hpp"
#include "tests/links_support.hpp"
#include "tests/rounds.hpp"

namespace strata::test {
namespace {

constexpr HnaLinkMethod kAllLinkMethods[] = {HnaLinkMethod::kDijkstra, HnaLinkMethod::kPerPortal,
                                             HnaLinkMethod::kParallel, HnaLinkMethod::kRows};

// Returns what the portals and links of a path cost together, and holds its polygons against them.
template <class Costs>
Cost cost_of_linked_corridor(const NavMesh& mesh, const Costs& costs, const MeshQuery& ends, const MeshPath& path) {
  Cost cost = 0;
  const MeshEndpoint* point = &ends.start;
  PortalId portal = kNoPortal;
  std::vector<PolygonId> polygons = {ends.start.polygon};
  const auto to_point = [&](const MeshEndpoint& end) {
    REQUIRE(end.polygon == polygons.back());
    return point != nullptr ? costs.direct(*point, end) : costs.link(end, portal);
  };
  size_t next = 0;
  for (size_t i = 0; i <= path.portals.size(); ++i) {
    for (; next < path.jumps.size() && path.jumps[next].portals == i; ++next) {
      const MeshLink& link = mesh.links()[path.jumps[next].link];
      cost += to_point(link.from) + link.cost;
      point = &link.to;
      polygons.push_back(link.to.polygon);
    }
    if (i == path.portals.size()) break;
    const Portal& crossed = mesh.portal(path.portals[i]);
    REQUIRE((crossed.polygons[0] == polygons.back() || crossed.polygons[1] == polygons.back()));
    cost += point != nullptr ? costs.link(*point, path.portals[i]) : costs.step(portal, path.portals[i]);
    portal = path.portals[i];
    point = nullptr;
    polygons.push_back(crossed.across(polygons.back()));
  }
  REQUIRE(next == path.jumps.size());
  REQUIRE(polygons == path.polygons);
  return cost + to_point(ends.goal);
}

struct LinkedHnaSearch {
  Workspace workspace;
  MeshPath flat;
  HnaPath found, traced;
  Trace trace;
  int asked = 0, reached = 0, over_links = 0;

  void check(const NavMesh& mesh, const Hna& hna, const MeshQuery& ends) {
    ++asked;
    plan_mesh(mesh, hna.options().costs, ends, workspace, flat);
    for (int level = 1; level <= hna.levels(); ++level) {
      CAPTURE(level);
      for (const HnaLinkMethod links : kAllLinkMethods) {
        CAPTURE(static_cast<int>(links));
        const HnaQuery query{ends, level, links, HnaEndpoints::kTrue};
        plan_hna(mesh, hna, query, workspace, found);
        REQUIRE(found.path.status == flat.status);
        REQUIRE(found.path.cost == flat.cost);
        trace.clear();
        plan_hna(mesh, hna, query, workspace, traced, &trace);
        CHECK(traced.path.status == found.path.status);
        CHECK(traced.path.cost == found.path.cost);
        CHECK(traced.path.portals == found.path.portals);
        CHECK(traced.path.jumps == found.path.jumps);
        CHECK(traced.path.points == found.path.points);
        CHECK(traced.path.stats == found.path.stats);
        CHECK(traced.inter_edges == found.inter_edges);
        if (found.path.found()) check_path(mesh, hna, ends);
      }
    }
    reached += flat.found();
    over_links += !flat.jumps.empty();
  }

  void check_path(const NavMesh& mesh, const Hna& hna, const MeshQuery& ends) const {
    const MeshPath& path = found.path;
    const Cost cost = hna.options().costs == MeshCosts::kCentroids
                          ? cost_of_linked_corridor(mesh, CentroidCosts(mesh), ends, path)
                          : cost_of_linked_corridor(mesh, MidpointCosts(mesh), ends, path);
    CHECK(cost == path.cost);
    std::vector<uint32_t> links_at, named;
    for (const MeshJump& jump : path.jumps) {
      links_at.push_back(jump.point);
      named.push_back(mesh_link_node(mesh, jump.link, 1));
    }
    CHECK(mesh_path_fault(mesh, ends, path.points, path.length, 0, links_at).value_or("") == "");
    std::vector<uint32_t> told;
    for (const uint32_t node : found.inter_edges) {
      if (node > mesh_goal_node(mesh)) told.push_back(node);
    }
    CHECK(told == named);
    // The corridor and the subpaths cost as much as the path.
    Cost corridor = 0, subpaths = 0;
    for (const SearchEvent& event : trace.events()) {
      if (event.type != EventType::kPathEdge) continue;
      (event.level == 0 ? corridor : subpaths) += event.g;
    }
    const bool inside = ends.start.polygon == ends.goal.polygon && mesh.links().empty();
    if (!inside && !(path.portals.empty() && path.jumps.empty())) CHECK(corridor == path.cost);
    if (!found.inter_edges.empty()) CHECK(subpaths == path.cost);
  }
};

MeshEndpoint random_mesh_end(const GridMesh& mesh, const GridMap& map, Rng& rng) {
  for (int i = 0; i < 60; ++i) {
    const MeshEndpoint end = mesh.end_at(random_cell(map, rng));
    if (end.polygon != kNoPolygon) return end;
  }
  return {};
}

void check_some_queries(const GridMesh& mesh, const Hna& hna, const GridMap& map, int count, Rng& rng,
                        LinkedHnaSearch& search) {
  for (int i = 0; i < count; ++i) {
    const MeshQuery ends{random_mesh_end(mesh, map, rng), random_mesh_end(mesh, map, rng)};
    if (ends.start.polygon == kNoPolygon || ends.goal.polygon == kNoPolygon) continue;
    search.check(mesh.mesh(), hna, ends);
  }
}

}  // namespace

TEST_CASE("on a mesh with links HNA* costs what A* on the mesh costs, on every level, however ends are linked") {
  LinkedHnaSearch search;
  for (uint64_t seed = 1; seed <= static_cast<uint64_t>(rounds(12)); ++seed) {
    CAPTURE(seed);
    Rng rng(seed);
    GridMap map =
        seed % 3 == 0 ? random_rooms(41, 33, 7, seed) : random_map(34, 29, 10 + static_cast<uint32_t>(seed) * 3, seed);
    map.apply(random_links(map, seed % 4 == 0 ? 40 : 6, rng));
    const MoveGrid grid = moves_on(map);
    const auto mesh = built<GridMesh>(grid, GridMeshOptions{.tile_size = 8, .radius = {}});
    for (const HnaOptions& options : {HnaOptions{1, 2}, HnaOptions{1, 9}, HnaOptions{2, 4}, HnaOptions{3, 3},
                                      HnaOptions{2, 5, MeshCosts::kCentroids}}) {
      const auto hna = built<Hna>(mesh.mesh(), options);
      REQUIRE(hna.ready());
      check_some_queries(mesh, hna, map, 6, rng, search);
    }
  }
  CHECK(search.reached > search.asked / 4);
  CHECK(search.over_links > search.asked / 20);
}

TEST_CASE("the graph of HNA* follows edits of links and walls, and is then what is built anew") {
  LinkedHnaSearch search;
  size_t redone = 0, edits = 0, groups = 0;
  for (uint64_t seed = 1; seed <= static_cast<uint64_t>(rounds(8)); ++seed) {
    CAPTURE(seed);
    Rng rng(seed * 31);
    GridMap map = random_map(36, 30, 12, seed);
    map.apply(random_links(map, 5, rng));
    MoveGrid grid = moves_on(map);
    auto mesh = built<GridMesh>(grid, GridMeshOptions{.tile_size = 8, .radius = {}});
    auto hna = built<Hna>(mesh.mesh(), HnaOptions{2, 4, seed % 2 == 0 ? MeshCosts::kCentroids : MeshCosts::kMidpoints});
    for (int step = 0; step < 16; ++step) {
      const MeshUpdate change = mesh.update(grid, grid.update(map, map.apply(random_link_edit(map, 8, rng)).dirty));
      if (mesh.mesh().polygon_count() == 0) break;
      hna.follow(mesh.mesh(), change);
      HnaUpdate report;
      REQUIRE(hna.update_some(mesh.mesh(), report));
      REQUIRE(hna.difference(mesh.mesh()).value_or("") == "");
      if (change.tiles == 0) {  // links alone have changed
        ++edits;
        redone += report.levels[0].groups.size();
        groups += hna.level(1).group_count();
      }
      check_some_queries(mesh, hna, map, 2, rng, search);
    }
  }
  CHECK(search.over_links > search.asked / 20);
  CHECK(edits > 0);
  CHECK(redone < groups / 2);  // an edit of a link redoes the group in which it begins
}

TEST_CASE("paths of HNA* that begin and end at centroids follow no links") {
  GridMap map(20, 10);
  map.apply({{}, {{map.id({2, 3}), map.id({17, 3}), 100}}});
  const MoveGrid grid = moves_on(map);
  const auto mesh = built<GridMesh>(grid, GridMeshOptions{MeshDecomposition::kRectangles, 8, {}});
  const auto hna = built<Hna>(mesh.mesh(), HnaOptions{1, 2});
  Workspace workspace;
  HnaPath path;
  HnaQuery query{{mesh.end_at({1, 3}), mesh.end_at({18, 3})}, 1, HnaLinkMethod::kRows, HnaEndpoints::kCentroids};
  plan_hna(mesh.mesh(), hna, query, workspace, path);
  CHECK(path.path.status == PlanStatus::kUnsupported);
  query.counted_from = HnaEndpoints::kTrue;
  plan_hna(mesh.mesh(), hna, query, workspace, path);
  REQUIRE(path.path.found());
  CHECK(path.path.cost == 3 * 816);
  CHECK(path.inter_edges == std::vector<uint32_t>{mesh_link_node(mesh.mesh(), 0, 1)});
}

}  // namespace strata::test
