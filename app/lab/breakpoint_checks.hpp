// Purpose: never_stops says why a breakpoint can never be reached in the search that is recorded.
#pragma once

#include <cstdint>
#include <string>

#include "app/playback/breakpoints.hpp"

namespace strata {

class Lab;

// Returns why the condition never holds; empty if it does hold, or if no search is recorded.
std::string never_stops(const Lab& lab, BreakCondition when);
// Returns why playing never stops at a line of the pseudo-code; empty as above.
std::string line_never_stops(const Lab& lab, uint8_t line);

}  // namespace strata
