// Purpose: build_recorded builds the rooms of a map and records the construction as a trace.
// Source: Harabor, Botea 2010, section 3.
// Threads: No shared state.
#pragma once

#include "core/rooms/rooms.hpp"

namespace strata {

class Trace;

// Builds the same rooms as Rooms::build, with the same functions, and records the steps as events that refer to
// core/rooms/rooms_build_code.hpp. The nodes of events are cells.
RoomsUpdate build_recorded(Rooms& rooms, const MoveGrid& grid, Trace& trace);

// Returns the initial bounds of a construction, by cell: no room with its upper left corner at the cell has more
// interior cells. 0: the cell does not enter the heap.
std::vector<uint32_t> first_room_bounds(const MoveGrid& grid);

}  // namespace strata
