// Purpose: The level that comes with the program: small, and with all that levels have and maps have not.
// Shapes: 72 x 48 metres, y goes up: rooms with doors and pillars, a terrace with a ramp and stairs, and a bridge that
//         one walks over and under.
#pragma once

#include <string>
#include <string_view>

namespace strata {

inline constexpr std::string_view kCourtyardFile = "courtyard.obj";

// The text of the .obj file.
std::string courtyard_level();

}  // namespace strata
