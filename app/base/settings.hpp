// Purpose: Settings are what the app remembers from one run to the next. This header also says where programs keep such
//          files.
// Source: XDG Base Directory Specification 0.8.
// Errors: "FILE: reason". A settings file that cannot be read is reported and replaced by defaults; it is never fatal.
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
  std::vector<int64_t> opened_at;         // when each was opened or saved, in seconds since 1970; 0: unknown
  double ui_scale = 1;
  bool first_run_closed = false;        // the card of the first minute was closed; it opens at starts until then
  bool hints = true;                    // hints follow the pointer
  std::vector<std::string> hints_done;  // names of hints that are no longer needed
  bool simple = false;                  // lists show A*, JPS and HPA* alone
  // Terrains that were given to unknown letters of recent maps, by file: "E=ground".
  std::map<std::string, std::vector<std::string>> letters;
  // Names, colours and weights that terrains of recent maps were given, by file: "swamp name lava".
  std::map<std::string, std::vector<std::string>> terrains;
  // Preferences that differ from the usual ones: the arguments of their commands, by command (app/lab/preferences.hpp).
  std::map<std::string, std::string> preferences;
  // Keys that the user has bound otherwise than they usually are, by command line (app/base/key_bindings.hpp).
  std::map<std::string, std::string> keys;

  static std::string full_path(const std::string& path);
  void add_recent(const std::string& path);
  // Takes a file off the list, with what is remembered of it. False: it is not on the list.
  bool forget_recent(const std::string& path);
  friend bool operator==(const Settings&, const Settings&) = default;

 private:
  bool take_off(const std::string& entry);
  void forget_others();
};

// Returns the defaults if the file is missing. `problem` receives the message if the file is there but of no use.
Settings load_settings(const std::string& path, std::string& problem);
Status save_settings(const Settings& settings, const std::string& path);
Status make_folders(const std::string& folder);

std::string default_settings_path();    // $XDG_CONFIG_HOME/strata/settings.json; empty without a home
std::string default_recovery_folder();  // $XDG_STATE_HOME/strata/recovery
std::string default_cache_folder();     // $XDG_CACHE_HOME/strata

}  // namespace strata
