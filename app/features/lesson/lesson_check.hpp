// Purpose: check_lesson proves that a lesson works, without a window: every command of it runs, right answers are
// right,
//          wrong ones are refused, what is to be built can be built and is not there before, and each step can be gone
//          back to.
// Errors: All problems that were found, as "FILE:LINE: reason".
#pragma once

#include <span>
#include <string>
#include <vector>

namespace strata {

struct LabOptions;
struct OwnProgram;

// Returns the options of a lab in which lessons are played without a learner.
LabOptions lesson_check_options();

struct LessonReport {
  std::vector<std::string> problems;  // empty: the lesson works
  size_t steps = 0, questions = 0;
  std::string title;
};
// `programs` are the planners that the lesson needs, as the user's hand has named them. They must pass its checks, and
// without them the checks must not hold. A query to one of them may take so many seconds.
LessonReport check_lesson(const std::string& path, std::span<const OwnProgram> programs = {}, double limit_seconds = 1);

}  // namespace strata
