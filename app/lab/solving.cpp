// The query on large maps: asked in a thread, answered row by row. See Solver.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_desk.hpp"
#include "app/lab/view_searches.hpp"
#include "app/playback/playback.hpp"

namespace strata {

bool QueryDesk::solves_in_thread() const {
  return !options_.fixed_clock && world_->map().cell_count() > options_.solve_here_cells;
}

// Asks for every answer and record that does not hold any more. Rows on show keep what they had before until then.
void QueryDesk::ask_solver() {
  SolveTask task{.query = state_.query,
                 .options = state_.plan_options,
                 .planners = {},
                 .optimum = nullptr,
                 .recorded = {},
                 .heat_by = lab_.playback().heat().by,
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
      continue;
    }
    row.solved = false;
    row.waiting = true;
    row.note = "searching";
    asked.push_back(&row);
  }
  // The quick ones first: they follow a drag. Those that have never answered come last.
  std::stable_sort(asked.begin(), asked.end(), [](const PlannerRow* a, const PlannerRow* b) {
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
  if (wants_optimum() && !live()) task.optimum = &optimum_planner();
  areas_ = {};
  trace_due_ = false;
  state_.trace_deferred = false;
  if (process_ != nullptr) process_->record(lab_);  // which may leave it
  std::string key = process_ != nullptr ? std::string() : trace_key();
  if (key == "none") {
    if (trace_key_ != key) record_lead_here(key);
  } else if (process_ == nullptr && key != trace_key_) {
    task.recorded.push_back(traced_planner());
  }
  state_.trace_waiting = !task.recorded.empty();
  asked_trace_key_ = state_.trace_waiting ? std::move(key) : std::string();
  lab_.view_searches().ask(task);
  state_.query_note.clear();
  state_.comparison_note.clear();
  if (task.planners.empty() && task.recorded.empty() && task.optimum == nullptr && !task.lost) {
    solver_->stop();
    state_.solving = false;
    rate(nullptr);
    explain();
    return;
  }
  state_.solving = true;
  solver_->submit(*world_, std::move(task));
}

void QueryDesk::take_answers() {
  bool news = false;
  for (Solved& solved : solver_->poll()) {
    PlannerRow* row = nullptr;
    for (PlannerRow& candidate : state_.rows) {
      if (candidate.planner == solved.planner) row = &candidate;
    }
    switch (solved.kind) {
      case Solved::Kind::kAnswer:
        if (row->asked != answer_key(*row->planner)) break;  // the question has changed since
        std::swap(row->result, solved.result);
        row->micros = solved.micros;
        row->repeats = solved.runs;
        take_result(*row);
        news = true;
        break;
      case Solved::Kind::kTime:
        row->micros = solved.micros;
        row->repeats = solved.runs;
        break;
      case Solved::Kind::kOptimum:
        optimum_ = std::move(solved.result);
        news = true;
        break;
      case Solved::Kind::kRecorded:
        take_recorded(*solved.planner, std::move(solved.recorded));
        break;
      case Solved::Kind::kAreas:
        areas_ = {solved.start_area, solved.goal_area};
        news = true;
        break;
      case Solved::Kind::kCounts:
        take_counts(solved.counts);
        break;
      case Solved::Kind::kDone:
        compare();
        break;
    }
  }
  const bool ended = state_.solving && !solver_->answering();
  state_.solving = solver_->answering();
  if (!news && !ended) return;
  ++plan_version_;
  rate(optimum_ ? &*optimum_ : nullptr);
  if (ended) explain();
}

// What nobody wants any more gives its memory back.
void QueryDesk::take_recorded(const Planner& planner, std::unique_ptr<RecordedSearch> recorded) {
  const bool leads = !asked_trace_key_.empty() && &planner == traced_planner();
  if ((leads || lab_.view_searches().takes(planner)) && recorded->trace.truncated()) {
    lab_.say(MessageKind::kWarning, fmt::format("The recorded search of {} was cut off after {} events",
                                                state_.names.title(planner), recorded->trace.events().size()));
  }
  if (leads) {
    recorded->playback.follow(lab_.playback());
    std::swap(recorded_, recorded);
    trace_key_ = std::exchange(asked_trace_key_, {});
    state_.trace_waiting = false;
    recorded_events_ = recorded_->trace.events().size();
  } else {
    lab_.view_searches().take(planner, recorded);
  }
  lab_.view_searches().notice_traces();
  solver_->give_back(std::move(recorded));
}

}  // namespace strata
