// Purpose: These functions count how much work a thread has done, so that a test can check without a clock that no long
//          piece of work delays the screen.
// Units: Visited cells, nodes and open list entries; a unit takes 1 to 100 ns.
// Threads: Each thread has a count of its own.
#pragma once

#include <cstdint>

namespace strata {

inline uint64_t& work_of_this_thread() {
  thread_local uint64_t units = 0;
  return units;
}
// Called once for a piece of work, not in its inner loop.
inline void count_work(uint64_t units) { work_of_this_thread() += units; }

}  // namespace strata
