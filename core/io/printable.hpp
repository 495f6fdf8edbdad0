// Purpose: printable returns a text as it may be printed to a terminal: names of files, students, lessons and maps come
//          from anybody, and must neither move the cursor nor begin a line of their own.
#pragma once

#include <string>
#include <string_view>

namespace strata {

// Returns the text with its control characters, what turns the direction of writing, and bytes that are no UTF-8 as
// \xNN, as in messages; letters of any script stay as they are.
std::string printable(std::string_view text);

}  // namespace strata
