#include "grade/result_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <numeric>
#include <utility>

namespace strata::bench {
namespace {

namespace fs = std::filesystem;

// The results of a folder itself, or of one of its subfolders.
struct SubfolderResults {
  std::string folder;
  std::vector<std::string> results;
};

void leave_out(SubfolderResults& part, std::vector<ResultGrade>& unreadable) {
  part.results.clear();
  unreadable.push_back(unreadable_result(
      part.folder,
      error_at(part.folder, fmt::format("holds more than {} results: none of them is graded", kMostResults))));
}

// Returns the results in the folder and its subfolders.
std::vector<std::string> find_results(const std::string& folder, bool outermost, std::vector<ResultGrade>& unreadable) {
  std::vector<SubfolderResults> parts(1);
  parts[0].folder = folder;
  std::error_code failed;
  for (fs::directory_iterator at(folder, failed); !failed && at != fs::directory_iterator(); at.increment(failed)) {
    // A symbolic link is not followed as a folder, because it may lead out of the folder.
    if (std::error_code ignored; at->symlink_status(ignored).type() == fs::file_type::directory) {
      parts.push_back({at->path().string(), {}});
    } else if (at->path().extension() == ".json" && parts[0].results.size() <= kMostResults) {
      parts[0].results.push_back(at->path().string());
    }
  }
  if (failed) unreadable.push_back(unreadable_result(folder, error_at(folder, failed.message())));
  for (size_t i = 1; i < parts.size(); ++i) parts[i].results = find_results(parts[i].folder, false, unreadable);
  if (parts[0].results.size() > kMostResults) leave_out(parts[0], unreadable);
  const auto count = [&] {
    return std::accumulate(parts.begin(), parts.end(), size_t{0},
                           [](size_t sum, const SubfolderResults& part) { return sum + part.results.size(); });
  };
  while (!outermost && count() > kMostResults) {
    leave_out(*std::ranges::max_element(parts, {}, [](const SubfolderResults& part) { return part.results.size(); }),
              unreadable);
  }
  std::vector<std::string> all;
  for (SubfolderResults& part : parts) std::ranges::move(part.results, std::back_inserter(all));
  return all;
}

}  // namespace

Result<ResultFolder> results_in(const std::string& folder) {
  std::error_code failed;
  if (!fs::is_directory(folder, failed)) return error_at(folder, "is no folder");
  ResultFolder found;
  found.results = find_results(folder, true, found.unreadable);
  if (found.results.empty()) {
    if (!found.unreadable.empty()) return error_at("", found.unreadable.front().rows.front().reason);
    return error_at(folder, "holds no result: no file ends in .json");
  }
  std::ranges::sort(found.results);
  std::ranges::sort(found.unreadable, {}, &ResultGrade::file);
  return found;
}

}  // namespace strata::bench
