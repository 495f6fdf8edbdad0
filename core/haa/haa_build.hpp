// Purpose: This header declares the recorded construction of the graph of HAA*.
// Source: Harabor, Botea 2008, section 5.
// Threads: No shared state.
#pragma once

#include "core/haa/haa.hpp"

namespace strata {

class Trace;

// Builds what Haa::build does, by the same functions, and records how (core/haa/haa_build_code.hpp). Nodes of events
// are cells.
HaaUpdate build_recorded(Haa& haa, const AgentGrids& agents, const HaaOptions& options, Trace& trace);

}  // namespace strata
