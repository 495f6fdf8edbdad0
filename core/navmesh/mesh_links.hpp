// Purpose: mesh_links_of puts the links of a map on a navigation mesh, as off-mesh links from point to point.
// Source: Mononen 2009-2016, Recast and Detour (off-mesh connections).
// Differs: A link leads from the middle of its first cell to the middle of the other one, without a radius in which an
//          agent may enter it.
// Units: See core/grid/half_cells.hpp and NavMesh::units. A cell of the map's terrain weight w costs w straight steps,
//        but links cost the same under all weights. As a cell of the mesh has the same cost under all weights, too, the
//        cost of a link on the mesh is its length divided by w, rounded up.
#pragma once

#include <vector>

#include "core/grid/map_links.hpp"
#include "core/grid/move_grid.hpp"
#include "core/navmesh/navmesh.hpp"

namespace strata {

// Returns the cost of a link of a map on a mesh. The cells of the map must have the same terrain weight.
inline Cost mesh_link_cost(const NavMesh& mesh, uint32_t length, int terrain_weight) {
  const uint64_t cells = uint64_t{2 * kCostOfHalfCell} * static_cast<uint64_t>(mesh.units()) * length;
  const uint64_t divisor = uint64_t{kLinkUnit} * static_cast<uint64_t>(terrain_weight);
  return static_cast<Cost>((cells + divisor - 1) / divisor);
}

// Returns the links of the map both of whose ends lie on the mesh. end_at(cell) returns the middle of a cell with its
// polygon.
template <class EndAt>
std::vector<MeshLink> mesh_links_of(const MoveGrid& grid, const NavMesh& mesh, EndAt&& end_at) {
  std::vector<MeshLink> links;
  if (grid.links() == nullptr) return links;
  for (const MapLink& link : grid.links()->all()) {
    const MeshEndpoint from = end_at(grid.cell(link.from)), to = end_at(grid.cell(link.to));
    if (from.polygon == kNoPolygon || to.polygon == kNoPolygon) continue;
    links.push_back({from, to, mesh_link_cost(mesh, link.length, grid.unit_weight()), link.length});
  }
  return links;
}

}  // namespace strata
