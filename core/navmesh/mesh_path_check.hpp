// Purpose: mesh_path_fault checks a path at any angle over a navigation mesh: whether it stays on the mesh, and whether
//          its length is right. Maps of cells cannot check such paths, as floors may lie above one another.
// Shapes: A piece may touch corners and run along walls. It goes from polygon to polygon through portals, their ends
//         included, and nowhere else.
// Units: See core/grid/half_cells.hpp; lengths in cells. Pieces are checked exactly.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "core/navmesh/mesh_space.hpp"
#include "core/navmesh/navmesh.hpp"

namespace strata {

// Why the points are no way from the start to the goal that is `length` long, in words; nothing if they are. Points of
// a path that ends where it begins: one. `tolerance`: how far the length may be off, in cells, beyond the rounding of
// doubles.
std::optional<std::string> mesh_path_fault(const NavMesh& mesh, const MeshQuery& query,
                                           std::span<const HalfCellPoint> points, double length, double tolerance = 0);

}  // namespace strata
