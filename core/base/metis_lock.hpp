// Purpose: metis_lock is the mutex that allows one call of METIS at a time, because METIS uses the random numbers of
//          the C library and replaces signal handlers of the process (see core/base/stop_signals.hpp).
// Threads: Every call of METIS holds the lock.
#pragma once

#include <mutex>

namespace strata {

inline std::mutex& metis_lock() {
  static std::mutex lock;
  return lock;
}

}  // namespace strata
