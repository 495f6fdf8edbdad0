// The query is answered in a thread, and its answers are taken row by row. See QueryThread.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "app/lab/added_wait.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/hidden.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/long_work.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/user_errors.hpp"
#include "app/lab/view_searches.hpp"
#include "app/playback/playback.hpp"
#include "core/base/stopwatch.hpp"
#include "core/world/added_planner.hpp"

namespace strata {

namespace {

// How long a frame may wait for answers while a gesture is under way, in milliseconds: painting must follow the pointer
// more closely than dragging.
constexpr double kLiveMs = 16;
constexpr double kPaintMs = 8;
constexpr double kLookMs = 20;  // between two looks whether a planner that was added takes too long

constexpr double kNoAddedLimit = std::numeric_limits<double>::infinity();
double added_limit = kNoAddedLimit;

}  // namespace

void limit_added_wait(double seconds) { added_limit = seconds; }
void limit_added_wait_no_more() { added_limit = kNoAddedLimit; }

bool waits_for_added_alone(const Lab& lab) {
  const bool trace = lab.state().trace_waiting && !is_added(*lab.query().traced_planner());
  return !trace && std::ranges::none_of(lab.state().rows,
                                        [](const PlannerRow& row) { return row.waiting && !is_added(*row.planner); });
}

bool gives_added_up(const Lab& lab) {
  return waits_for_added_alone(lab) && std::ranges::any_of(lab.state().rows, [](const PlannerRow& row) {
           const AddedPlanner* added = added_planner(*row.planner);
           return added != nullptr && added->busy_seconds() >= added_limit;
         });
}

// Whether a query may be solved now. During a gesture at most a third of the time is spent on waiting, so that the
// screen follows the pointer.
bool QueryController::may_solve() const {
  return !live() || state_.fixed_clock || state_.seconds - solved_at_ >= 2 * waited_seconds_;
}

void QueryController::solve() {
  solve_due_ = false;
  state_.names.read(state_.plan_options, world_->rules().profile);
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

// Waits for answers: those of a small map mostly come within the frame; under a fixed clock all answers do.
void QueryController::wait_for_answers(double limit_ms) {
  const Stopwatch watch;
  const bool all = state_.fixed_clock;
  const bool for_added = all || limit_ms >= QueryThread::kForever;
  if (!all && world_->map().cell_count() > options_.wait_cells) limit_ms = 0;
  while (thread_->answering()) {
    if (!long_work(lab_).go_on()) break;
    if (!for_added && waits_for_added_alone(lab_)) break;  // no frame waits for a program that is not ours
    if (gives_added_up(lab_)) break;
    const double left = limit_ms - watch.micros() / 1e3;
    if (!all && left <= 0) break;
    thread_->wait(std::min(kLookMs, all ? QueryThread::kForever : left));
    take_answers();
  }
  solved_at_ = state_.seconds;
  waited_seconds_ = watch.micros() / 1e6;
}

// Asks for every answer and recording that is out of date. Rows keep what they show until the new answers come.
void QueryController::ask_for_answers() {
  QueryTask task{.query = state_.query,
                 .options = state_.plan_options,
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
      if (row.repeats == 1) task.timed.push_back(row.planner);
      continue;
    }
    row.solved = false;
    row.waiting = true;
    row.note = "searching";
    asked.push_back(&row);
  }
  // Fast planners come first, so that they follow a drag; planners that have never answered come last.
  std::stable_sort(asked.begin(), asked.end(), [](const PlannerRow* a, const PlannerRow* b) {
    const bool a_added = is_added(*a->planner), b_added = is_added(*b->planner);
    if (a_added != b_added) return b_added;
    return (a->repeats > 0 ? a->micros : 1e18) < (b->repeats > 0 ? b->micros : 1e18);
  });
  const auto answered = [&](bool found) {
    return std::any_of(state_.rows.begin(), state_.rows.end(), [&](const PlannerRow& row) {
      const bool lost = row.result.status == PlanStatus::kNoPath && !over_drawn(*row.planner);
      return row.solved && (found ? row.result.found() : lost);
    });
  };
  task.lost = task.areas && answered(false) && !answered(true);
  for (const PlannerRow* row : asked) task.planners.push_back(row->planner);
  task.timed.insert(task.timed.end(), task.planners.begin(), task.planners.end());
  if (state_.fixed_clock) task.timed.clear();  // times are not shown
  if (wants_optimum() && !state_.painting) task.optimum = &optimum_planner();
  areas_ = {};
  trace_due_ = false;
  state_.trace_deferred = process_ != nullptr && live();
  if (state_.trace_deferred) {
    trace_due_ = true;
    show_no_recorded();  // the picture of another map would mislead
  } else if (process_ != nullptr) {
    process_->record(lab_);  // this may end the process
  }
  std::string key = process_ != nullptr ? std::string() : trace_key();
  if (key == "none") {
    if (trace_key_ != key) show_no_recorded();
    trace_key_ = key;
  } else if (process_ == nullptr && key != trace_key_) {
    task.recorded.push_back(traced_planner());
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
  // A planner that the user has added may take long: the others are rated without it.
  if (!state_.solving || waits_for_added_alone(lab_)) rate(nullptr);
  if (!state_.solving) explain();
  wait_for_answers(!live() ? options_.wait_ms : std::min(options_.wait_ms, state_.painting ? kPaintMs : kLiveMs));
}

// Records the stepped search. If its recording is up to date, the recording and its cursor are kept.
void QueryController::record_trace() {
  trace_due_ = false;
  state_.trace_deferred = false;
  if (process_ != nullptr) return process_->record(lab_);
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
  if (solve_due_) solve();
  if (trace_due_) record_trace();
  wait_for_answers(QueryThread::kForever);
  if (!with_times || state_.fixed_clock || world_->map().cell_count() > options_.wait_cells || !state_.has_query)
    return;
  if (!thread_->busy()) ask_for_answers();
  while (thread_->busy() && !gives_added_up(lab_) && long_work(lab_).go_on()) {
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
        if (row->asked != answer_key(*row->planner)) break;  // the query has changed since
        std::swap(row->result, answer.result);
        row->micros = answer.micros;
        row->repeats = answer.runs;
        take_result(*row);
        news = true;
        break;
      case QueryAnswer::Kind::kTime:
        row->micros = answer.micros;
        row->repeats = answer.runs;
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

// Takes a recorded search; a search that is not needed any more is freed.
void QueryController::take_recorded(const Planner& planner, std::unique_ptr<RecordedSearch> recorded) {
  const bool leads = !asked_trace_key_.empty() && &planner == traced_planner();
  if ((leads || lab_.view_searches().takes(planner)) && recorded->trace.truncated()) {
    lab_.say(MessageKind::kWarning, cut_off_text(state_.names.title(planner), recorded->trace.events().size(),
                                                 hidden_names(lab_).hides_future()));
  }
  if (leads) {
    recorded_->show(*recorded);
    trace_key_ = std::exchange(asked_trace_key_, {});
    state_.trace_waiting = false;
  } else {
    lab_.view_searches().take(planner, *recorded);
  }
  lab_.view_searches().notice_traces();
  thread_->give_back(std::move(recorded));
}

}  // namespace strata
