// Purpose: courtyard_level returns the built-in example level, a small level with several floors, slopes and stairs.
// Shapes: 72 x 48 metres, y points up: rooms with doors and pillars, a terrace with a ramp and stairs, and a bridge
//         with ground above and below.
#pragma once

#include <string>
#include <string_view>

namespace strata {

inline constexpr std::string_view kCourtyardFile = "courtyard.obj";

// Returns the level as the text of an .obj file.
std::string courtyard_level();

}  // namespace strata
