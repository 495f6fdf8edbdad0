// Purpose: results_in finds the result files in a folder and its subfolders.
// How: A folder may contain at most kMostResults, including its subfolders; only the graded folder itself may
//      contain more, as each student may have a folder in it. If there are more, the fullest folder is skipped and
//      gets a row of its own.
// Errors: A path that is no folder, or a folder without results. A folder without read permission gets
//         a row that says so.
#pragma once

#include <string>
#include <vector>

#include "app/features/lesson/lesson_replay.hpp"
#include "core/base/result.hpp"

namespace strata::bench {

inline constexpr size_t kMostResults = 10'000;

struct ResultFolder {
  std::vector<std::string> results;     // *.json files, sorted
  std::vector<ResultGrade> unreadable;  // folders that could not be read and may contain results
};

Result<ResultFolder> results_in(const std::string& folder);

}  // namespace strata::bench
