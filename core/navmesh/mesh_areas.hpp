// Purpose: mesh_areas finds the connected areas of a navigation mesh: polygons that portals join.
// Threads: Calls may run together.
#pragma once

#include <cstdint>
#include <vector>

#include "core/navmesh/navmesh.hpp"

namespace strata {

// Returns by polygon the number of its area, from 1 in the order of their first polygons; 0: a free number.
std::vector<uint32_t> mesh_areas(const NavMesh& mesh);

}  // namespace strata
