// Purpose: metis_lock allows one call of METIS at a time, because METIS takes random numbers from the C library and
//          catches signals for the whole process (see core/base/stop_signals.hpp).
// Threads: Every call of METIS holds it.
#pragma once

#include <mutex>

namespace strata {

inline std::mutex& metis_lock() {
  static std::mutex lock;
  return lock;
}

}  // namespace strata
