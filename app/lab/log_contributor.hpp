// Purpose: A LogContributor is a controller that contributes to the log from which a reproduction is made.
// Threads: All calls come from the thread of the lab.
#pragma once

#include <string>
#include <vector>

namespace strata {

struct Command;
struct PlannerRow;

class LogContributor {
 public:
  virtual ~LogContributor() = default;

  virtual void before_command() {}  // a command that is kept in the log is about to be carried out
  // It was carried out, and is put in words that lead to the same wherever the log begins.
  virtual void rewrite_for_log(Command& /*command*/) const {}
  virtual void before_log_line() {}  // a line is about to be added
  // What has happened since and will be in the log.
  virtual void unlogged_lines(std::vector<std::string>& /*lines*/) const {}
  // One of the controller's setting lines shows the row.
  virtual bool adds_planner_row(const PlannerRow& /*row*/) const { return false; }
};

}  // namespace strata
