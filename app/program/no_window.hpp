// Purpose: run_without_window opens a map and runs a script where there is no display: for servers, tests and grading.
// Errors: Returns the program's exit status: 0, 1 (the script failed) or 2 (unusable input, or a file could not be
//         written); the reason is printed.
#pragma once

#include "app/program/main_options.hpp"

namespace strata {

int run_without_window(const MainOptions& options);
// Checks the lessons that the options name, and prints what is wrong with them.
int check_lessons(const MainOptions& options);

}  // namespace strata
