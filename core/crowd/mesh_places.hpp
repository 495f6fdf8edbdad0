// Purpose: A MeshPointIndex finds the polygon that holds a point of a navigation mesh, and draws random places evenly
//          over the ground.
// How: Polygons are listed by square of the plane. Random places draw them by area.
// Shapes: Of floors above one another the polygon with the lowest number is found.
// Threads: Const calls may run together.
#pragma once

#include <cstdint>
#include <vector>

#include "core/crowd/mesh_fine.hpp"

namespace strata {

class MeshPointIndex {
 public:
  void build(const NavMesh& mesh);
  bool is_current_for(const NavMesh& mesh) const { return built_ && built_for_ == mesh.version(); }
  bool empty() const { return polygons_.empty(); }

  // Returns the polygon that holds the point. kNoPolygon: none does.
  PolygonId polygon_at(const NavMesh& mesh, FixedPointPosition point) const;
  // Returns the nearest place that is at most so far away. Polygon kNoPolygon: there is none.
  FixedPointPlace nearest(const NavMesh& mesh, FixedPointPosition point, int32_t reach) const;
  // Returns the place for a random number. The mesh must not be empty.
  MeshEndpoint drawn(const NavMesh& mesh, uint64_t random) const;
  size_t memory_bytes() const;

 private:
  static constexpr int32_t kSquare = 32 * kFineCell;

  bool built_ = false;
  uint64_t built_for_ = 0;
  FixedPointPosition low_;
  int32_t columns_ = 0, rows_ = 0;
  std::vector<uint32_t> ends_;  // by square: end of its polygons in `listed_`
  std::vector<PolygonId> listed_;
  std::vector<PolygonId> polygons_;    // all polygons
  std::vector<uint64_t> area_so_far_;  // sum of the areas up to each polygon
};

}  // namespace strata
