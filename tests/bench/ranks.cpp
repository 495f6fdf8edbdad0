// Tasks over several ranks, here threads that send one another texts: all are done once, whoever leaves.
#include "bench/ranks.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

using namespace strata::bench;

namespace {

// The letters of all ranks.
struct RankMailboxes {
  std::mutex mutex;
  std::condition_variable came;
  std::vector<std::deque<RankMessages::Message>> box;
};

class ThreadMessages : public RankMessages {
 public:
  ThreadMessages(RankMailboxes& post, int rank) : post_(post), rank_(rank) {}
  int rank() const override { return rank_; }
  int count() const override { return static_cast<int>(post_.box.size()); }
  void send(int to, const std::string& text) override {
    const std::lock_guard lock(post_.mutex);
    post_.box[static_cast<size_t>(to)].push_back({rank_, text});
    post_.came.notify_all();
  }
  Message receive(int from) override {
    std::unique_lock lock(post_.mutex);
    auto& box = post_.box[static_cast<size_t>(rank_)];
    auto found = box.end();
    post_.came.wait(lock, [&] {
      found = std::ranges::find_if(box, [&](const Message& m) { return from == kAnyRank || m.from == from; });
      return found != box.end();
    });
    Message message = std::move(*found);
    box.erase(found);
    return message;
  }
  void end_all(int) override { FAIL_CHECK("nobody ends the others here"); }

 private:
  RankMailboxes& post_;
  const int rank_;
};

// Has each of `count` ranks do something, in a thread of its own; returns when all have come to their end.
void on_ranks(int count, const std::function<void(const Ranks&)>& act) {
  RankMailboxes post;
  post.box.resize(static_cast<size_t>(count));
  std::vector<std::jthread> threads;
  for (int rank = count - 1; rank >= 0; --rank) {
    threads.emplace_back([&, rank] {
      const Ranks ranks(std::make_unique<ThreadMessages>(post, rank));
      act(ranks);
    });
  }
  threads.clear();
  // Nothing is on its way: MPI could not end.
  for (const auto& box : post.box) CHECK(box.empty());
}

}  // namespace

TEST_CASE("ranks do every task once, and rank 0 takes each answer") {
  for (const int count : {1, 2, 5}) {
    std::atomic<int> worked = 0, by_first = 0;
    std::multiset<std::string> taken;
    on_ranks(count, [&](const Ranks& ranks) {
      CHECK(ranks.same_everywhere(ranks.is_first() ? "said" : "not heard") == "said");
      for (const size_t tasks : {size_t{0}, size_t{1}, size_t{40}}) {
        ranks.hand_out(
            tasks,
            [&](size_t i) {
              ++worked;
              by_first += ranks.is_first();
              return std::string(i, 'x') + std::to_string(i);
            },
            [&](size_t i, const std::string& answer) {
              CHECK(ranks.is_first());
              CHECK(answer == std::string(i, 'x') + std::to_string(i));
              taken.insert(answer);
            });
      }
    });
    CHECK(worked == 41);
    CHECK(by_first == (count == 1 ? 41 : 0));
    CHECK(taken.size() == 41);
    CHECK(std::set<std::string>(taken.begin(), taken.end()).size() == 40);
  }
}

TEST_CASE("a rank that leaves, at whatever time, costs no answer, and rank 0 knows why") {
  for (const int leaving : {1, 2, 3}) {                      // so many of three
    for (const char* when : {"first", "between", "last"}) {  // of what all ranks do
      CAPTURE(leaving);
      CAPTURE(when);
      std::set<size_t> taken;
      std::map<int, std::string> left;
      on_ranks(4, [&](const Ranks& ranks) {
        const std::string now(when);
        const bool leaves = ranks.rank() > 0 && ranks.rank() <= leaving;
        const auto goes = [&](const char* place) {
          if (leaves && now == place) ranks.leave("no map");
          return leaves && now == place;
        };
        const auto share = [&] {
          ranks.hand_out(
              20, [](size_t i) { return std::to_string(i); },
              [&](size_t i, const std::string& answer) {
                CHECK(answer == std::to_string(i));
                taken.insert(i);
              });
        };
        if (goes("first")) return;
        (void)ranks.same_everywhere("said");
        share();
        if (ranks.is_first()) CHECK(taken.size() == 20);
        if (ranks.is_first()) taken.clear();
        if (goes("between")) return;
        (void)ranks.same_everywhere(std::string(1'000'000, 's'));
        share();
        if (ranks.is_first()) {
          CHECK(taken.size() == 20);
          left = ranks.left();
        }
        if (goes("last")) return;
      });
      // Whoever leaves at the end has taken part.
      CHECK(left.size() == (std::string(when) == "last" ? 0 : static_cast<size_t>(leaving)));
      for (const auto& [rank, why] : left) CHECK(why == "no map");
    }
  }
}
