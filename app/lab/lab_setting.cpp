#include "app/lab/lab_setting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"

namespace strata {

LabSetting& setting_in(std::vector<LabSetting>& settings, std::string_view name) {
  return *std::ranges::find(settings, name, [](const LabSetting& one) { return one.row.name; });
}

void follow_setting(LabSetting& setting, std::function<void(Lab&, double)> then) {
  setting.set = [set = std::move(setting.set), then = std::move(then)](Lab& lab, double value) {
    Status done = set(lab, value);
    if (done) then(lab, value);
    return done;
  };
}

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
          .keeps = setting.keeps,
          .does = setting.does};
}

Status run_setting(Lab& lab, const Command& command) {
  const LabSetting& setting = *lab_setting_named(command.name);
  if (command.args[0] == "usual" && setting.take_back) return setting.take_back(lab);
  const double now = setting.in_effect ? setting.in_effect(lab) : setting.value(lab);
  const Result<double> value = read_setting(setting.row, command.args[0], now, setting.usual);
  if (!value) return value.error();
  return setting.set(lab, value.value());
}

bool is_relative(std::string_view word) {
  return word.empty() || std::string_view("+-x/").find(word[0]) != word.npos || word == "toggle" || word == "next";
}

Command settled(const Lab& lab, const LabSetting& setting, const Command& command) {
  if (!is_relative(command.args[0])) return command;
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
