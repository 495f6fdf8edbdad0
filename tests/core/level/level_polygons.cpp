#include "core/level/level_polygons.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <utility>

#include "core/base/rng.hpp"
#include "tests/navmesh_support.hpp"
#include "tests/rounds.hpp"

using namespace strata;

namespace {

using Vertex = std::array<uint16_t, 3>;  // x, height, z

// Polygons from rings that turn as those of meshes do, joined where `joined` says so: polygon and number of its side,
// twice.
struct RawMesh {
  VoxelPolygons voxels;

  explicit RawMesh(const std::vector<std::vector<Vertex>>& rings) {
    voxels.max_corners = 8;
    for (const std::vector<Vertex>& ring : rings) {
      const size_t first = voxels.polygons.size();
      voxels.polygons.resize(first + 16, VoxelPolygons::kNone);
      voxels.regions.push_back(static_cast<uint16_t>(voxels.regions.size() + 1));
      for (size_t i = 0; i < ring.size(); ++i) {
        voxels.polygons[first + i] = static_cast<uint16_t>(voxels.vertices.size());
        voxels.vertices.push_back(ring[ring.size() - 1 - i]);
      }
      sizes.push_back(ring.size());
    }
  }
  void join(size_t p, size_t p_side, size_t q, size_t q_side) {
    neighbour(p, p_side) = static_cast<uint16_t>(q);
    neighbour(q, q_side) = static_cast<uint16_t>(p);
  }
  // Side i of the ring goes from its point i to the next; Recast has it the other way round.
  uint16_t& neighbour(size_t p, size_t side) {
    const size_t n = sizes[p], raw = (2 * n - 2 - side) % n;
    return voxels.polygons[16 * p + 8 + raw];
  }
  std::vector<size_t> sizes;
};

std::string polygon_fault(const NavMesh& mesh) { return test::mesh_fault(mesh).value_or("none"); }

// The portals as polygons and ends, in order.
using PortalList = std::pair<std::pair<PolygonId, PolygonId>, std::pair<std::pair<int, int>, std::pair<int, int>>>;
std::vector<PortalList> joins(const NavMesh& mesh) {
  std::vector<PortalList> all;
  for (PortalId id = 0; id < mesh.portal_slots(); ++id) {
    const Portal& portal = mesh.portal(id);
    std::pair a{portal.a.x, portal.a.y}, b{portal.b.x, portal.b.y};
    std::pair between{portal.polygons[0], portal.polygons[1]};
    if (between.first > between.second) {
      std::swap(between.first, between.second);
      std::swap(a, b);
    }
    all.push_back({between, {a, b}});
  }
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

TEST_CASE("level polygons: rings are turned round, neighbours joined, heights kept") {
  RawMesh raw({{{0, 1, 0}, {4, 2, 0}, {4, 3, 4}, {0, 4, 4}}, {{4, 2, 0}, {8, 6, 0}, {8, 7, 4}, {4, 3, 4}}});
  raw.join(0, 1, 1, 3);
  const LinkedPolygons linked = link_polygons(raw.voxels, 6);
  REQUIRE(polygon_fault(linked.mesh) == "none");
  CHECK(linked.mesh.polygon_count() == 2);
  CHECK(joins(linked.mesh) == std::vector<PortalList>{{{0, 1}, {{8, 0}, {8, 8}}}});
  CHECK(linked.first == std::vector<uint32_t>{0, 4, 8});
  CHECK(linked.regions == std::vector<uint16_t>{1, 2});
  for (PolygonId id = 0; id < 2; ++id) {
    const auto sides = linked.mesh.sides(id);
    for (size_t i = 0; i < sides.size(); ++i) {
      const auto same = [&](const Vertex& v) { return HalfCellPoint{2 * v[0], 2 * v[2]} == sides[i].from; };
      const auto vertex = std::find_if(raw.voxels.vertices.begin(), raw.voxels.vertices.end(), same);
      REQUIRE(vertex != raw.voxels.vertices.end());
      CHECK(linked.heights[linked.first[id] + i] == (*vertex)[1]);
    }
  }
}

TEST_CASE("level polygons: what touches without being neighbours stays apart") {
  const RawMesh raw({{{0, 1, 0}, {4, 2, 0}, {4, 3, 4}, {0, 4, 4}},
                     {{4, 2, 0}, {8, 6, 0}, {8, 7, 4}, {4, 3, 4}},
                     {{0, 50, 0}, {4, 50, 0}, {4, 50, 4}, {0, 50, 4}}});
  const LinkedPolygons linked = link_polygons(raw.voxels, 6);
  CHECK(polygon_fault(linked.mesh) == "none");
  CHECK(linked.mesh.polygon_count() == 3);
  CHECK(linked.mesh.portal_count() == 0);
}

TEST_CASE("level polygons: across one without area its neighbours are joined where they touch") {
  // Above a wide polygon, below two narrow ones, between them a triangle that is a line.
  RawMesh raw({{{0, 0, 0}, {8, 0, 0}, {8, 0, 4}, {0, 0, 4}},
               {{0, 0, 4}, {3, 0, 4}, {8, 0, 4}},
               {{0, 0, 4}, {3, 0, 4}, {3, 0, 8}, {0, 0, 8}},
               {{3, 0, 4}, {8, 0, 4}, {8, 0, 8}, {3, 0, 8}}});
  raw.join(0, 2, 1, 2);
  raw.join(1, 0, 2, 0);
  raw.join(1, 1, 3, 0);
  const LinkedPolygons linked = link_polygons(raw.voxels, 6);
  REQUIRE(polygon_fault(linked.mesh) == "none");
  CHECK(linked.flat == 1);
  CHECK(linked.mesh.polygon_count() == 3);
  CHECK(linked.mesh.sides(0).size() == 5);
  CHECK(joins(linked.mesh) == std::vector<PortalList>{{{0, 1}, {{6, 8}, {0, 8}}}, {{0, 2}, {{16, 8}, {6, 8}}}});
  CHECK(linked.regions == std::vector<uint16_t>{1, 3, 4});
  // The same across two such polygons, one of which leads into the other.
  RawMesh two({{{0, 0, 0}, {8, 0, 0}, {8, 0, 4}, {0, 0, 4}},
               {{0, 0, 4}, {3, 0, 4}, {8, 0, 4}},
               {{3, 0, 4}, {5, 0, 4}, {8, 0, 4}},
               {{0, 0, 4}, {3, 0, 4}, {3, 0, 8}, {0, 0, 8}},
               {{3, 0, 4}, {5, 0, 4}, {5, 0, 8}, {3, 0, 8}},
               {{5, 0, 4}, {8, 0, 4}, {8, 0, 8}, {5, 0, 8}}});
  two.join(0, 2, 1, 2);
  two.join(1, 0, 3, 0);
  two.join(1, 1, 2, 2);
  two.join(2, 0, 4, 0);
  two.join(2, 1, 5, 0);
  const LinkedPolygons chain = link_polygons(two.voxels, 6);
  REQUIRE(polygon_fault(chain.mesh) == "none");
  CHECK(chain.flat == 2);
  CHECK(joins(chain.mesh) ==
        std::vector<PortalList>{{{0, 1}, {{6, 8}, {0, 8}}}, {{0, 2}, {{10, 8}, {6, 8}}}, {{0, 3}, {{16, 8}, {10, 8}}}});
  // With a wall on one side of it nothing is joined.
  RawMesh wall({{{0, 0, 0}, {8, 0, 0}, {8, 0, 4}, {0, 0, 4}}, {{0, 0, 4}, {3, 0, 4}, {8, 0, 4}}});
  wall.join(0, 2, 1, 2);
  CHECK(link_polygons(wall.voxels, 6).mesh.portal_count() == 0);
}

TEST_CASE("level polygons: corners in line are none, and their neighbours are still joined") {
  RawMesh raw({{{0, 0, 0}, {4, 0, 0}, {8, 0, 0}, {8, 0, 4}, {4, 0, 4}, {0, 0, 4}},
               {{0, 0, 4}, {4, 0, 4}, {4, 0, 8}},
               {{4, 0, 4}, {8, 0, 4}, {8, 0, 8}}});
  raw.join(0, 4, 1, 0);
  raw.join(0, 3, 2, 0);
  const LinkedPolygons linked = link_polygons(raw.voxels, 6);
  REQUIRE(polygon_fault(linked.mesh) == "none");
  CHECK(linked.mesh.sides(0).size() == 5);
  CHECK(joins(linked.mesh) == std::vector<PortalList>{{{0, 1}, {{8, 8}, {0, 8}}}, {{0, 2}, {{16, 8}, {8, 8}}}});
}

TEST_CASE("level polygons: what is not convex, goes round twice or backwards is left out") {
  const std::vector<Vertex> arrow = {{0, 0, 0}, {4, 0, 2}, {8, 0, 0}, {4, 0, 8}};
  const std::vector<Vertex> star = {{4, 0, 0}, {7, 0, 8}, {0, 0, 3}, {8, 0, 3}, {1, 0, 8}};
  const std::vector<Vertex> backwards = {{0, 0, 0}, {0, 0, 4}, {4, 0, 4}, {4, 0, 0}};
  // All triangles that its last corner makes with its sides turn the right way.
  const std::vector<Vertex> twice = {{3, 0, 2}, {1, 0, 3}, {3, 0, 0}, {3, 0, 3}, {2, 0, 2}};
  for (const std::vector<Vertex>& bad : {arrow, star, twice, backwards}) {
    RawMesh raw({bad, {{20, 0, 0}, {24, 0, 0}, {24, 0, 4}}});
    raw.join(0, 0, 1, 0);
    const LinkedPolygons linked = link_polygons(raw.voxels, 6);
    CHECK(linked.bent == 1);
    CHECK(linked.mesh.polygon_count() == 1);
    CHECK(linked.mesh.portal_count() == 0);
    CHECK(polygon_fault(linked.mesh) == "none");
  }
  CHECK(link_polygons(VoxelPolygons{}, 6).mesh.polygon_count() == 0);
}

TEST_CASE("level polygons: one with too many sides is parted, and its parts are joined") {
  for (uint16_t pieces = 2; pieces <= 7; ++pieces) {
    for (size_t most = 4; most <= 6; ++most) {
      // A square with a row of small neighbours along one side, behind a polygon without area.
      const auto end = static_cast<uint16_t>(4 * pieces);
      std::vector<std::vector<Vertex>> rings = {{{0, 0, 0}, {end, 0, 0}, {end, 0, 4}, {0, 0, 4}}, {}};
      for (uint16_t i = 0; i <= pieces; ++i) rings[1].push_back({static_cast<uint16_t>(4 * i), 1, 4});
      for (uint16_t i = 0; i < pieces; ++i) {
        const auto x = static_cast<uint16_t>(4 * i), next = static_cast<uint16_t>(4 * i + 4);
        rings.push_back({{x, 1, 4}, {next, 1, 4}, {next, 1, 8}, {x, 1, 8}});
      }
      RawMesh raw(rings);
      raw.join(0, 2, 1, pieces);
      for (size_t i = 0; i < pieces; ++i) raw.join(1, i, 2 + i, 0);
      const LinkedPolygons linked = link_polygons(raw.voxels, most);
      REQUIRE(polygon_fault(linked.mesh) == "none");
      CHECK(linked.flat == 1);
      CHECK(linked.mesh.polygon_count() == 1u + pieces + linked.parted);
      CHECK(linked.mesh.portal_count() == pieces + linked.parted);
      CHECK((linked.parted > 0) == (3u + pieces > most));
      int64_t area = 0;
      for (PolygonId id = 0; id < linked.mesh.polygon_slots(); ++id) {
        CHECK(linked.mesh.sides(id).size() <= most);
        area += linked.mesh.area2(id);
      }
      CHECK(area == 8 * 2 * 4 * end);
      CHECK(linked.regions.size() == linked.mesh.polygon_count());
    }
  }
}

namespace {

// Half of them convex, some without area along one line, some of any form; corners on few points, so that sides meet.
std::vector<Vertex> random_ring(Rng& rng) {
  const auto corner = [&](int z) {
    return Vertex{static_cast<uint16_t>(rng.below(4)), static_cast<uint16_t>(rng.below(3)), static_cast<uint16_t>(z)};
  };
  std::vector<Vertex> ring;
  const size_t corners = 3 + rng.below(5);
  const uint32_t form = rng.below(10);
  if (form < 3) {
    for (size_t i = 0; i < corners; ++i) ring.push_back(corner(2));
    if (form > 0) std::sort(ring.begin(), ring.end());
    return ring;
  }
  for (size_t i = 0; i < corners; ++i) ring.push_back(corner(rng.percent(50) ? 2 : static_cast<int>(rng.below(4))));
  if (form == 3) return ring;
  // A triangle that turns the right way, or a rectangle with one more corner along its upper or its lower side.
  const auto x0 = static_cast<uint16_t>(rng.below(3)), x1 = static_cast<uint16_t>(x0 + 1 + rng.below(3u - x0));
  const auto z0 = static_cast<uint16_t>(2 * rng.below(2)), z1 = static_cast<uint16_t>(z0 + 2);
  ring = {{x0, 0, z0}, {x1, 0, z0}, {x1, 0, z1}, {x0, 0, z1}};
  if (form < 6) ring.erase(ring.begin() + static_cast<ptrdiff_t>(rng.below(4)));
  if (form == 9 && x1 > x0 + 1) ring.insert(ring.begin() + 1, {static_cast<uint16_t>(x0 + 1), 0, z0});
  return ring;
}

}  // namespace

TEST_CASE("level polygons: whatever the polygons are, the mesh is valid") {
  size_t polygons = 0, portals = 0, flat = 0, bent = 0, parted = 0;
  for (uint64_t seed = 1; seed <= static_cast<uint64_t>(test::rounds(6000)); ++seed) {
    Rng rng(seed);
    std::vector<std::vector<Vertex>> rings;
    const size_t count = 2 + rng.below(8);
    for (size_t i = 0; i < count; ++i) rings.push_back(random_ring(rng));
    RawMesh raw(rings);
    const auto any_side = [&](size_t p) { return rng.below(static_cast<uint32_t>(raw.sizes[p])); };
    for (size_t p = 0; p < count; ++p) {
      for (size_t q = 0; q < count; ++q) {
        if (p == q) continue;
        for (size_t i = 0; i < rings[p].size(); ++i) {
          for (size_t j = 0; j < rings[q].size(); ++j) {
            const Vertex &a = rings[p][i], &b = rings[p][(i + 1) % rings[p].size()];
            const Vertex &c = rings[q][j], &d = rings[q][(j + 1) % rings[q].size()];
            const bool shared = a[0] == d[0] && a[2] == d[2] && b[0] == c[0] && b[2] == c[2];
            const bool close = a[2] == 2 && b[2] == 2 && c[2] == 2 && d[2] == 2;
            if ((shared && rng.percent(80)) || (close && rng.percent(30))) raw.join(p, i, q, j);
          }
        }
        if (rng.percent(10)) raw.join(p, any_side(p), q, any_side(q));
      }
    }
    CAPTURE(seed);
    const LinkedPolygons linked = link_polygons(raw.voxels, 4 + seed % 3);
    REQUIRE(polygon_fault(linked.mesh) == "none");
    polygons += linked.mesh.polygon_count();
    portals += linked.mesh.portal_count();
    flat += linked.flat;
    bent += linked.bent;
    parted += linked.parted;
    CHECK(linked.mesh.polygon_count() == count - linked.flat - linked.bent + linked.parted);
    for (PolygonId id = 0; id < linked.mesh.polygon_slots(); ++id) {
      CHECK(linked.mesh.sides(id).size() <= 4 + seed % 3);
    }
  }
  CAPTURE(polygons);
  CAPTURE(bent);
  const auto many = [](int full) { return static_cast<size_t>(test::rounds(full)); };
  CHECK(flat > many(1000));
  CHECK(portals > many(1000));
  CHECK(parted > many(20));
}
