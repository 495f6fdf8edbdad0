// Purpose: The names of students: how they are compared, and which of them may stand in a command.
// Source: GLib knows the letters of all scripts and the normal forms of Unicode; nothing else of the project includes
// it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace strata::bench {

inline constexpr size_t kMostStudentLetters = 60;

// Returns the name as it is compared: in normal form C, in which an accent and its letter are one. A text that is no
// UTF-8 is returned as it is.
std::string compared_name(std::string_view name);

// Returns the name, in normal form C, if it may be a part of one word of a command: letters and digits of any script,
// blanks, - _ and dots. It is no option, no path and no hidden file: neither a dot nor - nor a blank is in front, no
// blank at the end.
std::optional<std::string> word_of_student(std::string_view name);

}  // namespace strata::bench
