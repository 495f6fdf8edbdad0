// Purpose: STRATA_CHECK is an assertion that stays on in release builds, STRATA_VALIDATE one for debug builds;
//          STRATA_HD marks functions that run on the host and on a GPU.
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

// Aborts with a message if a condition does not hold, which is a mistake of the programmer. It is active in every
// build; inner loops avoid it.
#define STRATA_CHECK(expression) \
  ((expression) ? static_cast<void>(0) : ::strata::detail::check_failed(#expression, __FILE__, __LINE__))

// Checks a costly invariant. It is active in debug and sanitizer builds only.
#if defined(STRATA_VALIDATE_ON)
#  define STRATA_VALIDATE(expression) STRATA_CHECK(expression)
#else
#  define STRATA_VALIDATE(expression) static_cast<void>(0)
#endif
