// Purpose: These functions write and read the table of grades as comma-separated values, with a row for each question
//          and check. It is read when an interrupted run is resumed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/features/lesson/lesson_replay.hpp"

namespace strata::bench {

// Returns the names of the columns, the first line of the table.
std::string grade_columns();
// Returns the rows of a grade. `results` is the number of results that the student has handed in for the
// lesson; 0: unknown.
std::string grade_lines(const ResultGrade& grade, const std::string& folder, size_t results);
// Adds a row of the table to the grade of its file. Returns false if the row is malformed.
bool read_grade_line(const std::vector<std::string>& fields, ResultGrade& grade);

// Returns the path of a result relative to the folder, as in the table.
std::string place_in(const std::string& folder, const std::string& file);

}  // namespace strata::bench
