#include "core/base/interruption.hpp"

#include "core/base/check.hpp"
#include "core/base/stopwatch.hpp"

namespace strata {

Interruption*& Interruption::of_this_thread() {
  thread_local Interruption* interruption = nullptr;
  return interruption;
}

bool Interruption::enter() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !paused_ || stopped_; });
  if (stopped_) return false;
  active_ = inside_ = true;
  rested_micros_ = 0;
  return true;
}

void Interruption::leave() {
  const std::lock_guard lock(mutex_);
  active_ = inside_ = false;
  changed_.notify_all();
}

void Interruption::rest() {
  const Stopwatch watch;
  std::unique_lock lock(mutex_);
  inside_ = false;
  changed_.notify_all();
  changed_.wait(lock, [this] { return !paused_ || stopped_; });
  if (stopped_) throw SearchStopped{};
  inside_ = true;
  rested_micros_ += watch.micros();
}

void Interruption::pause() {
  std::unique_lock lock(mutex_);
  STRATA_CHECK(!paused_);
  paused_ = true;
  wanted_.store(true, std::memory_order_relaxed);
  changed_.wait(lock, [this] { return !inside_; });
}

void Interruption::resume() {
  const std::lock_guard lock(mutex_);
  paused_ = false;
  wanted_.store(stopped_, std::memory_order_relaxed);
  changed_.notify_all();
}

void Interruption::stop() {
  std::unique_lock lock(mutex_);
  stopped_ = true;
  wanted_.store(true, std::memory_order_relaxed);
  changed_.notify_all();
  changed_.wait(lock, [this] { return !active_; });
}

void Interruption::open() {
  const std::lock_guard lock(mutex_);
  stopped_ = false;
  wanted_.store(paused_, std::memory_order_relaxed);
  changed_.notify_all();
}

}  // namespace strata
