// Purpose: These functions tell the dialog that has given a command what came of it: it closes once the command is
//          carried out, and shows the error if the command fails, with all that was typed into it.
// Threads: The lab's thread.
#pragma once

#include <string_view>

#include "core/base/result.hpp"

namespace strata {

class Lab;
struct Command;
struct Question;

// Closes the dialog, unless a question about its command is open or its work goes on: then it closes at their end.
void settle_window(Lab& lab, std::string_view window);
// Shows the error of the command in the dialog. Where there is none it becomes a message, or a dialog of its own if
// the command is one of files or `large`.
void tell_failure(Lab& lab, const Command& command, const Error& error, std::string_view window, bool large = false);
// Carries out the command that has waited for the answer to a question.
Status go_on(Lab& lab, const Question& question);

}  // namespace strata
