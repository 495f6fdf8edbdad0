// Purpose: These functions say what the log keeps of a command when another one of the same name follows.
#pragma once

#include "app/base/command.hpp"

namespace strata {

class Lab;

// Whether the earlier of two commands of the same name has done something that the later does not do or undo itself.
// The lab has carried out both.
bool earlier_line_must_stay(const Command& earlier, const Command& later, const Lab& lab);

// Whether the command moves start or goal and goes on with the move before, as in a drag.
bool goes_on_with_move(const Command& command);

}  // namespace strata
