// Purpose: check_lesson tests a lesson without a window: every command runs, right answers are accepted and wrong ones
//          rejected, each task can be solved and is unsolved at its start, and one can go back to every step.
// Errors: All problems, as "FILE:LINE: reason".
#pragma once

#include <span>
#include <string>
#include <vector>

namespace strata {

struct LabOptions;
struct UserPlannerProgram;

// Returns the options of a lab that plays lessons without a learner.
LabOptions lesson_check_options();

struct LessonReport {
  std::vector<std::string> problems;  // empty: the lesson passes
  size_t steps = 0, questions = 0;
  std::string title;
  // The right answers of each student for whom the lesson was played, by step; of a task what its model solution does.
  std::vector<std::vector<std::string>> answers;
};
// `programs` are planners of the user that the lesson needs, as given on the command line. The checks of the lesson
// must hold with them and must fail without them. `limit_seconds` is the time limit of a query to such a planner.
// The lesson is played for each of the students; without any for as many as choose each of its alternatives.
LessonReport check_lesson(const std::string& path, std::span<const UserPlannerProgram> programs = {},
                          double limit_seconds = 1, std::span<const std::string> students = {});

}  // namespace strata
