// Purpose: What is said when playing is told to stop where it never can in the search that is recorded.
#pragma once

#include <cstdint>
#include <string>

#include "app/playback/breakpoints.hpp"

namespace strata {

class Lab;

// Why the condition never holds; empty: it does, or nothing is recorded that would tell.
std::string never_stops(const Lab& lab, StopWhen when);
// The same of a line of the pseudo-code.
std::string line_never_stops(const Lab& lab, uint8_t line);

}  // namespace strata
