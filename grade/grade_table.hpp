// Purpose: These functions write the table of grades as comma-separated values, with a row for each question and check.
#pragma once

#include <string>

#include "app/features/lesson/lesson_replay.hpp"

namespace strata::bench {

// Returns the names of the columns, the first line of the table.
std::string grade_columns();
// Returns the rows of a grade. `results` is the number of results that the student has handed in for the lesson;
// `copies` names the results that are copies of this one, or of which it is a copy.
std::string grade_lines(const ResultGrade& grade, const std::string& folder, size_t results, const std::string& copies);

// Returns the path of a result relative to the folder, as in the table.
std::string place_in(const std::string& folder, const std::string& file);

}  // namespace strata::bench
