// Purpose: A LogContributor is a controller that contributes to the log from which a reproduction is made.
// Threads: All calls come from the thread of the lab.
#pragma once

#include <string>
#include <vector>

namespace strata {

struct Command;
struct CommandInfo;
struct PlannerRow;
struct SavedContent;

class LogContributor {
 public:
  virtual ~LogContributor() = default;

  virtual void before_command(const CommandInfo& /*command*/) {
  }  // which the log keeps, and which is about to be carried out
  // Rewrites a command that was carried out, so that it has the same effect wherever the log begins.
  virtual void rewrite_for_log(Command& /*command*/) const {}
  virtual void before_log_line() {}  // a line is about to be added
  // Adds lines for what has happened since the last command and will be in the log.
  virtual void unlogged_lines(std::vector<std::string>& /*lines*/) const {}
  // Whether carrying out the command, which the log has, moves the cursor of what is stepped.
  virtual bool moves_cursor(const Command& /*command*/) const { return false; }
  // Adds the lines that bring what the feature holds into a lab that has the map and the settings.
  virtual void content_lines(SavedContent& /*content*/) const {}
  // Whether one of the controller's setting lines shows the row.
  virtual bool adds_planner_row(const PlannerRow& /*row*/) const { return false; }
};

}  // namespace strata
