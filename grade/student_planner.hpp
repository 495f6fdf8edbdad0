// Purpose: A PlannerTemplate is a command, given by the teacher, that starts the planner of each student. In its words
//          {student} stands for the name of the student in the result, {folder} for the folder of the result, {file}
//          for the name of the result without .json.
// How: The command is split into words before the placeholders are replaced: the text of a student is part of one word,
//      and never a word or a command of its own. Files below {folder} are found by their names in normal form C,
//      because some systems store an accent and its letter separately.
// Errors: An unusable template; the name of a student or file that may not be put into a command; a program that does
//         not exist or is reached through a link.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/features/lesson/lesson_needs.hpp"

namespace strata::bench {

class PlannerTemplate {
 public:
  // Parses "NAME=COMMAND".
  static Result<PlannerTemplate> from_text(const std::string& text);

  const std::string& name() const { return name_; }
  // Returns the program of one student. `file` is the path of the result, `student` the name in it.
  Result<UserPlannerProgram> program_for(const std::string& file, const std::string& student) const;

 private:
  std::string name_;
  std::vector<std::string> words_;
};

}  // namespace strata::bench
