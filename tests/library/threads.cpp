// Queries of the library in several threads while edits are committed.
#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "tests/library/support.hpp"
#include "tests/must.hpp"
#include "tests/rounds.hpp"

using namespace strata;
using namespace strata::test;

TEST_CASE("library: while one thread commits edits, queries of two others are exact for the map that they name") {
  Rng rng(17);
  CostMap map = random_costs(32, 28, 1, rng);
  Navigator navigator = must(Navigator::create(spec_of(map)));
  const AgentId agent = must(navigator.add_agent({}));
  const int edits = kSanitized ? 60 : 300;
  std::vector<CostMap> maps = {map, map};  // by revision
  std::atomic<bool> over = false;
  struct Answer {
    Cell start, goal;
    uint64_t revision;
    bool found;
    double length;
  };
  std::vector<Answer> answers[2];
  const auto ask = [&](size_t number) {
    Rng own(number + 100);
    Query query(navigator);
    while (!over.load()) {
      const Cell start{static_cast<int>(own.below(32)), static_cast<int>(own.below(28))};
      const Cell goal{static_cast<int>(own.below(32)), static_cast<int>(own.below(28))};
      const auto path = query.find(agent, start, goal);
      if (!path) continue;
      if (answers[number].size() < 20'000) {
        answers[number].push_back({start, goal, path->revision, path->found(), path->length});
      }
    }
  };
  std::thread askers[] = {std::thread(ask, 0), std::thread(ask, 1)};
  uint64_t last = 1;
  for (int i = 0; i < edits; ++i) {
    std::this_thread::sleep_for(std::chrono::microseconds(300));
    const Cell corner = map.some_cell(rng);
    const CellBox box{corner, {corner.x + 2, corner.y + 2}};
    const int cost = static_cast<int>(rng.below(2));
    map.fill(box, cost);
    const auto edited = navigator.edit().fill(box, cost).commit();
    if (!edited || edited->revision == last) continue;
    last = edited->revision;
    maps.push_back(map);
  }
  over = true;
  for (std::thread& asker : askers) asker.join();
  REQUIRE(maps.size() == last + 1);
  size_t checked = 0;
  for (const auto& list : answers) {
    REQUIRE(list.size() > 10);
    for (size_t i = 0; i < list.size(); i += std::max<size_t>(1, list.size() / 200)) {
      const Answer& answer = list[i];
      REQUIRE(answer.revision < maps.size());
      const CostMap& then = maps[answer.revision];
      const double wanted = plain_lengths(then, {}, answer.start)[then.at(answer.goal)];
      CHECK(answer.found == (wanted != kNoLength));
      if (answer.found) CHECK(answer.length == doctest::Approx(wanted));
      ++checked;
    }
  }
  CHECK(checked > 20);
}
