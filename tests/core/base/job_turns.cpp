// Jobs in the background wait for their turn where fewer are wanted than there are.
#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "core/base/job.hpp"
#include "core/base/parallel.hpp"

using namespace strata;

namespace {

// Whatever happens, other tests find no limit.
struct NoLimit {
  ~NoLimit() {
    limit_jobs(0);
    limit_threads(0);
  }
};

// The most jobs of several that worked at the same time.
int most_at_once(int limit, int jobs) {
  limit_jobs(limit);
  std::atomic<int> working = 0, most = 0;
  std::vector<std::unique_ptr<Job<int>>> all;
  for (int i = 0; i < jobs; ++i) {
    all.push_back(std::make_unique<Job<int>>());
    all.back()->start_in_turn([&](JobControl&) {
      const int now = ++working;
      for (int before = most; before < now && !most.compare_exchange_weak(before, now);) continue;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      return --working;
    });
  }
  for (const auto& job : all) CHECK(job->wait().has_value());
  return most;
}

}  // namespace

TEST_CASE("no more jobs work at once than are wanted, and all of them end") {
  const NoLimit none;
  CHECK(most_at_once(1, 5) == 1);
  CHECK(most_at_once(2, 6) <= 2);
  CHECK(most_at_once(0, 6) > 2);
}

TEST_CASE("a job that is cancelled before its turn does no work, and one out of turn does not wait") {
  const NoLimit none;
  limit_jobs(1);
  std::atomic<bool> go = false, worked = false;
  Job<int> first, second, other;
  first.start_in_turn([&](JobControl&) {
    while (!go) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return 1;
  });
  second.start_in_turn([&](JobControl&) {
    worked = true;
    return 2;
  });
  other.start([](JobControl&) { return 3; });
  CHECK(other.wait() == 3);
  // The first one may have got the second turn.
  go = true;
  CHECK(first.wait() == 1);
  CHECK(second.wait() == 2);
  CHECK(worked);
  go = worked = false;
  std::atomic<bool> begun = false;
  first.start_in_turn([&](JobControl&) {
    begun = true;
    while (!go) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return 1;
  });
  while (!begun) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  second.start_in_turn([&](JobControl&) {
    worked = true;
    return 2;
  });
  second.stop();  // it would wait for ever if it did not notice
  CHECK_FALSE(worked);
  go = true;
  CHECK(first.wait() == 1);
}

TEST_CASE("a limit of threads holds for objects that are there already") {
  const NoLimit none;
  Threads threads(4);
  const auto most = [&] {
    std::atomic<int> working = 0, seen = 0;
    threads.for_pieces(0, 64, 1, [&](size_t, size_t, size_t) {
      const int now = ++working;
      for (int before = seen; before < now && !seen.compare_exchange_weak(before, now);) continue;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      --working;
    });
    return seen.load();
  };
  limit_threads(1);
  CHECK(most() == 1);
  limit_threads(0);
  CHECK(most() >= 1);
}
