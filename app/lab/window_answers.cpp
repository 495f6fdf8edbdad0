#include "app/lab/window_answers.hpp"

#include <string>
#include <utility>

#include "app/base/command.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/session.hpp"
#include "app/lab/user_errors.hpp"

namespace strata {

void settle_window(Lab& lab, std::string_view window) {
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

void tell_failure(Lab& lab, const Command& command, const Error& error, std::string_view window, bool large) {
  LabState& state = lab.mutable_state();
  // What failed may have followed the command, from another dialog.
  if (const auto followed = std::exchange(state.failed_after, std::nullopt)) {
    const Command next = parse_command(followed->pending).value();
    return tell_failure(lab, next, error, followed->window, large);
  }
  const CommandInfo* info = command_named(command.name);
  if (!window.empty() && state.window_open(window)) {
    state.window_problem = {std::string(window), error_text(error), lab.session().take_offer()};
  } else if (large || (info != nullptr && info->group == "File")) {
    state.dialogs.push_back(
        {std::string(info != nullptr ? info->title : "Problem"), error_text(error), lab.session().take_offer()});
  } else {
    lab.say(MessageKind::kError, error_text(error));
  }
}

Status go_on(Lab& lab, const Question& question) {
  const Status done = lab.execute(question.pending);
  if (done) {
    settle_window(lab, question.window);
  } else {
    lab.mutable_state().failed_after = question;
  }
  return done;
}

}  // namespace strata
