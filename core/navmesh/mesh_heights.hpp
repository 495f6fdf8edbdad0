// Purpose: MeshHeights gives the height of the ground of a navigation mesh with floors above one another. A place on
//          such a mesh is a point together with the height of the ground.
// Units: Points on the lattice of the mesh; heights in units of the level.
// Threads: Const calls may run together.
#pragma once

#include "core/navmesh/navmesh.hpp"

namespace strata {

class MeshHeights {
 public:
  // Returns the height of the ground at a point of the polygon.
  virtual float ground_height(PolygonId polygon, HalfCellPoint point) const = 0;
  // Returns the height of the ground at the point. Of several floors it is the one that an agent reaches from ground of
  // height `height` beside the point.
  virtual float ground_near(HalfCellPoint point, float height) const = 0;
  // Returns the largest difference in height of two places that count as one floor. Floors above one another are at
  // least this far apart.
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
