// Purpose: run_without_window opens a map and runs a script without a display: on servers, in tests and for grading.
// Errors: The result is the exit status: 0, 1 (the script failed) or 2 (invalid input, or a file cannot be written);
//         the reason is printed.
#pragma once

#include "app/program/main_options.hpp"

namespace strata {

int run_without_window(const MainOptions& options);
// Checks the lessons in the options, and prints their errors.
int check_lessons(const MainOptions& options);
// Checks the runs of show in the options, and prints their errors.
int check_shows(const MainOptions& options);

}  // namespace strata
