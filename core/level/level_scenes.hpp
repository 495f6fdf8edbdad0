// Purpose: courtyard_level returns the stock level. It is small, and has all that levels have and maps lack.
// Shapes: 72 x 48 metres, y goes up: rooms with doors and pillars, a terrace with a ramp and stairs, and a bridge that
//         one walks over and under.
#pragma once

#include <string>
#include <string_view>

namespace strata {

inline constexpr std::string_view kCourtyardFile = "courtyard.obj";

// Returns the text of the .obj file.
std::string courtyard_level();

}  // namespace strata
