// Purpose: These functions count the work of a thread, so that tests can check without a clock that no single step
//          takes too long for a frame.
// Units: A unit is a visited cell, node or open list entry, and takes 1 to 100 ns.
// Threads: Each thread has a count of its own.
#pragma once

#include <cstdint>

namespace strata {

inline uint64_t& work_of_this_thread() {
  thread_local uint64_t units = 0;
  return units;
}
// Adds to the count. It is called once for a piece of work, not in its inner loop.
inline void count_work(uint64_t units) { work_of_this_thread() += units; }

}  // namespace strata
