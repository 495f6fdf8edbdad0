// Purpose: link_polygons repairs the polygons of Recast so that they form a navigation mesh, and adds portals between
//          the neighbours that Recast has found.
// Differs: Recast may produce polygons without area, collinear corners, and a few polygons that are not convex.
//          Polygons without area are removed, and their neighbours are joined directly where they touch; collinear
//          corners are removed; polygons that are not convex are replaced by walls. A polygon with too many sides,
//          because several neighbours lie along one of them, is cut in two.
// Shapes: Polygons on different floors are joined only if they are neighbours in Recast.
// Units: Voxels; a voxel has two lattice units.
// Threads: Calls may run together.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/navmesh/navmesh.hpp"

namespace strata {

// Polygons in the form of Recast's rcPolyMesh. With x to the right and z up, corners go clockwise.
struct VoxelPolygons {
  static constexpr uint16_t kNone = 0xffff;
  int max_corners = 0;
  std::vector<std::array<uint16_t, 3>> vertices;  // x, height, z
  // For each polygon max_corners vertices, then as many neighbours; the i-th neighbour is beyond the side that begins
  // at the i-th vertex. kNone: no further corner, or no neighbour.
  std::vector<uint16_t> polygons;
  std::vector<uint16_t> regions;  // by polygon: region of the ground that contains it
  size_t count() const { return max_corners == 0 ? 0 : polygons.size() / (2 * static_cast<size_t>(max_corners)); }
};

struct LinkedPolygons {
  NavMesh mesh;  // numbered without gaps
  // Heights of the points where sides begin, side by side, polygon by polygon. first[polygon] is the index
  // of its first height.
  std::vector<uint32_t> first;
  std::vector<uint16_t> heights;
  std::vector<uint16_t> regions;  // by polygon: region of the ground that contains it
  size_t flat = 0;                // polygons removed because they have no area
  size_t bent = 0;                // polygons removed because they are not convex
  size_t parted = 0;              // number of cuts through polygons with too many sides
};

// Links the neighbours of all polygons. Each polygon of the result has at most `max_sides` sides, at least 4; a
// straight side with several neighbours counts once for each.
LinkedPolygons link_polygons(const VoxelPolygons& voxels, size_t max_sides);

}  // namespace strata
