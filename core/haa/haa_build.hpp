// Purpose: build_recorded builds the graph of HAA* and records the construction as a trace.
// Source: Harabor, Botea 2008, section 5.
// Threads: No shared state.
#pragma once

#include "core/haa/haa.hpp"

namespace strata {

class Trace;

// Builds the same graph as Haa::build, with the same functions, and records the steps as events that refer to
// core/haa/haa_build_code.hpp. The nodes of events are cells.
HaaUpdate build_recorded(Haa& haa, const AgentGrids& agents, const HaaOptions& options, Trace& trace);

}  // namespace strata
