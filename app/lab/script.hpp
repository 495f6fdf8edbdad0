// Purpose: A ScriptRunner executes a file of commands, one a line, in a lab: for tests, tours and reproductions.
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

  // Executes the commands up to the next `wait`. Called once per frame before the frame is drawn. An error
  // ends the script.
  Status step(Lab& lab);
  // Sets a function that is called before each command. If it returns true, step() returns, and the rest follows
  // in its next call.
  void set_interrupted(std::function<bool()> interrupted) { interrupted_ = std::move(interrupted); }
  bool done() const { return next_ == lines_.size() && waiting_ == 0; }
  size_t commands_done() const { return next_; }
  size_t size() const { return lines_.size(); }

  static constexpr size_t kMostBytes = 16u << 20;
  static constexpr double kFrameSeconds = 1.0 / 60;

 private:
  struct ScriptLine {
    size_t number = 0;
    Command command;
  };
  std::string name_;
  std::vector<ScriptLine> lines_;
  size_t next_ = 0;
  uint64_t waiting_ = 0;
  std::function<bool()> interrupted_;
};

// These functions run a whole script without a window. A frame of a `wait` is one call of Lab::tick.
Status run_script(Lab& lab, ScriptRunner& runner);
Status run_script_file(Lab& lab, const std::string& path);

}  // namespace strata
