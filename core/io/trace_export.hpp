// Purpose: These functions write a trace as a Posthoc search trace (*.trace.json, version 1.4.0), to be opened in other
//          viewers.
#pragma once

#include <string>

#include "core/base/result.hpp"
#include "core/grid/grid_map.hpp"

namespace strata {

class Trace;

// Ids of events are y * width + x + 1, as the format does not allow 0; for nodes that are not cells level * 2^32 + node
// + 1.
std::string format_trace(const Trace& trace, const GridMap& map);
Status save_trace(const Trace& trace, const GridMap& map, const std::string& path);

}  // namespace strata
