#include "app/lab/query_thread.hpp"

#include <chrono>
#include <utility>

#include "app/lab/timed_runs.hpp"
#include "core/base/stopwatch.hpp"
#include "core/grid/map_links.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/weighted_search.hpp"
#include "core/world/added_planner.hpp"

namespace strata {

namespace {

// Time that the repeated runs of one planner may take, in microseconds.
constexpr double kRepeatMicros = 50'000;
// If the first run of a planner takes longer than this, in microseconds, there is no second one.
constexpr double kMaxMicros = 1'500'000;
// Runs of a planner are not counted until they have taken this time together, in microseconds.
constexpr double kWarmUpMicros = 2'000;
// Number of recordings that are stored so that their memory can be reused: one for each view.
constexpr size_t kMaxSpare = 4;
// Number of cells that are visited between two checks for an interruption.
constexpr size_t kAreaSteps = 1u << 14;

}  // namespace

void RecordedSearch::show(RecordedSearch& next) {
  next.playback.follow(playback);
  std::swap(trace, next.trace);
  std::swap(playback, next.playback);
  playback.trace_moved(trace);
  next.playback.trace_moved(next.trace);
}

QueryThread::~QueryThread() {
  if (!thread_.joinable()) return;
  stop();
  {
    const std::lock_guard lock(mutex_);
    quit_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void QueryThread::submit(const World& world, QueryTask task) {
  stop();
  if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
  const bool asks = !task.planners.empty() || task.optimum != nullptr || !task.recorded.empty() || task.lost;
  {
    const std::lock_guard lock(mutex_);
    world_ = &world;
    waiting_ = std::move(task);
  }
  busy_ = true;
  answering_ = asks;
  interruption_.open();
  changed_.notify_all();
}

void QueryThread::give_back(std::unique_ptr<RecordedSearch> recorded) {
  const std::lock_guard lock(mutex_);
  if (spare_.size() < kMaxSpare) spare_.push_back(std::move(recorded));
}

std::vector<QueryAnswer> QueryThread::poll() {
  std::vector<QueryAnswer> news;
  if (!busy_) return news;
  {
    const std::lock_guard lock(mutex_);
    std::swap(news, answers_);
  }
  for (const QueryAnswer& one : news) {
    if (one.kind == QueryAnswer::Kind::kDone) busy_ = answering_ = false;
    // After all answers and recordings, only times and counts follow.
    if (one.kind == QueryAnswer::Kind::kTime || one.kind == QueryAnswer::Kind::kCounts) answering_ = false;
  }
  return news;
}

void QueryThread::wait(double limit_ms) {
  if (!busy_) return;
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, std::chrono::duration<double, std::milli>(limit_ms), [this] { return !answers_.empty(); });
}

void QueryThread::stop() {
  if (!busy_) return;
  interruption_.stop();
  std::unique_lock lock(mutex_);
  waiting_.reset();
  changed_.wait(lock, [this] { return !working_; });
  for (QueryAnswer& one : answers_) {
    if (one.recorded && spare_.size() < kMaxSpare) spare_.push_back(std::move(one.recorded));
  }
  answers_.clear();
  busy_ = answering_ = false;
}

void QueryThread::run() {
  Interruption::of_this_thread() = &interruption_;
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return quit_ || waiting_; });
    if (quit_) return;
    const QueryTask task = std::move(*waiting_);
    const World& world = *world_;
    waiting_.reset();
    working_ = true;
    lock.unlock();
    work(world, task);
    lock.lock();
    working_ = false;
    changed_.notify_all();
  }
}

void QueryThread::report(QueryAnswer answer) {
  {
    const std::lock_guard lock(mutex_);
    answers_.push_back(std::move(answer));
  }
  changed_.notify_all();
}

void QueryThread::clean_workspace() {
  // These records are large, so that their memory is reused. They need not be cleared, as stamps tell which are valid.
  CellRecords cells = std::move(workspace_.cells);
  workspace_ = Workspace{};
  workspace_.cells = std::move(cells);
}

// Runs the planner once. Returns false if the task was ended meanwhile.
bool QueryThread::plan_once(const World& world, const PlanQuery& query, const PlanOptions& options,
                            const Planner& planner, PlanResult& result, double& micros) {
  if (!interruption_.enter()) return false;
  bool whole = true;
  try {
    const Stopwatch watch;
    plan(world, planner, query, options, workspace_, result);
    micros = own_micros(planner, watch.micros() - interruption_.rested_micros());
  } catch (const SearchStopped&) {
    whole = false;
  }
  interruption_.leave();
  if (!whole) clean_workspace();
  return whole;
}

