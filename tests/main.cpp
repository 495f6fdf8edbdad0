// Runs the test cases. One that does not end is ended here, with its name and the stacks of all threads, and so is a
// program that does not end after its last test case. Runs that are long because they were asked to be are not ended.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <dirent.h>
#include <doctest/doctest.h>
#include <execinfo.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>

#include "tests/rounds.hpp"

namespace {

using Clock = std::chrono::steady_clock;

// The longest test case takes some 30 seconds on an idle machine.
constexpr std::chrono::seconds kLongest(strata::test::kSanitized ? 1200 : 300);

bool is_long_run() {
  for (const char* const asks :
       {"STRATA_ANSWERS", "STRATA_DRIVER_SECONDS", "STRATA_RANDOM_ROUNDS", "STRATA_STORM_SECONDS"}) {
    if (std::getenv(asks) != nullptr) return true;
  }
  return false;
}

void print_stack(int) {
  std::array<void*, 48> stack;
  backtrace_symbols_fd(stack.data(), backtrace(stack.data(), static_cast<int>(stack.size())), STDERR_FILENO);
}

// The leak check of AddressSanitizer takes some seconds.
constexpr unsigned kLongestEnd = 120;

// Each thread prints its own stack, one after the other.
void print_stacks() {
  ::signal(SIGUSR2, print_stack);
  DIR* const threads = ::opendir("/proc/self/task");
  if (threads == nullptr) return;
  while (const dirent* const entry = ::readdir(threads)) {
    const int thread = std::atoi(entry->d_name);
    if (thread == 0 || thread == ::syscall(SYS_gettid)) continue;
    std::fprintf(stderr, "-- thread %d\n", thread);
    ::syscall(SYS_tgkill, ::getpid(), thread, SIGUSR2);
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  ::closedir(threads);
}

void end_here(int) {
  std::fprintf(stderr, "The program has not ended %d s after its last test case\n", kLongestEnd);
  print_stack(0);
  print_stacks();
  ::_exit(3);
}

class EndlessTestCase : public doctest::IReporter {
 public:
  explicit EndlessTestCase(const doctest::ContextOptions&) {}
  ~EndlessTestCase() override { end(); }

  void test_run_start() override {
    if (!is_long_run()) thread_ = std::thread([this] { watch(); });
  }
  void test_run_end(const doctest::TestRunStats&) override {
    end();
    ::signal(SIGALRM, end_here);
    ::alarm(kLongestEnd);
  }
  void test_case_start(const doctest::TestCaseData& test_case) override { began(test_case.m_name); }
  void test_case_reenter(const doctest::TestCaseData&) override {}
  void test_case_end(const doctest::CurrentTestCaseStats&) override { began({}); }

  void report_query(const doctest::QueryData&) override {}
  void test_case_exception(const doctest::TestCaseException&) override {}
  void subcase_start(const doctest::SubcaseSignature&) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData&) override {}
  void log_message(const doctest::MessageData&) override {}
  void test_case_skipped(const doctest::TestCaseData&) override {}

 private:
  void began(std::string name) {
    const std::lock_guard lock(mutex_);
    name_ = std::move(name);
    began_ = Clock::now();
  }
  void end() {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
  }
  void watch() {
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, std::chrono::seconds(1), [this] { return ended_; })) {
      if (name_.empty() || Clock::now() - began_ < kLongest) continue;
      std::fprintf(stderr, "The test case \"%s\" has not ended after %d s\n", name_.c_str(),
                   static_cast<int>(kLongest.count()));
      print_stacks();
      ::_exit(3);
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::thread thread_;
  std::string name_;  // empty between test cases
  Clock::time_point began_;
  bool ended_ = false;
};

}  // namespace

REGISTER_LISTENER("endless", 1, EndlessTestCase);
