// Purpose: These functions write into files of pictures how large they are on paper and how they were made, where
//          Cairo's writers do not.
// Units: Points, each 1/72 inch.
#pragma once

#include <string>
#include <string_view>

namespace strata {

// Sets the size of an SVG on paper, and adds title and description.
std::string describe_svg(std::string_view svg, double width, double height, std::string_view title,
                         std::string_view description);
// Adds to a PNG its resolution, and title and description as text; `points` is the side of a pixel.
std::string describe_png(std::string_view png, double points, std::string_view title, std::string_view description);

// Returns the text with the characters escaped that XML reserves; control characters, which it forbids, are left out.
std::string xml_text(std::string_view text);

}  // namespace strata
