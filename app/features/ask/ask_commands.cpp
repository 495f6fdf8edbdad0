// Commands of questions: their settings, the list of goals, and the answer as a file.
#include <fmt/format.h>

#include <algorithm>

#include "app/base/command_arguments.hpp"
#include "app/features/ask/ask.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"

namespace strata {
namespace {

const AskSettings& ask_settings_now(const Lab& lab) { return ask_controller(lab).settings(); }
Status set_ask_settings(Lab& lab, const Setting&, const AskSettings& settings) {
  return ask_controller(lab).set(settings);
}

// What can be reached has taken the place of the searched cells, which the next question has shown again.
bool leaves_reach(const Lab&, const Command& earlier, const Command& later) {
  return earlier.args[0] == ask_name(AskQuestion::kReach) && later.args[0] != earlier.args[0];
}

Status add_to(std::vector<Cell>& goals, Cell goal) {
  if (goals.size() == AskController::kMaxGoals) {
    return error_at("", fmt::format("{} goals at most, besides that of the query", AskController::kMaxGoals));
  }
  if (std::ranges::find(goals, goal) != goals.end()) {
    return error_at("", fmt::format("({},{}) is a goal already", goal.x, goal.y));
  }
  goals.push_back(goal);
  return success();
}

Status set_ask_goals(Lab& lab, const Command& command) {
  std::vector<Cell> goals;
  const bool none = command.args.size() == 1 && command.args[0] == "none";
  for (const std::string& word : command.args) {
    if (none) break;
    STRATA_TRY(goal, point_inside(lab.world().map(), word));
    if (Status added = add_to(goals, goal); !added) return added;
  }
  ask_controller(lab).set_goals(std::move(goals));
  return success();
}

Status add_ask_goal(Lab& lab, const Command& command) {
  std::vector<Cell> goals = ask_controller(lab).goals();
  STRATA_TRY(goal, point_inside(lab.world().map(), command.args[0]));
  if (Status added = add_to(goals, goal); !added) return added;
  ask_controller(lab).set_goals(std::move(goals));
  return success();
}

Status remove_ask_goal(Lab& lab, const Command& command) {
  std::vector<Cell> goals = ask_controller(lab).goals();
  if (goals.empty()) return error_at("", "there are no goals besides that of the query");
  STRATA_TRY(index, integer(command.args[0], 1, static_cast<int>(goals.size()), "INDEX"));
  goals.erase(goals.begin() + (index - 1));
  ask_controller(lab).set_goals(std::move(goals));
  return success();
}

Status step_question(Lab& lab, const Command& command) {
  if (command.args.empty() || command.args[0] == "on") return ask_controller(lab).begin_steps();
  if (command.args[0] != "off") return error_at("", fmt::format("expected on or off, not '{}'", command.args[0]));
  ask_controller(lab).end_steps();
  return success();
}

Status write_answer(Lab& lab, const Command& command) { return ask_controller(lab).write_csv(command.args[0]); }

}  // namespace

// clang-format off
const std::array<FeatureCommand, 5> kAskCommands = {{
    {{"ask.goals", "X,Y... | none", "Goals of a question", CommandGroup::kSearch, 1, -1, "The goals besides that of the query, of which the nearest is asked for; up to 64", keeps::kSetting | keeps::kLast, 0, "none"}, set_ask_goals},
    {{"ask.add_goal", "X,Y", "Add goal", CommandGroup::kSearch, 1, 1, "One more goal for the question for the nearest"}, add_ask_goal},
    {{"ask.remove_goal", "INDEX", "Remove goal", CommandGroup::kSearch, 1, 1, "INDEX from 1; that of the query stays"}, remove_ask_goal},
    {{"ask.step", "[on|off]", "Step through the question", CommandGroup::kSearch, 0, 1, "Records the search for the nearest goal, for what can be reached, or off walls, for stepping; off goes back to the search of the planner"}, step_question},
    {{"ask.export", "PATH", "Save the answer as CSV", CommandGroup::kFile, 1, 1, "Writes the cells that can be reached with their costs, or the cells of the paths"}, write_answer},
}};
// clang-format on

std::span<const LabSetting> ask_lab_settings() {
  static const std::vector<LabSetting> all = [] {
    std::vector<LabSetting> made = settings_of(ask_settings(), AskSettings{}, ask_settings_now, set_ask_settings);
    setting_in(made, "ask.question").leaves = leaves_reach;
    return with_texts(std::move(made));
  }();
  return all;
}

}  // namespace strata
