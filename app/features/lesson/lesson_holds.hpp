// Purpose: While a step of a lesson is shown, everything is held that the step does not ask to change: start and goal,
//          the map, links, drawn graph, landmarks, crowd, rules and settings of planners. Free is what the commands of
//          the model solution change, and what the statements `may` and `cells` of the step name.
// How: A command of the learner is held by its name, before it is executed. What else may have changed, by a script or
//      in a result that is graded, is found by comparing the lab with the scene of the step.
#pragma once

#include <string>
#include <vector>

#include "app/base/command.hpp"
#include "app/lesson/lesson.hpp"
#include "core/base/result.hpp"

namespace strata {

class Lab;
struct Scene;

// A state of a step that the learner's changes are compared with.
struct HeldState {
  const Scene& scene;
  const std::vector<std::string>& work;  // work_of() at that time
};

// Returns what the learner must not change by the command, as the subject of a sentence: "S", "the map". Empty: the
// command may be given. `open`: the question of the step is not answered yet.
std::string held_by(const LessonStep& step, const CommandInfo& command, bool open);
// Returns the sentence for the learner that says what is held, and why.
std::string held_sentence(const LessonStep& step, const std::string& held, bool done);
// Returns the error that says that something held has changed all the same.
Error held_error(const std::string& held);
// Returns what has changed of what the step holds, in the same form; empty: nothing.
std::string held_change(const Lab& lab, const LessonStep& step, const HeldState& from, bool open);
// The same for cells and links of the map alone.
std::string held_map_change(const Lab& lab, const LessonStep& step, const Scene& from);

}  // namespace strata
