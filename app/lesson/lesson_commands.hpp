// Purpose: These functions say which commands a lesson may give. A lesson may come from anybody: it writes no files,
//          opens none but maps beside it and stock maps, and starts no program.
#pragma once

#include <string_view>

#include "app/base/command.hpp"
#include "core/base/result.hpp"

namespace strata {

// Returns why a lesson may not give the command, or what is wrong with its arguments.
Status check_lesson_command(const Command& command);
// Refuses a map that the command makes larger than a lesson may have. `of` names who makes it: "a lesson".
Status check_made_map(const Command& command, std::string_view of);
// Whether a file name is one that a lesson may name: no path, no dot in front.
bool is_plain_file_name(std::string_view name);

}  // namespace strata
