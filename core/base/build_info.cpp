#include "core/base/build_info.hpp"

#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "strata_commit.hpp"

namespace strata {

namespace {

namespace fs = std::filesystem;

std::string find_data_folder() {
  if (const char* chosen = std::getenv("STRATA_DATA_FOLDER"); chosen != nullptr && *chosen != 0) return chosen;
  std::error_code failed;
  const fs::path program = fs::read_symlink("/proc/self/exe", failed);
  if (!failed) {
    const fs::path installed = program.parent_path().parent_path() / "share" / "strata";
    if (fs::is_directory(installed / "assets", failed)) return installed.string();
  }
  return STRATA_SOURCE_FOLDER;
}

}  // namespace

std::string program_version() {
  constexpr std::string_view kCommit = STRATA_COMMIT;
  std::string version = STRATA_VERSION;
  if (kCommit != "unknown") version.append(" (").append(kCommit).append(")");
  return version;
}

const std::string& data_folder() {
  static const std::string folder = find_data_folder();
  return folder;
}

std::string assets_folder(const std::string& name) { return data_folder() + "/assets/" + name; }

}  // namespace strata
