#include "app/features/lesson/recorded_settings.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "core/world/world.hpp"

namespace strata {
namespace {

std::string_view command_in(std::string_view line) { return line.substr(0, line.find(' ')); }

bool paints(std::string_view line) {
  const CommandInfo* info = command_named(command_in(line));
  return info != nullptr && info->group == CommandGroup::kPaint;
}

// Returns the feature that the command belongs to; null: it belongs to the lab itself.
const Feature* feature_of(std::string_view name) {
  for (const Feature* feature : features()) {
    const auto is_named = [&](const FeatureCommand& command) { return command.info.name == name; };
    const auto is_row = [&](const LabSetting& setting) { return setting.row.name == name; };
    if (std::ranges::any_of(feature->commands, is_named)) return feature;
    if (feature->settings != nullptr && std::ranges::any_of(feature->settings(), is_row)) return feature;
  }
  return nullptr;
}

// Returns whether the setting is a switch that draws something on the map.
bool draws(const Feature& feature, std::string_view name) {
  const LabSetting* setting = lab_setting_named(name);
  return setting != nullptr && setting->row.kind == SettingKind::kSwitch && !feature.paint.empty();
}

}  // namespace

bool setting_matters(const Lab& lab, const std::string& line, std::span<const std::string> commands) {
  if (paints(line)) return std::ranges::any_of(commands, paints);
  const std::string_view name = command_in(line);
  const Feature* feature = feature_of(name);
  if (feature == nullptr) return true;
  const bool has_structure = feature->structure != StructureId::kMoves;
  if (has_structure ? lab.world().has(feature->structure) : feature->settings == nullptr || draws(*feature, name)) {
    return true;
  }
  return std::ranges::any_of(commands, [&](const std::string& own) { return feature_of(command_in(own)) == feature; });
}

void take_settings_that_matter(const Lab& lab, std::span<const std::string> commands, std::vector<std::string>& held,
                               std::vector<std::string>& needed) {
  const auto stays = [&](const std::string& line) { return !setting_matters(lab, line, commands); };
  const auto first = std::ranges::stable_partition(held, stays).begin();
  std::move(first, held.end(), std::back_inserter(needed));
  held.erase(first, held.end());
}

}  // namespace strata
