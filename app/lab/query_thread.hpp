// Purpose: A QueryThread answers the query: every planner once, then the search that is stepped, then more runs for the
//          times.
// How: There is one task at a time; a new task ends the task before. `poll` collects answers as they come. The world is
//      read while a task is under way: its owner changes it only after `stop`, or between `pause` and `resume` if what
//      changes is nothing that a planner reads (core/base/interruption.hpp).
// Threads: All calls come from the owner's thread.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "app/lab/graph_counts.hpp"
#include "app/playback/playback.hpp"
#include "core/base/interruption.hpp"
#include "core/search/workspace.hpp"
#include "core/world/planners.hpp"

namespace strata {

// A search that has been recorded, with what is needed to step through it.
struct RecordedSearch {
  explicit RecordedSearch(size_t capacity) : trace(capacity) {}
  RecordedSearch(const RecordedSearch&) = delete;
  RecordedSearch& operator=(const RecordedSearch&) = delete;
  // Takes what `next` has recorded, with the speed and the breakpoints of what is shown here, and gives it what was
  // recorded here. References to both stay.
  void show(RecordedSearch& next);
  Trace trace;
  Playback playback;
};

struct QueryTask {
  Query query = {};
  PlanOptions options = {};
  std::vector<const Planner*> planners = {};  // in this order
  const Planner* optimum = nullptr;  // asked as well, for the optimal cost; null: a planner has it, or it is not needed
  std::vector<const Planner*> recorded = {};  // planners whose searches are recorded, in this order
  HeatBy heat_by = HeatBy::kOrder;            // colouring of the recorded search
  std::vector<const Planner*> timed = {};     // timed by more runs, after everything else
  bool areas = false;                         // also finds the sizes of both ends' areas if there is no path
  bool count = false;                         // also counts the sizes of the graphs
  bool lost = false;                          // planners that were asked before have found no path
};

// One answer of a task.
struct QueryAnswer {
  enum class Kind : uint8_t { kAnswer, kTime, kOptimum, kRecorded, kAreas, kCounts, kDone } kind = Kind::kDone;
  const Planner* planner = nullptr;
  PlanResult result;  // kAnswer, kOptimum
  double micros = 0;  // kAnswer: of that run; kTime: the median of `runs`
  int runs = 1;
  std::unique_ptr<RecordedSearch> recorded;
  GraphCounts counts;
  size_t start_area = 0, goal_area = 0;  // sizes of the areas reachable from start and goal, cells
};

class QueryThread {
 public:
  explicit QueryThread(size_t trace_capacity) : trace_capacity_(trace_capacity) {}
  ~QueryThread();
  QueryThread(const QueryThread&) = delete;
  QueryThread& operator=(const QueryThread&) = delete;

  // Starts a task; the task under way ends. The world must stay until `stop`.
  void submit(const World& world, QueryTask task);
  // Takes back a recorded search that is no longer needed, to use its memory for the next.
  void give_back(std::unique_ptr<RecordedSearch> recorded);
  // Whether something is left to be done or to be collected.
  bool busy() const { return busy_; }
  // Whether an answer is left to be found or recorded; false while only times are measured.
  bool answering() const { return answering_; }
  // Returns the answers that have arrived since the last call, in order.
  std::vector<QueryAnswer> poll();
  // Waits until there are answers, the task is done, or the milliseconds have passed.
  static constexpr double kForever = 1e9;
  void wait(double limit_ms = kForever);
  // Ends the task: afterwards nothing reads the world, and answers not yet collected are dropped.
  void stop();
  // Stops the task's work between these two calls.
  void pause() { interruption_.pause(); }
  void resume() { interruption_.resume(); }

 private:
  void run();
  void work(const World& world, const QueryTask& task);
  bool plan_once(const World& world, const Query& query, const PlanOptions& options, const Planner& planner,
                 PlanResult& result, double& micros);
  bool record(const World& world, const QueryTask& task, const Planner& planner);
  bool measure_areas(const World& world, const Query& query);
  bool count(const World& world);
  void take_times(const World& world, const QueryTask& task);
  void report(QueryAnswer answer);
  // Clears the workspace after an interrupted search.
  void clean_workspace();

  size_t trace_capacity_;
  Interruption interruption_;
  std::thread thread_;

  std::mutex mutex_;
  std::condition_variable changed_;
  const World* world_ = nullptr;  // world of the queued task; null: none
  std::optional<QueryTask> waiting_;
  std::vector<std::unique_ptr<RecordedSearch>> spare_;
  std::vector<QueryAnswer> answers_;
  bool working_ = false;
  bool quit_ = false;

  // Members of the owner's thread.
  bool busy_ = false, answering_ = false;

  // Members of the query thread.
  Workspace workspace_;
  PlanResult scratch_;
  std::vector<uint8_t> seen_;
  std::vector<CellId> area_;
};

}  // namespace strata
