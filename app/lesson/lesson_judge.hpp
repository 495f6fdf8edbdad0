// Purpose: These functions say whether an answer to a question of a lesson is right, and what the right answer is.
// Errors: An answer that cannot be read as one, with the reason: it is no try.
#pragma once

#include <string>
#include <vector>

#include "app/lesson/lesson.hpp"
#include "core/grid/cell.hpp"

namespace strata {

// The right answer to a question.
struct LessonTruth {
  std::string value;  // as it is written in the lesson, or in the state dump; unused by kOrder and kNext
  // kOrder and kNext: the cells of the nodes that may be expanded, one list for each expansion. The first of each list
  // is the node that is expanded.
  std::vector<std::vector<Cell>> expansions;
};

Result<bool> judge_lesson_answer(const LessonQuestion& ask, const LessonTruth& truth,
                                 const std::vector<std::string>& answer);
// Returns the right answer for people: "31", "(12, 7)".
std::string lesson_answer_text(const LessonQuestion& ask, const LessonTruth& truth);
// Returns why the truth is none for such a question, such as a text where a number is asked for.
Status check_lesson_truth(const LessonQuestion& ask, const LessonTruth& truth);
// Returns answers that are wrong, for tests of lessons.
std::vector<std::vector<std::string>> wrong_lesson_answers(const LessonQuestion& ask, const LessonTruth& truth);
// Returns the right answer as it is given.
std::vector<std::string> right_lesson_words(const LessonQuestion& ask, const LessonTruth& truth);
// Returns a number of the state dump for people: at most two digits after the point.
std::string shown_value(const std::string& value);

}  // namespace strata
