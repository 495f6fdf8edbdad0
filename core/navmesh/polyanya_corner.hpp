// Purpose: corner_key identifies the convex corners of walls on a navigation mesh, at which taut paths turn: less than
//          half of their surroundings is wall.
// Shapes: Where unconnected areas touch in a point, each has a corner of its own: corners are identified by the portals
//         round them, not by their position.
// Threads: Const calls may run together.
#pragma once

#include <cstdint>

#include "core/navmesh/navmesh.hpp"

namespace strata {

// The key of a corner is portal << 1 | end (0 or 1), for the last portal round the corner in the order of the polygons'
// sides. Keys are below 2 * portal_slots().
inline constexpr uint32_t kNoCorner = 0xffffffffu;

// Returns the key of the corner where side `side` of the polygon begins; kNoCorner if half or more of its surroundings
// is wall, or none is.
uint32_t corner_key(const NavMesh& mesh, PolygonId polygon, int side);

}  // namespace strata
