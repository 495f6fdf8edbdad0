// Purpose: CentroidMidpointCosts is the cost function of queries that begin and end at the centroids of polygons, as in
//          the published PCCP.
// Source: Rahmani, Pelechano 2020, section 4.
// Units: See core/grid/half_cells.hpp; centroids are in sixteenths of a cell.
#pragma once

#include "core/navmesh/mesh_space.hpp"

namespace strata {

// Costs between the middles of portals, like MidpointCosts, but an end counts as the centroid of its polygon.
class CentroidMidpointCosts : public MidpointCosts {
 public:
  static constexpr bool kEndsAreCentres = true;
  explicit CentroidMidpointCosts(const NavMesh& mesh) : MidpointCosts(mesh), centres_(&mesh) {}

  // A cell costs 816, so a sixteenth of a cell costs 816 / 16 = 51.
  static constexpr uint64_t kSquaredUnit = 51 * 51;

  Cost link(const MeshEndpoint& end, PortalId portal) const { return link(end.polygon, portal); }
  Cost link(PolygonId polygon, PortalId portal) const {
    const auto squared = static_cast<uint64_t>(squared_distance(centres_->centre16(polygon), place(portal)));
    return static_cast<Cost>(root_up(kSquaredUnit * squared));
  }
  static Cost direct(const MeshEndpoint&, const MeshEndpoint&) { return 0; }

  HalfCellPoint place(PortalId portal) const {
    const HalfCellPoint middle = centres_->portal_middle(portal);
    return {8 * middle.x, 8 * middle.y};
  }
  HalfCellPoint place(const MeshEndpoint& end) const { return centres_->centre16(end.polygon); }
  static Cost bound(HalfCellPoint a, HalfCellPoint b) {
    return static_cast<Cost>(root_down(kSquaredUnit * static_cast<uint64_t>(squared_distance(a, b))));
  }

 private:
  const NavMesh* centres_;
};

// Calls use(costs) with the cost function of this kind.
template <class Use>
auto with_costs(const NavMesh& mesh, MeshCosts kind, Use&& use) {
  if (kind == MeshCosts::kCentroids) return use(CentroidCosts(mesh));
  return use(MidpointCosts(mesh));
}

}  // namespace strata
