// Purpose: build_recorded builds the tables of HNA* and PCCP and records the construction as a trace.
// Source: Rahmani, Pelechano 2020, section 4.
// Units: See core/grid/half_cells.hpp.
// Threads: No shared state.
#pragma once

#include "core/hna/hna.hpp"

namespace strata {

class Trace;

// Builds a graph with the groups of `groups_of`, a graph of the same mesh, by the usual functions, and records the
// steps as events that refer to core/hna/hna_build_code.hpp. The nodes of events are portals, and polygons from
// mesh.portal_slots() on; the trace stores their places.
HnaUpdate build_recorded(Hna& hna, const NavMesh& mesh, const Hna& groups_of, Trace& trace);

}  // namespace strata
