// Commands of scenarios: open, select rows, run, add rows, save.
#include "app/base/command_arguments.hpp"
#include "app/features/scenarios/scenarios.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/session.hpp"
#include "app/lab/suspended_work.hpp"

namespace strata {
namespace {

constexpr int kMaxRows = 1 << 30;

Status open(Lab& lab, const Command& command) {
  auto args = without_force(command.args);
  const bool here = args.size() > 1 && args.back() == "here";
  if (here) args.pop_back();
  STRATA_TRY(row, integer(args.size() > 1 ? args[1] : "1", 1, kMaxRows, "ROW"));
  if (!here && lab.session().ask_unsaved(command)) return success();
  return scenarios_controller(lab).open_row(args[0], static_cast<size_t>(row) - 1, here);
}

Status choose(Lab& lab, const Command& command) {
  STRATA_TRY(row, integer(command.args[0], 1, kMaxRows, "ROW"));
  return scenarios_controller(lab).choose_row(static_cast<size_t>(row) - 1);
}

Status next(Lab& lab, const Command&) { return scenarios_controller(lab).step_row(1); }
Status previous(Lab& lab, const Command&) { return scenarios_controller(lab).step_row(-1); }
Status run(Lab& lab, const Command&) { return scenarios_controller(lab).run(); }
Status cancel(Lab& lab, const Command&) { return scenarios_controller(lab).cancel(); }
Status add(Lab& lab, const Command&) { return scenarios_controller(lab).add_query(); }

Status save(Lab& lab, const Command& command) {
  ScenariosController& controller = scenarios_controller(lab);
  if (!command.args.empty()) return controller.save_as(command.args[0]);
  if (controller.path().empty()) return error_at("", "the scenario has no file yet: give the name of one");
  if (suspended_work(lab).is_borrowed(controller.path())) {
    return error_at("", "the scenario is that of a lesson or a figure, which is left as it is; use scenario.save PATH");
  }
  return controller.save_as(controller.path());
}

Status write_csv(Lab& lab, const Command& command) { return scenarios_controller(lab).write_csv(command.args[0]); }

// Which row comes next depends on the row before, so that the log says which it was.
Command chosen_row(const Lab& lab, const Command&) {
  return {"scenario.row", {std::to_string(scenarios_controller(lab).chosen() + 1)}};
}

// Saving a scenario without a file of its own asks for a file name.
bool ask_for_name(Lab& lab, const Command& command, std::string_view window) {
  const ScenariosController& controller = scenarios_controller(lab);
  if (!command.args.empty() || !controller.save_needs_name()) return false;
  if (!controller.path().empty()) lab.session().say_copy();
  return ask_in_place(lab, window, "ui.show save_scen on");
}

using keeps::kLast;
using keeps::kLogged;
using keeps::kOpens;
using keeps::kWork;

}  // namespace

// clang-format off
const std::array<FeatureCommand, 9> kScenarioCommands = {{
    {{"scenario.open", "PATH [ROW] [here] [force]", "Open scenario", CommandGroup::kFile, 1, 4, "Opens a .scen file with its map, or here: on the open map, and takes the query from a row (from 1)", kOpens}, open},
    {{"scenario.row", "ROW", "Row of the scenario", CommandGroup::kScenario, 1, 1, "Takes start and goal from a row of the open scenario (from 1)", kLogged | kLast}, choose},
    {{"scenario.next", "", "Next row of the scenario", CommandGroup::kScenario, 0, 0, "In the order of the list: by bucket", kLogged}, next, {.logged = chosen_row}},
    {{"scenario.previous", "", "Previous row of the scenario", CommandGroup::kScenario, 0, 0, "In the order of the list: by bucket", kLogged}, previous, {.logged = chosen_row}},
    {{"scenario.run", "", "Run all rows of the scenario", CommandGroup::kScenario, 0, 0, "Asks the planners of the comparison every row, in the background; an edit or other rules end it"}, run},
    {{"scenario.cancel", "", "Cancel the run of the scenario", CommandGroup::kScenario, 0, 0, "Ends it; answers that have come stay"}, cancel},
    {{"scenario.csv", "PATH", "Save results of the scenario", CommandGroup::kFile, 1, 1, "Writes what the planners answered as CSV, a line for each row and planner"}, write_csv},
    {{"scenario.add", "", "Add start and goal to the scenario", CommandGroup::kScenario, 0, 0, "As its last row, with bucket and length of the shortest path; makes a scenario if none is open", kWork}, add},
    {{"scenario.save", "[PATH]", "Save scenario", CommandGroup::kFile, 0, 1, "Writes the rows, to their own file if no other is given"}, save, {.holds = ask_for_name}},
}};
// clang-format on

}  // namespace strata
