// Purpose: stamp_result and copies_in find results that are copies of one another under other names or in other files.
// How: Times are measured to fractions of a second, so that no two students have the same. Two results with the same
//      answers, strokes and times are copies; so are two with at least two times, all the same, whose answers or
//      strokes were changed. One student may hand in twice with the same answers. Results without times are not
//      compared: two that answer nothing are no copies.
// Not found: A copy in which the times were changed, too.
#pragma once

#include <string>
#include <vector>

#include "app/features/lesson/lesson_replay.hpp"
#include "app/lesson/result_file.hpp"

namespace strata::bench {

// Some grades whose results are copies of one another.
struct ResultCopies {
  std::vector<const ResultGrade*> grades;
  bool same_log = false;  // false: only the times are the same
};

// Stores the hashes of the result in its grade.
void stamp_result(const LessonResult& result, ResultGrade& grade);
// Returns the copies among the grades, in their order.
std::vector<ResultCopies> copies_in(const std::vector<ResultGrade>& grades);
// Returns the sentence that names the copies: "ann.json (Ann), bob.json (Bob) have the same answers, strokes and
// times".
std::string copies_sentence(const ResultCopies& copies, const std::string& folder);

}  // namespace strata::bench
