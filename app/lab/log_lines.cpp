#include "app/lab/log_lines.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/undo_history.hpp"

namespace strata {

namespace {

int number_of(const std::string& word) { return std::atoi(word.c_str()); }

// Whether the command also set the other end: without a query, the first end that is set becomes both ends.
bool sets_other_end(const Command& command, const LabState& state) {
  const Cell other = command.name == "query.start" ? state.query.goal : state.query.start;
  return command.args.size() >= 2 && number_of(command.args[0]) == other.x && number_of(command.args[1]) == other.y;
}

}  // namespace

bool goes_on_with_move(const Command& command) {
  return command.name.starts_with("query.") && !command.args.empty() && command.args.back() == kMoreMoves;
}

bool earlier_line_must_stay(const Command& earlier, const Command& later, const Lab& lab) {
  const LabState& state = lab.state();
  const std::string& name = later.name;
  // An undo takes back one line, and those that go on with it.
  if (name.starts_with("query.") && lab.undo_history().added()) return true;
  if (goes_on_with_move(earlier) && !goes_on_with_move(later)) return true;
  if (name == "query.start" || name == "query.goal") return sets_other_end(earlier, state);
  // Settings that the later command does not name stay: the landmark of heuristic.show, for example.
  if (earlier.args.size() > later.args.size()) return true;
  if (earlier.args.empty()) return false;
  const std::string& before = earlier.args[0];
  if (const LabSetting* setting = lab_setting_named(name)) {
    return setting->leaves != nullptr && setting->leaves(lab, earlier, later);
  }
  for (const Feature* feature : features()) {
    for (const FeatureCommand& command : feature->commands) {
      if (command.info.name == name && command.leaves != nullptr) return command.leaves(lab, earlier, later);
    }
  }
  return name == "tool.select" && std::ranges::any_of(features(), [&](const Feature* feature) {
           const FeatureTool* tool = feature->tool;  // its layer is switched on with it
           return tool != nullptr && tool->layer != nullptr && before == tool->name;
         });
}

}  // namespace strata
