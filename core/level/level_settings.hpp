// Purpose: LevelSetting names the options of levels, so that all programs offer, read and write them from one list.
// Units: Those of core/level/level_options.hpp.
// Errors: Plain sentences that name the setting.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/level/level_options.hpp"

namespace strata {

// A setting with a number. Usable values may have a narrower range, depending on other settings: see options_fault.
struct LevelSetting {
  // Literals, so that they end with a 0.
  std::string_view name;   // stable key: "cell-size"
  std::string_view title;  // for people: "Cell size"
  std::string_view unit;   // "m", "cells", "degrees"; empty: none
  std::string_view help;
  float low, high;  // range of a slider
  bool whole;       // whole numbers only
  float (*get)(const LevelOptions&);
  void (*set)(LevelOptions&, float);
};

// A setting with a word out of a few.
struct LevelChoice {
  std::string_view name;   // stable key: "partition"
  std::string_view title;  // for people: "Partition"
  std::string_view help;
  std::span<const std::string_view> words;  // by value
  int (*get)(const LevelOptions&);
  void (*set)(LevelOptions&, int);
  // Whether the setting is off or on.
  bool is_switch() const { return words.size() == 2 && words[0] == "off"; }
};

// All settings with numbers but the scale, which belongs to how the file is read.
std::span<const LevelSetting> level_settings();
const LevelSetting& level_scale();
std::span<const LevelChoice> level_choices();
std::vector<std::string_view> level_setting_names();  // of all of them
// The source of a mesh that is made from a level, as a word beside those of MeshSource.
inline constexpr std::string_view kLevelSource = "level";

inline constexpr std::string_view kPartitionSetting = "partition";
inline constexpr std::string_view kScaleSetting = "scale";
// Settings of how the file is read: words of level_choices.
inline constexpr std::string_view kUpSetting = "up", kRecentreSetting = "recentre", kFlipSetting = "flip";
inline constexpr int kLevelPartitions = 3;
inline constexpr int kLevelSettings = 16;                         // all of them
std::string_view level_partition_name(LevelPartition partition);  // "watershed", "monotone", "layers"

// Returns the value of a setting, number or word, as text; empty if there is no setting of that name.
std::string level_setting_text(const LevelOptions& options, std::string_view name);
// Sets a setting, number or word. An error leaves the options unchanged. It does not check whether the settings can be
// used together: see options_fault.
Status put_level_setting(LevelOptions& options, std::string_view name, const std::string& value);

// Returns a text such as "cell-size=0.3 ... partition=watershed" with all settings that differ from the defaults; empty
// if none does.
std::string level_options_text(const LevelOptions& options);
// Returns such a text for how a file is read: the settings that must change to turn one import into the other.
std::string level_import_change(const ObjImport& from, const ObjImport& to);
// Applies such a text to options. Checks at the end whether the settings can be used together.
Result<LevelOptions> parse_level_options(const std::string& text, const LevelOptions& from = {});

}  // namespace strata
