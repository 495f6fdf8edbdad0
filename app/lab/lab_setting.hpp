// Purpose: A LabSetting is a setting (core/base/setting.hpp) of a lab: its row, with the way to the value that the lab
//          has. The command of the row, its line in scripts, its reset and its row in panels are made from it.
// Errors: As for read_setting, and what the owner of the options says of a value that it cannot take now.
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
  double usual = 0;  // that of a fresh lab
  std::function<double(const Lab&)> value;
  std::function<Status(Lab&, double)> set;
  // Takes a choice of the user back, where that is more than to set the usual value; null: it is not.
  std::function<Status(Lab&)> take_back = {};
  std::string usage = {}, help = {};  // of the command
  std::string title = {};
  std::string_view group = "Search";  // of the command
  uint8_t keeps = keeps::kSetting | keeps::kLast;
  // As of FeatureCommand.
  bool (*leaves)(const Lab&, const Command& earlier, const Command& later) = nullptr;
  std::string_view page = {};  // the page of the preferences that has it; empty: it is no preference
};

// Returns the settings of one kind of options that the lab has. `set` gets the options with the new value, and the row
// that was given, also where the value was there already.
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
// Writes the texts of the commands, which are kept with the settings.
std::vector<LabSetting> with_texts(std::vector<LabSetting> settings);

// Returns all settings: those of the lab itself and those of the features.
std::span<const LabSetting* const> lab_settings();
const LabSetting* lab_setting_named(std::string_view name);  // null: there is none
CommandInfo command_of(const LabSetting& setting);
Status run_setting(Lab& lab, const Command& command);
// Returns what the log keeps of the command: without words whose effect depends on the value before.
Command settled(const Lab& lab, const LabSetting& setting, const Command& command);
// Adds the lines of a script that set what differs from a fresh lab.
void add_setting_lines(const Lab& lab, std::span<const LabSetting> settings, std::vector<std::string>& lines);

// The settings of the lab itself: of the rules of movement, and of queries, tools and views.
std::span<const LabSetting> rules_of_movement();
std::span<const LabSetting> shared_settings();

}  // namespace strata
