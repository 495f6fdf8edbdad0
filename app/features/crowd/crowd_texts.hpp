// Purpose: This header has the texts that several files of the grid crowd use.
#pragma once

#include <string_view>

namespace strata {

// The reason why agents cannot be run or stepped, with a remedy.
inline constexpr std::string_view kNoAgentsYet = "there are no agents yet: press Start in the place Crowd to add some";

}  // namespace strata
