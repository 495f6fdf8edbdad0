#include "external/child_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/close_range.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <boost/asio.hpp>
#include <cstring>
#include <filesystem>
#include <istream>
#include <optional>
#include <thread>
#if __has_include(<boost/process/v1/child.hpp>)  // since 1.86
#  include <boost/process/v1/args.hpp>
#  include <boost/process/v1/async_pipe.hpp>
#  include <boost/process/v1/child.hpp>
#  include <boost/process/v1/error.hpp>
#  include <boost/process/v1/exe.hpp>
#  include <boost/process/v1/extend.hpp>
#  include <boost/process/v1/group.hpp>
#  include <boost/process/v1/io.hpp>
#  include <boost/process/v1/search_path.hpp>
#  include <boost/process/v1/start_dir.hpp>
namespace process = boost::process::v1;
#else
#  include <boost/process.hpp>
#  include <boost/process/extend.hpp>
namespace process = boost::process;
#endif

#include "external/process_tree_marker.hpp"

namespace strata {

namespace {

namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::milliseconds;
using SystemError = boost::system::error_code;

constexpr Milliseconds kGrace{300};  // time for a program to end by itself
constexpr Milliseconds kLook{20};    // interval of checks for a cancel

// While an IgnoreSigpipeScope exists, writing to a pipe without a reader returns an error in this thread and raises no
// signal.
class IgnoreSigpipeScope {
 public:
  IgnoreSigpipeScope() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~IgnoreSigpipeScope() {
    if (!was_pending_) {
      const timespec at_once{};
      while (sigtimedwait(&pipe_, nullptr, &at_once) == -1 && errno == EINTR) {
      }
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  IgnoreSigpipeScope(const IgnoreSigpipeScope&) = delete;
  IgnoreSigpipeScope& operator=(const IgnoreSigpipeScope&) = delete;

 private:
  sigset_t pipe_, before_;
  bool was_pending_ = false;
};

// Prevents the program from inheriting files of this process: it gets only its three streams and the environment.
struct CloseInheritedFiles : process::extend::handler {
  CloseInheritedFiles(bool with_thread, char** words) : ends_with_thread(with_thread), environment(words) {}
  template <class Executor>
  void on_exec_setup(Executor& executor) const {
    executor.env = environment;
    (void)close_range(3, ~0u, CLOSE_RANGE_CLOEXEC);
    if (ends_with_thread) (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  }
  bool ends_with_thread;
  char** environment;
};

std::string time_text(Milliseconds time) {
  return time.count() % 1000 == 0 ? fmt::format("{} s", time.count() / 1000) : fmt::format("{} ms", time.count());
}

std::string bytes_text(size_t bytes) {
  return bytes >= (1u << 20) ? fmt::format("{} MB", bytes >> 20) : fmt::format("{} bytes", bytes);
}

}  // namespace

struct ChildProcess::Impl {
  explicit Impl(size_t max_line) : input(max_line) {}

  asio::io_context io;
  process::async_pipe to{io}, from{io}, errors{io};
  process::group group;
  process::child child;
  asio::streambuf input;  // received but not yet read
  std::string log;
  std::array<char, 4096> error_part{};
  std::string name;
  ProcessTreeMarker started;
  bool ended = false;
  std::shared_ptr<const std::atomic<bool>> cancelled;

  bool is_cancelled() const { return cancelled != nullptr && *cancelled; }
  // Waits for a handler that is ready and runs it. Returns false at the time `until`, or if the wait was cancelled.
  bool run_until(Clock::time_point until) {
    while (!is_cancelled()) {
      const auto left = until - Clock::now();
      if (left <= Clock::duration::zero()) return false;
      if (io.run_one_for(std::min<Clock::duration>(left, kLook)) > 0) return true;
    }
    return false;
  }

  void read_errors() {
    errors.async_read_some(asio::buffer(error_part), [this](const SystemError& error, size_t bytes) {
      log.append(error_part.data(), bytes);
      if (log.size() > 2 * kMaxLogBytes) log.erase(0, log.size() - kMaxLogBytes);
      if (!error) read_errors();
    });
  }

  // Waits for the end of the program, at most for `limit`.
  bool wait(Milliseconds limit) {
    const auto until = Clock::now() + limit;
    std::error_code failed;
    while (child.running(failed)) {
      if (Clock::now() >= until) return false;
      std::this_thread::sleep_for(Milliseconds(1));
    }
    return true;
  }

  std::string exit_text() {
    if (!wait(kGrace)) return "has closed its output, but goes on";
    const int status = child.native_exit_code();
    if (WIFSIGNALED(status))
      return fmt::format("was ended by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
    return fmt::format("has ended with exit status {}", WEXITSTATUS(status));
  }

  // Ends the program and all that it has started, and returns the error.
  Error fail(std::string reason) {
    end();
    return error_at(name, std::move(reason));
  }

  void end() {
    if (ended) return;
    ended = true;
    std::error_code ignored;
    group.terminate(ignored);
    // The program may have left its process group.
    if (const pid_t process = child.id(); process > 0 && child.running(ignored)) (void)::kill(process, SIGKILL);
    started.end_all();
    (void)wait(Milliseconds(2000));
    child.wait(ignored);
    SystemError closed;
    for (process::async_pipe* pipe : {&to, &from, &errors}) {
      // Its last output may tell the reason.
      if (pipe == &errors) drain_errors();
      pipe->close(closed);
    }
    io.restart();
    io.run();
  }

  // Reads the available standard error without waiting, because programs that it has started may keep the pipe open.
  void drain_errors() {
    io.restart();
    for (int i = 0; i < 64 && io.poll_one() > 0; ++i) {
    }
  }
};

ChildProcess::ChildProcess(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Result<std::unique_ptr<ChildProcess>> ChildProcess::start(const StartOptions& start) {
  if (start.command.empty() || start.command.front().empty())
    return error_at("external planner", "no program is named");
  const std::string& named = start.command.front();
  std::string program = named;
  if (named.find('/') == named.npos) {
    program = process::search_path(named).string();
    if (program.empty()) return error_at(named, "there is no such program in PATH");
  } else {
    std::error_code failed;
    const std::filesystem::path at = std::filesystem::path(start.folder) / named;
    if (!std::filesystem::exists(at, failed)) return error_at(named, "there is no such file");
    if (std::filesystem::is_directory(at, failed)) return error_at(named, "is a folder");
    if (access(at.c_str(), X_OK) != 0) return error_at(named, "cannot be executed");
  }
  auto impl = std::make_unique<Impl>(start.max_line);
  impl->name = named;
  impl->cancelled = start.cancelled;
  const std::vector<std::string> arguments(start.command.begin() + 1, start.command.end());
  const std::string folder = start.folder.empty() ? "." : start.folder;
  std::error_code failed;
  impl->child =
      process::child(process::exe = program, process::args = arguments, process::start_dir = folder,
                     process::std_in<impl->to, process::std_out> impl->from, process::std_err > impl->errors,
                     impl->group, failed, CloseInheritedFiles(start.ends_with_thread, impl->started.environment()));
  if (failed) return error_at(named, "cannot be started: " + failed.message());
  // Programs that are started later must not keep these pipes open.
  for (const int descriptor : {impl->to.native_sink(), impl->from.native_source(), impl->errors.native_source()}) {
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  }
  impl->read_errors();
  return std::unique_ptr<ChildProcess>(new ChildProcess(std::move(impl)));
}

ChildProcess::~ChildProcess() {
  if (!impl_->ended) {
    SystemError ignored;
    impl_->to.close(ignored);
    (void)impl_->wait(kGrace);
    impl_->end();
  }
}

Result<std::string> ChildProcess::ask(std::string_view line, Milliseconds limit) {
  if (impl_->ended) return error_at(impl_->name, "has ended");
  const IgnoreSigpipeScope no_signal;
  const std::string text = std::string(line) + "\n";
  std::optional<SystemError> written, read;
  size_t length = 0;
  impl_->io.restart();
  asio::async_write(impl_->to, asio::buffer(text), [&](const SystemError& error, size_t) { written = error; });
  asio::async_read_until(impl_->from, impl_->input, '\n', [&](const SystemError& error, size_t bytes) {
    read = error;
    length = bytes;
  });
  const auto until = Clock::now() + limit;
  while (!read || (!*read && !written)) {
    if (!impl_->run_until(until)) {
      if (impl_->is_cancelled()) return impl_->fail("was ended");
      // fail() runs the handlers that refer to local variables here.
      return impl_->fail(written ? fmt::format("does not answer within {}", time_text(limit))
                                 : fmt::format("does not read what it is asked within {}", time_text(limit)));
    }
  }
  if (*read == asio::error::not_found)
    return impl_->fail(fmt::format("sends {} without the end of a line", bytes_text(impl_->input.max_size())));
  if (*read) {
    std::string how = impl_->exit_text();
    if (*read == asio::error::eof && impl_->input.size() > 0) how += ", in the middle of a line";
    return impl_->fail(std::move(how));
  }
  if (*written) return impl_->fail("does not read what it is asked");
  std::string answer(length - 1, '\0');
  std::istream stream(&impl_->input);
  stream.read(answer.data(), static_cast<std::streamsize>(answer.size()));
  stream.get();
  if (answer.ends_with('\r')) answer.pop_back();
  return answer;
}

Status ChildProcess::tell(std::string_view line, Milliseconds limit) {
  if (impl_->ended) return error_at(impl_->name, "has ended");
  const IgnoreSigpipeScope no_signal;
  const std::string text = std::string(line) + "\n";
  std::optional<SystemError> written;
  impl_->io.restart();
  asio::async_write(impl_->to, asio::buffer(text), [&](const SystemError& error, size_t) { written = error; });
  const auto until = Clock::now() + limit;
  while (!written) {
    if (impl_->run_until(until)) continue;
    if (impl_->is_cancelled()) return impl_->fail("was ended");
    return impl_->fail(fmt::format("does not read what it is told within {}", time_text(limit)));
  }
  if (*written) return impl_->fail(impl_->exit_text());
  return success();
}

Status ChildProcess::expect_silence() {
  if (impl_->ended) return error_at(impl_->name, "has ended");
  pollfd descriptor{impl_->from.native_source(), POLLIN, 0};
  int waiting = 0;
  const bool readable = poll(&descriptor, 1, 0) > 0;
  if (readable) ioctl(descriptor.fd, FIONREAD, &waiting);
  if (impl_->input.size() > 0 || waiting > 0) return impl_->fail("says something without being asked");
  if (readable) return impl_->fail(impl_->exit_text());  // the program has closed the pipe
  impl_->io.restart();
  impl_->io.poll();  // reads standard error, too
  return success();
}

bool ChildProcess::running() const { return !impl_->ended; }

std::string ChildProcess::log() const {
  return impl_->log.size() > kMaxLogBytes ? impl_->log.substr(impl_->log.size() - kMaxLogBytes) : impl_->log;
}

Result<std::vector<std::string>> split_command(std::string_view text) {
  std::vector<std::string> words;
  std::optional<std::string> word;
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0 && c == quote) {
      quote = 0;
    } else if (c == '\\' && quote != '\'') {
      if (++i == text.size()) return error_at("", "ends with a backslash");
      (word ? *word : word.emplace()) += text[i];
    } else if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
      if (!word) word.emplace();
    } else if (quote == 0 && (c == ' ' || c == '\t')) {
      if (word) words.push_back(*std::exchange(word, std::nullopt));
    } else {
      (word ? *word : word.emplace()) += c;
    }
  }
  if (quote != 0) return error_at("", fmt::format("has no second {}", quote));
  if (word) words.push_back(*word);
  return words;
}

std::string join_command(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += ' ';
    if (word.empty()) text += "''";
    for (const char c : word) {
      if (c == ' ' || c == '\t' || c == '"' || c == '\'' || c == '\\') text += '\\';
      text += c;
    }
  }
  return text;
}

}  // namespace strata
