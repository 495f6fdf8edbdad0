// Purpose: never_stops says why a breakpoint can never be reached in the search that is recorded.
#pragma once

#include <cstdint>
#include <string>

#include "app/playback/breakpoints.hpp"

namespace strata {

class Lab;

// Why the condition never holds; empty: it does, or nothing is recorded that would tell.
std::string never_stops(const Lab& lab, BreakCondition when);
// The same of a line of the pseudo-code.
std::string line_never_stops(const Lab& lab, uint8_t line);

}  // namespace strata
