#include "app/features/scenarios/scenario_run.hpp"

#include <utility>

#include "app/lab/timed_runs.hpp"
#include "core/base/check.hpp"
#include "core/base/stopwatch.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/workspace.hpp"
#include "core/world/added_planner.hpp"

namespace strata {
namespace {

// Limits of the time for one query. They are smaller than those of the comparison, as there may be
// thousands of queries.
constexpr double kRepeatMicros = 1'000;  // time for repeated runs after the first
constexpr double kMaxMicros = 20'000;    // a run longer than this is not repeated

// Plans once and returns the time that it took. The time excludes pauses of the run.
double plan_once(const World& world, const Planner& planner, const PlanQuery& query, const PlanOptions& options,
                 Workspace& workspace, PlanResult& result) {
  const Interruption* interruption = Interruption::of_this_thread();
  const double rested = interruption != nullptr ? interruption->rested_micros() : 0;
  const Stopwatch watch;
  plan(world, planner, query, options, workspace, result);
  const double taken = watch.micros();
  return own_micros(planner, taken - (interruption != nullptr ? interruption->rested_micros() - rested : 0));
}

}  // namespace

std::vector<ScenarioAnswer> ask_planners(const World& world, std::span<const Planner* const> planners,
                                         const PlanQuery& query, const PlanOptions& options, bool timed,
                                         Workspace& workspace, PlanResult& result) {
  std::vector<ScenarioAnswer> answers(planners.size());
  std::vector<TimedRuns> times(planners.size(), TimedRuns(kRepeatMicros, kMaxMicros));
  for (size_t i = 0; i < planners.size(); ++i) {  // a warm-up round
    (void)plan_once(world, *planners[i], query, options, workspace, result);
    answers[i].known = true;
    answers[i].status = result.status;
    answers[i].cost = result.cost;
    answers[i].raw_cost = result.raw_cost;
    answers[i].expanded = result.stats.total().expanded;
    const auto of = [&](Phase phase) { return result.stats.of(phase).expanded; };
    answers[i].parts = {of(Phase::kMain) + of(Phase::kForward) + of(Phase::kBackward),
                        of(Phase::kInsertStart) + of(Phase::kInsertGoal), of(Phase::kRefine)};
  }
  if (!timed) return answers;
  for (bool again = true; again;) {
    again = false;
    for (size_t i = 0; i < planners.size(); ++i) {
      if (times[i].enough()) continue;
      times[i].add(plan_once(world, *planners[i], query, options, workspace, result));
      again |= !times[i].enough();
    }
  }
  for (size_t i = 0; i < planners.size(); ++i) {
    answers[i].micros = times[i].median();
    answers[i].spread = times[i].spread();
    answers[i].runs = times[i].runs();
  }
  return answers;
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
  for (size_t query = 0; query < task.queries.size(); ++query) {
    if (!interruption_.enter()) return;
    std::vector<ScenarioAnswer> answers;
    try {
      answers = ask_planners(world, task.planners, task.queries[query], task.options, task.timed, workspace, result);
    } catch (const SearchStopped&) {
      interruption_.leave();
      return;
    }
    interruption_.leave();
    const std::lock_guard lock(mutex_);
    for (size_t planner = 0; planner < answers.size(); ++planner) news_.push_back({query, planner, answers[planner]});
  }
}

}  // namespace strata
