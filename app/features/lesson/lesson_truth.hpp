// Purpose: These functions compute the right answers of a lesson: values of the state dump, and the node that a
//          search expands next.
// How: An answer may depend on commands that the lesson lists as `reveal`. These are executed in a second lab, which
//      first opens a copy of the learner's lab, a scene (app/lab/scene.hpp). The learner's lab is unchanged, and
//      nothing is hidden in the second lab.
// Threads: The lab's thread.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "app/lesson/lesson_judge.hpp"

namespace strata {

class Lab;

// Executes commands of a lesson that were checked before. `folder` is the folder of the lesson; maps are looked up
// there first, then among the maps of the program. Errors: "FILE:LINE: reason"; the commands before the failing
// one stay executed.
Status run_lesson_actions(Lab& lab, const Lesson& lesson, std::span<const LessonAction> actions,
                          const std::string& folder);

// Returns the state dump that the lab has after the given actions, with nothing hidden. Without actions it is
// the present state.
Result<nlohmann::json> lesson_state(Lab& lab, const Lesson& lesson, std::span<const LessonAction> actions,
                                    const std::string& folder);

// Returns the right answer of the step's question in the present state. Errors: the state has no such value, or the
// value is no valid answer.
Result<LessonSolution> lesson_truth(Lab& lab, const Lesson& lesson, const LessonStep& step, const std::string& folder);

// Returns the position of the playback cursor at which a learner is asked which node is expanded next: just before that
// expansion, when all neighbours of the previously expanded node have been generated.
size_t moment_of_question(const Lab& lab);
// Returns why the node in the cell is expanded next, or why it is not. `tells`: a negative answer also names the right
// node and its reason. Empty: the reason is not known.
std::string expansion_reason(const Lab& lab, Cell cell, bool tells);

}  // namespace strata
