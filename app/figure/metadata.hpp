// Purpose: These functions add to picture files what Cairo does not write: size on paper, title and description.
// Units: Points, each 1/72 inch.
#pragma once

#include <string>
#include <string_view>

namespace strata {

// Sets the size of an SVG on paper, and adds title and description.
std::string describe_svg(std::string_view svg, double width, double height, std::string_view title,
                         std::string_view description);
// Adds resolution, title and description to a PNG; `points` is the size of a pixel.
std::string describe_png(std::string_view png, double points, std::string_view title, std::string_view description);

}  // namespace strata
