// Purpose: This header defines assertions that stay on in release builds, and the host/device marker for code shared
//          with GPU back ends.
#pragma once

#include <cstdio>
#include <cstdlib>

#if defined(__CUDACC__)
#  define STRATA_HD __host__ __device__
#else
#  define STRATA_HD
#endif

namespace strata::detail {
[[noreturn]] inline void check_failed(const char* expression, const char* file, int line) {
  std::fprintf(stderr, "strata: internal error: %s does not hold (%s:%d)\n", expression, file, line);
  std::abort();
}
}  // namespace strata::detail

// Checks for a mistake of the programmer. Active in every build; keep it out of inner loops.
#define STRATA_CHECK(expression) \
  ((expression) ? static_cast<void>(0) : ::strata::detail::check_failed(#expression, __FILE__, __LINE__))

// Checks a costly invariant. Active in debug and sanitizer builds only.
#if defined(STRATA_VALIDATE_ON)
#  define STRATA_VALIDATE(expression) STRATA_CHECK(expression)
#else
#  define STRATA_VALIDATE(expression) static_cast<void>(0)
#endif
