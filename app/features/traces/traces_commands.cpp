// Commands of traces and plans of other programs: open, step, close.
#include <fmt/format.h>

#include "app/base/command_arguments.hpp"
#include "app/features/traces/traces.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/session.hpp"

namespace strata {
namespace {

template <bool kPlan>
Status open_file(Lab& lab, const Command& command) {
  const auto args = without_force(command.args);
  if (args.empty() || args.size() > 2) return error_at(command.name, "expects PATH [MAP|here] [force]");
  const std::string map = args.size() > 1 ? args[1] : std::string();
  TracesController& controller = traces_controller(lab);
  // If the file is put on the open map, no unsaved work is lost, and nothing is asked.
  if (map != "here" && lab.session().ask_unsaved(command)) return success();
  return kPlan ? controller.open_plan(args[0], map) : controller.open_trace(args[0], map);
}

template <bool kPlan>
Status step_through(Lab& lab, const Command& command) {
  TracesController& controller = traces_controller(lab);
  const std::string word = command.args.empty() ? "on" : command.args[0];
  if (word != "on" && word != "off") return error_at("", fmt::format("expected on or off, not '{}'", word));
  const bool stepped = kPlan ? controller.steps_plan() : controller.steps_trace();
  if (word == "off") {
    if (stepped) controller.end();
    return success();
  }
  return controller.begin(kPlan ? kPlanProcess : kTraceProcess);
}

template <bool kPlan>
Status close_file(Lab& lab, const Command&) {
  TracesController& controller = traces_controller(lab);
  if (kPlan ? controller.plan() == nullptr : controller.trace() == nullptr) {
    return error_at("", kPlan ? "no plan is open" : "no trace is open");
  }
  kPlan ? controller.close_plan() : controller.close_trace();
  return success();
}

using keeps::kLogged;
using keeps::kOpens;

}  // namespace

// clang-format off
const std::array<FeatureCommand, 3> kTraceCommands = {{
    {{"trace.open", "PATH [MAP|here] [force]", "Open search trace", CommandGroup::kFile, 1, 3, "Opens the search of another program, a Posthoc trace, with the map beside it, with this map, or here: on the open map", kOpens}, open_file<false>},
    {{"trace.step", "[on|off]", "Step through the opened trace", CommandGroup::kSearch, 0, 1, "Steps the trace that was opened; off goes back to the search"}, step_through<false>},
    {{"trace.close", "", "Close the opened trace", CommandGroup::kFile, 0, 0, "Closes the trace of another program", kLogged}, close_file<false>},
}};

const std::array<FeatureCommand, 3> kPlanCommands = {{
    {{"plan.open", "PATH [MAP|here] [force]", "Open plan", CommandGroup::kFile, 1, 3, "Opens the plan of another program for many agents, with the map beside it, with this map, or here: on the open map", kOpens}, open_file<true>},
    {{"plan.step", "[on|off]", "Step through the opened plan", CommandGroup::kSearch, 0, 1, "Steps the plan that was opened; off goes back to the search"}, step_through<true>},
    {{"plan.close", "", "Close the opened plan", CommandGroup::kFile, 0, 0, "Closes the plan of another program", kLogged}, close_file<true>},
}};
// clang-format on

}  // namespace strata
