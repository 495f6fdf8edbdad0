// Purpose: class_page writes the grades of a class as one HTML page: for each lesson and question how many were right,
//          which answers were wrong and how often, and who has handed in nothing; for each simulation at which step how
//          many have left the algorithm; copies; and results that are not verified, with the reason.
// Shapes: The page needs no script, no network and no colours. Every text that comes from a file is escaped.
// How: Questions are counted over verified results, one for each student and lesson: the one with the best score, and
//      of equal ones the first by its path.
#pragma once

#include <string>
#include <vector>

#include "app/features/lesson/lesson_replay.hpp"
#include "grade/result_copies.hpp"

namespace strata::bench {

// Returns whether the row is about a whole question of a lesson, not about a condition or a step of it.
bool is_question(const ReplayedItem& row);

// `grades` are those of the results in `folder`.
std::string class_page(const std::vector<ResultGrade>& grades, const std::vector<ResultCopies>& copies,
                       const std::string& folder);

}  // namespace strata::bench
