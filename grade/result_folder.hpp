// Purpose: results_in finds the results in a folder and in those below it.
// How: A folder holds at most kMostResults, with what lies below it; only the folder that is graded may hold more, as
//      each student may have a folder in it. Where there are more, the fullest one is left out with a row of its own.
// Errors: A folder that is none, or holds no result. One that may not be read has a row that says so.
#pragma once

#include <string>
#include <vector>

#include "app/features/lesson/lesson_replay.hpp"
#include "core/base/result.hpp"

namespace strata::bench {

inline constexpr size_t kMostResults = 10'000;

struct ResultFolder {
  std::vector<std::string> results;     // *.json, in order
  std::vector<ResultGrade> unreadable;  // folders that may hold results nobody has read
};

Result<ResultFolder> results_in(const std::string& folder);

}  // namespace strata::bench
