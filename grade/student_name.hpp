// Purpose: These functions check which names of students may be put into a command, and make texts valid UTF-8.
// Source: GLib classifies the letters of all scripts.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace strata::bench {

inline constexpr size_t kMostStudentLetters = 60;

// Returns the text with the replacement character in place of bytes that are not UTF-8.
std::string valid_utf8(std::string_view text);

// Returns the name, in normal form C, if it may be a part of one word of a command: letters and digits of any script,
// blanks, - _ and dots. It must not look like an option, a path or a hidden file: it must not begin with a dot, - or
// blank, nor end with a blank. Returns nothing for other names.
std::optional<std::string> word_of_student(std::string_view name);

}  // namespace strata::bench
