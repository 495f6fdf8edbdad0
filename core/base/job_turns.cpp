#include "core/base/job.hpp"

#include <condition_variable>
#include <mutex>

namespace strata {
namespace {

// The jobs that are working. The object is never destroyed, because jobs may end after the main function.
struct WorkingJobs {
  std::mutex mutex;
  std::condition_variable wake;
  int limit = 0;  // 0: none
  int working = 0;
};
WorkingJobs& turns() {
  static auto* const kTurns = new WorkingJobs;
  return *kTurns;
}

}  // namespace

void limit_jobs(int count) {
  {
    const std::lock_guard<std::mutex> lock(turns().mutex);
    turns().limit = count;
  }
  turns().wake.notify_all();
}

void wake_waiting_jobs() {
  // The lock ensures that a job between its check and its wait does not miss the notification.
  { const std::lock_guard<std::mutex> lock(turns().mutex); }
  turns().wake.notify_all();
}

JobSlot::JobSlot(bool in_turn, const std::function<bool()>& cancelled) : counted_(in_turn) {
  if (!in_turn) return;
  WorkingJobs& all = turns();
  std::unique_lock<std::mutex> lock(all.mutex);
  all.wake.wait(lock, [&] { return cancelled() || all.limit <= 0 || all.working < all.limit; });
  ours_ = !cancelled();
  counted_ = ours_;
  if (counted_) ++all.working;
}

JobSlot::~JobSlot() {
  if (!counted_) return;
  {
    const std::lock_guard<std::mutex> lock(turns().mutex);
    --turns().working;
  }
  turns().wake.notify_all();
}

}  // namespace strata
