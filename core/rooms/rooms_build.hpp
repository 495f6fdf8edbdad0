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

}  // namespace strata
