// Purpose: Settings are what the app stores between two runs. This header also names the folders in
//          which such files lie.
// Source: XDG Base Directory Specification 0.8.
// Errors: "FILE: reason". An unreadable settings file is reported and replaced by defaults.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/base/result.hpp"

namespace strata {

struct Settings {
  static constexpr size_t kMaxRecent = 12;
  std::vector<std::string> recent_files;  // absolute, newest first
  // For each recent file, when it was opened or saved last, in seconds since 1970; 0: unknown.
  std::vector<int64_t> opened_at;
  double ui_scale = 1;
  // The card of the first run was closed; it does not open again.
  bool first_run_closed = false;
  // Hints are shown beside the pointer.
  bool hints = true;
  // Names of the hints whose actions were done.
  std::vector<std::string> hints_done;
  // The simple view is on: lists show A*, JPS and HPA* only.
  bool simple = false;
  // The structures ("hpa", "sectors", ...) for which the user has chosen the same options on all maps. Of the others,
  // maps that he opens get the options that suit them.
  std::vector<std::string> unfitted;
  // For each recent map file, the terrains that the user has chosen for its unknown letters: "E=ground".
  std::map<std::string, std::vector<std::string>> letters;
  // For each recent map file, the names, colours and weights that the user has given to its terrains:
  // "swamp name lava".
  std::map<std::string, std::vector<std::string>> terrains;
  // For each recent map file, the options with which the user reads it: "threshold=200" (core/io/map_options.hpp).
  std::map<std::string, std::vector<std::string>> reading;
  // For each command of a preference that differs from the default, its arguments (app/lab/preferences.hpp).
  std::map<std::string, std::string> preferences;
  // For each command line whose keys differ from the default ones, its keys (app/base/key_bindings.hpp).
  std::map<std::string, std::string> keys;

  static std::string full_path(const std::string& path);
  void add_recent(const std::string& path);
  // Removes a file from the list of recent files, with its letters and terrains. Returns false if it is
  // not in the list.
  bool forget_recent(const std::string& path);
  friend bool operator==(const Settings&, const Settings&) = default;

 private:
  bool take_off(const std::string& entry);
  void forget_others();
};

// Returns the settings in the file; if there is no file, the defaults. If the file is invalid, `problem` receives a
// message, and the defaults are returned.
Settings load_settings(const std::string& path, std::string& problem);
Status save_settings(const Settings& settings, const std::string& path);
Status make_folders(const std::string& folder);

std::string default_settings_path();    // $XDG_CONFIG_HOME/strata/settings.json; empty without a home
std::string default_recovery_folder();  // $XDG_STATE_HOME/strata/recovery
std::string default_cache_folder();     // $XDG_CACHE_HOME/strata
std::string default_queries_path();     // $XDG_STATE_HOME/strata/queries.json; empty without a home

}  // namespace strata
