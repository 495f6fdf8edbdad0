// Purpose: What the readers of text files share: words between blanks, and quoting what a file holds in messages.
#pragma once

#include <string>
#include <string_view>

namespace strata {

// What a file holds, made fit for a message: short and printable.
std::string quoted(std::string_view text);
bool is_blank(char c);  // but no line end
std::string_view trimmed(std::string_view text);
// Takes the next word off the front of `text`; empty at the end.
std::string_view next_word(std::string_view& text);

}  // namespace strata
