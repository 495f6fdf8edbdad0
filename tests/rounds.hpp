// Purpose: These constants scale the repetitions and map sizes of random tests.
#pragma once

#include "core/base/sanitizers.hpp"

namespace strata::test {

// Under a sanitizer tests take many times as long, and only search for misuse of memory and threads. The same tests
// without a sanitizer run in full length.
inline constexpr bool kSanitized = kAddressSanitizer || kThreadSanitizer;

// Returns `full`, or a quarter of it under a sanitizer.
constexpr int rounds(int full) { return kSanitized ? (full + 3) / 4 : full; }
// Returns `full`, or half of it under a sanitizer.
constexpr int side(int full) { return kSanitized ? full / 2 : full; }

}  // namespace strata::test
