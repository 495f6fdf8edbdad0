// Purpose: Which lines of the log are needed still when a like one follows.
#pragma once

#include "app/base/command.hpp"
#include "app/lab/lab_state.hpp"

namespace strata {

// The earlier of two commands of the same name has done something that the later one does not do or undo itself.
// `state`: after both.
bool leaves_something(const Command& earlier, const Command& later, const LabState& state);

}  // namespace strata
