#include "core/base/parallel.hpp"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <thread>

namespace strata {

struct Threads::TaskArena {
  explicit TaskArena(int count) : arena(count) {}
  tbb::task_arena arena;
};

Threads::Threads(int count) {
  if (count <= 0) count = machine_threads();
  count_ = static_cast<size_t>(count);
  arena_ = std::make_unique<TaskArena>(count);
  slots_ = std::vector<ThreadSync>(count_);
}

Threads::~Threads() = default;

void Threads::run(size_t begin, size_t end, size_t grain, void* body, PieceFunction piece) {
  arena_->arena.execute([&] {
    tbb::parallel_for(
        tbb::blocked_range<size_t>(begin, end, grain),
        [&](const tbb::blocked_range<size_t>& range) {
          piece(body, range.begin(), range.end(), static_cast<size_t>(tbb::this_task_arena::current_thread_index()));
        },
        tbb::simple_partitioner{});
  });
}

void Threads::sort(std::vector<uint64_t>& values) {
  arena_->arena.execute([&] { tbb::parallel_sort(values.begin(), values.end()); });
}

int machine_threads() { return static_cast<int>(std::max(1u, std::thread::hardware_concurrency())); }

void limit_threads(int count) {
  static std::unique_ptr<tbb::global_control> limit;
  limit.reset();  // with several limits the smallest would apply
  if (count <= 0) return;
  limit =
      std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism, static_cast<size_t>(count));
}

}  // namespace strata
