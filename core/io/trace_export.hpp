// Purpose: These functions write a trace as a Posthoc search trace (*.trace.json, version 1.4.0), which
//          other viewers can open.
#pragma once

#include <string>

#include "core/base/result.hpp"
#include "core/grid/grid_map.hpp"

namespace strata {

class Trace;

// Returns the trace in the format of Posthoc. The ids of cells are y * width + x + 1, because the format does not allow
// 0. The ids of other nodes are level * 2^32 + node + 1.
std::string format_trace(const Trace& trace, const GridMap& map);
Status save_trace(const Trace& trace, const GridMap& map, const std::string& path);

}  // namespace strata
