// Purpose: mesh_path_fault checks a path at any angle over a navigation mesh: whether it stays on the mesh, and whether
//          its length is right. Maps of cells cannot check such paths, as floors may lie above one another.
// Shapes: A piece may touch corners and run along walls. It crosses from polygon to polygon only through portals, their
//         ends included.
// Units: See core/grid/half_cells.hpp; lengths in cells. Pieces are checked exactly.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "core/navmesh/mesh_space.hpp"
#include "core/navmesh/navmesh.hpp"

namespace strata {

// Returns in words why the points are no path from start to goal of this length; nothing if they are. A path that ends
// where it begins has one point. `tolerance`: how far the length may be off, in cells, beyond the rounding of doubles.
std::optional<std::string> mesh_path_fault(const NavMesh& mesh, const MeshQuery& query,
                                           std::span<const HalfCellPoint> points, double length, double tolerance = 0);

}  // namespace strata
