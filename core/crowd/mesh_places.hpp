// Purpose: A MeshPointIndex finds the polygon that holds a point of a navigation mesh, and draws random places evenly
//          over the ground.
// How: Polygons are listed by square of the plane. Random places draw them by area.
// Shapes: Of polygons of the same floor that hold a point the one with the lowest number is found.
// Threads: Const calls may run together.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/crowd/mesh_fine.hpp"
#include "core/navmesh/mesh_heights.hpp"

namespace strata {

// A floor of a mesh: the ground whose height is near. Without heights all ground of the mesh is one floor.
struct MeshFloor {
  const MeshHeights* heights = nullptr;
  float height = 0;
  // Returns how far the ground of the polygon at the point is from the floor. Nothing: it is another floor.
  std::optional<float> distance(const NavMesh& mesh, PolygonId polygon, FixedPointPosition point) const;
};

class MeshPointIndex {
 public:
  void build(const NavMesh& mesh);
  bool is_current_for(const NavMesh& mesh) const { return built_ && built_for_ == mesh.version(); }
  bool empty() const { return polygons_.empty(); }

  // Returns the polygon of the floor that holds the point. kNoPolygon: none does.
  PolygonId polygon_at(const NavMesh& mesh, FixedPointPosition point, const MeshFloor& floor = {}) const;
  // Returns the nearest place on the floor that is at most so far away. Polygon kNoPolygon: there is none.
  FixedPointPlace nearest(const NavMesh& mesh, FixedPointPosition point, int32_t reach,
                          const MeshFloor& floor = {}) const;
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
