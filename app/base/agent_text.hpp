// Purpose: These functions describe in words what an agent can and cannot do. TerrainLooks gives the names of terrains.
// Source: Harabor, Botea 2008, section 3 (clearance, capabilities).
#pragma once

#include <string>

#include "app/base/terrain_looks.hpp"
#include "core/grid/cell.hpp"
#include "core/grid/clearance.hpp"

namespace strata {

// Returns an obstacle in words: "water at (14,9), 2 cells right, 1 below"; "the map ends 2 cells right". Distances are
// measured from `at`, the upper left cell of the agent.
std::string obstacle_text(const TerrainLooks& looks, const Obstacle& obstacle, Cell at);
// Returns why an agent cannot stand at a cell: "size 3 does not fit: water at ..."; for an agent of one cell "blocked
// by water". Empty if the agent can stand there.
std::string fit_text(const TerrainLooks& looks, const GridMap& map, Capability capability, int agent_size, Cell at);
// Returns the initials of the terrains in the capability, for texts on the map: "GSW". See Terrain.
std::string capability_initials(Capability capability);

}  // namespace strata
