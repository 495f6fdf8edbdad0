// Purpose: This header declares the recorded construction of the tables of HNA*, those of PCCP among them.
// Source: Rahmani, Pelechano 2020, section 4.
// Units: See core/grid/half_cells.hpp.
// Threads: No shared state.
#pragma once

#include "core/hna/hna.hpp"

namespace strata {

class Trace;

// Builds the tables of a graph over the groups of another one of the same mesh, by the functions that build every such
// graph, and records how (core/hna/hna_build_code.hpp). Nodes of events are portals, and polygons from
// mesh.portal_slots() on; the trace keeps their places.
HnaUpdate build_recorded(Hna& hna, const NavMesh& mesh, const Hna& groups_of, Trace& trace);

}  // namespace strata
