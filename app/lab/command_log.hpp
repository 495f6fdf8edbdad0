// Purpose: The CommandLog stores the commands that bring a fresh lab to the present state. Written as a script, they
//          are called the reproduction of the state.
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

  // Returns a script that brings a fresh lab to the present state.
  std::string reproduction() const;
  const std::vector<std::string>& lines() const { return log_; }
  // Returns whether commands of this kind are stored in the log.
  static bool is_logged(const CommandInfo& info);
  void note(const Command& command);
  // Adds lines for changes that no command has made, such as the ticks of a crowd. Called before the
  // next line is added.
  void catch_up();
  void add(std::string line) { log_.push_back(std::move(line)); }
  void pop() { log_.pop_back(); }  // removes the last line
  // Replaces the content of the log by `lines`. `of_open_map`: these lines already open the present map.
  void begin_with(std::vector<std::string> lines, bool of_open_map = false);
  // Forgets what was noted about the previous command. Called at the beginning of each command.
  void begin_command() { waited_for_ = left_out_ = false; }
  // Notes that the command under way needs a background build: the log gets a line that waits for it.
  void wait_before() { waited_for_ = true; }
  // Leaves the present command out of the log: it has cancelled a build that had already ended. In a reproduction the
  // same command might come before the end.
  void leave_out() { left_out_ = true; }
  std::vector<std::string> setting_lines() const;
  std::vector<std::string> view_lines() const;
  // Returns the last lines of a reproduction: the camera, and the cursor of the stepped search. `before` are the lines
  // that precede them.
  std::vector<std::string> closing_lines(const std::vector<std::string>& before) const;
  // Notes that the present command has opened another map: the log begins again.
  void begin_anew() { logged_world_ = 0; }

 private:
  bool put_on_open_map(Command& kept) const;
  void note_views(const Command& command);

  std::vector<std::string> log_;
  // Number of the world whose map the commands in the log belong to.
  uint64_t logged_world_ = 1;
  bool waited_for_ = false;
  bool left_out_ = false;
};

}  // namespace strata
