// Purpose: link_polygons makes the polygons of Recast fit for a navigation mesh and joins them as Recast has joined
//          them.
// Differs: Recast leaves polygons without area, corners in line with their neighbours, and now and then a polygon that
//          is not convex. Polygons without area are left out, and the polygons on both sides are joined directly where
//          they touch; corners in line are dropped; polygons that are not convex are left out, walls in their place.
//          A polygon with too many sides, because several neighbours lie along one of them, is cut in two.
// Shapes: Polygons that lie above one another are joined only if Recast says so.
// Units: Voxels; on the lattice every voxel is two units.
// Threads: Calls may run together.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/navmesh/navmesh.hpp"

namespace strata {

// Polygons as in Recast's rcPolyMesh. Corners go round clockwise where x goes to the right and z up.
struct VoxelPolygons {
  static constexpr uint16_t kNone = 0xffff;
  int max_corners = 0;
  std::vector<std::array<uint16_t, 3>> vertices;  // x, height, z
  // For each polygon max_corners vertices, then as many neighbours, the first beyond the side that begins at the first
  // vertex. kNone: no more corners, no neighbour.
  std::vector<uint16_t> polygons;
  std::vector<uint16_t> regions;  // by polygon: the region of the ground that it is a part of
  size_t count() const { return max_corners == 0 ? 0 : polygons.size() / (2 * static_cast<size_t>(max_corners)); }
};

struct LinkedPolygons {
  NavMesh mesh;  // numbers without gaps
  // Heights of the points where sides begin, side after side, polygon after polygon; first[polygon] is the index of its
  // first.
  std::vector<uint32_t> first;
  std::vector<uint16_t> heights;
  std::vector<uint16_t> regions;  // by polygon
  size_t flat = 0;                // polygons left out because they have no area
  size_t bent = 0;                // polygons left out because they are not convex
  size_t parted = 0;              // cuts through polygons with too many sides
};

// Finds the neighbours of all polygons. Each polygon of the result has at most `max_sides` sides, which must be 4 or
// more; a straight side that several neighbours share counts once for each of its pieces.
LinkedPolygons link_polygons(const VoxelPolygons& voxels, size_t max_sides);

}  // namespace strata
