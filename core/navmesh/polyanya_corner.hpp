// Purpose: corner_key finds the corners of a navigation mesh at which taut paths turn: those where less than half of
//          the surroundings is wall.
// Shapes: Where areas that are not joined touch in a point, each has a vertex of its own there: corners are told apart
//         by the portals round them, not by where they lie.
// Threads: Const calls may run together.
#pragma once

#include <cstdint>

#include "core/navmesh/navmesh.hpp"

namespace strata {

// A corner's key: portal << 1 | which of its ends, for the last portal on the way round the corner in the order of the
// polygons' sides. Keys are below 2 * portal_slots().
inline constexpr uint32_t kNoCorner = 0xffffffffu;

// The corner where side number `side` of the polygon begins; kNoCorner: more than half is wall, or just half, or none.
uint32_t corner_key(const NavMesh& mesh, PolygonId polygon, int side);

}  // namespace strata
