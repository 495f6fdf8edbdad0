// Purpose: A grade as a text, in which it comes from the process of a replay.
// Errors: A text that is no grade is the grade of a file that cannot be read: a program of a student's may have written
//         it.
#pragma once

#include <string>

#include "app/features/lesson/lesson_replay.hpp"
#include "core/base/result.hpp"

namespace strata::bench {

std::string packed_grade(const ResultGrade& grade);
// `answer`: what the process has sent, or why it has sent nothing.
ResultGrade unpacked_grade(const Result<std::string>& answer, const std::string& file);

}  // namespace strata::bench
