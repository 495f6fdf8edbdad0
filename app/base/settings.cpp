#include "app/base/settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>

#include "app/base/key_bindings.hpp"
#include "app/base/path_json.hpp"
#include "core/io/files.hpp"

namespace strata {

namespace {

std::string xdg_folder(const char* variable, const char* below_home) {
  const char* set = std::getenv(variable);
  // The specification says that relative paths must be ignored.
  if (set != nullptr && set[0] == '/') return set;
  const char* home = std::getenv("HOME");
  if (home == nullptr || home[0] == '\0') return {};
  return std::string(home) + "/" + below_home;
}

using EntriesByFile = std::map<std::string, std::vector<std::string>>;

// Reads a list of objects, each with the words for one file: {"file": "/a.map", "terrains": ["E=ground"]}. `name` is
// the name of the words.
void read_by_file(const nlohmann::json& json, const char* key, const char* name, EntriesByFile& out) {
  const auto list = json.find(key);
  if (list == json.end() || !list->is_array()) return;
  for (const nlohmann::json& own : *list) {
    if (!own.is_object() || !own.contains("file") || !own.contains(name) || !own[name].is_array()) continue;
    const std::string file = path_from_json(own["file"]);
    std::vector<std::string> words;
    for (const nlohmann::json& word : own[name]) {
      if (word.is_string()) words.push_back(word.get<std::string>());
    }
    if (!file.empty() && !words.empty()) out[file] = std::move(words);
  }
}

nlohmann::json by_file_json(const EntriesByFile& words_by_file, const char* name) {
  nlohmann::json list = nlohmann::json::array();
  for (const auto& [file, words] : words_by_file) list.push_back({{"file", path_to_json(file)}, {name, words}});
  return list;
}

}  // namespace

std::string Settings::full_path(const std::string& path) {
  std::error_code ignored;
  const std::filesystem::path full = std::filesystem::absolute(path, ignored);
  return ignored ? path : full.lexically_normal().string();
}

void Settings::add_recent(const std::string& path) {
  const std::string entry = full_path(path);
  (void)take_off(entry);
  recent_files.insert(recent_files.begin(), entry);
  opened_at.insert(opened_at.begin(), static_cast<int64_t>(std::time(nullptr)));
  if (recent_files.size() > kMaxRecent) recent_files.resize(kMaxRecent);
  opened_at.resize(recent_files.size());
  forget_others();
}

bool Settings::forget_recent(const std::string& path) {
  if (!take_off(full_path(path))) return false;
  forget_others();
  return true;
}

bool Settings::take_off(const std::string& entry) {
  const auto found = std::ranges::find(recent_files, entry);
  if (found == recent_files.end()) return false;
  opened_at.resize(recent_files.size());
  opened_at.erase(opened_at.begin() + (found - recent_files.begin()));
  recent_files.erase(found);
  return true;
}

// Removes the data of files that are not in the list of recent files any more.
void Settings::forget_others() {
  for (auto* by_file : {&letters, &terrains, &reading}) {
    std::erase_if(*by_file,
                  [this](const auto& own) { return std::ranges::find(recent_files, own.first) == recent_files.end(); });
  }
}

Settings load_settings(const std::string& path, std::string& problem) {
  problem.clear();
  std::error_code ignored;
  if (path.empty() || !std::filesystem::exists(path, ignored)) return {};
  const Result<std::string> text = read_file(path, 1 << 20);
  if (!text) {
    problem = text.error().message();
    return {};
  }
  const nlohmann::json json = nlohmann::json::parse(text.value(), nullptr, false);
  if (json.is_discarded() || !json.is_object()) {
    problem = path + ": is not a JSON object; the defaults are used";
    return {};
  }
  Settings settings;
  if (const auto recent = json.find("recent_files"); recent != json.end()) {
    if (!recent->is_array()) {
      problem = path + ": recent_files is not a list; the defaults are used";
      return {};
    }
    for (const nlohmann::json& entry : *recent) {
      std::string file = path_from_json(entry);
      if (!file.empty() && settings.recent_files.size() < Settings::kMaxRecent) {
        settings.recent_files.push_back(std::move(file));
      }
    }
  }
  settings.opened_at.resize(settings.recent_files.size());
  if (const auto times = json.find("opened_at"); times != json.end() && times->is_array()) {
    for (size_t i = 0; i < std::min(times->size(), settings.opened_at.size()); ++i) {
      if ((*times)[i].is_number_integer()) settings.opened_at[i] = (*times)[i].get<int64_t>();
    }
  }
  if (const auto scale = json.find("ui_scale"); scale != json.end()) {
    if (!scale->is_number()) {
      problem = path + ": ui_scale is not a number; the defaults are used";
      return {};
    }
    settings.ui_scale = std::clamp(scale->get<double>(), 1.0, 3.0);
  }
  // If there is a settings file of an earlier version, the program is not started for the first time.
  const auto truth = [&json](const char* key, bool otherwise) {
    const auto found = json.find(key);
    return found != json.end() && found->is_boolean() ? found->get<bool>() : otherwise;
  };
  settings.first_run_closed = truth("first_run_closed", true);
  settings.hints = truth("hints", false);
  settings.simple = truth("simple", false);
  const auto names = [&](const char* key, std::vector<std::string>& all) {
    const auto found = json.find(key);
    if (found == json.end() || !found->is_array()) return;
    for (const nlohmann::json& name : *found) {
      if (name.is_string()) all.push_back(name.get<std::string>());
    }
  };
  names("unfitted", settings.unfitted);
  // A settings file of an earlier version.
  if (!json.contains("unfitted") && !truth("fit_hpa", true)) settings.unfitted.emplace_back("hpa");
  names("hints_done", settings.hints_done);
  // Entries that are invalid are left out. Their letters are then unknown, which is reported when the map is opened.
  read_by_file(json, "letters", "terrains", settings.letters);
  read_by_file(json, "terrains", "terrains", settings.terrains);
  read_by_file(json, "reading", "options", settings.reading);
  if (const auto preferences = json.find("preferences"); preferences != json.end() && preferences->is_object()) {
    for (const auto& [command, words] : preferences->items()) {
      if (words.is_string()) settings.preferences[command] = words.get<std::string>();
    }
  }
  // Earlier versions stored the scale separately, and wrote 1 even if the user had not chosen it. So only another value
  // counts as a choice.
  if (settings.ui_scale != 1) settings.preferences.try_emplace("ui.scale", fmt::format("{:g}", settings.ui_scale));
  if (const auto keys = json.find("keys"); keys != json.end()) {
    std::string why;
    settings.keys = key_changes_of(*keys, why);
    if (!why.empty()) problem = path + ": " + why;
  }
  return settings;
}

Status make_folders(const std::string& folder) {
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (code) return error_at(folder, code.message());
  return success();
}

Status save_settings(const Settings& settings, const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  if (!folder.empty()) {
    if (Status made = make_folders(folder); !made) return made;
  }
  nlohmann::json json;
  json["recent_files"] = nlohmann::json::array();
  for (const std::string& file : settings.recent_files) json["recent_files"].push_back(path_to_json(file));
  json["opened_at"] = settings.opened_at;
  json["letters"] = by_file_json(settings.letters, "terrains");
  json["terrains"] = by_file_json(settings.terrains, "terrains");
  json["reading"] = by_file_json(settings.reading, "options");
  json["ui_scale"] = settings.ui_scale;
  json["preferences"] = settings.preferences;
  json["keys"] = settings.keys;
  json["first_run_closed"] = settings.first_run_closed;
  json["hints"] = settings.hints;
  json["hints_done"] = settings.hints_done;
  json["simple"] = settings.simple;
  json["unfitted"] = settings.unfitted;
  return write_file_atomic(path, json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

std::string default_settings_path() {
  const std::string folder = xdg_folder("XDG_CONFIG_HOME", ".config");
  return folder.empty() ? folder : folder + "/strata/settings.json";
}

std::string default_recovery_folder() {
  const std::string folder = xdg_folder("XDG_STATE_HOME", ".local/state");
  return folder.empty() ? folder : folder + "/strata/recovery";
}

std::string default_queries_path() {
  const std::string folder = xdg_folder("XDG_STATE_HOME", ".local/state");
  return folder.empty() ? folder : folder + "/strata/queries.json";
}

std::string default_cache_folder() {
  const std::string folder = xdg_folder("XDG_CACHE_HOME", ".cache");
  return folder.empty() ? folder : folder + "/strata";
}

}  // namespace strata
