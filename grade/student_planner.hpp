// Purpose: A PlannerTemplate is a command of whoever grades that starts the planner of each student. In its words
//          {student} stands for the student as the result names them, {folder} for the folder of the result, {file} for
//          the name of the result without .json.
// How: The words of the command are split before anything is put into them: what a student has chosen is part of one
//      word, and never a word or a command of its own. What lies below {folder} is found by its name in normal form C,
//      as some systems write an accent and its letter apart.
// Errors: A template that cannot be used; a student or a file whose name may not stand in a command; a program that is
//         not there, or that a link leads to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/features/lesson/lesson_needs.hpp"

namespace strata::bench {

class PlannerTemplate {
 public:
  // Reads "NAME=COMMAND".
  static Result<PlannerTemplate> from_text(const std::string& text);

  const std::string& name() const { return name_; }
  // `file` is the path of the result, `student` what it says.
  Result<OwnProgram> program_for(const std::string& file, const std::string& student) const;

 private:
  std::string name_;
  std::vector<std::string> words_;
};

}  // namespace strata::bench
