// Purpose: xml_text escapes text for XML and HTML files: pictures, reports and plots.
#pragma once

#include <string>
#include <string_view>

namespace strata {

// Returns the text with the special characters of XML replaced by entities, so that it may stand between tags and in
// attributes, and without control characters, which XML forbids; line breaks and tabs stay.
std::string xml_text(std::string_view text);

}  // namespace strata
