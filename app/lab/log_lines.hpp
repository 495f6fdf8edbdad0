// Purpose: If two successive commands have the same name, the log may need only the later one. These
//          functions decide that.
#pragma once

#include "app/base/command.hpp"

namespace strata {

class Lab;

// Returns whether the earlier command had an effect that the later command neither repeats nor undoes. The lab
// has executed both.
bool earlier_line_must_stay(const Command& earlier, const Command& later, const Lab& lab);

// Returns whether the command moves start or goal further within the same drag as the command before it.
bool goes_on_with_move(const Command& command);

}  // namespace strata
