// Carries commands out. Their names and usage are in command_table.cpp, what they do in lab_commands_*.cpp.
#include "app/lab/lab_handlers.hpp"

namespace strata {

std::vector<std::string_view> Lab::handled() {
  std::vector<std::string_view> names;
  for (const auto& group : Handlers::all()) {
    for (const Handlers::Entry& entry : group) names.push_back(entry.name);
  }
  return names;
}

Status Lab::execute(const Command& written) {
  if (written.name.empty()) return success();
  if (Status checked = check_command(written); !checked) return checked;
  Command command = written;
  if (Status expanded = expand(command); !expanded) return expanded;
  keep_recovery_copy();  // scripts run many commands between two ticks
  const CommandInfo* info = command_named(command.name);
  // What is kept in the log comes after a gesture that is held: the log has one order, and the gesture one line in it.
  if (is_logged(*info) && !from_gesture_) finish_gesture();
  if (is_logged(*info)) tell_crowd();  // whether or not a frame came in between
  const Handlers::Entry* entry = nullptr;
  for (const auto& group : Handlers::all()) {
    for (const Handlers::Entry& candidate : group) {
      if (candidate.name == command.name) entry = &candidate;
    }
  }
  if (entry == nullptr) return error_at(command.name, "is listed, but nothing carries it out");
  while (large_ && command.name != "work.cancel") finish_large();
  waited_for_ = false;
  asked_ = false;
  const Status status = entry->run(*this, command);
  if (!status) {
    // Without a place the reason alone would not say which command it is about.
    if (status.error().where.empty()) return error_at(command.name, status.error().what);
    return status;
  }
  if (asked_) return status;                      // nothing happened yet
  if (large_ && command.name != "work.cancel") {  // it is logged when it is done
    if (large_->command.name.empty()) large_->command = command;
    return status;
  }
  log_command(command);
  return status;
}

}  // namespace strata
