#include "core/base/job.hpp"

#include <condition_variable>
#include <mutex>

namespace strata {
namespace {

// The jobs that work at present. It is never destroyed: jobs may end after the main function.
struct Turns {
  std::mutex mutex;
  std::condition_variable wake;
  int limit = 0;  // 0: none
  int working = 0;
};
Turns& turns() {
  static auto* const kTurns = new Turns;
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
  { const std::lock_guard<std::mutex> lock(turns().mutex); }  // a job that is about to wait has looked before
  turns().wake.notify_all();
}

JobTurn::JobTurn(bool in_turn, const std::function<bool()>& cancelled) : counted_(in_turn) {
  if (!in_turn) return;
  Turns& all = turns();
  std::unique_lock<std::mutex> lock(all.mutex);
  all.wake.wait(lock, [&] { return cancelled() || all.limit <= 0 || all.working < all.limit; });
  ours_ = !cancelled();
  counted_ = ours_;
  if (counted_) ++all.working;
}

JobTurn::~JobTurn() {
  if (!counted_) return;
  {
    const std::lock_guard<std::mutex> lock(turns().mutex);
    --turns().working;
  }
  turns().wake.notify_all();
}

}  // namespace strata
