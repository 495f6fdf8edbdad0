#include "app/lab/log_lines.hpp"

#include <string>

#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/undo_history.hpp"

namespace strata {

bool goes_on_with_move(const Command& command) {
  return command_does(command.name, does::kMovesQuery) && !command.args.empty() && command.args.back() == kMoreMoves;
}

bool earlier_line_must_stay(const Command& earlier, const Command& later, const Lab& lab) {
  const std::string& name = later.name;
  // The command has added an undo step, so that both lines must stay: one undo reverts a line together with those
  // that continue it.
  if (command_does(name, does::kMovesQuery) && lab.undo_history().added()) return true;
  if (goes_on_with_move(earlier) && !goes_on_with_move(later)) return true;
  // A command with fewer arguments leaves settings as they are that the earlier one has named, such as the landmark
  // of heuristic.show.
  if (earlier.args.size() > later.args.size()) return true;
  if (earlier.args.empty()) return false;
  if (const LabSetting* setting = lab_setting_named(name)) {
    return setting->leaves != nullptr && setting->leaves(lab, earlier, later);
  }
  auto* const leaves = hooks_of(name).leaves;
  return leaves != nullptr && leaves(lab, earlier, later);
}

}  // namespace strata
