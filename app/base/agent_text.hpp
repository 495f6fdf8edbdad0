// Purpose: These functions say in words what an agent can and cannot do.
// Source: Harabor, Botea 2008, section 3 (clearance, capabilities).
#pragma once

#include <string>

#include "core/grid/cell.hpp"
#include "core/grid/clearance.hpp"

namespace strata {

// Returns an obstacle in words: "water at (14,9), 2 cells right, 1 below"; "the map ends 2 cells right". Distances
// count from the agent's corner `at`.
std::string obstacle_text(const Obstacle& obstacle, Cell at);
// Returns why an agent cannot stand at a cell: "size 3 does not fit: water at ..."; for an agent of one cell "blocked
// by water". Empty if the agent can stand there.
std::string fit_text(const GridMap& map, Capability capability, int agent_size, Cell at);
// Returns the initials of the terrains, for labels on the map: "GSW". See Terrain.
std::string capability_initials(Capability capability);

}  // namespace strata
