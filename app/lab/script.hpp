// Purpose: A ScriptRunner runs a file of commands, one a line, against a lab: for tests, tours and reproductions.
// Format: command.hpp; # starts a comment. `wait N` lets N frames pass. Relative paths are relative to the working
//         directory.
// Errors: "FILE:LINE: reason"; the first failing command ends the script.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/lab.hpp"

namespace strata {

class ScriptRunner {
 public:
  static Result<ScriptRunner> load(const std::string& path);
  static Result<ScriptRunner> from_text(std::string_view text, std::string name);

  // Call once a frame before drawing it: executes commands up to the next `wait`. An error ends the script.
  Status step(Lab& lab);
  // Sets a function that is called before every command: if it returns true, the remaining commands are left for later.
  void set_interrupted(std::function<bool()> interrupted) { interrupted_ = std::move(interrupted); }
  bool done() const { return next_ == lines_.size() && waiting_ == 0; }
  size_t commands_done() const { return next_; }
  size_t size() const { return lines_.size(); }

  static constexpr size_t kMostBytes = 16u << 20;
  static constexpr double kFrameSeconds = 1.0 / 60;

 private:
  struct Line {
    size_t number = 0;
    Command command;
  };
  std::string name_;
  std::vector<Line> lines_;
  size_t next_ = 0;
  uint64_t waiting_ = 0;
  std::function<bool()> interrupted_;
};

// Runs the whole script without a window; every `wait` lets the lab tick.
Status run_script(Lab& lab, ScriptRunner& runner);
Status run_script_file(Lab& lab, const std::string& path);

}  // namespace strata
