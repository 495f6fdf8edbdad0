// Purpose: These functions give names of students one form, so that a name that is written in several ways is one
//          student: in the seed of a lesson, and in grades.
// Source: GLib computes the Unicode normal forms.
#pragma once

#include <string>
#include <string_view>

namespace strata {

// Returns the name in Unicode normal form C, in which a letter with its accent is one character. A text that is not
// UTF-8 is returned unchanged.
std::string composed_name(std::string_view name);

// Returns the same without blanks at its ends: two names with the same result are one student.
std::string compared_name(std::string_view name);

}  // namespace strata
