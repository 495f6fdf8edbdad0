// Purpose: count_text formats a count for display, with its digits in groups of three.
#pragma once

#include <cstdint>
#include <string>

namespace strata {

// Writes 1234567 as "1 234 567".
std::string count_text(uint64_t value);

}  // namespace strata
