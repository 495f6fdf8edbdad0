// Purpose: How often a test that draws lots repeats itself, and how large its maps are.
#pragma once

#include "core/base/sanitizers.hpp"

namespace strata::test {

// A sanitizer is there to find misuse of memory and threads, and takes many times as long. What is counted and compared
// is so at full length by the same tests without one.
inline constexpr bool kSanitized = kAddressSanitizer || kThreadSanitizer;

// `full`, a quarter of it under a sanitizer.
constexpr int rounds(int full) { return kSanitized ? (full + 3) / 4 : full; }
// `full` cells, half of it under a sanitizer.
constexpr int side(int full) { return kSanitized ? full / 2 : full; }

}  // namespace strata::test
