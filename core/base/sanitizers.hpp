// Purpose: These constants say whether the program is built with AddressSanitizer or ThreadSanitizer, which GCC and
//          clang tell in different ways.
#pragma once

#if defined(__has_feature)
#  if __has_feature(address_sanitizer)
#    define STRATA_HAS_ASAN
#  endif
#  if __has_feature(thread_sanitizer)
#    define STRATA_HAS_TSAN
#  endif
#endif
#if defined(__SANITIZE_ADDRESS__) && !defined(STRATA_HAS_ASAN)
#  define STRATA_HAS_ASAN
#endif
#if defined(__SANITIZE_THREAD__) && !defined(STRATA_HAS_TSAN)
#  define STRATA_HAS_TSAN
#endif

namespace strata {

#if defined(STRATA_HAS_ASAN)
inline constexpr bool kAddressSanitizer = true;
#else
inline constexpr bool kAddressSanitizer = false;
#endif
#if defined(STRATA_HAS_TSAN)
inline constexpr bool kThreadSanitizer = true;
#else
inline constexpr bool kThreadSanitizer = false;
#endif

}  // namespace strata
