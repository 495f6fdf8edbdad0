// Purpose: These functions work out what is right in a lesson: values of the state, and the nodes that a search expands
//          next.
// How: What comes of the commands of `reveal` is worked out in another lab, which carries out the reproduction of the
// lab
//      and then those commands. The learner's lab stays as it is, and nothing is hidden from the other lab.
// Threads: The lab's thread.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "app/lesson/lesson_judge.hpp"

namespace strata {

class Lab;

// Carries out the commands of a lesson, which are known to be allowed. `folder` is that of the lesson: maps are looked
// for there first, then among the stock maps. Errors: "FILE:LINE: reason"; the commands before it were carried out.
Status run_lesson_actions(Lab& lab, const Lesson& lesson, std::span<const LessonAction> actions,
                          const std::string& folder);

// Returns the state dump of the lab as it is, or as it would be after the actions, without anything being hidden.
Result<nlohmann::json> lesson_state(Lab& lab, const Lesson& lesson, std::span<const LessonAction> actions,
                                    const std::string& folder);

// Returns the right answer of the step's question as things are. Errors: the state has no such value, or it is no
// answer.
Result<LessonTruth> lesson_truth(Lab& lab, const Lesson& lesson, const LessonStep& step, const std::string& folder);

// Returns the moment of the recorded search at which the next expansion is asked for: just before it, when all
// neighbours of the node before have been generated.
size_t moment_of_question(const Lab& lab);
// Returns why the node in the cell is or is not expanded next; `tells`: which node is, and why. Empty: not known.
std::string expansion_reason(const Lab& lab, Cell cell, bool tells);

}  // namespace strata
