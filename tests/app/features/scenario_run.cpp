// The thread that asks planners the queries of a scenario: what it answers, and that it stops and rests when it is told
// to.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>
#include <vector>

#include "app/features/scenarios/scenario_run.hpp"
#include "app/lab/timed_runs.hpp"
#include "core/base/rng.hpp"
#include "core/search/plan_options.hpp"
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
    REQUIRE(answer.parts[static_cast<size_t>(ScenarioPart::kSearch)] == direct.stats.of(Phase::kMain).expanded +
                                                                            direct.stats.of(Phase::kForward).expanded +
                                                                            direct.stats.of(Phase::kBackward).expanded);
    REQUIRE(answer.parts[static_cast<size_t>(ScenarioPart::kConnecting)] ==
            direct.stats.of(Phase::kInsertStart).expanded + direct.stats.of(Phase::kInsertGoal).expanded);
    REQUIRE(answer.parts[static_cast<size_t>(ScenarioPart::kRefinement)] == direct.stats.of(Phase::kRefine).expanded);
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

TEST_CASE("scenario run: planners take turns, after a round that is not counted") {
  static std::vector<char> asked;
  asked.clear();
  Planner one = *planner_named("astar"), other = *planner_named("dijkstra");
  one.plan = [](const World&, const PlanQuery&, const PlanOptions&, Workspace&, PlanResult& result, Trace*) {
    asked.push_back('a');
    result = {};
    result.status = PlanStatus::kFound;
  };
  other.plan = [](const World&, const PlanQuery&, const PlanOptions&, Workspace&, PlanResult& result, Trace*) {
    asked.push_back('d');
    result = {};
    result.status = PlanStatus::kNoPath;
  };
  const World world(GridMap(4, 4));
  Workspace workspace;
  PlanResult result;
  const std::vector<const Planner*> both = {&one, &other};
  const std::vector<ScenarioAnswer> timed = ask_planners(world, both, {{0, 0}, {3, 3}}, {}, true, workspace, result);
  REQUIRE(timed.size() == 2);
  CHECK(timed[0].status == PlanStatus::kFound);
  CHECK(timed[1].status == PlanStatus::kNoPath);
  // One run of each to warm up, then at least three of each in turns.
  REQUIRE(asked.size() >= 8);
  for (size_t i = 0; i < 8; ++i) CHECK(asked[i] == "ad"[i % 2]);
  for (size_t i = 0; i < 2; ++i) {
    CHECK(timed[i].runs >= 3);
    CHECK(timed[i].runs + 1 == std::count(asked.begin(), asked.end(), "ad"[i]));
    CHECK(timed[i].spread >= 0);
  }
  asked.clear();
  CHECK(ask_planners(world, both, {{0, 0}, {3, 3}}, {}, false, workspace, result)[0].runs == 0);
  CHECK(asked == std::vector<char>{'a', 'd'});
}

TEST_CASE("timed runs: the spread is half the distance between the quartiles") {
  TimedRuns times(1e9, 1e9);
  for (const double micros : {9.0, 1.0, 5.0, 100.0, 3.0, 7.0, 2.0, 8.0}) times.add(micros);  // 1 2 3 5 7 8 9 100
  CHECK(times.median() == 7);
  CHECK(times.spread() == 3);  // of 9 and 3
  CHECK(TimedRuns(1, 1).spread() == 0);
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
    // No thread reads the world now, so it may be changed.
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
void plan_cold(const World& world, const PlanQuery& query, const PlanOptions& options, Workspace& workspace,
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
  task.queries.insert(task.queries.begin(), PlanQuery{{-1, -1}, {-1, -1}});
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
