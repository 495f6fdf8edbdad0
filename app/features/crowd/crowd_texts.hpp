// Purpose: Texts that several parts of the crowd say.
#pragma once

#include <string_view>

namespace strata {

// Why agents cannot be run or stepped, and what to do about it.
inline constexpr std::string_view kNoAgentsYet = "there are no agents yet: press Start in the place Crowd to add some";

}  // namespace strata
