// The stepped recording: a search, or a process of a feature.
#include <utility>

#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/layer_auto_hide.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/view_searches.hpp"
#include "app/playback/narration.hpp"
#include "app/playback/playback.hpp"
#include "core/ch/drawn_graph.hpp"

namespace strata {

QueryController::QueryController(Lab& lab)
    : LabPart(lab),
      workspace_(std::make_unique<Workspace>()),
      recorded_(std::make_unique<RecordedSearch>(options_.trace_capacity)),
      thread_(std::make_unique<QueryThread>(options_.trace_capacity)) {}

QueryController::~QueryController() = default;

Cost QueryController::trace_unit() const {
  return state_.process != nullptr ? state_.process->unit(lab_) : search_unit(lab_, *state_.traced_planner());
}

Cost search_unit(const Lab& lab, const Planner& planner) {
  return planner.any_angle ? any_angle_unit(lab.world(), planner) : lab.query().row_unit(planner);
}

Cost QueryController::row_unit(const Planner& planner) const {
  return plans_own_graph(*world_, planner) ? kDrawnUnit : cost_unit(lab_.world());
}

const Planner& QueryController::searched_planner() const {
  return recorded_planner(recorded_->trace, *state_.traced_planner());
}

const PseudoCode& QueryController::pseudo_code() const {
  if (state_.process != nullptr) return *state_.process->code;
  const Planner& planner = searched_planner();
  const PseudoCode* const own = planner_appearance(state_, planner.name).narration->code(*world_);
  return own != nullptr ? *own : *planner.pseudo_code;
}

// Chooses what is recorded and stepped: the process, or, if it is null, the search of the planner.
void QueryController::set_stepped(std::string_view planner, const SteppedProcess* process) {
  const std::string before = std::exchange(state_.traced, std::string(planner));
  state_.process = process;
  lab_.view_searches().leader_changed(before);
  lab_.playback().breakpoints().set_code(pseudo_code());
  layer_auto_hide(lab_).planners_changed();
}

void QueryController::note_recorded(std::string key) { trace_key_ = std::move(key); }

void QueryController::forget_recorded() {
  recorded_->trace.clear();
  trace_key_.clear();
  lab_.view_searches().forget();
}

void QueryController::discard_pending_trace() {
  asked_trace_key_.clear();
  state_.trace_waiting = false;
  lab_.view_searches().discard_pending_traces();
}

void QueryController::work_due() {
  if (lab_.large_map_task().in_transition()) return;
  if (solve_due_ && may_solve()) solve();
  if (trace_due_ && !live()) record_trace();
  take_missing_times();
}

}  // namespace strata
