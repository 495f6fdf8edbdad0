// Purpose: csv_word writes a text as one field of comma separated values.
// Source: RFC 4180.
#pragma once

#include <string>
#include <string_view>

namespace strata {

// In quotes where a comma, a quote or a line end in it would be read as something else.
std::string csv_word(std::string_view text);

}  // namespace strata
