#include "app/features/ask/ask_run.hpp"

#include <chrono>
#include <new>
#include <system_error>
#include <utility>

#include "core/base/check.hpp"

namespace strata {

void AskRun::start(const MoveGrid& moves, const Clearance* clearance, AskTask task) {
  STRATA_CHECK(!running());
  interruption_.open();
  answer_.reset();
  ended_ = failed_ = false;
  try {
    thread_ = std::thread([this, &moves, clearance, task = std::move(task)]() mutable {
      Interruption::of_this_thread() = &interruption_;
      work(moves, clearance, std::move(task));
      const std::lock_guard lock(mutex_);
      ended_ = true;
      changed_.notify_all();
    });
  } catch (const std::system_error&) {
    failed_ = true;
  }
}

void AskRun::work(const MoveGrid& moves, const Clearance* clearance, AskTask task) {
  if (!interruption_.enter()) return;
  std::optional<AskAnswer> answer;
  bool failed = false;
  try {
    if (workspace_ == nullptr) workspace_ = std::make_unique<Workspace>();
    answer = answer_question(moves, clearance, std::move(task), *workspace_);
  } catch (const SearchStopped&) {
    workspace_.reset();  // the interrupted search has left it in any state
  } catch (const std::bad_alloc&) {
    workspace_.reset();
    failed = true;
  }
  interruption_.leave();
  const std::lock_guard lock(mutex_);
  answer_ = std::move(answer);
  failed_ = failed;
}

std::optional<AskAnswer> AskRun::poll() {
  if (!running()) return std::nullopt;
  {
    const std::lock_guard lock(mutex_);
    if (!ended_) return std::nullopt;
  }
  thread_.join();
  return std::exchange(answer_, std::nullopt);
}

void AskRun::wait(double limit_ms) {
  if (!running()) return;
  std::unique_lock lock(mutex_);
  if (limit_ms >= kForever) return changed_.wait(lock, [this] { return ended_; });
  changed_.wait_for(lock, std::chrono::duration<double, std::milli>(limit_ms), [this] { return ended_; });
}

void AskRun::stop() {
  if (!running()) return;
  interruption_.stop();
  thread_.join();
  answer_.reset();
}

bool AskRun::take_failure() {
  const std::lock_guard lock(mutex_);
  return std::exchange(failed_, false);
}

}  // namespace strata
