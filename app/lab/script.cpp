#include "app/lab/script.hpp"

#include <cstdlib>

#include "core/io/files.hpp"
#include "core/io/text.hpp"

namespace strata {

Result<ScriptRunner> ScriptRunner::load(const std::string& path) {
  const Result<std::string> text = read_file(path, kMostBytes);
  if (!text) return text.error();
  return from_text(text.value(), path);
}

Result<ScriptRunner> ScriptRunner::from_text(std::string_view whole, std::string name) {
  const Result<PlainText> plain = PlainText::of(whole, name);
  if (!plain) return plain.error();
  std::string_view text = plain.value().view();
  ScriptRunner runner;
  runner.name_ = std::move(name);
  size_t number = 0;
  while (!text.empty()) {
    ++number;
    const size_t end = std::min(text.find('\n'), text.size());
    Result<Command> command = parse_command(text.substr(0, end), runner.name_ + ":" + std::to_string(number));
    if (!command) return command.error();
    if (!command.value().name.empty()) {
      // Names of commands and numbers of arguments are checked for the whole script before any command runs.
      if (Status checked = check_command(command.value()); !checked) {
        return error_at_line(runner.name_, number, checked.error().message());
      }
      runner.lines_.push_back({number, std::move(command.value())});
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return runner;
}

Status ScriptRunner::step(Lab& lab) {
  if (waiting_ > 0 && --waiting_ > 0) return success();
  while (next_ < lines_.size() && !(interrupted_ && interrupted_())) {
    const ScriptLine& line = lines_[next_++];
    if (Status status = lab.execute(line.command); !status) {
      next_ = lines_.size();
      waiting_ = 0;
      return error_at_line(name_, line.number, status.error().message());
    }
    if (line.command.name == "wait") {
      // The command itself has checked that this is a number.
      waiting_ = std::strtoull(line.command.args[0].c_str(), nullptr, 10);
      if (waiting_ > 0) return success();
    }
  }
  return success();
}

Status run_script(Lab& lab, ScriptRunner& runner) {
  while (!runner.done()) {
    if (Status status = runner.step(lab); !status) return status;
    lab.tick(ScriptRunner::kFrameSeconds);
  }
  return success();
}

Status run_script_file(Lab& lab, const std::string& path) {
  Result<ScriptRunner> runner = ScriptRunner::load(path);
  if (!runner) return runner.error();
  return run_script(lab, runner.value());
}

}  // namespace strata
