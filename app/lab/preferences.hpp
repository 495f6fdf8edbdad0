// Purpose: Preferences are what a person sets once for the program: look, colours, keys, copies of unsaved work,
// threads,
//          device. Each is set by a command of its own, whose value is kept with the settings and set again at the next
//          start. No reproduction brings them back, unless they are settings of the lab as well.
#pragma once

#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/command.hpp"
#include "app/lab/lab_state.hpp"

namespace strata {

class Lab;

std::string_view preferences_page_name(PreferencesPage page);   // "look"
std::string_view preferences_page_title(PreferencesPage page);  // "Look"
std::optional<PreferencesPage> preferences_page_named(std::string_view name);

struct Preference {
  std::string_view command;  // the command that sets it: "lab.threads"
  PreferencesPage page;
  std::function<std::string(const Lab&)> value;  // the argument that brings the present value back
  std::string usual;                             // argument of the value at first
  bool kept_apart = false;                       // it is kept elsewhere: the theme with the layout, the size by itself
};
// Returns the preferences of the lab and of the features. Keys are kept apart (app/base/key_bindings.hpp).
std::vector<Preference> preferences(const Lab& lab);

// Sets what the settings file has. Returns what could not be set, for the user; empty: nothing.
std::string begin_with_preferences(Lab& lab);
// Whether the user has set the size of the interface; else it is that of the system.
bool has_own_scale(const Lab& lab);
// Gives the interface the size that the system wants, unless the user has set one.
void follow_system_scale(Lab& lab, double scale);
// Keeps the value that the command has set, if it is that of a preference.
void keep_preference(Lab& lab, std::string_view command);
// Returns the commands that set the preferences that were others before.
std::vector<Command> changed_preferences(const Lab& lab, const std::map<std::string, std::string>& before);
// Whether all preferences of the page have their first values.
bool is_usual(const Lab& lab, PreferencesPage page);
nlohmann::json preferences_json(const Lab& lab);

}  // namespace strata
