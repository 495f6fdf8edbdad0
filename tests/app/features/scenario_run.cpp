// The thread that asks planners the queries of a scenario: what it answers, and that it stops and rests when it is told
// to.
#include <doctest/doctest.h>

#include <chrono>
#include <thread>
#include <utility>
#include <vector>

#include "app/features/scenarios/scenario_run.hpp"
#include "core/base/rng.hpp"
#include "core/search/workspace.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/scenes.hpp"

using namespace strata;

namespace {

ScenarioTask some_task(const World& world, size_t queries, uint64_t seed) {
  ScenarioTask task{.queries = {}, .planners = {}, .options = {}, .timed = true};
  for (const char* name : {"astar", "dijkstra", "hpa1"}) task.planners.push_back(planner_named(name));
  Rng rng(seed);
  const auto cell = [&] {
    return Cell{rng.between(0, world.map().width() - 1), rng.between(0, world.map().height() - 1)};
  };
  while (task.queries.size() < queries) task.queries.push_back({cell(), cell()});  // blocked ends among them
  return task;
}

void check(const World& world, const ScenarioTask& task, const std::vector<ScenarioProgress>& news) {
  Workspace workspace;
  PlanResult direct;
  for (size_t i = 0; i < news.size(); ++i) {
    const auto& [query, planner, answer] = news[i];
    REQUIRE(query * task.planners.size() + planner == i);  // one after the other
    plan(world, *task.planners[planner], task.queries[query], task.options, workspace, direct);
    REQUIRE(answer.known);
    REQUIRE(answer.status == direct.status);
    REQUIRE(answer.cost == direct.cost);
    REQUIRE(answer.expanded == direct.stats.total().expanded);
    REQUIRE(answer.runs >= 1);
    REQUIRE(answer.micros >= 0);
  }
}

void sleep_up_to(Rng& rng, uint32_t micros) {
  std::this_thread::sleep_for(std::chrono::microseconds(rng.below(micros)));
}

}  // namespace

TEST_CASE("scenario run: all queries are answered, whether somebody waits or looks now and then") {
  World world(generate({SceneKind::kRooms, 60, 50, 4, 0}));
  world.finish_updates();
  const ScenarioTask task = some_task(world, 40, 1);
  for (const bool waits : {false, true}) {
    ScenarioRun run;
    std::vector<ScenarioProgress> news;
    CHECK_FALSE(run.running());
    run.start(world, task);
    if (waits) run.wait();
    bool ended = run.poll(news);
    CHECK((ended || !waits));
    for (int i = 0; i < 200'000 && !ended; ++i) {
      std::this_thread::sleep_for(std::chrono::microseconds(100));
      ended = run.poll(news);
    }
    CHECK(ended);
    CHECK_FALSE(run.running());
    CHECK_FALSE(run.poll(news));
    CHECK(news.size() == task.queries.size() * task.planners.size());
    check(world, task, news);
  }
}

TEST_CASE("scenario run: stopped at any moment it has told whole answers only, and can be started again") {
  World world(generate({SceneKind::kCave, 120, 120, 9, 0}));
  world.finish_updates();
  const ScenarioTask task = some_task(world, 400, 2);
  Rng rng(5);
  ScenarioRun run;
  size_t told = 0;
  for (int round = 0; round < 30; ++round) {
    std::vector<ScenarioProgress> news;
    run.start(world, task);
    if (rng.percent(80)) sleep_up_to(rng, 8000);
    if (rng.percent(50)) (void)run.poll(news);
    run.stop(&news);
    CHECK_FALSE(run.running());
    CHECK(news.size() < task.queries.size() * task.planners.size());
    check(world, task, news);
    told += news.size();
    // Nobody reads it now: it may be changed.
    (void)world.apply({{{world.map().id({round, round}), 3, round % 2 == 0 ? '@' : '.'}}});
    world.finish_updates();
  }
  CHECK(told > 0);
}

TEST_CASE("scenario run: while it rests the world is built on, and the answers are the same") {
  WorldSetup setup;
  setup.get<MapHpa>() = HpaOptions{};
  World world(generate({SceneKind::kCave, 500, 500, 9, 0}), setup);
  REQUIRE_FALSE(world.ready());
  ScenarioTask task = some_task(world, 60, 3);
  task.planners.pop_back();  // what needs nothing that is being built
  Rng rng(6);
  ScenarioRun run;
  run.start(world, task);
  bool built = false;
  for (int i = 0; i < 100'000 && !built; ++i) {
    run.pause();
    built = world.work(0.2);
    run.resume();
    sleep_up_to(rng, 300);
  }
  CHECK(built);
  std::vector<ScenarioProgress> news;
  run.wait();
  CHECK(run.poll(news));
  CHECK(news.size() == 120);
  check(world, task, news);
}

namespace {

// A planner whose first search takes far longer than all that follow, as one whose memory is touched for the first
// time.
bool searched_before = false;
void plan_cold(const World& world, const Query& query, const PlanOptions& options, Workspace& workspace,
               PlanResult& result, Trace* trace) {
  plan(world, optimum_planner(), query, options, workspace, result, trace);
  if (result.stats.total().expanded == 0) return;
  if (!std::exchange(searched_before, true)) std::this_thread::sleep_for(std::chrono::milliseconds(60));
}

}  // namespace

TEST_CASE("scenario run: the first search of a planner is not timed, as its memory is new") {
  World world(generate({SceneKind::kRooms, 60, 50, 4, 0}));
  world.finish_updates();
  Planner cold = optimum_planner();
  cold.plan = plan_cold;
  ScenarioTask task = some_task(world, 6, 1);
  task.planners = {&cold};
  // A query without a search warms nothing.
  task.queries.insert(task.queries.begin(), Query{{-1, -1}, {-1, -1}});
  searched_before = false;
  ScenarioRun run;
  run.start(world, task);
  run.wait();
  std::vector<ScenarioProgress> news;
  CHECK(run.poll(news));
  REQUIRE(news.size() == task.queries.size());
  CHECK(searched_before);
  for (const ScenarioProgress& one : news) {
    CHECK(one.answer.runs >= 3);
    CHECK(one.answer.micros < 20'000);
  }
}
