// Purpose: These functions judge answers to questions of a lesson, and return the right ones.
// Errors: The reason why an answer cannot be parsed; such an answer does not count as a try.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/lesson/lesson.hpp"
#include "core/grid/cell.hpp"

namespace strata {

// The right answer to a question.
struct LessonSolution {
  // The answer as written in the lesson or in the state dump. For kOrder and kNext it is not used. For kSimulate it is
  // the answer to the step of the simulation that is asked at present, its words separated by blanks.
  std::string value;
  // For kOrder and kNext: for each expansion, the cells of all nodes that the search may expand by its rules. The first
  // one is the cell that it has expanded.
  std::vector<std::vector<Cell>> expansions;
};

Result<bool> judge_lesson_answer(const LessonQuestion& ask, const LessonSolution& truth,
                                 const std::vector<std::string>& answer);
// Returns why the choice is wrong, as the lesson says; empty: it says nothing, or the answer is no choice.
std::string reason_of_choice(const LessonQuestion& ask, const std::vector<std::string>& answer);
// Returns the place among the choices of one that is given by its text or its number; their number if it is none.
size_t place_of_choice(const LessonQuestion& ask, const std::string& word);
// Returns the first of the expansions in the answer that the rules of the search do not allow; nullopt: all are
// allowed.
std::optional<size_t> first_wrong_expansion(const LessonSolution& truth, const std::vector<std::string>& answer);
// Returns the right answer as it is shown: "31", "(12, 7)".
std::string lesson_answer_text(const LessonQuestion& ask, const LessonSolution& truth);
// Returns an error if the right answer does not fit the question, such as a text where a number is asked for.
Status check_lesson_truth(const LessonQuestion& ask, const LessonSolution& truth);
// Returns some wrong answers, for tests of lessons; of a simulation none, as its steps have their own.
std::vector<std::vector<std::string>> wrong_lesson_answers(const LessonQuestion& ask, const LessonSolution& truth);
// Returns the right answer as a learner would type it.
std::vector<std::string> right_lesson_words(const LessonQuestion& ask, const LessonSolution& truth);
// Reads a number as people write it: 46219, 46 219 as in the panels, 80.7 or 80,7, and 6.5 %. A comma before three
// digits could mean either, so that such a word is no number.
std::optional<double> written_number(const std::vector<std::string>& words);
// Returns a number of the state dump as it is shown, with at most two decimals.
std::string shown_value(const std::string& value);

}  // namespace strata
