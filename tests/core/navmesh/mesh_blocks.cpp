// The polygons between two polygons are those of simple paths, by a search for a path of that kind through each
// polygon.
#include "core/navmesh/mesh_blocks.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "tests/visibility_support.hpp"

using namespace strata;

namespace {

// Returns the polygons beside each polygon.
std::vector<std::vector<PolygonId>> neighbours_of(const NavMesh& mesh) {
  std::vector<std::vector<PolygonId>> all(mesh.polygon_slots());
  for (PolygonId id = 0; id < mesh.polygon_slots(); ++id) {
    if (!mesh.has_polygon(id)) continue;
    for (const MeshSide& side : mesh.sides(id)) {
      if (side.portal != kNoPortal) all[id].push_back(mesh.portal(side.portal).across(id));
    }
  }
  return all;
}

// Returns whether two paths that share only `middle` lead from there to the start and to the goal: a flow of two units
// through polygons that hold one unit each, found by two augmenting paths in the graph of entries and exits.
bool simple_path_through(const std::vector<std::vector<PolygonId>>& beside, PolygonId start, PolygonId goal,
                         PolygonId middle) {
  if (start == goal) return middle == start;
  const size_t count = beside.size(), sink = 2 * count;
  // Node 2p is the entry of p, 2p + 1 its exit.
  std::vector<std::vector<size_t>> to(2 * count + 1);
  const auto connect = [&](size_t a, size_t b) { to[a].push_back(b); };
  for (size_t p = 0; p < count; ++p) {
    connect(2 * p, 2 * p + 1);
    for (const PolygonId q : beside[p]) connect(2 * p + 1, 2 * q);
  }
  connect(2 * start + 1, sink);
  connect(2 * goal + 1, sink);
  const size_t source = 2 * middle + 1;
  if (middle == start || middle == goal) {
    // Any path from one end to the other goes through both.
    std::vector<uint8_t> seen(count, 0);
    std::vector<PolygonId> waiting = {start};
    for (seen[start] = 1; !waiting.empty();) {
      const PolygonId p = waiting.back();
      waiting.pop_back();
      for (const PolygonId q : beside[p]) {
        if (std::exchange(seen[q], uint8_t{1}) == 0) waiting.push_back(q);
      }
    }
    return seen[goal] != 0;
  }
  for (int unit = 0; unit < 2; ++unit) {
    std::vector<size_t> before(2 * count + 1, SIZE_MAX);
    std::vector<size_t> waiting = {source};
    before[source] = source;
    while (!waiting.empty() && before[sink] == SIZE_MAX) {
      const size_t a = waiting.back();
      waiting.pop_back();
      for (const size_t b : to[a]) {
        if (before[b] != SIZE_MAX || b == 2 * size_t{middle}) continue;
        before[b] = a;
        waiting.push_back(b);
      }
    }
    if (before[sink] == SIZE_MAX) return false;
    for (size_t b = sink; b != source; b = before[b]) {
      std::vector<size_t>& out = to[before[b]];
      out.erase(std::find(out.begin(), out.end(), b));
      connect(b, before[b]);
    }
  }
  return true;
}

}  // namespace

TEST_CASE("the polygons between two others are those that a simple path between them goes through") {
  MeshBlocks blocks;
  int between = 0, dead_ends = 0, apart = 0;
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    for (const GridMap& map : test::small_maps(seed)) {
      const MoveGrid grid = test::moves_on(map);
      if (grid.passable_count() == 0) continue;
      CAPTURE(seed);
      const NavMesh mesh = test::mesh_of_rectangles(grid, seed % 2 == 0);
      const std::vector<std::vector<PolygonId>> beside = neighbours_of(mesh);
      Rng rng(seed);
      for (int i = 0; i < 3; ++i) {
        const PolygonId start = rng.below(mesh.polygon_slots()), goal = rng.below(mesh.polygon_slots());
        blocks.find_between(mesh, start, goal);
        for (PolygonId id = 0; id < mesh.polygon_slots(); ++id) {
          const bool expected = simple_path_through(beside, start, goal, id);
          REQUIRE(blocks.is_between(id) == expected);
          expected ? ++between : ++dead_ends;
        }
        apart += blocks.is_between(goal) ? 0 : 1;
      }
    }
  }
  CHECK(between > 500);
  CHECK(dead_ends > 500);
  CHECK(apart > 10);
}

TEST_CASE("the blocks of a mesh that was changed by strokes are those of the mesh as it is") {
  MeshBlocks blocks;
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    GridMap map = test::random_rooms(40, 40, 7, seed);
    MoveGrid grid = test::moves_on(map);
    GridMesh mesh;
    mesh.build(grid, {MeshDecomposition::kTriangles, 8, {}});
    Rng rng(seed);
    for (int stroke = 0; stroke < 10; ++stroke) {
      const Cell a = test::random_cell(map, rng), b = test::random_cell(map, rng);
      const Rect dirty = map.apply(rectangle(map, a, b, false, rng.percent(50) ? '@' : '.')).dirty;
      mesh.update(grid, grid.update(map, dirty));
      std::vector<PolygonId> there;
      for (PolygonId id = 0; id < mesh.mesh().polygon_slots(); ++id) {
        if (mesh.mesh().has_polygon(id)) there.push_back(id);
      }
      if (there.empty()) continue;
      for (int i = 0; i < 3; ++i) {
        const PolygonId start = there[rng.below(static_cast<uint32_t>(there.size()))];
        const PolygonId goal = there[rng.below(static_cast<uint32_t>(there.size()))];
        MeshBlocks fresh;
        fresh.find_between(mesh.mesh(), start, goal);
        blocks.find_between(mesh.mesh(), start, goal);
        for (const PolygonId id : there) REQUIRE(blocks.is_between(id) == fresh.is_between(id));
      }
    }
  }
}
