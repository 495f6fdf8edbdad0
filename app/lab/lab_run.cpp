// Commands that a person gives: what is asked first, and where an error is shown.
#include <fmt/format.h>

#include <filesystem>

#include "app/lab/feature.hpp"
#include "app/lab/hidden.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/script.hpp"
#include "app/lab/script_state.hpp"
#include "app/lab/session.hpp"
#include "app/lab/user_errors.hpp"
#include "app/lab/window_answers.hpp"
#include "core/io/files.hpp"

namespace strata {

// Returns the command that asks for something that a user's command lacks; empty if it lacks nothing.
std::string_view Lab::asked_first(const Command& command) {
  // Saving a map without a file of its own asks for a file.
  if (command.name == "map.save" && session().save_needs_name()) {
    if (!state_.map_path.empty()) session().say_copy();
    return "ui.show save_as on";
  }
  for (const Feature* feature : features()) {
    for (const FeatureCommand& one : feature->commands) {
      if (one.info.name == command.name && one.asks != nullptr) return one.asks(*this, command);
    }
  }
  return {};
}

// Asks before a script runs that the user has not allowed yet. Returns whether the command must wait.
bool Lab::asks_about_script(const Command& command, std::string_view window) {
  if (command.name != "script.run" || command.args.size() != 1) return false;
  const std::string path = scripts().resolve(command.args[0]);
  const Result<std::string> text = read_file(path, ScriptRunner::kMostBytes);
  // What is wrong with the file is said when it is run.
  if (!text || !ScriptRunner::from_text(text.value(), path) || scripts().allows(text.value())) return false;
  if (state_.question) {
    say(MessageKind::kWarning, "The script was not run: answer the question first, and open it again");
    return true;
  }
  state_.question = Question{Question::Kind::kScript, "Run script?",
                             fmt::format("{} is a program: its commands may open files, and overwrite files of yours. "
                                         "Run it if you know who has written it.\nIts file is {}.",
                                         std::filesystem::path(path).filename().string(), path),
                             format_command(command), std::string(window)};
  return true;
}

void Lab::run(std::string_view line, std::string_view window) {
  state_.window_problem.reset();
  state_.failed_after.reset();
  const Result<Command> command = parse_command(line);
  if (!command) {
    say(MessageKind::kError, error_text(command.error()));
    return;
  }
  if (hidden_names(*this).hides(command.value().name)) {
    const CommandInfo* hidden = command_named(command.value().name);
    say(MessageKind::kWarning,
        fmt::format("{} is hidden now", hidden != nullptr ? hidden->title : command.value().name));
    return;
  }
  if (const std::string_view question = asked_first(command.value()); !question.empty()) {
    std::erase(state_.windows, window);  // what asks is another dialog
    (void)execute(question);
    return;
  }
  if (asks_about_script(command.value(), window)) return;
  const Status status = large_map_task().asynchronously([&] { return execute(command.value()); });
  if (status) {
    settle_window(*this, window);
  } else {
    tell_failure(*this, command.value(), status.error(), window);
  }
}

}  // namespace strata
