#include "tests/soak/runs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fcntl.h>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

#include "core/io/files.hpp"
#include "tests/soak/player.hpp"
#include "tests/temp_folder.hpp"

namespace strata::soak {
namespace {

using Clock = std::chrono::steady_clock;

// A step that takes so long does not end.
constexpr double kHangSeconds = 600;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

CommandSequence lines_of(const std::string& text) {
  CommandSequence lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// Text without what differs from run to run: numbers of processes, addresses.
std::string without_numbers(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c < '0' || c > '9') out += c;
  }
  return out;
}

// What the program said of its end: a check that does not hold, a sanitizer's report.
std::string crash_line(const std::string& errors) {
  for (const std::string& line : lines_of(errors)) {
    if (line.find("internal error: ") != line.npos) return line;
    if (line.find("ERROR: ") != line.npos || line.find("runtime error: ") != line.npos) return without_numbers(line);
  }
  return {};
}

// Waits for the child while it gets on. Its status; nothing: it did not end and was killed.
std::optional<int> wait_for(pid_t child, const std::string& report) {
  std::string last;
  auto since = Clock::now();
  for (int status = 0;;) {
    if (::waitpid(child, &status, WNOHANG) == child) return status;
    std::ifstream in(report);
    std::string first;
    std::getline(in, first);
    if (first != last) {
      last = first;
      since = Clock::now();
    }
    if (seconds_since(since) > kHangSeconds) {
      ::kill(child, SIGABRT);
      ::waitpid(child, &status, 0);
      return std::nullopt;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

void read_report(const std::string& text, RunReport& out) {
  std::istringstream in(text);
  std::string line;
  while (std::getline(in, line)) {
    std::istringstream words(line);
    std::string word, name;
    words >> word;
    if (word == "step") {
      words >> out.steps;
    } else if (word == "done" || word == "refused") {
      size_t count = 0;
      words >> name >> count;
      (word == "done" ? out.done : out.refused)[name] = count;
    } else if (word == "fault") {
      Fault fault{line.substr(6), {}};
      while (std::getline(in, line)) fault.text += line + "\n";
      out.fault = std::move(fault);
    }
  }
}

}  // namespace

RunReport run_in_child(const CommandSequence& lines, double seconds) {
  const test::TempFolder folder;
  const std::string script = folder.file("sequence"), report = folder.file("report"), errors = folder.file("errors");
  RunReport out;
  if (!write_file_atomic(script, fmt::format("{}\n", fmt::join(lines, "\n"))) || !write_file_atomic(report, "\n")) {
    out.fault = Fault{"the sequence cannot be written", script};
    return out;
  }
  const std::string limit = fmt::format("{}", seconds);
  const pid_t child = ::fork();
  if (child == 0) {
    // What it leaves in folders for temporary files, or where it was started, goes with the folder of this run.
    ::setenv("TMPDIR", folder.path().c_str(), 1);
    const int to = ::open(errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ::dup2(to, 2);
    if (::chdir(folder.path().c_str()) != 0) ::_exit(127);
    ::execl("/proc/self/exe", "strata_soak", "--play", script.c_str(), report.c_str(), limit.c_str(),
            static_cast<char*>(nullptr));
    ::_exit(127);
  }
  if (child < 0) {
    out.fault = Fault{"there is no process to run it in", {}};
    return out;
  }
  const std::optional<int> status = wait_for(child, report);
  const Result<std::string> text = read_file(report), said = read_file(errors);
  if (text) read_report(text.value(), out);
  const std::string last = out.steps > 0 && out.steps <= lines.size() ? lines[out.steps - 1] : "(at its end)";
  if (!status) {
    out.fault = Fault{"a step does not end", last};
  } else if (!out.fault && !(WIFEXITED(*status) && WEXITSTATUS(*status) == 0)) {
    const std::string line = said ? crash_line(said.value()) : std::string();
    const std::string how = WIFSIGNALED(*status) ? fmt::format("signal {}", WTERMSIG(*status))
                                                 : fmt::format("exit code {}", WEXITSTATUS(*status));
    out.fault = Fault{"the program ends: " + (line.empty() ? how : line),
                      last + "\n" + (said ? said.value().substr(0, 6000) : std::string())};
  }
  return out;
}

int play_file(const std::string& path, const std::string& report, double seconds) {
  const Result<std::string> text = read_file(path);
  if (!text) {
    std::fprintf(stderr, "%s\n", text.error().message().c_str());
    return 2;
  }
  const auto begin = Clock::now();
  const int out = ::open(report.c_str(), O_WRONLY | O_CREAT, 0600);
  CommandPlayer player;
  MaybeFault fault;
  size_t steps = 0;
  // The number of the step is on the disk before the step begins, which may be the last that is heard of it.
  const auto note_step = [&] {
    const std::string line = fmt::format("step {:9}\n", steps);
    if (::pwrite(out, line.data(), line.size(), 0) < 0) std::perror(report.c_str());
  };
  for (const std::string& line : lines_of(text.value())) {
    if (seconds > 0 && seconds_since(begin) > seconds) break;
    ++steps;
    note_step();
    if (std::getenv("STRATA_SOAK_VERBOSE") != nullptr) std::fprintf(stderr, "%s\n", line.c_str());
    if ((fault = player.play(line))) break;
  }
  if (!fault) fault = player.close();
  std::string rest = fmt::format("step {:9}\n", steps);
  for (const auto& [name, count] : player.done()) rest += fmt::format("done {} {}\n", name, count);
  for (const auto& [name, count] : player.refused()) rest += fmt::format("refused {} {}\n", name, count);
  if (fault) rest += fmt::format("fault {}\n{}\n", fault->kind, fault->text);
  ::close(out);
  if (Status written = write_file_atomic(report, rest); !written) return 2;
  return fault ? 1 : 0;
}

CommandSequence shortest(CommandSequence lines, const std::function<bool(const CommandSequence&)>& shows,
                         const std::function<bool()>& goes_on) {
  for (size_t chunk = std::max<size_t>(lines.size() / 2, 1);; chunk = std::max<size_t>(chunk / 2, 1)) {
    bool removed = false;
    for (size_t begin = 0; begin < lines.size();) {
      if (!goes_on()) return lines;
      CommandSequence fewer(lines.begin(), lines.begin() + static_cast<ptrdiff_t>(begin));
      const size_t end = std::min(begin + chunk, lines.size());
      fewer.insert(fewer.end(), lines.begin() + static_cast<ptrdiff_t>(end), lines.end());
      if (shows(fewer)) {
        lines = std::move(fewer);
        removed = true;
      } else {
        begin = end;
      }
    }
    if (chunk == 1 && !removed) return lines;
  }
}

}  // namespace strata::soak
