// Purpose: A ChildProcess is a program that is asked over its standard input and answers on its standard output, a line
//          each. What it writes to standard error is kept, the last part of it.
// Source: Boost.Process starts the program and Boost.Asio waits for it; nothing else of the project includes them.
// Errors: Whatever the program does is an error with the reason, within the given time, and ends the program with all
//         programs that it has started, as far as external/started_by.hpp finds them: it does not answer in time, does
//         not read, ends, closes a pipe, or sends a line that has no end. Writing to a program that has ended raises no
//         signal.
// Threads: A ChildProcess belongs to one thread at a time.
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

  struct Start {
    std::vector<std::string> command;    // the program, looked up in PATH if its name has no slash, and its arguments
    std::string folder = {};             // in which it runs; empty: that of this program
    size_t max_line = size_t{64} << 20;  // bytes of a line that it may send
    // Set to true from any thread, it ends what is waited for, and the program. Null: nothing does.
    std::shared_ptr<const std::atomic<bool>> cancelled = nullptr;
    bool ends_with_thread = false;  // the program is killed when the thread that has started it ends, however it ends
  };
  static Result<std::unique_ptr<ChildProcess>> start(const Start& start);
  // Closes its standard input, and ends it if it does not end by itself at once.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // Sends a line, to which the end of the line is added, and returns the line that comes back, without its end.
  Result<std::string> ask(std::string_view line, std::chrono::milliseconds limit);
  Status tell(std::string_view line, std::chrono::milliseconds limit);  // without an answer
  // Ends the program with an error if it has said something without being asked, or has ended.
  Status expect_silence();

  bool running() const;
  std::string log() const;  // the last kMaxLogBytes of its standard error

 private:
  struct Impl;
  explicit ChildProcess(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Splits a command as a shell does that knows blanks, quotes and backslashes, and nothing else.
Result<std::vector<std::string>> split_command(std::string_view text);
// Returns a text that split_command splits into these words.
std::string join_command(const std::vector<std::string>& words);

}  // namespace strata
