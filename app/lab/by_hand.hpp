// Purpose: These functions tell commands that only the user's own hand may give: they start programs. No file may hold
//          them, whoever has made it: no script, lesson, workspace, figure, result or recovery copy.
#pragma once

#include <string_view>

#include "app/base/command.hpp"
#include "core/base/result.hpp"

namespace strata {

class Lab;

// Whether only the user's own hand gives the command; such commands are in no log either.
constexpr bool is_by_hand(std::string_view command) { return command == "external.add" || command == "external.start"; }
// Carries a command out as one of the user's own hand. Commands that it gives in turn are none.
Status execute_by_hand(Lab& lab, const Command& command);
// The same for a line, as Lab::run.
void run_by_hand(Lab& lab, std::string_view line, std::string_view window = {});

}  // namespace strata
