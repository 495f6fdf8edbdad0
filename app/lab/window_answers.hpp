// Purpose: These functions handle the dialog from which the user has given a command. The dialog closes when the
//          command has succeeded. If the command fails, the dialog stays open with all its input and shows the error.
// Threads: The lab's thread.
#pragma once

#include <string_view>

#include "core/base/result.hpp"

namespace strata {

class Lab;
struct Command;
struct Question;

// Closes the dialog. If its command has asked a question, or its work is still going on, the dialog closes
// once that has ended.
void close_window_when_done(Lab& lab, std::string_view window);
// Shows the error of the command in its dialog. If no dialog has given the command, the error is shown as an error
// dialog (for file commands, and if `large`) or as a message.
void show_failure(Lab& lab, const Command& command, const Error& error, std::string_view window, bool large = false);
// Executes the command that has waited for the user's answer to the question.
Status go_on(Lab& lab, const Question& question);

}  // namespace strata
