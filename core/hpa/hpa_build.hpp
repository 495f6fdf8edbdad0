// Purpose: This header declares the recorded construction of HPA*.
// Source: Botea, Müller, Schaeffer 2004, figure 9.
// Threads: No shared state.
#pragma once

#include "core/hpa/hpa.hpp"

namespace strata {

class Trace;

// Builds what Hpa::build does, by the same functions, and records how (core/hpa/hpa_build_code.hpp). Nodes of events
// are cells.
HpaUpdate build_recorded(Hpa& hpa, const MoveGrid& grid, const HpaOptions& options, Trace& trace);

}  // namespace strata