bool QueryThread::record(const World& world, const QueryTask& task, const Planner& planner) {
  std::unique_ptr<RecordedSearch> recorded;
  {
    const std::lock_guard lock(mutex_);
    if (!spare_.empty()) {
      recorded = std::move(spare_.back());
      spare_.pop_back();
    }
  }
  if (!recorded) recorded = std::make_unique<RecordedSearch>(trace_capacity_);
  const HeatMap& picture = recorded->playback.heat();
  // The playback must not refer to the previous search any more.
  recorded->playback.load(nullptr, picture.width, picture.height);
  recorded->trace.clear();
  recorded->playback.set_heat_by(task.heat_by);
  if (!interruption_.enter()) return false;
  const int width = world.map().width(), height = world.map().height();
  bool whole = true;
  try {
    plan(world, planner, task.query, task.options, workspace_, scratch_, &recorded->trace);
  } catch (const SearchStopped&) {
    whole = false;
  }
  interruption_.leave();
  if (!whole) {
    clean_workspace();
    recorded->trace.clear();
  }
  recorded->playback.load(&recorded->trace, width, height);
  if (whole) {
    QueryAnswer answer;
    answer.kind = QueryAnswer::Kind::kRecorded;
    answer.planner = &planner;
    answer.recorded = std::move(recorded);
    report(std::move(answer));
    return true;
  }
  give_back(std::move(recorded));
  return false;
}

bool QueryThread::measure_areas(const World& world, const PlanQuery& query) {
  if (!interruption_.enter()) return false;
  bool whole = true;
  QueryAnswer answer;
  answer.kind = QueryAnswer::Kind::kAreas;
  try {
    const MoveGrid& moves = world.moves();
    seen_.assign(moves.cell_count(), 0);
    for (const bool start : {true, false}) {
      const Cell from = start ? query.start : query.goal;
      if (!moves.passable(from)) continue;
      area_.assign(1, moves.id(from));
      seen_[area_[0]] = start ? 1 : 2;
      size_t& count = start ? answer.start_area : answer.goal_area;
      for (; !area_.empty(); ++count) {
        if (count % kAreaSteps == 0) interruption_point();
        const CellId id = area_.back();
        area_.pop_back();
        for (int d = 0; d < kDirections; ++d) {
          if ((moves.moves(id) >> d & 1) == 0) continue;
          const CellId next = moves.neighbour(id, d);
          if (seen_[next] == (start ? 1 : 2)) continue;
          seen_[next] = start ? 1 : 2;
          area_.push_back(next);
        }
        // Links lead from the start, and against their direction from the goal.
        if (moves.links() == nullptr) continue;
        for (const MapLink& link : start ? moves.links()->from(id) : moves.links()->into(id)) {
          const CellId next = start ? link.to : link.from;
          if (!moves.passable(next) || seen_[next] == (start ? 1 : 2)) continue;
          seen_[next] = start ? 1 : 2;
          area_.push_back(next);
        }
      }
    }
  } catch (const SearchStopped&) {
    whole = false;
  }
  interruption_.leave();
  if (whole) report(std::move(answer));
  return whole;
}

bool QueryThread::count(const World& world) {
  if (!interruption_.enter()) return false;
  bool whole = true;
  QueryAnswer answer;
  answer.kind = QueryAnswer::Kind::kCounts;
  try {
    answer.counts = count_graphs(world);
  } catch (const SearchStopped&) {
    whole = false;
  }
  interruption_.leave();
  if (whole) report(std::move(answer));
  return whole;
}

void QueryThread::take_times(const World& world, const QueryTask& task) {
  PlanOptions timed = task.options;
  timed.keep_raw_path = false;
  for (const Planner* planner : task.timed) {
    // The programs of the user's own planners have run before, and may take long.
    TimedRuns times(kRepeatMicros, kMaxMicros, is_added(*planner) ? 0 : kWarmUpMicros);
    while (!times.enough()) {
      double micros = 0;
      if (!plan_once(world, task.query, timed, *planner, scratch_, micros)) return;
      if (is_added(*planner) && scratch_.status == PlanStatus::kUnsupported)
        // The user's program has failed since its first answer.
        break;
      times.add(micros);
    }
    if (!times.enough()) continue;
    QueryAnswer answer;
    answer.kind = QueryAnswer::Kind::kTime;
    answer.planner = planner;
    answer.micros = times.median();
    answer.runs = times.runs();
    report(std::move(answer));
  }
}

void QueryThread::work(const World& world, const QueryTask& task) {
  bool found = false, missing = task.lost;
  const auto answer = [&](QueryAnswer::Kind kind, const Planner& planner) {
    QueryAnswer own;
    own.kind = kind;
    own.planner = &planner;
    // The optimum is computed by A* with the default heuristic, whatever the options say.
    const PlanOptions options =
        kind == QueryAnswer::Kind::kOptimum ? with_default_heuristic(task.options) : task.options;
    if (!plan_once(world, task.query, options, planner, own.result, own.micros)) return false;
    found = found || own.result.found();
    missing = missing || own.result.status == PlanStatus::kNoPath;
    report(std::move(own));
    return true;
  };
  // Planners that the user has added may take long, so that they run after all others.
  for (const bool added : {false, true}) {
    for (const Planner* planner : task.planners) {
      if (is_added(*planner) == added && !answer(QueryAnswer::Kind::kAnswer, *planner)) return;
    }
    for (const Planner* planner : task.recorded) {
      if (is_added(*planner) == added && !record(world, task, *planner)) return;
    }
    if (!added && task.optimum != nullptr && !answer(QueryAnswer::Kind::kOptimum, *task.optimum)) return;
  }
  if (task.areas && missing && !found && !measure_areas(world, task.query)) return;
  if (task.count && !count(world)) return;
  take_times(world, task);
  report({});
}

}  // namespace strata
