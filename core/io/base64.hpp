// Purpose: from_base64 and to_base64 convert between bytes and their text in base64.
// Source: RFC 4648, section 4.
// Differs: Blanks and line ends between the letters are skipped, and padding may be missing, as other programs write
// it. Errors: The reason, without a place.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace strata {

Result<std::string> from_base64(std::string_view text);
std::string to_base64(std::string_view bytes);

}  // namespace strata
