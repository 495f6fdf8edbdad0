// Purpose: build_recorded builds the graph of HPA* and records the construction as a trace.
// Source: Botea, Müller, Schaeffer 2004, figure 9.
// Threads: No shared state.
#pragma once

#include "core/hpa/hpa.hpp"

namespace strata {

class Trace;

// Builds the same graph as Hpa::build, with the same functions, and records the steps as events that refer to
// core/hpa/hpa_build_code.hpp. The nodes of events are cells.
HpaUpdate build_recorded(Hpa& hpa, const MoveGrid& grid, const HpaOptions& options, Trace& trace);

}  // namespace strata
