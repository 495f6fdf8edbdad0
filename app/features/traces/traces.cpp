// The features of traces and of plans of other programs: layer, menus, processes, and the state dump.
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

}  // namespace

const SteppedProcess kTraceProcess = {
    .name = "trace",
    .title = "Opened trace",
    .hint = "The search of another program, from a file",
    .begin_line = "trace.step",
    .place = "Compare > Traces",
    .why_not = why_no_trace,
    .code = &kNoTraceCode,
    .narration = &kNoTraceNarration,
    .unit = [](const Lab&) { return kTraceUnit; },
    .record = [](Lab& lab) { traces_controller(lab).record(); },
    .end = [](Lab& lab) { traces_controller(lab).end(); },
};

const SteppedProcess kPlanProcess = {
    .name = "plan",
    .title = "Opened plan",
    .hint = "The plan of another program for many agents, from a file",
    .begin_line = "plan.step",
    .place = "Compare > Traces",
    .why_not = why_no_plan,
    .code = &kPlanCode,
    .narration = &kNoTraceNarration,
    .unit = [](const Lab&) { return kTraceUnit; },
    .record = [](Lab& lab) { traces_controller(lab).record(); },
    .end = [](Lab& lab) { traces_controller(lab).end(); },
};

namespace {

// The feature of plans has no state of its own: TracesController has the state of both features.
class EmptyPlansController : public FeatureController {
 public:
  explicit EmptyPlansController(Lab& lab) : FeatureController(lab) {}
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
      return std::make_unique<EmptyPlansController>(lab);
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
             {"map", map_origin_text(trace_->on)},
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
            {"map", map_origin_text(plan_->on)},
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
