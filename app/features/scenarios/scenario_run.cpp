#include "app/features/scenarios/scenario_run.hpp"

#include <utility>

#include "app/lab/timed_runs.hpp"
#include "core/base/check.hpp"
#include "core/base/stopwatch.hpp"
#include "core/search/workspace.hpp"
#include "core/world/added_planner.hpp"

namespace strata {
namespace {

// There may be thousands of queries, so less time is spent on each than on the query of the comparison.
constexpr double kRepeatMicros = 1'000;  // time for repetitions after the first run
constexpr double kMaxMicros = 20'000;    // a first run longer than this is not repeated

}  // namespace

ScenarioAnswer ask_planner(const World& world, const Planner& planner, const Query& query, const PlanOptions& options,
                           bool timed, Workspace& workspace, PlanResult& result) {
  const Interruption* interruption = Interruption::of_this_thread();
  TimedRuns times(kRepeatMicros, kMaxMicros);
  double rested = interruption != nullptr ? interruption->rested_micros() : 0;
  while (!times.enough()) {
    const Stopwatch watch;
    plan(world, planner, query, options, workspace, result);
    double micros = watch.micros();
    if (interruption != nullptr) {
      const double now = interruption->rested_micros();
      micros -= now - std::exchange(rested, now);
    }
    times.add(own_micros(planner, micros));
    if (!timed) break;
  }
  ScenarioAnswer answer;
  answer.known = true;
  answer.status = result.status;
  answer.cost = result.cost;
  answer.expanded = result.stats.total().expanded;
  answer.micros = timed ? times.median() : 0;
  answer.runs = timed ? times.runs() : 0;
  return answer;
}

void ScenarioRun::start(const World& world, ScenarioTask task) {
  STRATA_CHECK(!running());
  interruption_.open();
  news_.clear();
  ended_ = false;
  thread_ = std::thread([this, &world, task = std::move(task)] {
    Interruption::of_this_thread() = &interruption_;
    work(world, task);
    const std::lock_guard lock(mutex_);
    ended_ = true;
    changed_.notify_all();
  });
}

bool ScenarioRun::poll(std::vector<ScenarioProgress>& news) {
  if (!running()) return false;
  bool ended = false;
  {
    const std::lock_guard lock(mutex_);
    news.insert(news.end(), news_.begin(), news_.end());
    news_.clear();
    ended = ended_;
  }
  if (ended) thread_.join();
  return ended;
}

void ScenarioRun::wait() {
  if (!running()) return;
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return ended_; });
}

void ScenarioRun::stop(std::vector<ScenarioProgress>* news) {
  if (!running()) return;
  interruption_.stop();
  thread_.join();
  if (news != nullptr) news->insert(news->end(), news_.begin(), news_.end());
  news_.clear();
}

void ScenarioRun::work(const World& world, const ScenarioTask& task) {
  Workspace workspace;
  PlanResult result;
  // A planner's first search finds its memory untouched, which may take longer than the search itself on a large map:
  // it is not timed.
  std::vector<bool> warm(task.planners.size(), !task.timed);
  for (size_t query = 0; query < task.queries.size(); ++query) {
    for (size_t planner = 0; planner < task.planners.size(); ++planner) {
      if (!interruption_.enter()) return;
      ScenarioProgress news{query, planner, {}};
      bool whole = true;
      try {
        if (!warm[planner]) {
          plan(world, *task.planners[planner], task.queries[query], task.options, workspace, result);
          warm[planner] = result.stats.total().expanded > 0 || is_added(*task.planners[planner]);
        }
        news.answer = ask_planner(world, *task.planners[planner], task.queries[query], task.options, task.timed,
                                  workspace, result);
      } catch (const SearchStopped&) {
        whole = false;
      }
      interruption_.leave();
      if (!whole) return;
      const std::lock_guard lock(mutex_);
      news_.push_back(news);
    }
  }
}

}  // namespace strata
