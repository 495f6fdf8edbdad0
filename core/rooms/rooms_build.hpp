// Purpose: This header declares the recorded construction of rooms.
// Source: Harabor, Botea 2010, section 3.
// Threads: No shared state.
#pragma once

#include "core/rooms/rooms.hpp"

namespace strata {

class Trace;

// Builds what Rooms::build does, by the same functions, and records how (core/rooms/rooms_build_code.hpp). Nodes of
// events are cells.
RoomsUpdate build_recorded(Rooms& rooms, const MoveGrid& grid, Trace& trace);

// Returns, by cell, the bounds with which a construction begins: no room with the cell as its upper left corner has
// more interior cells. 0: the cell does not enter the heap.
std::vector<uint32_t> first_room_bounds(const MoveGrid& grid);

}  // namespace strata
