// Purpose: This header lists the options of levels as named settings, by which all programs offer, read and write them.
// Units: Those of core/level/level_options.hpp.
// Errors: Sentences that name the setting.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/level/level_options.hpp"

namespace strata {

// A setting with a number. Depending on other settings, its valid range may be narrower: see options_fault.
struct LevelSetting {
  // All texts are string literals, so that data() is null-terminated.
  std::string_view name;   // stable key: "cell-size"
  std::string_view title;  // displayed name: "Cell size"
  std::string_view unit;   // "m", "cells", "degrees"; empty: none
  std::string_view help;
  float low, high;  // range of a slider
  bool whole;       // whole numbers only
  float (*get)(const LevelOptions&);
  void (*set)(LevelOptions&, float);
};

// A setting with one of a few words as its value.
struct LevelChoiceSetting {
  std::string_view name;   // stable key: "partition"
  std::string_view title;  // displayed name: "Partition"
  std::string_view help;
  std::span<const std::string_view> words;  // name of each value
  int (*get)(const LevelOptions&);
  void (*set)(LevelOptions&, int);
  // Returns whether the words are "off" and "on".
  bool is_switch() const { return words.size() == 2 && words[0] == "off"; }
};

// Returns all settings with numbers, except the scale, which belongs to the import.
std::span<const LevelSetting> level_settings();
const LevelSetting& level_scale();
std::span<const LevelChoiceSetting> level_choices();
std::vector<std::string_view> level_setting_names();  // names of all settings
// The name of levels as the source of a mesh, in addition to the names of MeshDecomposition.
inline constexpr std::string_view kLevelSource = "level";

inline constexpr std::string_view kPartitionSetting = "partition";
inline constexpr std::string_view kScaleSetting = "scale";
// The names of the import's settings, which are among level_choices().
inline constexpr std::string_view kUpSetting = "up", kRecentreSetting = "recentre", kFlipSetting = "flip";
inline constexpr int kLevelPartitions = 3;
inline constexpr int kLevelSettings = 16;                         // number of all settings
std::string_view level_partition_name(LevelPartition partition);  // "watershed", "monotone", "layers"

// Returns the value of a setting as text; empty if there is no setting of that name.
std::string level_setting_text(const LevelOptions& options, std::string_view name);
// Sets the value of a setting. In case of an error the options do not change. options_fault checks whether the
// settings fit together.
Status put_level_setting(LevelOptions& options, std::string_view name, const std::string& value);

// Returns all settings that differ from the defaults, such as "cell-size=0.3 ... partition=watershed";
// empty if none differs.
std::string level_options_text(const LevelOptions& options);
// Returns the settings that turn the import `from` into `to`, in the form of level_options_text.
std::string level_import_change(const ObjImport& from, const ObjImport& to);
// Applies settings in the form of level_options_text to `from`. Then checks whether the settings fit together.
Result<LevelOptions> parse_level_options(const std::string& text, const LevelOptions& from = {});

}  // namespace strata
