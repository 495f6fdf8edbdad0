// Purpose: presenter_line handles the keys of a hand-held presenter. During a presentation they go from step to step,
//          whatever the keys are bound to otherwise.
#pragma once

#include <string_view>

namespace strata {

struct KeyChord;
struct LabState;

// Returns the command line that the key runs during a presentation; empty: the one that it is bound to.
std::string_view presenter_line(const LabState& state, const KeyChord& chord);

}  // namespace strata
