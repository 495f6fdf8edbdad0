// Purpose: Some commands start programs, so that only the user may give them directly. These functions mark them. Such
//          a command (does::kStartsProgram) is in no log, and is refused in every file: script, lesson, workspace,
//          figure, result or recovery copy.
#pragma once

#include <string_view>

#include "app/base/command.hpp"
#include "core/base/result.hpp"

namespace strata {

class Lab;

// Executes a command that the user gives directly. Commands that this command executes in turn do not count as such.
Status execute_by_hand(Lab& lab, const Command& command);
// Runs a line that the user has given directly, like Lab::run.
void run_by_hand(Lab& lab, std::string_view line, std::string_view window = {}, bool stays = false);

}  // namespace strata
