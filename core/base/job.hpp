// Purpose: A Job runs a function in a background thread. Its owner starts it, reads its progress, may cancel it, and
//          collects the result.
// Errors: If memory runs out, or no thread can be started, the job ends without a result and
//         `take_failure` returns true.
// Threads: The owner calls from one thread. The function runs in a thread of its own, reports its progress to a
//          JobControl and asks it for a cancel. It must not use data that the owner may change.
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

// Limits how many jobs started by Job::start_in_turn work at once; 0: no limit.
void limit_jobs(int count);
// Wakes the jobs that wait for their turn, so that cancelled ones end.
void wake_waiting_jobs();

// A JobSlot makes a background job wait while the number of working jobs is at the limit set by limit_jobs().
class JobSlot {
 public:
  // Waits until the number of working jobs is below the limit; does not wait if `in_turn` is false. The wait ends early
  // when `cancelled` returns true.
  JobSlot(bool in_turn, const std::function<bool()>& cancelled);
  ~JobSlot();
  JobSlot(const JobSlot&) = delete;
  JobSlot& operator=(const JobSlot&) = delete;

  // Returns whether the job may work; false: it was cancelled while it waited.
  bool ours() const { return ours_; }

 private:
  bool ours_ = true;
  bool counted_ = false;
};

// A JobControl passes the progress of a job to its owner, and a cancel from the owner to the job.
class JobControl {
 public:
  // The job calls these functions.
  bool cancelled() const { return cancelled_.load(std::memory_order_relaxed); }
  void set_total(uint64_t steps) { total_.store(steps, std::memory_order_relaxed); }
  void set_done(uint64_t steps) { done_.store(steps, std::memory_order_relaxed); }
  // The owner calls these functions.
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

  // Starts work(JobControl&) in a new thread. Its return value is the result, which is discarded after a cancel. No
  // job may be running.
  template <class Work>
  void start(Work work) {
    launch(std::move(work), false);
  }
  // Starts the work like `start`, but within the limit of limit_jobs(): it may have to wait for other jobs.
  template <class Work>
  void start_in_turn(Work work) {
    launch(std::move(work), true);
  }
  // Returns true from the start until the result is collected. A cancelled job runs until its thread has ended and
  // `poll` or `wait` was called.
  bool running() const { return state_ != nullptr; }
  bool cancelled() const { return running() && state_->control.cancelled(); }
  // Returns whether the work has ended, so that `poll` collects the result at once.
  bool finished() const { return running() && state_->finished.load(std::memory_order_acquire); }
  double progress() const { return running() ? state_->control.progress() : 0; }
  // Asks the work to end, without waiting: call `poll` until the job no longer runs.
  void cancel() {
    if (!running()) return;
    state_->control.cancel();
    wake_waiting_jobs();
  }
  // Returns the result once the work has finished, without waiting for it; else nothing.
  std::optional<Output> poll() {
    if (!running() || !state_->finished.load(std::memory_order_acquire)) return std::nullopt;
    return collect();
  }
  // Waits for the end of the work and returns its result; nothing if no job runs or the job was cancelled.
  std::optional<Output> wait() {
    if (!running()) return std::nullopt;
    return collect();
  }
  // Returns whether the last collected job failed for lack of memory or of a thread, and clears that state.
  bool take_failure() { return std::exchange(failed_, false); }
  // Cancels the job without waiting; its thread ends later and frees the result. The work must own
  // everything that it reads.
  void abandon() {
    if (!running()) return;
    cancel();
    if (thread_.joinable()) thread_.detach();
    state_.reset();
  }
  // Cancels the job and waits for its end.
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
        const JobSlot turn(in_turn, [&control = state->control] { return control.cancelled(); });
        if (turn.ours()) state->output.emplace(work(state->control));
        // Freed here, because the owner must not wait for it.
        if (state->control.cancelled()) state->output.reset();
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
