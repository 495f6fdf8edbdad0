// Areas of a mesh are what portals join.
#include "core/navmesh/mesh_areas.hpp"

#include <doctest/doctest.h>

namespace strata::test {

TEST_CASE("polygons are of one area exactly if portals lead from one to the other") {
  // Two squares side by side, one that touches the second in a corner, one apart.
  const std::vector<std::vector<HalfCellPoint>> rings = {{{0, 0}, {8, 0}, {8, 8}, {0, 8}},
                                                         {{16, 8}, {24, 8}, {24, 16}, {16, 16}},
                                                         {{8, 0}, {16, 0}, {16, 8}, {8, 8}},
                                                         {{40, 0}, {48, 0}, {48, 8}, {40, 8}}};
  NavMesh mesh = NavMesh::from_rings(rings);
  CHECK(mesh_areas(mesh) == std::vector<uint32_t>{1, 2, 1, 3});
  mesh.remove_polygon(3);
  CHECK(mesh_areas(mesh) == std::vector<uint32_t>{1, 2, 1, 0});
}

}  // namespace strata::test
