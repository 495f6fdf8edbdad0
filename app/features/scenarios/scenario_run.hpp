// Purpose: Asks planners all queries of a scenario in a thread of its own, and takes the times of their answers.
// How: Query by query, all planners for each. Answers are collected by `poll` as they come. The world is read from
//      `start` until the run has ended: its owner changes it only after `stop`, or between `pause` and `resume` if what
//      changes is nothing that a planner reads (core/base/interruption.hpp).
// Units: Microseconds; costs as planners give them.
// Threads: All calls come from the owner's thread.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
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

// What one planner answers to one query.
struct ScenarioAnswer {
  bool known = false;  // it has been asked
  PlanStatus status = PlanStatus::kNoPath;
  Cost cost = kInfinite;
  uint64_t expanded = 0;
  double micros = 0;  // median of `runs`; 0 of none
  int runs = 0;
  bool found() const { return known && status == PlanStatus::kFound; }
};

struct ScenarioProgress {
  size_t query = 0;    // in the task
  size_t planner = 0;  // in the task
  ScenarioAnswer answer;
};

class ScenarioRun {
 public:
  ScenarioRun() = default;
  ~ScenarioRun() { stop(); }
  ScenarioRun(const ScenarioRun&) = delete;
  ScenarioRun& operator=(const ScenarioRun&) = delete;

  // None may be under way. The world must stay until the run has ended.
  void start(const World& world, ScenarioTask task);
  // From the start until `poll` has told the last answer, or `stop`.
  bool running() const { return thread_.joinable(); }
  // Appends the answers since the last call. True: these were the last ones.
  bool poll(std::vector<ScenarioProgress>& news);
  void wait();  // until the last answer has come; it is still to be polled
  // Nothing reads the world any more. What has come in can still be taken.
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

// One planner asked one query, as often as its time needs. Throws SearchStopped where it is interrupted.
ScenarioAnswer ask_planner(const World& world, const Planner& planner, const Query& query, const PlanOptions& options,
                           bool timed, Workspace& workspace, PlanResult& result);

}  // namespace strata
