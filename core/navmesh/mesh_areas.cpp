#include "core/navmesh/mesh_areas.hpp"

namespace strata {

std::vector<uint32_t> mesh_areas(const NavMesh& mesh) {
  std::vector<uint32_t> area(mesh.polygon_slots(), 0);
  std::vector<PolygonId> stack;
  uint32_t count = 0;
  for (PolygonId seed = 0; seed < mesh.polygon_slots(); ++seed) {
    if (!mesh.has_polygon(seed) || area[seed] != 0) continue;
    area[seed] = ++count;
    stack.push_back(seed);
    while (!stack.empty()) {
      const PolygonId polygon = stack.back();
      stack.pop_back();
      for (const MeshSide& side : mesh.sides(polygon)) {
        if (side.portal == kNoPortal) continue;
        const PolygonId next = mesh.portal(side.portal).across(polygon);
        if (area[next] != 0) continue;
        area[next] = count;
        stack.push_back(next);
      }
    }
  }
  return area;
}

}  // namespace strata
