// The query thread computes the answers; this file asks it and stores the answers in the rows. See QueryThread.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "app/lab/added_planner_wait.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/long_work.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/user_errors.hpp"
#include "app/lab/view_searches.hpp"
#include "app/playback/playback.hpp"
#include "core/base/stopwatch.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/added_planner.hpp"

namespace strata {

namespace {

// How long a frame waits for answers during a gesture, in milliseconds: kPaintMs while painting, which must follow the
// pointer more closely, kLiveMs while dragging.
constexpr double kLiveMs = 16;
constexpr double kPaintMs = 8;
// Interval, in milliseconds, of the checks whether an added planner has exceeded its limit.
constexpr double kLookMs = 20;

constexpr double kNoAddedLimit = std::numeric_limits<double>::infinity();
double added_limit = kNoAddedLimit;

}  // namespace

void limit_added_wait(double seconds) { added_limit = seconds; }
void remove_added_wait_limit() { added_limit = kNoAddedLimit; }

bool only_added_planners_outstanding(const Lab& lab) {
  const bool trace = lab.state().trace_waiting && !is_added(*lab.state().traced_planner());
  return !trace && std::ranges::none_of(lab.state().rows,
                                        [](const PlannerRow& row) { return row.waiting && !is_added(*row.planner); });
}

bool added_planner_timed_out(const Lab& lab) {
  return only_added_planners_outstanding(lab) && std::ranges::any_of(lab.state().rows, [](const PlannerRow& row) {
           const AddedPlanner* added = added_planner(*row.planner);
           return added != nullptr && added->busy_seconds() >= added_limit;
         });
}

// Returns whether planners may be asked now. During a gesture, frames may spend at most a third of the time on waiting
// for answers, so that the screen follows the pointer.
bool QueryController::may_solve() const {
  return !live() || state_.fixed_clock || state_.seconds - solved_at_ >= 2 * waited_seconds_;
}

void QueryController::solve() {
  solve_due_ = false;
  state_.names.read(state_.plan_options(), world_->rules().profile);
  ++plan_version_;
  optimum_.reset();
  for (PlannerRow& row : state_.rows) {
    if (state_.has_query && lab_.view_searches().wants(row)) continue;
    row.solved = row.waiting = false;
    row.key.clear();
    row.result.clear(PlanStatus::kNoPath);
    judge_row(row);
  }
  if (state_.has_query) return ask_for_answers();
  thread_->stop();
  state_.solving = state_.trace_waiting = false;
  state_.query_note = "no start and goal";
  state_.comparison_note.clear();
  record_trace();
}

// Waits for answers. On a small map they usually arrive within the frame. With a fixed clock the frame waits
// for all of them.
void QueryController::wait_for_answers(double limit_ms) {
  const Stopwatch watch;
  const bool all = state_.fixed_clock;
  const bool for_added = all || limit_ms >= QueryThread::kForever;
  if (!all && world_->map().cell_count() > options_.wait_cells) limit_ms = 0;
  while (thread_->answering()) {
    if (!long_work(lab_).go_on()) break;
    // Only the user's own programs have not answered yet; a frame does not wait for these.
    if (!for_added && only_added_planners_outstanding(lab_)) break;
    if (added_planner_timed_out(lab_)) break;
    const double left = limit_ms - watch.micros() / 1e3;
    if (!all && left <= 0) break;
    thread_->wait(std::min(kLookMs, all ? QueryThread::kForever : left));
    take_answers();
  }
  solved_at_ = state_.seconds;
  waited_seconds_ = watch.micros() / 1e6;
}

// Asks the query thread for all answers and recordings that are out of date. Until they come, the rows show
// the previous ones.
void QueryController::ask_for_answers() {
  QueryTask task{.query = state_.query,
                 .options = state_.plan_options(),
                 .planners = {},
                 .optimum = nullptr,
                 .recorded = {},
                 .heat_by = lab_.playback().heat().by,
                 .timed = {},
                 .areas = !live(),
                 .lost = false};
  std::vector<const PlannerRow*> asked;
  for (PlannerRow& row : state_.rows) {
    if (!lab_.view_searches().wants(row) || !can_solve(row)) continue;
    row.asked = answer_key(*row.planner);
    if (row.key == row.asked) {
      row.solved = true;
      row.waiting = false;
      row.note = answer_note(row);
      if (!row.timed) task.timed.push_back(row.planner);
      continue;
    }
    row.solved = false;
    row.waiting = true;
    row.note = "searching";
    asked.push_back(&row);
  }
  // Fast planners are asked first, so that their answers follow a drag. Planners that have never
  // answered are asked last.
  std::stable_sort(asked.begin(), asked.end(), [](const PlannerRow* a, const PlannerRow* b) {
    const bool a_added = is_added(*a->planner), b_added = is_added(*b->planner);
    if (a_added != b_added) return b_added;
    return (a->repeats > 0 ? a->micros : 1e18) < (b->repeats > 0 ? b->micros : 1e18);
  });
  const auto answered = [&](bool found) {
    return std::any_of(state_.rows.begin(), state_.rows.end(), [&](const PlannerRow& row) {
      const bool lost = row.result.status == PlanStatus::kNoPath && !plans_own_graph(*world_, *row.planner);
      return row.solved && (found ? row.result.found() : lost);
    });
  };
  task.lost = task.areas && answered(false) && !answered(true);
  for (const PlannerRow* row : asked) task.planners.push_back(row->planner);
  task.timed.insert(task.timed.end(), task.planners.begin(), task.planners.end());
  // With a fixed clock times are not shown, so that they are not measured.
  if (state_.fixed_clock) task.timed.clear();
  if (wants_optimum() && !state_.painting) task.optimum = &optimum_planner();
  areas_ = {};
  trace_due_ = false;
  state_.trace_deferred = state_.process != nullptr && live();
  if (state_.trace_deferred) {
    trace_due_ = true;
    // The previous recording belongs to another map and is removed.
    show_no_recorded();
  } else if (state_.process != nullptr) {
    // If the process is not possible any more, this call ends it.
    state_.process->record(lab_);
  }
  std::string key = state_.process != nullptr ? std::string() : trace_key();
  if (key == "none") {
    if (trace_key_ != key) show_no_recorded();
    trace_key_ = key;
  } else if (state_.process == nullptr && key != trace_key_) {
    task.recorded.push_back(state_.traced_planner());
  }
  state_.trace_waiting = !task.recorded.empty();
  asked_trace_key_ = state_.trace_waiting ? std::move(key) : std::string();
  lab_.view_searches().ask(task);
  state_.query_note.clear();
  state_.comparison_note.clear();
  if (task.planners.empty() && task.recorded.empty() && task.optimum == nullptr && !task.lost && task.timed.empty()) {
    thread_->stop();
    state_.solving = false;
    rate(nullptr);
    compare();
    explain();
    return;
  }
  thread_->submit(*world_, std::move(task));
  state_.solving = thread_->answering();
  // A planner that the user has added may take long. The other planners are compared with the optimum
  // without waiting for it.
  if (!state_.solving || only_added_planners_outstanding(lab_)) rate(nullptr);
  if (!state_.solving) explain();
  wait_for_answers(!live() ? options_.wait_ms : std::min(options_.wait_ms, state_.painting ? kPaintMs : kLiveMs));
}

// Measures the times that are still those of single runs, as the thread was stopped before it had measured them. The
// first answers after a start are slow, and would stay in the comparison.
void QueryController::take_missing_times() {
  const bool idle = !thread_->busy() && !solve_due_ && !trace_due_ && !live();
  if (!idle || state_.fixed_clock || !state_.has_query) return;
  QueryTask task{.query = state_.query, .options = state_.plan_options()};
  for (const PlannerRow& row : state_.rows) {
    // A planner of the user's own may have failed since its answer, so that it has no time.
    const bool missing = row.solved && !row.timed && row.allowed && !is_added(*row.planner);
    if (missing && lab_.view_searches().wants(row) && world_->ready(row.planner->needs))
      task.timed.push_back(row.planner);
  }
  if (!task.timed.empty()) thread_->submit(*world_, std::move(task));
}

// Records the search that is stepped. If its recording is up to date, recording and cursor stay as they are.
void QueryController::record_trace() {
  if (lab_.large_map_task().in_transition()) return trace_soon();
  trace_due_ = false;
  state_.trace_deferred = false;
  if (state_.process != nullptr) return state_.process->record(lab_);
  const std::string key = trace_key();
  if (key == "none" && trace_key_ != key) {
    show_no_recorded();
    trace_key_ = key;
  }
  ViewSearches& others = lab_.view_searches();
  others.show_impossible();
  const bool lead_wanted = key != trace_key_;
  if (!lead_wanted && !others.wanted()) return;
  const bool asked = thread_->answering() && (!lead_wanted || key == asked_trace_key_) && others.asked();
  if (!asked) ask_for_answers();
}

void QueryController::solve_now(bool with_times) {
  if (lab_.large_map_task().in_transition()) return;
  if (solve_due_) solve();
  if (trace_due_) record_trace();
  wait_for_answers(QueryThread::kForever);
  if (!with_times || state_.fixed_clock || world_->map().cell_count() > options_.wait_cells || !state_.has_query)
    return;
  if (!thread_->busy()) ask_for_answers();
  while (thread_->busy() && !added_planner_timed_out(lab_) && long_work(lab_).go_on()) {
    thread_->wait(kLookMs);
    take_answers();
  }
}

void QueryController::show_no_recorded() {
  trace_key_.clear();
  recorded_->trace.clear();
  lab_.playback().load(&recorded_->trace, world_->map().width(), world_->map().height());
}

void QueryController::take_answers() {
  bool news = false;
  for (QueryAnswer& answer : thread_->poll()) {
    PlannerRow* row = nullptr;
    for (PlannerRow& candidate : state_.rows) {
      if (candidate.planner == answer.planner) row = &candidate;
    }
    switch (answer.kind) {
      case QueryAnswer::Kind::kAnswer:
        // The answer belongs to an earlier query or earlier options.
        if (row->asked != answer_key(*row->planner)) break;
        std::swap(row->result, answer.result);
        row->micros = answer.micros;
        row->repeats = answer.runs;
        row->timed = false;
        take_result(*row);
        news = true;
        break;
      case QueryAnswer::Kind::kTime:
        row->micros = answer.micros;
        row->repeats = answer.runs;
        row->timed = true;
        compare();
        break;
      case QueryAnswer::Kind::kOptimum:
        optimum_ = std::move(answer.result);
        news = true;
        break;
      case QueryAnswer::Kind::kRecorded:
        take_recorded(*answer.planner, std::move(answer.recorded));
        break;
      case QueryAnswer::Kind::kAreas:
        areas_ = {answer.start_area, answer.goal_area};
        news = true;
        break;
      case QueryAnswer::Kind::kCounts:
        take_counts(answer.counts);
        break;
      case QueryAnswer::Kind::kDone:
        compare();
        break;
    }
  }
  const bool ended = state_.solving && !thread_->answering();
  state_.solving = thread_->answering();
  if (!news && !ended) return;
  ++plan_version_;
  rate(optimum_ ? &*optimum_ : nullptr);
  if (!ended) return;
  compare();
  explain();
}

// Shows a recorded search where it is needed; if it is not needed any more, gives it back to the thread.
void QueryController::take_recorded(const Planner& planner, std::unique_ptr<RecordedSearch> recorded) {
  const bool leads = !asked_trace_key_.empty() && &planner == state_.traced_planner();
  if ((leads || lab_.view_searches().takes(planner)) && recorded->trace.truncated()) {
    lab_.say(MessageKind::kWarning, cut_off_text(state_.names.title(planner), recorded->trace.events().size(),
                                                 hidden_names(lab_).hides_future()));
  }
  if (leads) {
    recorded_->show(*recorded);
    lab_.playback().breakpoints().set_code(pseudo_code());  // it may be that of another planner that was asked
    trace_key_ = std::exchange(asked_trace_key_, {});
    state_.trace_waiting = false;
  } else {
    lab_.view_searches().take(planner, *recorded);
  }
  lab_.view_searches().notice_traces();
  thread_->give_back(std::move(recorded));
}

}  // namespace strata
