// Purpose: LessonVariants chooses one of the alternatives of each statement `pick` by the name of the student, and puts
//          it in place of its name in the lines that follow.
// How: The lines of the file are changed before they are read: what a statement may hold, a chosen value may be.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/lesson/lesson.hpp"
#include "core/base/result.hpp"

namespace strata {

class LessonVariants {
 public:
  // Reads the words of `pick NAMES VALUES...` in the lesson `id`, and chooses for the student.
  Status add(const std::vector<std::string>& words, std::string_view id, std::string_view student);

  // Returns the line with the chosen value in place of each $NAME. Other names stay as they are. Errors: the line, or
  // all lines so far together, become too long.
  Result<std::string> filled_in(std::string_view line);

  const std::vector<LessonPick>& picks() const { return picks_; }

 private:
  struct ChosenValue {
    std::string name, value;
  };
  std::vector<ChosenValue> chosen_;
  std::vector<LessonPick> picks_;
  size_t filled_bytes_ = 0;  // of all lines so far
};

// Returns names of students for whom each alternative of the lesson is chosen at least once. The first one is empty.
std::vector<std::string> students_of_all_variants(const Lesson& lesson);

}  // namespace strata
