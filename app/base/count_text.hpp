// Purpose: count_text writes a number of things for people.
#pragma once

#include <cstdint>
#include <string>

namespace strata {

// Writes 1234567 as "1 234 567".
std::string count_text(uint64_t value);

}  // namespace strata
