// Purpose: The way back from any settings to those of a fresh lab, for whatever opens a state of its own: workspaces,
//          lessons.
// How: The setting lines of a reproduction say what differs from a fresh lab; each has a line that takes it back.
#pragma once

#include <span>
#include <string_view>

namespace strata {

class Lab;

// Returns lines that set what a fresh lab has.
std::span<const std::string_view> usual_setting_lines();
// Brings the settings of which a reproduction is made back to those of a fresh lab.
void reset_settings(Lab& lab);

}  // namespace strata
