// Purpose: mesh_areas computes the connected components of a navigation mesh: polygons joined by portals.
// Threads: Calls may run together.
#pragma once

#include <cstdint>
#include <vector>

#include "core/navmesh/navmesh.hpp"

namespace strata {

// Returns the number of the component by polygon, from 1 in the order of their first polygons; 0: no such polygon.
std::vector<uint32_t> mesh_areas(const NavMesh& mesh);

}  // namespace strata
