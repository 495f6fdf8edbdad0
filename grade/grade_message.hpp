// Purpose: These functions convert a grade to JSON and back, to send it from the process that replays a result to
//          the grading process, and to store it until all results are graded.
// Errors: A text that cannot be parsed yields the grade of an unreadable file, because a student's program may
//         have written anything.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/features/lesson/lesson_replay.hpp"
#include "core/base/result.hpp"

namespace strata::bench {

std::string packed_grade(const ResultGrade& grade);
// Returns the grade of the file; nullopt if the text is none.
std::optional<ResultGrade> read_grade(std::string_view text, const std::string& file);
// Returns the grade in `answer`, the message of the process, or the reason why there is none.
ResultGrade unpacked_grade(const Result<std::string>& answer, const std::string& file);

}  // namespace strata::bench
