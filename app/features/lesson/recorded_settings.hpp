// Purpose: recorded_settings says which settings of a session a recorded lesson needs: those that something on the
// screen
//          or a recorded command depends on. A session has more, of brushes, crowds or structures that were tried
//          before.
// Threads: The lab's thread.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace strata {

class Lab;

// Returns whether a lesson with these commands needs the setting that the line makes.
bool setting_matters(const Lab& lab, const std::string& line, std::span<const std::string> commands);
// Moves the lines that a lesson with these commands needs from `held` to the end of `needed`.
void take_settings_that_matter(const Lab& lab, std::span<const std::string> commands, std::vector<std::string>& held,
                               std::vector<std::string>& needed);

}  // namespace strata
