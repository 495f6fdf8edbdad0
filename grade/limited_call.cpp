#include "grade/limited_call.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string_view>
#include <thread>
#include <vector>

#include "grade/confinement.hpp"

namespace strata::bench {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kLimitsMemory = false;
#else
constexpr bool kLimitsMemory = true;
#endif

constexpr int kMostRounds = 200;
constexpr double kClockFactor = 10;  // elapsed time per processor time, because processes share the processors

// Sets a limit that the process and its descendants cannot raise. If a signal warns first, the process
// ends `grace` later.
void limit(int what, size_t most, size_t grace = 0) {
  rlimit now{};
  if (::getrlimit(static_cast<__rlimit_resource>(what), &now) != 0) return;
  now.rlim_max = std::min<rlim_t>(most + grace, now.rlim_max);
  now.rlim_cur = std::min<rlim_t>(most, now.rlim_max);
  (void)::setrlimit(static_cast<__rlimit_resource>(what), &now);
}

struct ProcessEntry {
  int process = 0, parent = 0;
  bool lives = false;
};

// Parses /proc/PID/stat: "PID (NAME) STATE PARENT ...". The name may contain parentheses.
ProcessEntry read_process(int process) {
  std::array<char, 512> text{};
  const int file = ::open(fmt::format("/proc/{}/stat", process).c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  const ssize_t bytes = ::read(file, text.data(), text.size() - 1);
  ::close(file);
  const std::string_view all(text.data(), bytes > 0 ? static_cast<size_t>(bytes) : 0);
  const size_t name_end = all.rfind(')');
  if (name_end == all.npos || name_end + 4 >= all.size()) return {};
  ProcessEntry entry{process, std::atoi(all.data() + name_end + 4), true};
  entry.lives = all[name_end + 2] != 'Z' && all[name_end + 2] != 'X';
  return entry;
}

std::vector<int> living_descendants(int root) {
  std::vector<ProcessEntry> all;
  if (DIR* folder = ::opendir("/proc")) {
    while (const dirent* entry = ::readdir(folder)) {
      if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9') all.push_back(read_process(std::atoi(entry->d_name)));
    }
    ::closedir(folder);
  }
  std::vector<int> family = {root}, living;
  for (size_t i = 0; i < family.size(); ++i) {
    for (const ProcessEntry& one : all) {
      if (one.process == 0 || one.parent != family[i] || one.process == root) continue;
      family.push_back(one.process);
      if (one.lives) living.push_back(one.process);
    }
  }
  return living;
}

// Runs in the forked process: calls the function, sends its result, and exits.
[[noreturn]] void answer_and_end(const std::function<std::string()>& call, const CallLimits& limits, int to) {
  (void)::prctl(PR_SET_PDEATHSIG, SIGKILL);  // ends together with its parent
  const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nothing, file);
  const Confinement held = confine();
  (void)::prctl(PR_SET_CHILD_SUBREAPER, 1, 0);  // orphaned descendants stay below this process
  limit(RLIMIT_CPU, static_cast<size_t>(std::ceil(limits.seconds)), 1);
  if (kLimitsMemory) limit(RLIMIT_AS, limits.memory_bytes);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
  std::signal(SIGXFSZ, SIG_IGN);
  std::string text;
  int code = 0;
  try {
    text = call();
  } catch (const std::exception& failed) {
    text = failed.what();
    code = 1;
  }
  if (!held.processes) end_descendants(::getpid());
  for (size_t at = 0; at < text.size();) {
    const ssize_t wrote = ::write(to, text.data() + at, text.size() - at);
    if (wrote <= 0 && errno != EINTR) ::_exit(2);
    at += wrote > 0 ? static_cast<size_t>(wrote) : 0;
  }
  ::_exit(code);
}

}  // namespace

void end_descendants(int process) {
  // New processes may be started meanwhile, so the search is repeated until there are none.
  for (int round = 0; round < kMostRounds; ++round) {
    const std::vector<int> living = living_descendants(process);
    if (living.empty()) return;
    for (const int one : living) (void)::kill(one, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

LimitedCall::LimitedCall(const std::function<std::string()>& call, const CallLimits& limits)
    : limits_(limits), begun_(std::chrono::steady_clock::now()) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    failure_ = fmt::format("no pipe: {}", std::strerror(errno));
    return;
  }
  process_ = ::fork();
  if (process_ == 0) {
    ::close(ends[0]);
    answer_and_end(call, limits, ends[1]);
  }
  ::close(ends[1]);
  pipe_ = ends[0];
  (void)::fcntl(pipe_, F_SETFL, O_NONBLOCK);
  if (process_ < 0) failure_ = fmt::format("no process: {}", std::strerror(errno));
}

LimitedCall::~LimitedCall() {
  if (process_ > 0 && !ended_) end();
  if (pipe_ >= 0) ::close(pipe_);
}

void LimitedCall::end() {
  (void)::kill(process_, SIGSTOP);  // prevents it from starting more programs
  end_descendants(process_);
  (void)::kill(process_, SIGKILL);
  while (::waitpid(process_, &status_, 0) < 0 && errno == EINTR) continue;
  ended_ = true;
}

bool LimitedCall::advance() {
  if (ended_ || !failure_.empty()) return true;
  std::array<char, 1 << 16> buffer{};
  for (;;) {
    const ssize_t got = ::read(pipe_, buffer.data(), buffer.size());
    if (got > 0) {
      text_.append(buffer.data(), static_cast<size_t>(got));
      too_long_ = text_.size() > limits_.answer_bytes;
      if (!too_long_) continue;
      end();
      return true;
    }
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) {
      const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begun_;
      cut_off_ = taken.count() > kClockFactor * limits_.seconds;
      if (!cut_off_) return false;
      end();
      return true;
    }
    break;  // the process has closed the pipe, or has ended
  }
  while (::waitpid(process_, &status_, 0) < 0 && errno == EINTR) continue;
  ended_ = true;
  return true;
}

Result<std::string> LimitedCall::answer() const {
  if (!failure_.empty()) return error_at("", failure_);
  if (too_long_) return error_at("", fmt::format("the answer has more than {} bytes", limits_.answer_bytes));
  if (cut_off_) return error_at("", fmt::format("was cut off after {} s", kClockFactor * limits_.seconds));
  if (const int signal = ended_by_signal(status_); signal != 0) {
    if (signal == SIGXCPU || signal == SIGKILL) {
      return error_at("", fmt::format("was cut off after {} s of processor time", limits_.seconds));
    }
    return error_at("", fmt::format("broke off: {}", ::strsignal(signal)));
  }
  if (WEXITSTATUS(status_) == 1) return error_at("", "broke off: " + text_);
  if (WEXITSTATUS(status_) != 0) return error_at("", "broke off");
  return text_;
}

}  // namespace strata::bench
