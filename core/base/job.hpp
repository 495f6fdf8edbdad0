// Purpose: A Job is one piece of work in the background. One owner starts it, watches it, may cancel it, and collects
//          its result.
// Errors: Work that runs out of memory, or for which the system has no thread left, ends without a result:
// take_failure. Threads: The owner's calls come from one thread. The work runs in a thread of its own, reports progress
// through its
//          JobControl, and checks there for a cancel. It must not touch what the owner may change.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "core/base/check.hpp"

namespace strata {

// Sets how many jobs that wait for their turn may work at once; 0: all of them.
void limit_jobs(int count);
// Lets jobs that wait see that they were cancelled.
void wake_waiting_jobs();

// A JobTurn lets a job in the background wait until it is its turn, so that no more jobs work at once than the user
// wants.
class JobTurn {
 public:
  // Waits for the turn, unless `in_turn` is false. `cancelled` ends the wait.
  JobTurn(bool in_turn, const std::function<bool()>& cancelled);
  ~JobTurn();
  JobTurn(const JobTurn&) = delete;
  JobTurn& operator=(const JobTurn&) = delete;

  bool ours() const { return ours_; }  // false: the job was cancelled before its turn

 private:
  bool ours_ = true;
  bool counted_ = false;
};

// The messages between a piece of work and its owner.
class JobControl {
 public:
  // The work calls these.
  bool cancelled() const { return cancelled_.load(std::memory_order_relaxed); }
  void set_total(uint64_t steps) { total_.store(steps, std::memory_order_relaxed); }
  void set_done(uint64_t steps) { done_.store(steps, std::memory_order_relaxed); }
  // The owner calls these.
  void cancel() { cancelled_.store(true, std::memory_order_relaxed); }
  double progress() const {
    const uint64_t total = total_.load(std::memory_order_relaxed);
    const uint64_t done = done_.load(std::memory_order_relaxed);
    if (total == 0) return 0;
    return done >= total ? 1 : static_cast<double>(done) / static_cast<double>(total);
  }

 private:
  std::atomic<bool> cancelled_ = false;
  std::atomic<uint64_t> done_ = 0, total_ = 0;
};

template <class Output>
class Job {
 public:
  Job() = default;
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;
  ~Job() { stop(); }

  // Starts work(JobControl&), which returns the Output; it is discarded after a cancel. No job may be running.
  template <class Work>
  void start(Work work) {
    launch(std::move(work), false);
  }
  // Does the same for work that may wait until other such work has ended, see limit_jobs().
  template <class Work>
  void start_in_turn(Work work) {
    launch(std::move(work), true);
  }
  // True from the start until the result is collected, or the cancelled work has ended and was polled.
  bool running() const { return state_ != nullptr; }
  bool cancelled() const { return running() && state_->control.cancelled(); }
  // Whether the result can be collected.
  bool finished() const { return running() && state_->finished.load(std::memory_order_acquire); }
  double progress() const { return running() ? state_->control.progress() : 0; }
  // Asks the work to end and does not wait: poll until the job no longer runs.
  void cancel() {
    if (!running()) return;
    state_->control.cancel();
    wake_waiting_jobs();
  }
  // Returns the result, once, if there is one by now. Never waits for the work.
  std::optional<Output> poll() {
    if (!running() || !state_->finished.load(std::memory_order_acquire)) return std::nullopt;
    return collect();
  }
  // Waits for the work to end and returns its result; nothing if no job runs or it was cancelled.
  std::optional<Output> wait() {
    if (!running()) return std::nullopt;
    return collect();
  }
  // Returns true, once, if the last job that was collected ran out of memory, or found no thread.
  bool take_failure() { return std::exchange(failed_, false); }
  // Cancels without waiting: the work ends by itself, and its result is freed. It must own all that it reads.
  void abandon() {
    if (!running()) return;
    cancel();
    if (thread_.joinable()) thread_.detach();
    state_.reset();
  }
  // Cancels and waits.
  void stop() {
    cancel();
    (void)wait();
  }

 private:
  struct State {
    JobControl control;
    std::optional<Output> output;
    std::atomic<bool> finished = false;
  };

  template <class Work>
  void launch(Work work, bool in_turn) {
    STRATA_CHECK(!running());
    auto state = std::make_shared<State>();
    failed_ = false;
    auto run = [state, work = std::move(work), in_turn]() mutable {
      try {
        const JobTurn turn(in_turn, [&control = state->control] { return control.cancelled(); });
        if (turn.ours()) state->output.emplace(work(state->control));
      } catch (const std::bad_alloc&) {
        state->output.reset();
      }
      state->finished.store(true, std::memory_order_release);
    };
    try {
      thread_ = std::thread(std::move(run));
    } catch (const std::system_error&) {
      state->finished.store(true, std::memory_order_release);
    }
    state_ = std::move(state);
  }

  std::optional<Output> collect() {
    if (thread_.joinable()) thread_.join();
    const std::shared_ptr<State> state = std::move(state_);
    if (state->control.cancelled()) return std::nullopt;
    failed_ = !state->output.has_value();
    return std::move(state->output);
  }

  bool failed_ = false;
  std::shared_ptr<State> state_;
  std::thread thread_;
};

}  // namespace strata
