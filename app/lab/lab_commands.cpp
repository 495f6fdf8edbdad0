// Carries commands out. Their names and usage are in command_table.cpp, what they do in lab_commands_*.cpp.
#include "app/lab/by_hand.hpp"
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
#include "app/lab/recovery_controller.hpp"
#include "app/lab/script_state.hpp"
#include "app/lab/session.hpp"
#include "app/lab/undo_history.hpp"

namespace strata {

std::vector<std::string_view> Lab::Handlers::names() {
  std::vector<std::string_view> names;
  for (const auto& group : Handlers::all()) {
    for (const Handlers::Entry& entry : group) names.push_back(entry.name);
  }
  for (const Feature* feature : features()) {
    for (const FeatureCommand& command : feature->commands) names.push_back(command.info.name);
  }
  for (const LabSetting* setting : lab_settings()) names.push_back(setting->row.name);
  return names;
}

namespace {

using Run = Status (*)(Lab&, const Command&);

Run run_of(std::string_view name) {
  if (lab_setting_named(name) != nullptr) return run_setting;
  for (const auto& group : Lab::Handlers::all()) {
    for (const Lab::Handlers::Entry& entry : group) {
      if (entry.name == name) return entry.run;
    }
  }
  for (const Feature* feature : features()) {
    for (const FeatureCommand& command : feature->commands) {
      if (command.info.name == name) return command.run;
    }
  }
  return nullptr;
}

}  // namespace

Status Lab::execute(const Command& written) {
  const bool by_hand = scripts().take_by_hand();  // commands that it gives in turn are not
  if (written.name.empty()) return success();
  if (Status checked = check_command(written); !checked) return checked;
  if (!by_hand && is_by_hand(written.name)) {
    return error_at(written.name, "starts a program, which no file may do: give the command yourself");
  }
  Command command = written;
  if (Status expanded = scripts().expand(command); !expanded) return expanded;
  recovery().keep();  // scripts run many commands between two ticks
  const CommandInfo* info = command_named(command.name);
  const LongWork::Scope work(*this, info->title);
  while (large_map_task().under_way() && command.name != "work.cancel") large_map_task().finish();
  // A gesture under way ends before a command that the log keeps: the log is in order, and a gesture is one line in it.
  if (CommandLog::is_logged(*info)) {
    if (!gestures().commands()) gestures().finish();
    for (const auto& [feature, controller] : controllers()) {
      if (LogContributor* keeper = controller->log_contributor()) keeper->before_command(*info);
    }
  }
  const Run carry_out = run_of(command.name);
  if (carry_out == nullptr) return error_at(command.name, "is listed, but nothing carries it out");
  while (large_map_task().under_way() && command.name != "work.cancel") large_map_task().finish();
  log().begin_command();
  undo_history().begin_command();
  (void)session().take_asked();
  const Status status = carry_out(*this, command);
  if (!status) {
    // Without a place, the reason alone would not say which command failed.
    if (status.error().where.empty()) return error_at(command.name, status.error().what);
    return status;
  }
  if (session().take_asked()) return status;                            // the command has done nothing yet
  if (large_map_task().under_way() && command.name != "work.cancel") {  // the command is logged when the work is done
    large_map_task().belongs_to(command);
    return status;
  }
  log().note(command);
  keep_preference(*this, command.name);
  return status;
}

}  // namespace strata
