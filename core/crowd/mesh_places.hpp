// Purpose: Places on a navigation mesh: which polygon holds a point, and places drawn at random, evenly over the
// ground. How: Polygons are listed by square of the plane; drawn by their areas. Shapes: Of floors above one another
// the polygon with the lowest number is found. Threads: Const calls may run together.
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

  // kNoPolygon: none holds it.
  PolygonId polygon_at(const NavMesh& mesh, FixedPointPosition point) const;
  // The place that belongs to a random number; there must be one.
  MeshEndpoint drawn(const NavMesh& mesh, uint64_t random) const;
  size_t memory_bytes() const;

 private:
  static constexpr int kSquare = 64;  // lattice units

  bool built_ = false;
  uint64_t built_for_ = 0;
  HalfCellPoint low_;
  int32_t columns_ = 0, rows_ = 0;
  std::vector<uint32_t> ends_;  // by square: of its polygons in `listed_`
  std::vector<PolygonId> listed_;
  std::vector<PolygonId> polygons_;    // all there are
  std::vector<uint64_t> area_so_far_;  // with each of them
};

}  // namespace strata
