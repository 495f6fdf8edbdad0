// Purpose: How often the program has asked for memory with `new`, so that the frame benchmark can say what a frame
//          costs. Dear ImGui's own memory, which it takes with malloc, does not count.
#pragma once

#include <cstdint>

namespace strata {

uint64_t allocation_count();

}  // namespace strata
