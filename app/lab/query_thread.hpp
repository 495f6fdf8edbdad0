// Purpose: A QueryThread answers the query in a thread: first each planner once, then the recorded search, then
//          repeated runs for the times.
// How: There is one task at a time; a new task ends the previous one. `poll` collects answers as they arrive. The
//      thread reads the world during a task: the owner may change it only after `stop`. Between `pause` and `resume`
//      the owner may change what no planner reads (core/base/interruption.hpp).
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
#include "core/search/plan_options.hpp"
#include "core/search/workspace.hpp"
#include "core/world/planners.hpp"

namespace strata {

// A recorded search with its playback.
struct RecordedSearch {
  explicit RecordedSearch(size_t capacity) : trace(capacity) {}
  RecordedSearch(const RecordedSearch&) = delete;
  RecordedSearch& operator=(const RecordedSearch&) = delete;
  // Takes over the recording of `next` and gives it the present one. Speed and breakpoints of this object stay.
  // References to both objects stay valid.
  void show(RecordedSearch& next);
  Trace trace;
  Playback playback;
};

struct QueryTask {
  PlanQuery query = {};
  PlanOptions options = {};
  // The planners to ask, in this order.
  std::vector<const Planner*> planners = {};
  // The planner that is run for the optimal cost; null: the optimum is not needed, or the planner is among `planners`.
  const Planner* optimum = nullptr;
  // The planners whose searches are recorded, in this order.
  std::vector<const Planner*> recorded = {};
  // What the heat maps of the recorded searches show.
  HeatMapQuantity heat_by = HeatMapQuantity::kOrder;
  // The planners whose runs are repeated to measure times, after all other work.
  std::vector<const Planner*> timed = {};
  // If there is no path, the cells that are connected to start and to goal are counted, too.
  bool areas = false;
  // The sizes of the graphs are counted, too.
  bool count = false;
  // Planners of earlier tasks have found no path for this query.
  bool lost = false;
};

// One answer of a task.
struct QueryAnswer {
  enum class Kind : uint8_t { kAnswer, kTime, kOptimum, kRecorded, kAreas, kCounts, kDone } kind = Kind::kDone;
  const Planner* planner = nullptr;
  // For kAnswer and kOptimum: the result of the planner.
  PlanResult result;
  // For kAnswer: the time of the run. For kTime: the median of `runs` runs.
  double micros = 0;
  int runs = 1;
  std::unique_ptr<RecordedSearch> recorded;
  GraphCounts counts;
  size_t start_area = 0, goal_area = 0;  // number of cells connected to start and to goal
};

class QueryThread {
 public:
  explicit QueryThread(size_t trace_capacity) : trace_capacity_(trace_capacity) {}
  ~QueryThread();
  QueryThread(const QueryThread&) = delete;
  QueryThread& operator=(const QueryThread&) = delete;

  // Starts a task; a task under way ends. The world must exist until `stop` is called.
  void submit(const World& world, QueryTask task);
  // Gives a recording back to the thread, which uses its memory for another one.
  void give_back(std::unique_ptr<RecordedSearch> recorded);
  // Returns whether there is work left to do, or an answer that was not collected yet.
  bool busy() const { return busy_; }
  // Returns whether an answer or a recording is still to come. It is false while only times are measured.
  bool answering() const { return answering_; }
  // Returns the answers since the last call, in order.
  std::vector<QueryAnswer> poll();
  // Waits until answers have arrived, the task is done, or `limit_ms` milliseconds have passed.
  static constexpr double kForever = 1e9;
  void wait(double limit_ms = kForever);
  // Ends the task, after which the thread does not read the world. Answers that were not collected are dropped.
  void stop();
  // Between these calls the thread does not read the world.
  void pause() { interruption_.pause(); }
  void resume() { interruption_.resume(); }

 private:
  void run();
  void work(const World& world, const QueryTask& task);
  bool plan_once(const World& world, const PlanQuery& query, const PlanOptions& options, const Planner& planner,
                 PlanResult& result, double& micros);
  bool record(const World& world, const QueryTask& task, const Planner& planner);
  bool measure_areas(const World& world, const PlanQuery& query);
  bool count(const World& world);
  void take_times(const World& world, const QueryTask& task);
  void report(QueryAnswer answer);
  // Resets the memory that searches use, after a search was interrupted.
  void clean_workspace();

  size_t trace_capacity_;
  Interruption interruption_;
  std::thread thread_;

  std::mutex mutex_;
  std::condition_variable changed_;
  // The world of a task that has not begun yet; null: there is none.
  const World* world_ = nullptr;
  std::optional<QueryTask> waiting_;
  std::vector<std::unique_ptr<RecordedSearch>> spare_;
  std::vector<QueryAnswer> answers_;
  bool working_ = false;
  bool quit_ = false;

  // These members belong to the owner's thread.
  bool busy_ = false, answering_ = false;

  // These members belong to the query thread.
  Workspace workspace_;
  PlanResult scratch_;
  std::vector<uint8_t> seen_;
  std::vector<CellId> area_;
};

}  // namespace strata
