// Purpose: printable makes a text from outside (names of files, students, lessons, maps) safe to print to a terminal:
//          it cannot move the cursor or start a new line. is_utf8 tells whether a text can be written as JSON.
#pragma once

#include <string>
#include <string_view>

namespace strata {

// Returns the text with control characters, characters that change the writing direction, and bytes that are not UTF-8
// written as \xNN. Letters of any script stay unchanged.
std::string printable(std::string_view text);
// Returns whether the text is valid UTF-8.
bool is_utf8(std::string_view text);

}  // namespace strata
