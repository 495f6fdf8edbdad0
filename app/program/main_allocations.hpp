// Purpose: This header counts how often the program has asked for memory with `new`, for the frame benchmark. Dear
//          ImGui's own memory, which it takes with malloc, does not count.
#pragma once

#include <cstdint>

namespace strata {

uint64_t allocation_count();

}  // namespace strata
