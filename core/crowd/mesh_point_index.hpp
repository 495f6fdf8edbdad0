// Purpose: A MeshPointIndex finds the polygon of a navigation mesh that contains a point, and draws random points,
//          uniformly over the area.
// How: Polygons are listed by square of the plane. Random points first choose a polygon by area.
// Shapes: If several polygons of a floor contain a point, the one with the lowest number is found.
// Threads: Const calls may run together.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/crowd/fixed_point.hpp"
#include "core/navmesh/mesh_heights.hpp"

namespace strata {

// A floor of a mesh: the ground near a height. Without heights the whole mesh is one floor.
struct MeshFloor {
  const MeshHeights* heights = nullptr;
  float height = 0;
  // Returns how far the ground of the polygon at the point is from the floor; nothing if it is another floor.
  std::optional<float> distance(const NavMesh& mesh, PolygonId polygon, FixedPointPosition point) const;
};

class MeshPointIndex {
 public:
  void build(const NavMesh& mesh);
  bool is_current_for(const NavMesh& mesh) const { return built_ && built_for_ == mesh.version(); }
  bool empty() const { return polygons_.empty(); }

  // Returns the polygon of the floor that contains the point; kNoPolygon if none does.
  PolygonId polygon_at(const NavMesh& mesh, FixedPointPosition point, const MeshFloor& floor = {}) const;
  // Returns the nearest place on the floor within the distance `reach`; its polygon is kNoPolygon if there is none.
  FixedPointPlace nearest(const NavMesh& mesh, FixedPointPosition point, int32_t reach,
                          const MeshFloor& floor = {}) const;
  // Returns a random point of the mesh, chosen by the number `random`. The mesh must not be empty.
  MeshEndpoint drawn(const NavMesh& mesh, uint64_t random) const;
  size_t memory_bytes() const;

 private:
  static constexpr int32_t kSquare = 32 * kFineCell;

  bool built_ = false;
  uint64_t built_for_ = 0;
  FixedPointPosition low_;
  int32_t columns_ = 0, rows_ = 0;
  std::vector<uint32_t> ends_;  // by square: end of the square's polygons in `listed_`
  std::vector<PolygonId> listed_;
  std::vector<PolygonId> polygons_;    // all polygons
  std::vector<uint64_t> area_so_far_;  // sum of the areas up to each polygon, inclusive
};

}  // namespace strata
