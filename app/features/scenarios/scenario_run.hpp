// Purpose: A ScenarioRun asks planners all queries of a scenario in a thread, and measures the times of their answers.
// How: A query goes to all planners before the next query. After a warm-up round, each further round times every
//      planner once, so that other load on the computer affects all planners alike. `poll` collects answers as they
//      arrive. The thread reads the world until the run has ended: its owner may change the world only after `stop`.
//      Between `pause` and `resume` the owner may change what no planner reads (core/base/interruption.hpp).
// Units: Times in microseconds; costs in the units of the planners.
// Threads: All calls come from the owner's thread.
#pragma once

#include <array>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "core/base/interruption.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/planners.hpp"
#include "core/world/world.hpp"

namespace strata {

struct Workspace;

struct ScenarioTask {
  std::vector<PlanQuery> queries;
  std::vector<const Planner*> planners;
  PlanOptions options;
  // False: every planner is asked each query once, and times are not stored.
  bool timed = true;
};

// The parts in which figure 6 of HPA* counts expansions; the search of a hierarchy from both ends is one part.
enum class ScenarioPart : uint8_t { kSearch, kConnecting, kRefinement };
inline constexpr size_t kScenarioParts = 3;

// The answer of one planner to one query.
struct ScenarioAnswer {
  bool known = false;  // true: the planner was asked, and the other members are valid
  PlanStatus status = PlanStatus::kNoPath;
  Cost cost = kInfinite;
  Cost raw_cost = kInfinite;  // before smoothing
  uint64_t expanded = 0;
  std::array<uint64_t, kScenarioParts> parts{};  // expansions by ScenarioPart; other phases have none
  // Median of the times of `runs` runs; 0: no times were taken.
  double micros = 0;
  // Half the interquartile range of these times.
  double spread = 0;
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

  // Starts a run. No other run may be under way. The world must exist until the run has ended.
  void start(const World& world, ScenarioTask task);
  // Returns whether a run is under way: until `poll` has returned the last answer, or until `stop`.
  bool running() const { return thread_.joinable(); }
  // Appends the answers that have arrived since the last call. Returns true once the last answer of the
  // run is among them.
  bool poll(std::vector<ScenarioProgress>& news);
  // Waits for the last answer of the run. The caller must then collect it with `poll`.
  void wait();
  // Ends the run: afterwards the thread does not read the world. Appends the answers so far to `news`,
  // unless that is null.
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

// Asks all planners one query. With `timed`, they take turns until the median time of each is stable; a slow planner is
// asked only once. Throws SearchStopped if interrupted.
std::vector<ScenarioAnswer> ask_planners(const World& world, std::span<const Planner* const> planners,
                                         const PlanQuery& query, const PlanOptions& options, bool timed,
                                         Workspace& workspace, PlanResult& result);

}  // namespace strata
