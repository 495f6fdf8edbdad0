// Purpose: interleave() puts the moves of a path through rooms into another order, at the same cost.
// Source: Harabor, Botea 2010, section 1: within an empty rectangle all orders of the same moves are optimal.
#pragma once

#include <cstdint>
#include <vector>

#include "core/grid/cell.hpp"

namespace strata {

class MoveGrid;
class Rooms;

// Shuffles the moves of every piece of a shortest path inside one room. The moves of a piece go in at most two
// directions, or the piece would not be a shortest path; in any order they stay between its ends, and so in the room.
void interleave(const Rooms& rooms, const MoveGrid& grid, uint64_t seed, std::vector<CellId>& path);

}  // namespace strata
