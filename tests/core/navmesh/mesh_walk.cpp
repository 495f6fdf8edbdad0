#include "core/navmesh/mesh_path_check.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "core/navmesh/funnel.hpp"
#include "core/navmesh/mesh_search.hpp"
#include "core/navmesh/polyanya.hpp"
#include "tests/visibility_support.hpp"

using namespace strata;

namespace {

std::string fault_of(const NavMesh& mesh, const MeshQuery& query, const std::vector<HalfCellPoint>& points) {
  return mesh_path_fault(mesh, query, points, length_in_cells(points)).value_or("none");
}

// A floor of three squares in a row, and a second one above the last two, which nothing joins to the first.
struct TwoFloors {
  NavMesh mesh;
  std::vector<PolygonId> lower, upper;

  TwoFloors() {
    for (const int x : {0, 4, 8}) lower.push_back(mesh.add_polygon(test::ring_of({x, 0, x + 4, 4})));
    for (const int x : {4, 8}) upper.push_back(mesh.add_polygon(test::ring_of({x, 0, x + 4, 4})));
    std::vector<std::vector<PortalId>> portals(mesh.polygon_slots());
    const auto join = [&](int x, PolygonId left, PolygonId right) {
      const PortalId id = mesh.add_portal({2 * x, 0}, {2 * x, 8}, left, right);
      portals[left].push_back(id);
      portals[right].push_back(id);
    };
    join(4, lower[0], lower[1]);
    join(8, lower[1], lower[2]);
    join(8, upper[0], upper[1]);
    for (PolygonId id = 0; id < mesh.polygon_slots(); ++id) mesh.set_portals(id, portals[id]);
    REQUIRE(test::mesh_fault(mesh) == std::nullopt);
  }
};

}  // namespace

TEST_CASE("a walk goes from polygon to polygon through portals, and stays on its floor") {
  const TwoFloors floors;
  const NavMesh& mesh = floors.mesh;
  const HalfCellPoint left{3, 3}, right{21, 5};
  const MeshEndpoint start{left, floors.lower[0]};
  CHECK(fault_of(mesh, {start, {right, floors.lower[2]}}, {left, right}) == "none");
  CHECK(fault_of(mesh, {start, {right, floors.lower[2]}}, {left, {12, 8}, right}) == "none");
  // Along the wall, and through the end of a portal.
  CHECK(fault_of(mesh, {start, {right, floors.lower[2]}}, {left, {8, 8}, {16, 8}, right}) == "none");
  // The floor above holds the same points.
  CHECK(fault_of(mesh, {start, {right, floors.upper[1]}}, {left, right}) ==
        "the path ends in another polygon than the goal is in");
  CHECK(fault_of(mesh, {{{9, 3}, floors.upper[0]}, {left, floors.lower[0]}}, {{9, 3}, left}) ==
        "the line from (4.5,1.5) to (1.5,1.5) leaves the mesh");
  CHECK(fault_of(mesh, {{{9, 3}, floors.upper[0]}, {right, floors.upper[1]}}, {{9, 3}, right}) == "none");
  CHECK(fault_of(mesh, {{{9, 3}, floors.upper[0]}, {{9, 3}, floors.lower[1]}}, {{9, 3}}) ==
        "the path ends in another polygon than the goal is in");
  // Where the floor ends.
  CHECK(fault_of(mesh, {start, {right, floors.lower[2]}}, {left, {12, 10}, right}) ==
        "the line from (1.5,1.5) to (6,5) leaves the mesh");
}

