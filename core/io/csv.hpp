// Purpose: csv_field writes a text as one field of comma separated values, so that no spreadsheet takes it, or a part
// of
//          it, for a formula. csv_records reads what was written. All tables of all programs are written by it.
// Source: RFC 4180; the list of dangerous beginnings is that of OWASP ("CSV injection").
// Differs: A text that could be read as a formula has an apostrophe in front of it. Numbers stay numbers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace strata {

// Returns the text as one field: in quotes if it has a separator of any country, a quote, a line end, a blank at an end
// or an apostrophe that guards it.
std::string csv_field(std::string_view text);

// Returns the fields of all lines, without the apostrophes that guard them. A line that is cut off is left out.
std::vector<std::vector<std::string>> csv_records(std::string_view table);

}  // namespace strata
