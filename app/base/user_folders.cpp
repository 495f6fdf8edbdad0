#include "app/base/user_folders.hpp"

#include <unistd.h>

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

// Returns the folder that the settings of the desktop name by `key`; if there is none, `usual` in the home folder.
// Empty: neither exists. The settings have lines such as XDG_DOCUMENTS_DIR="$HOME/Papers"
std::string named_folder(const std::string& home, const std::string& config, std::string_view key, const char* usual) {
  std::error_code failed;
  if (home.empty() || !std::filesystem::is_directory(home, failed)) return {};
  std::string named;
  constexpr std::string_view kHome = "$HOME";
  const std::string begin = std::string(key) + "=\"";
  std::ifstream file(config + "/user-dirs.dirs");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(begin) || line.size() <= begin.size() || line.back() != '"') continue;
    named = line.substr(begin.size(), line.size() - begin.size() - 1);
    if (named.starts_with(kHome)) named.replace(0, kHome.size(), home);
  }
  for (const std::string& folder : {named, home + usual}) {
    if (!folder.empty() && std::filesystem::is_directory(folder, failed)) return folder;
  }
  return {};
}

std::string home_folder() { return from_environment("HOME"); }
std::string config_folder() {
  const std::string config = from_environment("XDG_CONFIG_HOME");
  return config.empty() ? home_folder() + "/.config" : config;
}

}  // namespace

std::string documents_folder(const std::string& home, const std::string& config) {
  std::error_code failed;
  if (home.empty() || !std::filesystem::is_directory(home, failed)) return {};
  const std::string folder = named_folder(home, config, "XDG_DOCUMENTS_DIR", "/Documents");
  return folder.empty() ? home : folder;
}

std::string documents_folder() { return documents_folder(home_folder(), config_folder()); }

std::string pictures_folder(const std::string& home, const std::string& config) {
  const std::string folder = named_folder(home, config, "XDG_PICTURES_DIR", "/Pictures");
  return folder.empty() ? documents_folder(home, config) : folder;
}

std::string pictures_folder() { return pictures_folder(home_folder(), config_folder()); }

bool can_write_into(const std::string& folder) {
  std::error_code failed;
  return !folder.empty() && std::filesystem::is_directory(folder, failed) && access(folder.c_str(), W_OK) == 0;
}

}  // namespace strata
