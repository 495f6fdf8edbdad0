// What is stepped: a recorded search, or a contraction.
#include "app/lab/lab_parts.hpp"
#include "core/ch/contraction_code.hpp"

namespace strata {

QueryDesk::QueryDesk(Lab& lab)
    : LabPart(lab),
      recorded_(std::make_unique<RecordedSearch>(options_.trace_capacity)),
      solver_(options_.trace_capacity) {}

Cost QueryDesk::trace_unit() const {
  if (!state_.contracting) return row_unit(*traced_planner());
  return state_.ch_options.graph == ChGraph::kDrawn ? kDrawnUnit : lab_.cost_unit();
}

bool QueryDesk::over_drawn(const Planner& planner) const { return plans_own_graph(*world_, planner); }

const PseudoCode& QueryDesk::pseudo_code() const {
  return state_.contracting ? contraction_code::kCode : *traced_planner()->pseudo_code;
}

// What is recorded and stepped from now on: the planner's search, or the contraction.
void QueryDesk::set_stepped(std::string_view planner, bool contracting) {
  state_.traced = planner;
  state_.contracting = contracting;
  lab_.playback().breakpoints().set_code(pseudo_code());
}

void QueryDesk::note_recorded(std::string key, size_t events) {
  trace_key_ = std::move(key);
  recorded_events_ = events;
}

void QueryDesk::forget_recorded() {
  recorded_->trace.clear();
  trace_key_.clear();
}

void QueryDesk::await_no_trace() {
  asked_trace_key_.clear();
  state_.trace_waiting = false;
}

void QueryDesk::work_due() {
  if (solve_due_ && may_solve()) solve();
  if (trace_due_ && !live()) record_trace();
}

void QueryDesk::solve_now() {
  if (solve_due_) solve();
  if (trace_due_) record_trace();
}

}  // namespace strata
