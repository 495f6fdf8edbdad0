#include "core/level/level_settings.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <sstream>

namespace strata {
namespace {

constexpr std::array<std::string_view, kLevelPartitions> kPartitions = {"watershed", "monotone", "layers"};

template <auto kMember>
constexpr float get(const LevelOptions& options) {
  return static_cast<float>(options.*kMember);
}
template <auto kMember>
void set(LevelOptions& options, float value) {
  using Value = std::remove_reference_t<decltype(options.*kMember)>;
  options.*kMember = static_cast<Value>(value);
}
template <auto kMember>
constexpr LevelSetting row(std::string_view name, std::string_view title, std::string_view unit, float low, float high,
                           bool whole, std::string_view help) {
  return {name, title, unit, help, low, high, whole, get<kMember>, set<kMember>};
}

constexpr std::array kSettings = {
    row<&LevelOptions::cell_size>("cell-size", "Cell size", "m", 0.05f, 2, false,
                                  "Side of a cell of the grid that the level is measured with, and of the map"),
    row<&LevelOptions::cell_height>("cell-height", "Cell height", "m", 0.05f, 1, false,
                                    "Height of a cell: heights are rounded to it"),
    row<&LevelOptions::agent_height>("agent-height", "Agent height", "m", 0.5f, 5, false,
                                     "Ground with less room above it is left out"),
    row<&LevelOptions::agent_radius>("agent-radius", "Agent radius", "m", 0, 3, false,
                                     "Ground that is closer to a wall is left out"),
    row<&LevelOptions::agent_climb>("agent-climb", "Agent climb", "m", 0, 3, false, "The highest step that it takes"),
    row<&LevelOptions::slope>("slope", "Slope", "degrees", 0, 89, false, "The steepest ground that it walks on"),
    row<&LevelOptions::region_min>("region-min", "Region min", "cells", 0, 50, true,
                                   "Islands smaller than a square of this side are left out"),
    row<&LevelOptions::region_merge>("region-merge", "Region merge", "cells", 0, 100, true,
                                     "Regions smaller than a square of this side are joined to others"),
    row<&LevelOptions::edge_max>("edge-max", "Side max", "m", 0, 50, false,
                                 "Sides of polygons along walls are no longer; 0: as long as they are"),
    row<&LevelOptions::max_error>("max-error", "Error max", "cells", 0.1f, 3, false,
                                  "How far sides of polygons may be from the walls"),
    row<&LevelOptions::max_corners>("max-corners", "Corners", "", 3, kMaxLevelCorners, true,
                                    "The most corners of a polygon"),
};

static_assert(kSettings.size() + 1 == kLevelSettings);

const LevelSetting* setting_named(std::string_view name) {
  for (const LevelSetting& setting : kSettings) {
    if (setting.name == name) return &setting;
  }
  return nullptr;
}

}  // namespace

std::span<const LevelSetting> level_settings() { return kSettings; }

std::string_view level_partition_name(LevelPartition partition) { return kPartitions[static_cast<size_t>(partition)]; }

std::string level_setting_text(const LevelOptions& options, std::string_view name) {
  if (name == kPartitionSetting) return std::string(level_partition_name(options.partition));
  const LevelSetting* setting = setting_named(name);
  return setting != nullptr ? fmt::format("{}", setting->get(options)) : std::string();
}

Status put_level_setting(LevelOptions& options, std::string_view name, const std::string& value) {
  if (name == kPartitionSetting) {
    size_t found = 0;
    while (found < kPartitions.size() && kPartitions[found] != value) ++found;
    if (found == kPartitions.size()) {
      return error_at("", fmt::format("the partition is watershed, monotone or layers, not '{}'", value));
    }
    options.partition = static_cast<LevelPartition>(found);
    return success();
  }
  const LevelSetting* setting = setting_named(name);
  if (setting == nullptr) {
    std::string names(kPartitionSetting);
    for (const LevelSetting& one : kSettings) names += fmt::format(", {}", one.name);
    return error_at("", fmt::format("there is no setting '{}' of levels: {}", name, names));
  }
  char* end = nullptr;
  const float number = std::strtof(value.c_str(), &end);
  if (value.empty() || *end != 0 || !std::isfinite(number) || std::fabs(number) > 1e6f) {
    return error_at("", fmt::format("{}: '{}' is no number", name, value));
  }
  if (setting->whole && number != std::floor(number)) {
    return error_at("", fmt::format("{}: {} is no whole number", name, value));
  }
  setting->set(options, number);
  return success();
}

std::string level_options_text(const LevelOptions& options) {
  const LevelOptions usual;
  std::string text;
  const auto add = [&](std::string_view name) {
    const std::string value = level_setting_text(options, name);
    if (value != level_setting_text(usual, name)) text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  };
  for (const LevelSetting& setting : kSettings) add(setting.name);
  add(kPartitionSetting);
  return text;
}

Result<LevelOptions> parse_level_options(const std::string& text, const LevelOptions& from) {
  LevelOptions options = from;
  std::istringstream words(text);
  std::string word;
  while (words >> word) {
    const size_t equals = word.find('=');
    const std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
    if (Status put = put_level_setting(options, word.substr(0, equals), value); !put) return put.error();
  }
  if (const auto fault = options_fault(options)) return error_at("", *fault);
  return options;
}

}  // namespace strata
