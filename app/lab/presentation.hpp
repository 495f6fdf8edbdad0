// Purpose: The keys of a presentation that are not bound by the list of keys: what hand-held presenters send goes from
//          step to step while something is presented, whatever these keys do otherwise.
#pragma once

#include <string_view>

namespace strata {

struct KeyChord;
struct LabState;

// Returns the command line that the key runs while something is presented; empty: what it is bound to.
std::string_view presenter_line(const LabState& state, const KeyChord& chord);

}  // namespace strata
