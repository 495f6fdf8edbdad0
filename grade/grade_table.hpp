// Purpose: The table of grades as comma separated values: a row for each question and check. It is read again where a
//          grading goes on.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/features/lesson/lesson_replay.hpp"

namespace strata::bench {

// Returns the names of the columns, as the first line of the table.
std::string grade_columns();
// Returns the rows of a grade. `results`: how many results the student has handed in for the lesson; 0: not known yet.
std::string grade_lines(const ResultGrade& grade, const std::string& folder, size_t results);
// Adds a row that was read to the grade, whose file is that of the row. Returns false if it is none.
bool read_grade_line(const std::vector<std::string>& fields, ResultGrade& grade);

// Returns the place of a result in the folder, as the table names it.
std::string place_in(const std::string& folder, const std::string& file);

}  // namespace strata::bench
