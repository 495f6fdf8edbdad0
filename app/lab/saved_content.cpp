#include "app/lab/saved_content.hpp"

#include <filesystem>

namespace strata {

namespace fs = std::filesystem;

std::string path_below(const std::string& file, const std::string& folder) {
  std::error_code failed;
  const fs::path path = fs::canonical(file, failed);
  if (failed) return {};
  const fs::path base = fs::weakly_canonical(folder.empty() ? "." : folder, failed);
  if (failed) return {};
  const fs::path relative = path.lexically_relative(base);
  if (relative.empty() || *relative.begin() == "..") return {};
  return relative.string();
}

void add_changed_lines(std::vector<std::string>& lines, const std::vector<std::string>& present,
                       const std::vector<std::string>& wanted) {
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (i >= present.size() || present[i] != wanted[i]) lines.push_back(wanted[i]);
  }
}

}  // namespace strata
