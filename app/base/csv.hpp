// Purpose: csv_word writes a text as one field of comma separated values.
// Source: RFC 4180.
#pragma once

#include <string>
#include <string_view>

namespace strata {

// Returns the text as one field: in quotes if it contains a comma, a quote or a line end.
std::string csv_word(std::string_view text);

}  // namespace strata
