// Purpose: A LimitedCall runs a function in a process of its own with limits of time and memory, so that a function
//          that crashes or never ends does no harm to the caller.
// How: The process is forked, so that the caller must have no other threads. The process and the programs that it
//      starts have limits that they cannot raise, are confined (grade/confinement.hpp), and end with the call. The
//      result is sent over a pipe.
// Errors: The reason why there is no result: the limit that was exceeded, or the signal that ended the process.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "core/base/result.hpp"

namespace strata::bench {

struct CallLimits {
  double seconds = 30;                    // limit of processor time; the limit of elapsed time is ten times as long
  size_t memory_bytes = size_t{4} << 30;  // limit of address space; not enforced under sanitizers
  size_t answer_bytes = size_t{16} << 20;
};

// Ends all descendants of the process, also those that have left its process group.
void end_descendants(int process);

class LimitedCall {
 public:
  LimitedCall(const std::function<std::string()>& call, const CallLimits& limits);
  ~LimitedCall();  // ends the process
  LimitedCall(const LimitedCall&) = delete;
  LimitedCall& operator=(const LimitedCall&) = delete;

  int pipe() const { return pipe_; }
  // Reads from the pipe without waiting. Returns true once there is a result, or there will be none.
  bool advance();
  // Returns the result, once advance() has returned true.
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
