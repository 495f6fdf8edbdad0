#include "app/lab/window_answers.hpp"

#include <string>
#include <utility>

#include "app/base/command.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/session.hpp"
#include "app/lab/user_errors.hpp"

namespace strata {

void close_window_when_done(Lab& lab, std::string_view window) {
  if (window.empty()) return;
  LabState& state = lab.mutable_state();
  if (state.question) {
    state.question->window = window;
  } else if (lab.large_map_task().under_way()) {
    lab.large_map_task().is_for(window);
  } else {
    std::erase(state.windows, window);
  }
}

void show_failure(Lab& lab, const Command& command, const Error& error, std::string_view window, bool large) {
  LabState& state = lab.mutable_state();
  // The command was executed after the answer to a question. Its error belongs to the dialog that had given it.
  if (const auto followed = std::exchange(state.failed_after, std::nullopt)) {
    const Command next = parse_command(followed->pending).value();
    return show_failure(lab, next, error, followed->window, large);
  }
  const CommandInfo* info = command_named(command.name);
  if (!window.empty() && state.window_open(window)) {
    state.window_problem = {std::string(window), error_text(error), lab.session().take_offer()};
  } else if (large || (info != nullptr && info->group == CommandGroup::kFile)) {
    state.dialogs.push_back(
        {std::string(info != nullptr ? info->title : "Problem"), error_text(error), lab.session().take_offer()});
  } else {
    lab.say(MessageKind::kError, error_text(error));
  }
}

Status go_on(Lab& lab, const Question& question) {
  const Status done = lab.execute(question.pending);
  if (done) {
    close_window_when_done(lab, question.window);
  } else {
    lab.mutable_state().failed_after = question;
  }
  return done;
}

}  // namespace strata
