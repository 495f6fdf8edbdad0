// Purpose: The threads that step a crowd; private to its sources.
#pragma once

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>

#include "gpu/crowd.hpp"

namespace strata {

struct Crowd::Threads {
  static constexpr uint32_t kFewAgents = 4096;  // one thread is done sooner than others could begin
  explicit Threads(int threads)
      : arena(threads > 0 ? std::min(threads, tbb::info::default_concurrency()) : tbb::task_arena::automatic) {}
  tbb::task_arena arena;
};

// Calls visit(i) for i in [0, count), in any order and in several threads if there are many.
template <class Visit>
void Crowd::each(uint32_t count, Visit&& visit) {
  if (count < Threads::kFewAgents || options_.threads == 1) {
    for (uint32_t i = 0; i < count; ++i) visit(i);
    return;
  }
  threads_->arena.execute([&] {
    tbb::parallel_for(
        tbb::blocked_range<uint32_t>(0, count, 2048),
        [&](const tbb::blocked_range<uint32_t>& range) {
          for (uint32_t i = range.begin(); i != range.end(); ++i) visit(i);
        },
        tbb::simple_partitioner());
  });
}

}  // namespace strata
