// Purpose: Preferences are choices that a user makes once for the program: appearance, colours, keys, recovery
//          copies, threads, device. Each has a command; its value is stored in the settings file and restored at
//          the next start. The script that reproduces the lab's state contains a preference only if it is also a
//          setting of the lab.
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
  std::string_view command;  // the command that changes it: "lab.threads"
  PreferencesPage page;
  // Returns the argument with which the command would set the present value.
  std::function<std::string(const Lab&)> value;
  // The argument with which the command sets the default.
  std::string usual;
  // The value is not stored with the other preferences: the theme is stored with the layout of the window, the scale
  // has an entry of its own.
  bool kept_apart = false;
};
// Returns the preferences of the lab and of the features, without the keys (app/base/key_bindings.hpp).
std::vector<Preference> preferences(const Lab& lab);

// Applies the preferences in the settings file. Returns a message about those that could not be applied;
// empty if all were.
std::string begin_with_preferences(Lab& lab);
// Returns whether the user has set the scale of the interface; otherwise it is the system's.
bool has_own_scale(const Lab& lab);
// Applies the scale of the system, unless the user has set one.
void follow_system_scale(Lab& lab, double scale);
// Stores the value that `command` has just set, if it sets a preference.
void keep_preference(Lab& lab, std::string_view command);
// Returns the commands that set those preferences whose values differ from the values in `before`.
std::vector<Command> changed_preferences(const Lab& lab, const std::map<std::string, std::string>& before);
// Returns whether all preferences on the page have their default values.
bool is_usual(const Lab& lab, PreferencesPage page);
nlohmann::json preferences_json(const Lab& lab);

}  // namespace strata
