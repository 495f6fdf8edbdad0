// Programs of strangers are kept from what the system can keep them from; what it cannot is said, and left out here.
#include "grade/confinement.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <functional>
#include <string>

#include "core/io/files.hpp"
#include "grade/limited_call.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::bench;

namespace {

// Returns what the call says in a process of its own.
std::string said_in_confinement(const std::function<std::string()>& call, double seconds = 5) {
  CallLimits limits{.seconds = seconds};
  LimitedCall limited(call, limits);
  while (!limited.advance()) continue;
  const Result<std::string> answer = limited.answer();
  return answer ? answer.value() : "failed: " + answer.error().message();
}

}  // namespace

TEST_CASE("a confined process can raise none of its limits, as whatever user it runs") {
  CHECK(said_in_confinement([] {
          std::string raised;
          for (const auto what : {RLIMIT_AS, RLIMIT_CPU, RLIMIT_FSIZE, RLIMIT_CORE}) {
            rlimit now{};
            ::getrlimit(what, &now);
            const rlimit hard = now;
            // Some seconds more are the end that follows the warning.
            if (now.rlim_max > now.rlim_cur + 1 && now.rlim_max != RLIM_INFINITY) raised += "soft ";
            now.rlim_max = RLIM_INFINITY;
            now.rlim_cur = RLIM_INFINITY;
            if (hard.rlim_max != RLIM_INFINITY && ::setrlimit(what, &now) == 0)
              raised += fmt::format("{} ", static_cast<int>(what));
            if ((what == RLIMIT_CPU || what == RLIMIT_FSIZE) && hard.rlim_max == RLIM_INFINITY) raised += "none ";
          }
          return raised;
        }) == "");
}

TEST_CASE("a confined process creates, changes, empties and removes no file") {
  if (!confinement_here().files) {
    std::puts("SKIPPED: this system has neither namespaces nor Landlock for files");
    return;
  }
  const test::TempFolder folder;
  const std::string file = folder.file("mine");
  REQUIRE(write_file_atomic(file, "precious").ok());
  const std::string done = said_in_confinement([&] {
    std::string did;
    const auto note = [&](const char* what, bool worked) { did += worked ? std::string(what) + " " : std::string(); };
    note("create", ::open(folder.file("new").c_str(), O_WRONLY | O_CREAT, 0600) >= 0);
    note("write", ::open(file.c_str(), O_WRONLY) >= 0);
    note("empty on opening", ::open(file.c_str(), O_RDONLY | O_TRUNC) >= 0);
    note("empty", ::truncate(file.c_str(), 0) == 0);
    note("remove", ::unlink(file.c_str()) == 0);
    note("rename", ::rename(file.c_str(), folder.file("other").c_str()) == 0);
    note("link", ::link(file.c_str(), folder.file("link").c_str()) == 0);
    note("symlink", ::symlink(file.c_str(), folder.file("symlink").c_str()) == 0);
    note("folder", ::mkdir(folder.file("folder").c_str(), 0700) == 0);
    note("in shared memory",
         ::open(fmt::format("/dev/shm/strata-test-{}", ::getpid()).c_str(), O_WRONLY | O_CREAT, 0600) >= 0);
    return did + (::open("/dev/null", O_WRONLY) >= 0 ? "" : "nothing at all");
  });
  CHECK(done == "");
  CHECK(read_file(file).value() == "precious");
}

TEST_CASE("a confined process ends no program outside, and nobody can look into it or its parents") {
  // Whatever the system has: a program that the process starts opens none of its files.
  CHECK(said_in_confinement([] {
          const int child = ::fork();
          if (child == 0) {
            const bool pipe = ::open(fmt::format("/proc/{}/fd/0", ::getppid()).c_str(), O_RDONLY) >= 0;
            const bool memory = ::open(fmt::format("/proc/{}/mem", ::getppid()).c_str(), O_RDONLY) >= 0;
            ::_exit((pipe ? 1 : 0) | (memory ? 2 : 0));
          }
          int status = 0;
          ::waitpid(child, &status, 0);
          return std::to_string(WEXITSTATUS(status));
        }) == "0");
  if (!confinement_here().signals) {
    std::puts("SKIPPED: this system has neither namespaces nor Landlock for signals");
    return;
  }
  const int outside = ::getpid();
  CHECK(said_in_confinement([&] {
          std::string did;
          if (::kill(outside, 0) == 0) did += "may end it ";  // 0 asks whether a signal could be sent
          if (::open(fmt::format("/proc/{}/fd/0", outside).c_str(), O_RDONLY) >= 0) did += "opened its input ";
          return did;
        }) == "");
}

TEST_CASE("what a confined process has started ends with it, and how it ended is known") {
  CHECK(said_in_confinement([]() -> std::string {
          (void)::raise(SIGSEGV);
          return "";
        }).starts_with("failed: broke off: "));
  const test::TempFolder folder;
  if (!confinement_here().processes) {
    std::puts("SKIPPED: this system has no namespaces for processes");
    return;
  }
  // A pipe that a program holds open which has left its group, session and parent.
  int ends[2];
  REQUIRE(::pipe2(ends, O_CLOEXEC) == 0);
  CHECK(said_in_confinement([&]() -> std::string {
          if (::fork() == 0) {
            ::setsid();
            if (::fork() == 0) {
              ::sleep(60);
            }
            ::_exit(0);
          }
          return "started";
        }) == "started");
  ::close(ends[1]);
  char byte = 0;
  CHECK(::read(ends[0], &byte, 1) == 0);  // nobody holds it
  ::close(ends[0]);
}
