// Purpose: These costs are for queries that begin and end at the centroids of polygons, as those of the published PCCP
//          do.
// Source: Rahmani, Pelechano 2020, section 4.
// Units: See core/grid/lattice.hpp; centroids are in sixteenths of a cell.
#pragma once

#include "core/navmesh/mesh_space.hpp"

namespace strata {

// Between the middles of portals, as MiddleCosts; an end counts as the centre of its polygon.
class CentredMiddleCosts : public MiddleCosts {
 public:
  static constexpr bool kEndsAreCentres = true;
  explicit CentredMiddleCosts(const NavMesh& mesh) : MiddleCosts(mesh), centres_(&mesh) {}

  // 816 / 16 = 51 a sixteenth of a cell.
  static constexpr uint64_t kSquaredUnit = 51 * 51;

  Cost link(const MeshEnd& end, PortalId portal) const { return link(end.polygon, portal); }
  Cost link(PolygonId polygon, PortalId portal) const {
    const auto squared = static_cast<uint64_t>(squared_distance(centres_->centre16(polygon), place(portal)));
    return static_cast<Cost>(root_up(kSquaredUnit * squared));
  }
  static Cost direct(const MeshEnd&, const MeshEnd&) { return 0; }

  LatticePoint place(PortalId portal) const {
    const LatticePoint middle = centres_->portal_middle(portal);
    return {8 * middle.x, 8 * middle.y};
  }
  LatticePoint place(const MeshEnd& end) const { return centres_->centre16(end.polygon); }
  static Cost bound(LatticePoint a, LatticePoint b) {
    return static_cast<Cost>(root_down(kSquaredUnit * static_cast<uint64_t>(squared_distance(a, b))));
  }

 private:
  const NavMesh* centres_;
};

// Calls use(costs) with the costs that `kind` stands for.
template <class Use>
auto with_costs(const NavMesh& mesh, MeshCosts kind, Use&& use) {
  if (kind == MeshCosts::kCentres) return use(CentreCosts(mesh));
  return use(MiddleCosts(mesh));
}

}  // namespace strata
