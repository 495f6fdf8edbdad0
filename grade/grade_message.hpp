// Purpose: These functions convert a grade to JSON and back, to send it from the process that replays a result to
//          the grading process.
// Errors: A text that cannot be parsed yields the grade of an unreadable file, because a student's program may
//         have written anything.
#pragma once

#include <string>

#include "app/features/lesson/lesson_replay.hpp"
#include "core/base/result.hpp"

namespace strata::bench {

std::string packed_grade(const ResultGrade& grade);
// Returns the grade in `answer`, the message of the process, or the reason why there is none.
ResultGrade unpacked_grade(const Result<std::string>& answer, const std::string& file);

}  // namespace strata::bench
