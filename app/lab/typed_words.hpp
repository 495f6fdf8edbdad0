// Purpose: Words that people type into the command search for commands whose titles do not have them, such as
//          "suboptimal" for the X-ray of the path.
#pragma once

#include <string_view>

namespace strata {

// Returns the words for a command line, in lower case; empty: there are none.
std::string_view synonyms_of(std::string_view line);

}  // namespace strata
