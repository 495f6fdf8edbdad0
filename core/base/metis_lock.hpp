// Purpose: One call of METIS at a time: it takes random numbers from the C library and catches signals for the whole
//          process (see core/base/stop_signals.hpp).
// Threads: Hold it round every call.
#pragma once

#include <mutex>

namespace strata {

inline std::mutex& metis_lock() {
  static std::mutex lock;
  return lock;
}

}  // namespace strata
