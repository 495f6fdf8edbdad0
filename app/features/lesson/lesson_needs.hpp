// Purpose: These functions concern the planners of the learner's own that a lesson needs: whether they are there, and
// how
//          those who check or grade lessons add them. Nothing in a lesson or a result adds one.
// Errors: "FILE:LINE: reason" for a planner that the lesson needs and that is not there, with the way to add it.
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

// A program that plans, as the user's own hand has named it.
struct OwnProgram {
  std::string name;
  std::string command;
};
// Reads "NAME=COMMAND". Errors name the option.
Result<OwnProgram> own_program_of(const std::string& text);

// Adds the program in the name of the user whose hand has named it.
Status add_own_program(Lab& lab, const OwnProgram& program);

// Returns an error if the command names a planner that the lesson needs and that is not there.
Status planners_of_command(const Lab& lab, const Lesson& lesson, const Command& command);
// Returns an error if the step concerns a planner that the lesson needs and that is not there, or has not answered yet.
Status planners_of_step(Lab& lab, const Lesson& lesson, const LessonStep& step);

}  // namespace strata
