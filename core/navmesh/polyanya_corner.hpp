// Purpose: corner_key finds the corners of a navigation mesh at which taut paths turn: those where less than half of
//          the surroundings is wall.
// Shapes: Where areas that are not joined touch in a point, each has a vertex of its own there: corners are told apart
//         by the portals round them, not by their position.
// Threads: Const calls may run together.
#pragma once

#include <cstdint>

#include "core/navmesh/navmesh.hpp"

namespace strata {

// The key of a corner: portal << 1 | which of its ends, for the last portal round the corner in the order of the
// polygons' sides. Keys are below 2 * portal_slots().
inline constexpr uint32_t kNoCorner = 0xffffffffu;

// Returns the key of the corner where side `side` of the polygon begins; kNoCorner if half or more of its surroundings
// is wall, or none is.
uint32_t corner_key(const NavMesh& mesh, PolygonId polygon, int side);

}  // namespace strata
