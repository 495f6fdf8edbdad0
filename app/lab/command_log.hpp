// Purpose: The CommandLog keeps the commands that bring a fresh lab to the present state. As a script they are the
//          reproduction.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/base/command.hpp"
#include "app/lab/lab_part.hpp"

namespace strata {

class CommandLog : public LabPart {
 public:
  explicit CommandLog(Lab& lab) : LabPart(lab) {}

  // A script that brings a fresh lab to this state.
  std::string reproduction() const;
  const std::vector<std::string>& lines() const { return log_; }
  // The lines are made of such commands.
  static bool is_logged(const CommandInfo& info);
  void note(const Command& command);
  void catch_up();  // lines of what went on by itself come before the one that is added next
  void add(std::string line) { log_.push_back(std::move(line)); }
  void pop() { log_.pop_back(); }  // the last line
  void begin_with(std::vector<std::string> lines) { log_ = std::move(lines); }
  // A command begins: what was said of the one before is over.
  void begin_command() { waited_for_ = left_out_ = false; }
  // The command under way needs what is built in the background: the log waits for that.
  void wait_before() { waited_for_ = true; }
  // The command under way came too late to change anything. Carried out again it might come in time, so that it is not
  // kept.
  void leave_out() { left_out_ = true; }
  std::vector<std::string> setting_lines() const;
  std::vector<std::string> view_lines() const;

 private:
  std::vector<std::string> log_;
  uint64_t logged_world_ = 1;  // whose commands the log holds
  bool waited_for_ = false;
  bool left_out_ = false;
};

}  // namespace strata
