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

  // Returns a script that brings a fresh lab to this state.
  std::string reproduction() const;
  const std::vector<std::string>& lines() const { return log_; }
  // Whether the log keeps such commands.
  static bool is_logged(const CommandInfo& info);
  void note(const Command& command);
  void catch_up();  // adds lines for changes that no command made, before the next line is added
  void add(std::string line) { log_.push_back(std::move(line)); }
  void pop() { log_.pop_back(); }  // removes the last line
  void begin_with(std::vector<std::string> lines) { log_ = std::move(lines); }
  // Begins a command: the notes about the command before it no longer hold.
  void begin_command() { waited_for_ = left_out_ = false; }
  // Notes that the command under way needs a background build: the log gets a line that waits for it.
  void wait_before() { waited_for_ = true; }
  // Leaves the command under way out of the log. It came too late to change anything, but in a reproduction it might
  // come in time.
  void leave_out() { left_out_ = true; }
  std::vector<std::string> setting_lines() const;
  std::vector<std::string> view_lines() const;
  // Returns the lines for the camera and the moment of the stepped search, which come last, after these lines.
  std::vector<std::string> closing_lines(const std::vector<std::string>& before) const;
  // Whether it is one of the closing lines that say the moment.
  static bool says_moment(std::string_view line);
  // Notes that the command under way has opened another map, whatever it ran itself since.
  void begin_anew() { logged_world_ = 0; }

 private:
  bool move_cursor(const std::vector<std::string>& lines) const;

  std::vector<std::string> log_;
  uint64_t logged_world_ = 1;  // the world whose commands the log holds
  bool waited_for_ = false;
  bool left_out_ = false;
};

}  // namespace strata
