// Execution of commands that a person gives: questions that come first, and the place where an error is shown.
#include <fmt/format.h>

#include "app/base/key_bindings.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/user_errors.hpp"
#include "app/lab/view_searches.hpp"
#include "app/lab/window_answers.hpp"

namespace strata {

bool ask_in_place(Lab& lab, std::string_view window, std::string_view line) {
  std::erase(lab.mutable_state().windows, window);
  (void)lab.execute(line);
  return true;
}

bool refuse_held(Lab& lab, std::string_view command) {
  const CommandInfo* info = command_named(command);
  if (info == nullptr) return false;
  for (const auto& [feature, controller] : lab.controllers()) {
    std::string why = controller->held(*info);
    if (why.empty()) continue;
    lab.say(MessageKind::kWarning, std::move(why));
    return true;
  }
  return false;
}

namespace {

// Returns whether the command says something about two searches, while the views show only one.
bool lacks_a_second_search(const Lab& lab, const Command& command) {
  if (lab.state().views_compare()) return false;
  const bool off = !command.args.empty() && command.args[0] == "off";
  return command.name == "step.divergence" || (command.name == "view.difference" && !off);
}

}  // namespace

void Lab::run(std::string_view line, std::string_view window, bool stays) {
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
  if (refuse_held(*this, command.value().name)) return;
  const CommandHooks& hooks = hooks_of(command.value().name);
  if (hooks.holds != nullptr && hooks.holds(*this, command.value(), window)) return;
  if (lacks_a_second_search(*this, command.value())) {
    if (const Status compared = execute("view.compare 2"); !compared) {
      return show_failure(*this, command.value(), compared.error(), window);
    }
    const std::string_view back = keys().bound("view.compare 2 toggle");
    say(MessageKind::kInfo, fmt::format("{} and {} are compared{}", state_.names.brief(view_searches().planner(0)),
                                        state_.names.brief(view_searches().planner(1)),
                                        back.empty() ? "" : fmt::format("; {} goes back to one view", back)));
    // New searches stand at their ends, behind all that they do differently.
    if (command.value().name == "step.divergence") (void)execute("step.first");
  }
  const Status status = large_map_task().asynchronously([&] { return execute(command.value()); });
  if (status) {
    if (!stays) close_window_when_done(*this, window);
  } else {
    if (hooks.refused != nullptr) hooks.refused(*this, command.value(), status.error());
    show_failure(*this, command.value(), status.error(), window);
  }
}

}  // namespace strata
