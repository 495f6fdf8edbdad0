// Purpose: A LimitedCall is a function that runs in a process of its own, with limits on its work: one that breaks off
//          or never ends takes nothing else with it.
// How: The process is forked, so that the caller must have no other threads. It and the programs that it starts have
//      limits that they cannot raise, are confined (grade/confinement.hpp), and end with the call. What it returns
//      comes over a pipe.
// Errors: Why there is no answer: the limit that was hit, or the signal that ended the process.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "core/base/result.hpp"

namespace strata::bench {

struct CallLimits {
  double seconds = 30;                    // of processor time; ten times as much by the clock
  size_t memory_bytes = size_t{4} << 30;  // of address space; not held under sanitizers
  size_t answer_bytes = size_t{16} << 20;
};

// Ends all programs that the process has started, and that these have started, also those that have left its group.
void end_descendants(int process);

class LimitedCall {
 public:
  LimitedCall(const std::function<std::string()>& call, const CallLimits& limits);
  ~LimitedCall();  // ends the process
  LimitedCall(const LimitedCall&) = delete;
  LimitedCall& operator=(const LimitedCall&) = delete;

  int pipe() const { return pipe_; }
  // Takes what has come over the pipe. Returns true once there is an answer, or none will come.
  bool advance();
  // Once advance() has returned true.
  Result<std::string> answer() const;

 private:
  void end();

  CallLimits limits_;
  std::chrono::steady_clock::time_point begun_;
  int process_ = -1, pipe_ = -1, status_ = 0;
  bool ended_ = false, cut_off_ = false, too_long_ = false;
  std::string text_, failure_;
};

}  // namespace strata::bench
