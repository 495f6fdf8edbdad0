// Purpose: Asks planners all queries of a scenario in a thread of its own, and measures the times of their answers.
// How: Query by query, all planners for each: after a round that warms up, rounds in which each planner is timed once,
// so
//      that what else goes on in the computer slows all of them alike. Answers are collected by `poll` as they come.
//      The world is read from `start` until the run has ended: its owner changes it only after `stop`, or between
//      `pause` and `resume` if the change concerns nothing that a planner reads (core/base/interruption.hpp).
// Units: Microseconds; costs as planners give them.
// Threads: All calls come from the owner's thread.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "core/base/interruption.hpp"
#include "core/world/planners.hpp"
#include "core/world/world.hpp"

namespace strata {

struct Workspace;

struct ScenarioTask {
  std::vector<Query> queries;
  std::vector<const Planner*> planners;
  PlanOptions options;
  bool timed = true;  // false: each planner is asked once, and no time is kept
};

// The answer of one planner to one query.
struct ScenarioAnswer {
  bool known = false;  // the planner has been asked
  PlanStatus status = PlanStatus::kNoPath;
  Cost cost = kInfinite;
  uint64_t expanded = 0;
  double micros = 0;  // median of `runs`; 0 if there are no runs
  double spread = 0;  // half the distance between the quartiles of `runs`
  int runs = 0;
  bool found() const { return known && status == PlanStatus::kFound; }
};

struct ScenarioProgress {
  size_t query = 0;    // index in the task
  size_t planner = 0;  // index in the task
  ScenarioAnswer answer;
};

class ScenarioRun {
 public:
  ScenarioRun() = default;
  ~ScenarioRun() { stop(); }
  ScenarioRun(const ScenarioRun&) = delete;
  ScenarioRun& operator=(const ScenarioRun&) = delete;

  // Starts a run. No run may be under way, and the world must stay until the run has ended.
  void start(const World& world, ScenarioTask task);
  // Whether a run is under way: from `start` until `poll` has returned the last answer, or until `stop`.
  bool running() const { return thread_.joinable(); }
  // Appends the answers since the last call. Returns true if the last answer is among them.
  bool poll(std::vector<ScenarioProgress>& news);
  void wait();  // waits for the last answer, which must still be polled
  // Ends the run, so that nothing reads the world any more. Appends the answers that have come to `news`, if given.
  void stop(std::vector<ScenarioProgress>* news = nullptr);
  void pause() { interruption_.pause(); }
  void resume() { interruption_.resume(); }

 private:
  void work(const World& world, const ScenarioTask& task);

  Interruption interruption_;
  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<ScenarioProgress> news_;
  bool ended_ = false;
};

// Asks planners one query. If they are timed, they take turns until the median of each is stable; a planner that takes
// long is asked once. Throws SearchStopped if it is interrupted.
std::vector<ScenarioAnswer> ask_planners(const World& world, std::span<const Planner* const> planners,
                                         const Query& query, const PlanOptions& options, bool timed,
                                         Workspace& workspace, PlanResult& result);

}  // namespace strata
