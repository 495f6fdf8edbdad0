// Purpose: A LabSetting is a setting (core/base/setting.hpp) together with functions that read and change its value in
//          a lab. The setting's command, its line in scripts, its reset and its row in panels are derived from it.
// Errors: Those of read_setting, and the reason of the options' owner if a value is not possible now.
// Threads: The lab's thread.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/command.hpp"
#include "core/base/setting.hpp"

namespace strata {

class Lab;

struct LabSetting {
  Setting row;
  double usual = 0;  // the value in a fresh lab
  std::function<double(const Lab&)> value;
  std::function<Status(Lab&, double)> set;
  // Returns the value that is in effect while the value 0 leaves it to the program. Words such as "x2" change this
  // value; null: `value`.
  std::function<double(const Lab&)> in_effect = {};
  // Withdraws the user's choice, if that is more than setting the default value; null: it is not.
  std::function<Status(Lab&)> take_back = {};
  std::string usage = {}, help = {};  // usage and help of its command
  std::string title = {};
  CommandGroup group = CommandGroup::kSearch;  // group of its command
  uint8_t keeps = keeps::kSetting | keeps::kLast;
  uint32_t does = 0;  // CommandInfo::does
  // Returns whether the earlier command has an effect that the later one does not replace, see CommandHooks::leaves.
  bool (*leaves)(const Lab&, const Command& earlier, const Command& later) = nullptr;
  std::string_view page = {};  // the page of the preferences that shows it; empty: it is no preference
};

// Returns the settings for one kind of options. `set` is called with the options that contain the new value, and with
// the row that was set. It is called even if the value is the same as before.
template <class Options>
std::vector<LabSetting> settings_of(std::span<const SettingOf<Options>> rows, const Options& usual,
                                    const Options& (*now)(const Lab&),
                                    Status (*set)(Lab&, const Setting&, const Options&)) {
  std::vector<LabSetting> settings;
  for (const SettingOf<Options>& row : rows) {
    const SettingOf<Options>* own = &row;
    LabSetting& setting = settings.emplace_back();
    setting.row = row;
    setting.usual = row.get(usual);
    setting.value = [own, now](const Lab& lab) { return own->get(now(lab)); };
    setting.set = [own, now, set](Lab& lab, double value) {
      Options options = now(lab);
      own->put(options, value);
      return set(lab, *own, options);
    };
  }
  return settings;
}
LabSetting& setting_in(std::vector<LabSetting>& settings, std::string_view name);  // the list has such a setting
// Makes the setting call `then` each time its value was set, even if it is the same as before. It is called with the
// value.
void follow_setting(LabSetting& setting, std::function<void(Lab&, double value)> then);
// Completes settings by the titles, usages and helps of their commands.
std::vector<LabSetting> with_texts(std::vector<LabSetting> settings);

// Returns all settings: those of the lab itself and those of the features.
std::span<const LabSetting* const> lab_settings();
const LabSetting* lab_setting_named(std::string_view name);  // null: no setting has the name
CommandInfo command_of(const LabSetting& setting);
Status run_setting(Lab& lab, const Command& command);
// Executes the command of a setting without a line in the log. All work that it causes on a large map is done when the
// function returns.
Status apply_setting(Lab& lab, const Command& setting);
// Returns whether the word changes the present value instead of giving a new one: "+1", "x2", "toggle".
bool is_relative(std::string_view word);
// Returns the command for the log. A word that changes the present value is replaced by the value that it has led to.
Command settled(const Lab& lab, const LabSetting& setting, const Command& command);
// Adds a command line for every setting whose value differs from that of a fresh lab.
void add_setting_lines(const Lab& lab, std::span<const LabSetting> settings, std::vector<std::string>& lines);

// These functions return the settings that belong to no feature: the rules of movement; and those of queries,
// tools and views.
std::span<const LabSetting> rules_of_movement();
std::span<const LabSetting> shared_settings();

}  // namespace strata
