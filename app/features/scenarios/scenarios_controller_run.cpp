// The run over all rows of the scenario: its planners, their answers, and the reasons that end it.
#include <fmt/format.h>

#include <utility>

#include "app/features/scenarios/scenarios_controller.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"
#include "core/base/count_of.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/workspace.hpp"
#include "core/world/planner_stamp.hpp"
#include "core/world/refusal.hpp"

namespace strata {
namespace {

// Returns the options of the run: those of the lab, without those that only concern the screen.
PlanOptions options_of(const LabState& state) {
  PlanOptions options = state.plan_options();
  options.keep_raw_path = false;
  options.partial = false;  // partial paths are not needed: such a row counts as a row without a path
  return options;
}

}  // namespace

// Returns a key of everything that the answers depend on, except the queries, which are those of the rows.
std::string ScenariosController::run_key(std::span<const Planner* const> planners) const {
  std::string key = std::to_string(lab_.state().world_version);
  for (const Planner* planner : planners) {
    key += " | " + planner_stamp(*world_, *planner, {}, options_of(state_));
  }
  return key;
}

// Chooses the planners of the run: those of the comparison that can answer queries on the map.
Status ScenariosController::choose_planners(ScenarioTask& task) const {
  for (const PlannerRow& row : state_.rows) {
    const Planner& planner = *row.planner;
    if (!row.shown || !unavailable(lab_.world(), planner).empty() || plans_own_graph(*world_, planner)) continue;
    if (!lab_.world().ready(planner.needs)) {
      if (!refusal(*world_, planner.needs).empty()) continue;
      return error_at("", fmt::format("{} is not ready yet: {}", planner.title, lab_.query().building_note(planner)));
    }
    task.planners.push_back(&planner);
  }
  if (task.planners.empty()) return error_at("", "no planner is compared that could be asked");
  return success();
}

Status ScenariosController::run() {
  if (rows_.empty()) return error_at("", "no scenario is open");
  if (run_.running()) return error_at("", "the scenario is being run already");
  if (state_.fixed_clock) lab_.finish_updates();  // the run must not depend on how fast structures are built
  ScenarioTask task{.queries = {}, .planners = {}, .options = options_of(state_), .timed = !state_.fixed_clock};
  if (Status chosen = choose_planners(task); !chosen) return chosen;
  ScenarioResults results;
  results.version = results_.version + 1;
  for (const uint32_t row : order_.rows) {
    const RowProblem problem = row_problem(rows_[row], world_->moves(), map_);
    const bool listed_as_blocked = rows_[row].length < 0 && is_blocked_end(problem);
    if (problem != RowProblem::kNone && !listed_as_blocked) continue;
    results.asked_rows.push_back(row);
    task.queries.push_back(query_of(rows_[row]));
  }
  if (task.queries.empty()) return error_at("", "no row of the scenario is a query of this map");
  results.planners = task.planners;
  results.names.read(task.options, world_->rules().profile);
  for (const Planner* planner : task.planners) {
    results.optimal.push_back(finds_optimum(*world_, *planner) && !results.names.inadmissible(*planner));
  }
  results.unit = cost_unit(*world_);
  results.lengths = lengths_apply(world_->moves());
  results.timed = task.timed;
  results.key = run_key(task.planners);
  results.begin(rows_.size());
  results_ = std::move(results);
  if (!state_.fixed_clock) {
    run_.start(*world_, std::move(task));
    follow();
    return success();
  }
  // With a fixed clock the planners are asked at once, so that every run is the same.
  PlanResult result;
  for (size_t query = 0; query < task.queries.size(); ++query) {
    const std::vector<ScenarioAnswer> answers = ask_planners(*world_, task.planners, task.queries[query], task.options,
                                                             task.timed, lab_.query().workspace(), result);
    for (size_t planner = 0; planner < answers.size(); ++planner) results_.take({query, planner, answers[planner]});
  }
  follow();
  return success();
}

Status ScenariosController::cancel() {
  if (!run_.running()) return error_at("", "no scenario is being run");
  stop_run("it was cancelled");
  return success();
}

void ScenariosController::collect() {
  if (!run_.running()) return;
  news_.clear();
  const bool ended = run_.poll(news_);
  for (const ScenarioProgress& news : news_) results_.take(news);
  if (ended) {
    lab_.say(MessageKind::kInfo, fmt::format("The scenario was run: {} by {}", count_of(results_.rows_done(), "row"),
                                             count_of(results_.planners.size(), "planner")));
  }
}

void ScenariosController::stop_run(const char* why) {
  if (!run_.running()) return;
  news_.clear();
  run_.stop(&news_);
  for (const ScenarioProgress& news : news_) results_.take(news);
  lab_.say(MessageKind::kWarning, fmt::format("The run over the scenario has ended after {} of {} rows: {}",
                                              results_.rows_done(), results_.asked_rows.size(), why));
}

void ScenariosController::finish_reading() {
  run_.wait();
  collect();
}

void ScenariosController::end_reading() { stop_run("an edit, other rules, a structure or a file needed the map"); }

// The options of planning may have changed, and with them the answers, although the world has not.
void ScenariosController::query_changed() {
  if (run_.running() && run_key(results_.planners) != results_.key) stop_run("the options of planning are changed");
}

void ScenariosController::tick(double dt_seconds) {
  collect();
  since_followed_ += dt_seconds;
  if (!can_wait()) follow();
}

void ScenariosController::finish_updates() {
  collect();
  follow();
}

}  // namespace strata
