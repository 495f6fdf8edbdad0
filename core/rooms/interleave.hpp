// Purpose: interleave() shuffles the moves of a path inside rooms, which keeps its cost.
// Source: Harabor, Botea 2010, section 1: within an empty rectangle all orders of the same moves are optimal.
#pragma once

#include <cstdint>
#include <vector>

#include "core/grid/cell.hpp"

namespace strata {

class MoveGrid;
class Rooms;

// Shuffles the moves of every part of a shortest path inside one room. These moves have at most two directions, or the
// path would not be shortest; in any order they stay in the rectangle of the two ends, and so in the room.
void interleave(const Rooms& rooms, const MoveGrid& grid, uint64_t seed, std::vector<CellId>& path);

}  // namespace strata
