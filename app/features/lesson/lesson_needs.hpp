// Purpose: Some lessons need planners that the learner has written. These functions say whether such planners are
//          available, and add them for checking and grading. A lesson or result file by itself never adds one.
// Errors: "FILE:LINE: reason" for a missing planner, with instructions to add it.
// Threads: The lab's thread.
#pragma once

#include <span>
#include <string>

#include "core/base/result.hpp"

namespace strata {

class Lab;
struct Command;
struct Lesson;
struct LessonStep;

// A planner program that the user has named on the command line, not through a file.
struct UserPlannerProgram {
  std::string name;
  std::string command;
};
// Parses "NAME=COMMAND". Errors name the option.
Result<UserPlannerProgram> own_program_of(const std::string& text);

// Adds the program as if the user had typed the command that adds it.
Status add_own_program(Lab& lab, const UserPlannerProgram& program);

// Returns an error if the command names a needed planner that is missing.
Status planners_of_command(const Lab& lab, const Lesson& lesson, const Command& command);
// Returns an error if the step concerns a needed planner that is missing or has not answered yet.
Status planners_of_step(Lab& lab, const Lesson& lesson, const LessonStep& step);

}  // namespace strata
