// Purpose: These functions say why playback would never stop at a breakpoint of the recorded search.
#pragma once

#include <cstdint>
#include <string>

#include "app/playback/breakpoints.hpp"

namespace strata {

class Lab;

// Returns why the condition of a breakpoint never holds in the recorded search; empty if it holds somewhere, or if no
// search is recorded.
std::string never_stops(const Lab& lab, BreakCondition when);
// Returns why playback never stops at a line of the pseudo-code; empty if it stops there, or if no search is recorded.
std::string line_never_stops(const Lab& lab, uint8_t line);

}  // namespace strata
