// Purpose: These functions check the commands in a lesson. A lesson may come from anybody: its commands write no files,
//          open only maps beside the lesson and stock maps, and start no program.
#pragma once

#include <string_view>

#include "app/base/command.hpp"
#include "core/base/result.hpp"

namespace strata {

// Returns an error if a lesson must not contain the command, or if its arguments are invalid.
Status check_lesson_command(const Command& command);
// Returns an error if the command would generate a map that is larger than allowed. `of` is what the message calls the
// file: "a lesson".
Status check_made_map(const Command& command, std::string_view of);
// Returns whether a lesson may use this file name: it has no folder and no dot at its beginning.
bool is_plain_file_name(std::string_view name);

// Returns whether a word of a command is the seed of a student's maps, or one of the weights made of it.
bool is_seed_word(std::string_view word);

}  // namespace strata
