// Purpose: csv_field writes a text as one field of comma-separated values in such a form that no spreadsheet evaluates
//          it as a formula. csv_records reads such files. All programs write their tables with it.
// Source: RFC 4180; the list of dangerous first characters is that of OWASP ("CSV injection").
// Differs: A text that could be evaluated as a formula gets an apostrophe in front. Numbers do not change.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace strata {

// Returns the text as one field. It gets quotes if it contains a separator of any country, a quote or a line end,
// begins or ends with a blank, or has a protecting apostrophe.
std::string csv_field(std::string_view text);

// Returns the fields of all lines, without protecting apostrophes. An incomplete last line is ignored.
std::vector<std::vector<std::string>> csv_records(std::string_view table);

}  // namespace strata
