#include "app/base/user_folders.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace strata {
namespace {

std::string from_environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

// The desktop's file has lines such as: XDG_DOCUMENTS_DIR="$HOME/Papers"
std::string documents_folder(const std::string& home, const std::string& config) {
  std::error_code failed;
  if (home.empty() || !std::filesystem::is_directory(home, failed)) return {};
  std::string named;
  constexpr std::string_view kKey = "XDG_DOCUMENTS_DIR=\"", kHome = "$HOME";
  std::ifstream file(config + "/user-dirs.dirs");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(kKey) || line.size() <= kKey.size() || line.back() != '"') continue;
    named = line.substr(kKey.size(), line.size() - kKey.size() - 1);
    if (named.starts_with(kHome)) named.replace(0, kHome.size(), home);
  }
  for (const std::string& folder : {named, home + "/Documents"}) {
    if (!folder.empty() && std::filesystem::is_directory(folder, failed)) return folder;
  }
  return home;
}

std::string documents_folder() {
  const std::string home = from_environment("HOME"), config = from_environment("XDG_CONFIG_HOME");
  return documents_folder(home, config.empty() ? home + "/.config" : config);
}

}  // namespace strata
