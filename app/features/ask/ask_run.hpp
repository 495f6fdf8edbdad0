// Purpose: An AskRun answers one question at a time in a thread, which reads the moves and clearances of the world.
// How: The owner may change the world only after `stop`. Between `pause` and `resume` it may change what the question
//      does not read (core/base/interruption.hpp).
// Errors: If memory runs out, or no thread can be started, the run ends without an answer and `take_failure` returns
//         true.
// Threads: All calls come from the owner's thread.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "app/features/ask/ask_answer.hpp"
#include "core/base/interruption.hpp"
#include "core/search/workspace.hpp"

namespace strata {

class AskRun {
 public:
  AskRun() = default;
  ~AskRun() { stop(); }
  AskRun(const AskRun&) = delete;
  AskRun& operator=(const AskRun&) = delete;

  // Starts a run. No other run may be under way. The moves and clearances must exist until the run has ended.
  void start(const MoveGrid& moves, const Clearance* clearance, AskTask task);
  // Returns whether a run is under way: until `poll` has returned its answer, or until `stop`.
  bool running() const { return thread_.joinable(); }
  // Returns the answer once the run has ended, without waiting for it; else nothing.
  std::optional<AskAnswer> poll();
  // Waits until the run has ended, or this number of milliseconds has passed.
  static constexpr double kForever = 1e9;
  void wait(double limit_ms = kForever);
  // Ends the run: afterwards the thread does not read the world.
  void stop();
  void pause() { interruption_.pause(); }
  void resume() { interruption_.resume(); }
  bool take_failure();
  // Returns the memory of searches, so that its owner can free it; null: there is none. No run may be under way.
  std::unique_ptr<Workspace> take_memory() { return std::move(workspace_); }

 private:
  void work(const MoveGrid& moves, const Clearance* clearance, AskTask task);

  Interruption interruption_;
  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<AskAnswer> answer_;
  bool ended_ = false, failed_ = false;
  std::unique_ptr<Workspace> workspace_;  // belongs to the thread during a run; null: no run has needed it yet
};

}  // namespace strata
