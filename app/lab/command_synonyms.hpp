// Purpose: synonyms_of gives words that people may type to find a command whose title lacks them, such as "suboptimal"
//          for the X-ray of the path.
#pragma once

#include <string_view>

namespace strata {

// Returns the synonyms of a command line, in lower case; empty: none.
std::string_view synonyms_of(std::string_view line);

}  // namespace strata
