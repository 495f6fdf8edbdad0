#include <doctest/doctest.h>

#include <atomic>
#include <thread>

#include "core/base/interruption.hpp"
#include "core/search/grid_search.hpp"
#include "core/search/workspace.hpp"
#include "core/world/scenes.hpp"
#include "core/world/world.hpp"

using namespace strata;

TEST_CASE("a search stands still while its world is paused, gives up when it is stopped, and answers as before") {
  const World world(generate({SceneKind::kRandom, 300, 300, 1, 10}));
  const PlanQuery query = suggested_query(world.map(), 1).value();
  Workspace plain;
  PlanResult expected;
  plan_on_grid(world.moves(), GridHeuristic::kNone, query, plain, expected);

  Interruption interruption;
  std::atomic<int> searches = 0, stopped = 0, wrong = 0;
  std::atomic<bool> end = false;
  std::thread thread([&] {
    Interruption::of_this_thread() = &interruption;
    Workspace workspace;
    PlanResult result;
    while (!end) {
      if (!interruption.enter()) {
        std::this_thread::yield();
        continue;
      }
      try {
        plan_on_grid(world.moves(), GridHeuristic::kNone, query, workspace, result);
        wrong += result.path != expected.path || result.stats.total() != expected.stats.total();
        ++searches;
      } catch (const SearchStopped&) {
        ++stopped;
      }
      interruption.leave();
    }
  });
  while (searches < 3) std::this_thread::yield();
  for (int i = 0; i < 300; ++i) {
    interruption.pause();
    const int before = searches;
    std::this_thread::yield();
    CHECK(searches == before);
    interruption.resume();
  }
  for (int i = 0; i < 100; ++i) {
    interruption.stop();
    const int before = searches + stopped;
    std::this_thread::yield();
    CHECK(searches + stopped == before);
    interruption.open();
    std::this_thread::yield();
  }
  const int before = searches;
  while (searches < before + 3) std::this_thread::yield();
  end = true;
  interruption.stop();
  thread.join();
  CHECK(wrong == 0);
  CHECK(searches > 0);
}

TEST_CASE("where nobody can interrupt, a point of interruption does nothing") {
  CHECK(Interruption::of_this_thread() == nullptr);
  interruption_point();
}
