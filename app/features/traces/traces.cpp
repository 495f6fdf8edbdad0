// The features of traces and of plans of other programs: layer, menus, what is stepped, and the dump of the state.
#include "app/features/traces/traces.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/lab/lab.hpp"
#include "app/lab/menu_model.hpp"

namespace strata {
namespace {

using nlohmann::json;

const PseudoCode kNoTraceCode{};
const Narration kNoTraceNarration{};

const FeatureLayer* const kPlanLayers[] = {&kOpenedPlanLayer};

std::string_view why_no_trace(const Lab& lab) {
  return traces_controller(lab).trace() != nullptr ? std::string_view() : "no trace of another program is open";
}
std::string_view why_no_plan(const Lab& lab) {
  return traces_controller(lab).plan() != nullptr ? std::string_view() : "no plan of another program is open";
}

void fill_trace_menu(const Lab& lab, MenuList& list) {
  const TracesController& controller = traces_controller(lab);
  list.command("Step through the opened trace", "menu.search.trace",
               controller.steps_trace() ? "trace.step off" : "trace.step", true, controller.steps_trace());
  list.unless(controller.trace() != nullptr, why_no_trace(lab));
  list.command("Step through the opened plan", "menu.search.plan",
               controller.steps_plan() ? "plan.step off" : "plan.step", true, controller.steps_plan());
  list.unless(controller.plan() != nullptr, why_no_plan(lab));
  list.command("Close the trace of another program", "menu.search.close_trace", "trace.close");
  list.unless(controller.trace() != nullptr, "no trace is open");
  list.command("Close the plan of another program", "menu.search.close_plan", "plan.close");
  list.unless(controller.plan() != nullptr, "no plan is open");
}

}  // namespace

const Process kTraceProcess = {
    .name = "trace",
    .title = "Opened trace",
    .menu_title = "Step through the opened trace",
    .hint = "The search of another program, from a file",
    .begin_line = "trace.step",
    .end_line = "trace.step off",
    .why_not = why_no_trace,
    .code = &kNoTraceCode,
    .narration = &kNoTraceNarration,
    .unit = [](const Lab&) { return kTraceUnit; },
    .record = [](Lab& lab) { traces_controller(lab).record(); },
    .end = [](Lab& lab) { traces_controller(lab).end(); },
};

const Process kPlanProcess = {
    .name = "plan",
    .title = "Opened plan",
    .menu_title = "Step through the opened plan",
    .hint = "The plan of another program for many agents, from a file",
    .begin_line = "plan.step",
    .end_line = "plan.step off",
    .why_not = why_no_plan,
    .code = &kPlanCode,
    .narration = &kNoTraceNarration,
    .unit = [](const Lab&) { return kTraceUnit; },
    .record = [](Lab& lab) { traces_controller(lab).record(); },
    .end = [](Lab& lab) { traces_controller(lab).end(); },
};

namespace {

// The plan's feature has no state of its own: that of both is in one controller.
class PlansController : public FeatureController {
 public:
  explicit PlansController(Lab& lab) : FeatureController(lab) {}
};

json count_or_null(double value) { return std::isnan(value) ? json(nullptr) : json(value); }

}  // namespace

const FeatureLayer kOpenedPlanLayer = {
    {.name = "opened-plan",
     .title = "Opened plan",
     .legend = "Agents of another program at the time step; red: something is wrong with them",
     .order = 330,
     .usual = true,
     .general = true}};

const Feature kTracesFeature = {
    .name = "traces",
    .title = "Traces and plans",
    .commands = kTraceCommands,
    .paint = kTracesPaint,
    .search_menu = fill_trace_menu,
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<TracesController>(lab);
    },
};

const Feature kPlansFeature = {
    .name = "plans",
    .title = "Plan of another program",
    .layers = kPlanLayers,
    .layer_group = "map",
    .commands = kPlanCommands,
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<PlansController>(lab);
    },
};

TracesController& traces_controller(const Lab& lab) {
  return static_cast<TracesController&>(lab.controller(kTracesFeature));
}

void TracesController::dump(json& out) const {
  json& trace = out["opened_trace"];
  if (trace_ != nullptr) {
    const TraceReport& report = trace_->report;
    trace = {{"file", std::filesystem::path(trace_->path).filename().string()},
             {"map", opened_on_text(trace_->on)},
             {"version", trace_->trace.version},
             {"events", trace_->trace.events.size()},
             {"types", trace_->trace.types},
             {"unplaced", trace_->trace.unplaced},
             {"expanded", report.expanded},
             {"generated", report.generated},
             {"cost", count_or_null(report.cost)},
             {"straight", trace_->straight},
             {"faults", report.count},
             {"first_fault", trace_->texts.empty() ? std::string() : trace_->texts.front()},
             {"stepped", steps_trace()}};
  }
  json& plan = out["opened_plan"];
  if (plan_ != nullptr) {
    const PlanReport& report = plan_->report;
    plan = {{"file", std::filesystem::path(plan_->path).filename().string()},
            {"map", opened_on_text(plan_->on)},
            {"agents", plan_->plan.agents},
            {"steps", plan_->plan.steps},
            {"step", plan_step()},
            {"sum_of_costs", report.sum_of_costs},
            {"makespan", report.makespan},
            {"at_goal", report.at_goal},
            {"task", plan_->task_from},
            {"claims", report.false_claims},
            {"faults", report.total()},
            {"truncated", report.truncated},
            {"first_fault", plan_->texts.empty() ? std::string() : plan_->texts.front()},
            {"stepped", steps_plan()}};
    for (int i = 0; i < kPlanFaults; ++i) {
      plan["counts"][std::string(plan_fault_text(static_cast<PlanFault>(i)))] = report.counts[static_cast<size_t>(i)];
    }
  }
}

}  // namespace strata
