// Execution of commands. command_table.cpp has their names and usage, and commands_*.cpp their functions.
#include "app/lab/command_log.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_handlers.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/log_contributor.hpp"
#include "app/lab/long_work.hpp"
#include "app/lab/preferences.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/recovery_controller.hpp"
#include "app/lab/script_state.hpp"
#include "app/lab/session.hpp"
#include "app/lab/undo_history.hpp"
#include "app/lab/user_only_commands.hpp"

namespace strata {

std::vector<std::string_view> Lab::Handlers::names() {
  std::vector<std::string_view> names;
  for (const auto& group : Handlers::all()) {
    for (const Handlers::HandlerEntry& entry : group) names.push_back(entry.name);
  }
  for (const Feature* feature : features()) {
    for (const FeatureCommand& command : feature->commands) names.push_back(command.info.name);
  }
  for (const LabSetting* setting : lab_settings()) names.push_back(setting->row.name);
  return names;
}

namespace {

constexpr CommandHooks kNoHooks;

struct CommandFunctions {
  Status (*run)(Lab&, const Command&) = nullptr;  // null: nothing executes the command
  const CommandHooks& hooks = kNoHooks;
};
CommandFunctions functions_of(std::string_view name) {
  if (lab_setting_named(name) != nullptr) return {run_setting};
  for (const auto& group : Lab::Handlers::all()) {
    for (const Lab::Handlers::HandlerEntry& entry : group) {
      if (entry.name == name) return {entry.run, entry.hooks};
    }
  }
  for (const Feature* feature : features()) {
    for (const FeatureCommand& command : feature->commands) {
      if (command.info.name == name) return {command.run, command.hooks};
    }
  }
  return {};
}

}  // namespace

const CommandHooks& hooks_of(std::string_view name) { return functions_of(name).hooks; }

Status apply_setting(Lab& lab, const Command& written) {
  const Command setting = with_usual(written);
  if (Status checked = check_command(setting); !checked) return checked;
  auto* const carry_out = functions_of(setting.name).run;
  if (carry_out == nullptr) return error_at(setting.name, "is listed, but nothing carries it out");
  Status done = carry_out(lab, setting);
  while (lab.large_map_task().under_way()) lab.large_map_task().finish();
  lab.query().follow();
  return done;
}

Status Lab::execute(const Command& written) {
  ++state_.executed;
  // The mark holds for this command only: a command that it executes does not count as given directly by the user.
  const bool by_hand = scripts().take_by_hand();
  if (written.name.empty()) return success();
  Command command = with_usual(written);
  if (Status checked = check_command(command); !checked) return checked;
  if (!by_hand && command_does(command.name, does::kStartsProgram)) {
    return error_at(command.name, "starts a program, which no file may do: give the command yourself");
  }
  if (Status expanded = scripts().expand(command); !expanded) return expanded;
  // Between two ticks a script may run many commands, so that copies of unsaved work are made here, too.
  recovery().keep();
  const CommandInfo* info = command_named(command.name);
  const LongWork::WorkScope work(*this, info->title);
  const bool cancels = command_does(command.name, does::kDuringLongWork);
  while (large_map_task().under_way() && !cancels) large_map_task().finish();
  // A command that is logged first ends the gesture under way. So the log is in order, and the gesture
  // is one line in it.
  if (CommandLog::is_logged(*info)) {
    if (!gestures().commands()) gestures().finish();
    for (const auto& [feature, controller] : controllers()) {
      if (auto* keeper = dynamic_cast<LogContributor*>(controller.get())) keeper->before_command(*info);
    }
  }
  auto* const carry_out = functions_of(command.name).run;
  if (carry_out == nullptr) return error_at(command.name, "is listed, but nothing carries it out");
  while (large_map_task().under_way() && !cancels) large_map_task().finish();
  log().begin_command();
  undo_history().begin_command();
  (void)session().take_asked();
  const Status status = carry_out(*this, command);
  query().follow();
  if (!status) {
    // An error without a place gets the name of the command, which would otherwise not be known.
    if (status.error().where.empty()) return error_at(command.name, status.error().what);
    return status;
  }
  if (session().take_asked())
    // The command waits for the user's answer, and has done nothing yet.
    return status;
  if (large_map_task().under_way() && !cancels) {  // the command is logged when its work is done
    large_map_task().belongs_to(command);
    return status;
  }
  log().note(command);
  keep_preference(*this, command.name);
  return status;
}

}  // namespace strata
