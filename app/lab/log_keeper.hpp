// Purpose: A LogKeeper is a desk that contributes to the log from which a reproduction is made.
// Threads: All calls come from the thread of the lab.
#pragma once

#include <string>
#include <vector>

namespace strata {

struct Command;
struct PlannerRow;

class LogKeeper {
 public:
  virtual ~LogKeeper() = default;

  virtual void before_command() {}  // a command that is kept in the log is about to be carried out
  // It was carried out, and is put in words that lead to the same wherever the log begins.
  virtual void put_plainly(Command& /*command*/) const {}
  virtual void before_log_line() {}  // a line is about to be added
  // What has happened since and will be in the log.
  virtual void unlogged_lines(std::vector<std::string>& /*lines*/) const {}
  // One of the desk's setting lines shows the row.
  virtual bool brings_row(const PlannerRow& /*row*/) const { return false; }
};

}  // namespace strata
