// This file holds the `frame` command: it runs the desktop program, which measures its own frames.
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "bench/commands.hpp"

extern char** environ;

namespace strata::bench {
namespace {

struct CapturedOutput {
  std::string text;
  int status = 0;
};

// Returns the standard output and exit status of a program.
Result<CapturedOutput> run_program(const std::vector<std::string>& words) {
  int ends[2];
  if (::pipe(ends) != 0) return error_at(words[0], std::strerror(errno));
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  std::vector<char*> arguments;
  for (const auto& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t child = 0;
  // The program must not inherit the signal mask of this process.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  const int code = ::posix_spawn(&child, words[0].c_str(), &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  if (code != 0) {
    ::close(ends[0]);
    return error_at(words[0], std::string("cannot be started: ") + std::strerror(code));
  }
  CapturedOutput output;
  char buffer[4096];
  while (true) {
    const ssize_t got = ::read(ends[0], buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    output.text.append(buffer, static_cast<size_t>(got));
  }
  ::close(ends[0]);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  output.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return output;
}

bool is_set(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

}  // namespace

Result<Report> run_frames(const FrameOptions& options) {
  if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY")) {
    return error_at("frame", "needs a display; on a machine without one: xvfb-run -a strata-bench frame ...");
  }
  if (::access(options.app.c_str(), X_OK) != 0) return error_at(options.app, "the desktop program is not built");
  std::vector<std::string> words = {options.app, "--bench-frames", std::to_string(options.frames), "--layers",
                                    options.layers};
  if (!options.script.empty()) words.insert(words.end(), {"--script", options.script});
  for (const std::string& letter : options.letters.to_words()) words.insert(words.end(), {"--letter", letter});
  words.push_back(options.map);
  const auto output = run_program(words);
  if (!output) return output.error();
  Report report{.command = "frame", .rows = {}, .failures = {}, .notes = {}};
  std::istringstream lines(output.value().text);
  for (std::string line; std::getline(lines, line);) {
    const auto parsed = ReportRow::parse(line, nullptr, false);
    if (!parsed.is_object()) continue;
    if (const auto rows = parsed.find("rows"); rows != parsed.end() && rows->is_array()) {
      for (const auto& row : *rows) report.rows.push_back(row);
    } else {
      report.rows.push_back(parsed);
    }
  }
  const int status = output.value().status;
  const std::string ended = fmt::format("ended with status {}", status);
  if (report.rows.empty()) return error_at(options.app, status != 0 ? ended : "printed no measurement");
  if (status != 0) report.failures.push_back(error_at(options.app, ended).message());
  return report;
}

}  // namespace strata::bench
