#include "core/level/level_settings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

namespace strata {
namespace {

constexpr std::array<std::string_view, kLevelPartitions> kPartitions = {"watershed", "monotone", "layers"};
constexpr std::array<std::string_view, kObjUps> kUps = {"y", "z", "-y", "-z"};
constexpr std::array<std::string_view, 2> kSwitch = {"off", "on"};

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
                                  "Side of a cell of the map, into which the level is rasterised"),
    row<&LevelOptions::cell_height>("cell-height", "Cell height", "m", 0.05f, 1, false,
                                    "Height of a cell: heights are rounded to it"),
    row<&LevelOptions::agent_height>("agent-height", "Agent height", "m", 0.5f, 5, false,
                                     "Ground with less room above it is left out"),
    row<&LevelOptions::agent_radius>("agent-radius", "Agent radius", "m", 0, 3, false,
                                     "Ground that is closer to a wall is left out"),
    row<&LevelOptions::agent_climb>("agent-climb", "Agent climb", "m", 0, 3, false,
                                    "The highest step that the agent climbs"),
    row<&LevelOptions::slope>("slope", "Slope", "degrees", 0, 89, false, "The steepest ground that the agent walks on"),
    row<&LevelOptions::region_min>("region-min", "Min region size", "cells", 0, 50, true,
                                   "Islands smaller than a square of this side are left out"),
    row<&LevelOptions::region_merge>("region-merge", "Merged region size", "cells", 0, 100, true,
                                     "Regions smaller than a square of this side are joined to others"),
    row<&LevelOptions::edge_max>("edge-max", "Max edge length", "m", 0, 50, false,
                                 "Edges of polygons along walls are split until none is longer; 0: they are not split"),
    row<&LevelOptions::max_error>("max-error", "Max edge error", "cells", 0.1f, 3, false,
                                  "How far sides of polygons may be from the walls"),
    row<&LevelOptions::max_corners>("max-corners", "Max corners", "", 3, kMaxLevelCorners, true,
                                    "The most corners of a polygon"),
};

constexpr LevelSetting kScale = {kScaleSetting,
                                 "Scale",
                                 "",
                                 "Length of the file's unit in metres: 0.01 where it is in centimetres",
                                 0.001f,
                                 1000,
                                 false,
                                 [](const LevelOptions& options) { return options.import.scale; },
                                 [](LevelOptions& options, float value) { options.import.scale = value; }};

constexpr std::array<LevelChoiceSetting, 4> kChoices = {{
    {kPartitionSetting, "Partition",
     "How the ground is partitioned into regions, each of which becomes polygons of its own", kPartitions,
     [](const LevelOptions& options) { return static_cast<int>(options.partition); },
     [](LevelOptions& options, int value) { options.partition = static_cast<LevelPartition>(value); }},
    {kUpSetting, "Up", "The axis of the file that goes up: z in files from Blender, Unreal and CAD, y in most others",
     kUps, [](const LevelOptions& options) { return static_cast<int>(options.import.up); },
     [](LevelOptions& options, int value) { options.import.up = static_cast<ObjUpAxis>(value); }},
    {kRecentreSetting, "Recentre", "Puts the middle of the level at 0; needed where the file lies far from there",
     kSwitch, [](const LevelOptions& options) { return options.import.recentre ? 1 : 0; },
     [](LevelOptions& options, int value) { options.import.recentre = value == 1; }},
    {kFlipSetting, "Flip faces",
     "Faces are seen from their other side: where the winding is turned, ground points down", kSwitch,
     [](const LevelOptions& options) { return options.import.flip ? 1 : 0; },
     [](LevelOptions& options, int value) { options.import.flip = value == 1; }},
}};

static_assert(kSettings.size() + 1 + kChoices.size() == kLevelSettings);

const LevelSetting* setting_named(std::string_view name) {
  for (const LevelSetting& setting : kSettings) {
    if (setting.name == name) return &setting;
  }
  return name == kScale.name ? &kScale : nullptr;
}
const LevelChoiceSetting* choice_named(std::string_view name) {
  for (const LevelChoiceSetting& choice : kChoices) {
    if (choice.name == name) return &choice;
  }
  return nullptr;
}

std::string differences(const LevelOptions& from, const LevelOptions& to) {
  std::string text;
  for (const std::string_view name : level_setting_names()) {
    const std::string value = level_setting_text(to, name);
    if (value != level_setting_text(from, name)) text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  }
  return text;
}

}  // namespace

std::span<const LevelSetting> level_settings() { return kSettings; }
const LevelSetting& level_scale() { return kScale; }
std::span<const LevelChoiceSetting> level_choices() { return kChoices; }

std::vector<std::string_view> level_setting_names() {
  std::vector<std::string_view> names;
  for (const LevelSetting& setting : kSettings) names.push_back(setting.name);
  names.push_back(kScale.name);
  for (const LevelChoiceSetting& choice : kChoices) names.push_back(choice.name);
  return names;
}

std::string_view level_partition_name(LevelPartition partition) { return kPartitions[static_cast<size_t>(partition)]; }

std::string level_setting_text(const LevelOptions& options, std::string_view name) {
  if (const LevelChoiceSetting* choice = choice_named(name)) {
    return std::string(choice->words[static_cast<size_t>(choice->get(options))]);
  }
  const LevelSetting* setting = setting_named(name);
  return setting != nullptr ? fmt::format("{}", setting->get(options)) : std::string();
}

Status put_level_setting(LevelOptions& options, std::string_view name, const std::string& value) {
  if (const LevelChoiceSetting* choice = choice_named(name)) {
    const auto found = std::find(choice->words.begin(), choice->words.end(), value);
    if (found == choice->words.end()) {
      std::string words(choice->words[0]);
      for (size_t i = 1; i < choice->words.size(); ++i) {
        words += fmt::format("{}{}", i + 1 == choice->words.size() ? " or " : ", ", choice->words[i]);
      }
      return error_at("", fmt::format("{}: {}, not '{}'", name, words, value));
    }
    choice->set(options, static_cast<int>(found - choice->words.begin()));
    return success();
  }
  const LevelSetting* setting = setting_named(name);
  if (setting == nullptr) {
    return error_at(
        "", fmt::format("there is no setting '{}' of levels: {}", name, fmt::join(level_setting_names(), ", ")));
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

std::string level_options_text(const LevelOptions& options) { return differences({}, options); }

std::string level_import_change(const ObjImport& from, const ObjImport& to) {
  LevelOptions before, after;
  before.import = from;
  after.import = to;
  return differences(before, after);
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
