#include "app/lab/lab_setting.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"

namespace strata {
namespace {

// Whether the effect of the word depends on the value before: "+1", "x2", "toggle".
bool changes_value(const LabSetting& setting, const std::string& word) {
  return word == "toggle" || (setting.row.kind != SettingKind::kChoice && !word.empty() &&
                              std::string_view("+-x/").find(word[0]) != std::string_view::npos);
}

}  // namespace

std::vector<LabSetting> with_texts(std::vector<LabSetting> settings) {
  for (LabSetting& setting : settings) {
    setting.title = full_title(setting.row);
    setting.usage = setting_usage(setting.row);
    setting.help = setting_help(setting.row, setting.usual);
  }
  return settings;
}

std::span<const LabSetting* const> lab_settings() {
  static std::vector<const LabSetting*> all;
  static uint64_t made_of = 0;
  if (made_of == features_version()) return all;
  made_of = features_version();
  all.clear();
  for (const auto& own : {rules_of_movement(), shared_settings()}) {
    for (const LabSetting& setting : own) all.push_back(&setting);
  }
  for (const Feature* feature : features()) {
    if (feature->settings == nullptr) continue;
    for (const LabSetting& setting : feature->settings()) all.push_back(&setting);
  }
  return all;
}

const LabSetting* lab_setting_named(std::string_view name) {
  for (const LabSetting* setting : lab_settings()) {
    if (setting->row.name == name) return setting;
  }
  return nullptr;
}

CommandInfo command_of(const LabSetting& setting) {
  return {.name = setting.row.name,
          .usage = setting.usage,
          .title = setting.title,
          .group = setting.group,
          .min_args = 1,
          .max_args = 1,
          .help = setting.help,
          .keeps = setting.keeps};
}

Status run_setting(Lab& lab, const Command& command) {
  const LabSetting& setting = *lab_setting_named(command.name);
  if (command.args[0] == "usual" && setting.take_back) return setting.take_back(lab);
  const Result<double> value = read_setting(setting.row, command.args[0], setting.value(lab), setting.usual);
  if (!value) return value.error();
  return setting.set(lab, value.value());
}

Command settled(const Lab& lab, const LabSetting& setting, const Command& command) {
  if (!changes_value(setting, command.args[0])) return command;
  return {command.name, {setting_text(setting.row, setting.value(lab))}};
}

void add_setting_lines(const Lab& lab, std::span<const LabSetting> settings, std::vector<std::string>& lines) {
  for (const LabSetting& setting : settings) {
    const double value = setting.value(lab);
    if (value == setting.usual) continue;
    lines.push_back(fmt::format("{} {}", setting.row.name, setting_text(setting.row, value)));
  }
}

}  // namespace strata
