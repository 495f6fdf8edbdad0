// Purpose: allocation_count() returns how often the program has called `new`, for the frame benchmark. Dear ImGui
//          allocates with malloc, which does not count.
#pragma once

#include <cstdint>

namespace strata {

uint64_t allocation_count();

}  // namespace strata
