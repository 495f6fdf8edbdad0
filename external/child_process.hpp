// Purpose: A ChildProcess is a program that answers requests: each is a line on its standard input, and the answer is a
//          line on its standard output. The last part of its standard error is kept.
// Source: Boost.Process starts the program and Boost.Asio waits for it; only this class uses them.
// Errors: If the program does not answer in time, does not read, ends, closes a pipe, or sends a line without an end,
//         the call returns an error with the reason within the given time, and the program ends together with all
//         programs that it has started, as far as external/process_tree_marker.hpp finds them. Writing to a program
//         that has ended raises no signal.
// Threads: One thread at a time uses an object.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"

namespace strata {

class ChildProcess {
 public:
  static constexpr size_t kMaxLogBytes = 64u << 10;

  struct StartOptions {
    std::vector<std::string> command;  // the program, searched for in PATH if its name has no slash, and its arguments
    std::string folder = {};           // working directory; empty: that of this program
    size_t max_line = size_t{64} << 20;  // longest line that the program may send, in bytes
    // When any thread sets it to true, waiting and the program end. May be null.
    std::shared_ptr<const std::atomic<bool>> cancelled = nullptr;
    bool ends_with_thread = false;  // the program is killed when the thread that started it ends, for any reason
  };
  static Result<std::unique_ptr<ChildProcess>> start(const StartOptions& start);
  // Closes the program's standard input, and ends the program if it does not exit at once.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // Sends a line and returns the line that the program answers. Both are without the line end.
  Result<std::string> ask(std::string_view line, std::chrono::milliseconds limit);
  Status tell(std::string_view line, std::chrono::milliseconds limit);  // sends a line without waiting for an answer
  // Returns an error, and ends the program, if it has written anything without a request, or has ended.
  Status expect_silence();

  bool running() const;
  std::string log() const;  // the last kMaxLogBytes of the program's standard error

 private:
  struct Impl;
  explicit ChildProcess(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Splits a command into words like a shell, but only with blanks, quotes and backslashes.
Result<std::vector<std::string>> split_command(std::string_view text);
// Returns a text that split_command splits into these words.
std::string join_command(const std::vector<std::string>& words);

}  // namespace strata
