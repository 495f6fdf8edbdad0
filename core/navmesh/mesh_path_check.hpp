// Purpose: mesh_path_fault checks an any-angle path over a navigation mesh: whether it stays on the mesh, and whether
//          its length is correct. A grid map cannot check such paths, because floors may lie above one another.
// Shapes: A segment may touch corners and run along walls. It crosses from polygon to polygon only through portals,
//         including their ends.
// Units: See core/grid/half_cells.hpp; lengths in cells. Segments are checked exactly.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "core/navmesh/mesh_space.hpp"
#include "core/navmesh/navmesh.hpp"

namespace strata {

// Returns why the points are no path from start to goal of this length, in words; nothing if they are. A path whose
// start is its goal has one point. From the points `links_at` the path follows a link of the mesh to the next point;
// the length is that of the other lines. `tolerance` is the allowed error of the length in cells, in addition to the
// rounding of doubles.
std::optional<std::string> mesh_path_fault(const NavMesh& mesh, const MeshQuery& query,
                                           std::span<const HalfCellPoint> points, double length, double tolerance = 0,
                                           std::span<const uint32_t> links_at = {});

}  // namespace strata