TEST_CASE("a walk says where it is wrong") {
  const TwoFloors floors;
  const NavMesh& mesh = floors.mesh;
  const HalfCellPoint left{3, 3}, right{21, 3};
  const MeshQuery query{{left, floors.lower[0]}, {right, floors.lower[2]}};
  CHECK(fault_of(mesh, query, {}) == "the path is empty");
  CHECK(fault_of(mesh, query, {{3, 4}, right}) == "the path begins at (1.5,2), not at the start");
  CHECK(fault_of(mesh, query, {left, {21, 4}}) == "the path ends at (10.5,2), not at the goal");
  CHECK(fault_of(mesh, query, {left, left, right}) == "the path goes to (1.5,1.5) twice");
  CHECK(fault_of(mesh, {{left, 99}, query.goal}, {left, right}) == "the start is in no polygon");
  CHECK(fault_of(mesh, {query.start, {right, kNoPolygon}}, {left, right}) == "the goal is in no polygon");
  CHECK(fault_of(mesh, {{left, floors.lower[1]}, query.goal}, {left, right}) == "the start is not in its polygon");
  CHECK(fault_of(mesh, {query.start, {right, floors.lower[1]}}, {left, right}) == "the goal is not in its polygon");
  const std::vector<HalfCellPoint> points = {left, right};
  CHECK(mesh_path_fault(mesh, query, points, 9) == std::nullopt);
  CHECK(mesh_path_fault(mesh, query, points, 9 * (1 + 1e-8))
            .value_or("none")
            .starts_with("the lines are 9 long, the answer"));
  CHECK(mesh_path_fault(mesh, query, points, 9 * (1 - 1e-8)).has_value());
  CHECK(mesh_path_fault(mesh, query, points, std::numeric_limits<double>::quiet_NaN()).has_value());
  const MeshQuery nowhere{query.start, query.start};
  CHECK(mesh_path_fault(mesh, nowhere, std::vector<HalfCellPoint>{left}, 0) == std::nullopt);
  CHECK(mesh_path_fault(mesh, nowhere, std::vector<HalfCellPoint>{left}, 1e-6).has_value());
}

TEST_CASE("walks over meshes of maps are those over their free cells") {
  PolyanyaMemory memory;
  Workspace workspace;
  MeshPath path;
  size_t found = 0, free = 0, blocked = 0, through_corners = 0;
  for (uint64_t seed = 200; seed < 212; ++seed) {
    for (const GridMap& map : test::small_maps(seed)) {
      const MoveGrid grid = test::moves_on(map);
      if (grid.passable_count() == 0) continue;
      Rng rng(seed);
      const std::vector<test::MeshKind> meshes = test::meshes_of(grid);
      for (int i = 0; i < 12; ++i) {
        const test::AreaPoint start = test::random_point(grid, rng), goal = test::random_point(grid, rng);
        // Any line, and one that turns at a corner of cells.
        const HalfCellPoint corner{2 * rng.between(0, map.width()), 2 * rng.between(0, map.height())};
        std::vector<std::vector<HalfCellPoint>> lines;
        if (start.at != goal.at) lines.push_back({start.at, goal.at});
        if (start.at != corner && goal.at != corner) lines.push_back({start.at, corner, goal.at});
        for (const test::MeshKind& kind : meshes) {
          CAPTURE(kind.name);
          const MeshQuery query{test::end_at(kind.mesh, start), test::end_at(kind.mesh, goal)};
          for (const std::vector<HalfCellPoint>& points : lines) {
            const bool is_free = test::path_is_free(grid, start.cell, goal.cell, points);
            REQUIRE((fault_of(kind.mesh, query, points) == "none") == is_free);
            is_free ? ++free : ++blocked;
            through_corners += is_free && points.size() == 3;
          }
          plan_polyanya(kind.mesh, query, memory, path);
          if (!path.found()) continue;
          ++found;
          CHECK(mesh_path_fault(kind.mesh, query, path.points, path.length).value_or("none") == "none");
          plan_mesh(kind.mesh, MeshCosts::kMidpoints, query, workspace, path);
          CHECK(mesh_path_fault(kind.mesh, query, path.points, path.length).value_or("none") == "none");
        }
      }
    }
  }
  CHECK(found > 2000);
  CHECK(free > 1000);
  CHECK(through_corners > 200);
  CHECK(blocked > 2000);
}
