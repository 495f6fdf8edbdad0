// Purpose: A LogContributor is a controller that adds lines to the command log. A reproduction of the lab's state is
//          made from that log.
// Threads: All calls come from the thread of the lab.
#pragma once

#include <string>
#include <vector>

namespace strata {

struct CommandInfo;
struct SavedContent;

class LogContributor {
 public:
  virtual ~LogContributor() = default;

  virtual void before_command(const CommandInfo& /*command*/) {
    // Called before a command is executed that the log will contain.
  }
  virtual void before_log_line() {}  // called before a line is added to the log
  // Adds lines for changes since the last command that no line of the log describes yet.
  virtual void unlogged_lines(std::vector<std::string>& /*lines*/) const {}
  // Adds the lines that recreate the feature's content in a lab that already has the map and the settings.
  virtual void content_lines(SavedContent& /*content*/) const {}
};

}  // namespace strata
