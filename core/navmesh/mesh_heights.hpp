// Purpose: MeshHeights tells how high the ground of a navigation mesh lies. Polygons of different floors may lie above
//          one another: a place on the mesh is a point together with the height of the ground there.
// Units: Points on the lattice of the mesh; heights in units of the level.
// Threads: Const calls may run together.
#pragma once

#include "core/navmesh/navmesh.hpp"

namespace strata {

class MeshHeights {
 public:
  // Returns the height of the ground at a point that the polygon holds.
  virtual float ground_height(PolygonId polygon, HalfCellPoint point) const = 0;
  // Returns the height of the ground at the point, of all floors there the one that somebody stands on who has walked
  // there from ground of that height beside it.
  virtual float ground_near(HalfCellPoint point, float height) const = 0;
  // Returns the distance in height below which two places at the same point are on the same floor: floors above one
  // another are at least so far apart.
  virtual float floor_distance() const = 0;

 protected:
  MeshHeights() = default;
  MeshHeights(const MeshHeights&) = default;
  MeshHeights(MeshHeights&&) = default;
  MeshHeights& operator=(const MeshHeights&) = default;
  MeshHeights& operator=(MeshHeights&&) = default;
  ~MeshHeights() = default;
};

}  // namespace strata
