// The commands of lessons.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/features/gallery/gallery.hpp"
#include "app/features/lesson/lesson.hpp"
#include "app/features/lesson/lesson_list.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/script_state.hpp"
#include "app/lab/session.hpp"

namespace strata {

// Tells beside an open question why what the learner has given is no answer.
void tell_of_refused_answer(Lab& lab, const Command&, const Error& error) {
  LessonController& own = lesson_controller(lab);
  if (!own.is_open() || !own.step().ask || own.answer_state().done) return;
  own.forget_unreadable();
  own.unreadable_ = error.what;
  own.reason_ = fmt::format("This does not count as a try: {}.", own.unreadable_);
  ++own.version_;
}

namespace {

Status run_open(Lab& lab, const Command& command) {
  LessonController& controller = lesson_controller(lab);
  const std::string path = lab.scripts().resolve(lesson_file(command.args[0]));
  // Nobody is asked about unsaved work: it comes back when the lesson is left. What was painted over an open card does
  // not.
  if (asks_about_open_card(lab, command)) return success();
  Status opened = controller.open(path);
  if (opened) note_own_file(lab, path);
  return opened;
}

Status run_reset(Lab& lab, const Command& command) {
  LessonController& controller = lesson_controller(lab);
  const std::string what = command.args.empty() ? "step" : command.args[0];
  if (what != "step" && what != "all") return error_at("", fmt::format("expected step or all, not '{}'", what));
  return what == "all" ? controller.reset_all() : controller.reset_step();
}

template <Status (LessonController::*kRun)()>
Status run_plain(Lab& lab, const Command&) {
  return (lesson_controller(lab).*kRun)();
}

// clang-format off
const std::array<FeatureCommand, 11> kCommands = {{
    {{"lesson.open", "NAME|PATH [force]", "Open lesson", CommandGroup::kLesson, 1, 2, "Begins a lesson: one that comes with Strata by its name, or a .lesson file"}, run_open},
    {{"lesson.next", "", "Next step of the lesson", CommandGroup::kLesson, 0, 0, "Goes on once the question of the step is answered"}, run_plain<&LessonController::next>},
    {{"lesson.back", "", "Step of the lesson before", CommandGroup::kLesson, 0, 0, "Goes back, and takes back what the step has changed"}, run_plain<&LessonController::back>},
    {{"lesson.reset", "[step|all]", "Begin the step again", CommandGroup::kLesson, 0, 1, "As the step was at first; all: the whole lesson, without its answers"}, run_reset},
    {{"lesson.answer", "WORD...", "Answer", CommandGroup::kLesson, 1, 50, "A choice by its number or text, a number, cells as X,Y; there are two tries, of up to three choices one"},
     [](Lab& lab, const Command& command) { return lesson_controller(lab).answer(command.args); },
     {.refused = tell_of_refused_answer}},
    {{"lesson.done", "", "Check what was built", CommandGroup::kLesson, 0, 0, "Checks what the step asks to build"}, run_plain<&LessonController::done>},
    {{"lesson.tell", "", "Show the answer", CommandGroup::kLesson, 0, 0, "Gives the answer with its reason, or builds what was to be built"}, run_plain<&LessonController::tell>},
    {{"lesson.hint", "", "Show the hint", CommandGroup::kLesson, 0, 0, "Shows the hint of the step"}, run_plain<&LessonController::hint>},
    {{"lesson.close", "", "Leave the lesson", CommandGroup::kLesson, 0, 0, "Opens the map again that was open before"}, run_plain<&LessonController::close>},
    {{"lesson.hand_in", "PATH", "Hand in", CommandGroup::kLesson, 1, 1, "Writes what was answered and built to a result file (*.json)"},
     [](Lab& lab, const Command& command) { return lesson_controller(lab).hand_in(command.args[0]); }},
    {{"lesson.student", "NAME", "Name of the student", CommandGroup::kLesson, 1, 1, "Lessons may give each student maps of their own"},
     [](Lab& lab, const Command& command) { return lesson_controller(lab).set_student(command.args[0]); }},
}};
// clang-format on

}  // namespace

std::span<const FeatureCommand> lesson_commands() { return kCommands; }

}  // namespace strata
