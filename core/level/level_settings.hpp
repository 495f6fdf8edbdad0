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

// Usable values may end earlier, depending on the others: see options_fault.
struct LevelSetting {
  // Texts are literals: they end with a 0.
  std::string_view name;   // stable key: "cell-size"
  std::string_view title;  // for people: "Cell size"
  std::string_view unit;   // "m", "cells", "degrees"; empty: none
  std::string_view help;
  float low, high;  // that a slider offers
  bool whole;       // whole numbers only
  float (*get)(const LevelOptions&);
  void (*set)(LevelOptions&, float);
};

// One that is a word out of a few.
struct LevelChoice {
  std::string_view name;   // stable key: "partition"
  std::string_view title;  // for people: "Partition"
  std::string_view help;
  std::span<const std::string_view> words;  // by value
  int (*get)(const LevelOptions&);
  void (*set)(LevelOptions&, int);
  // It is off or on.
  bool is_switch() const { return words.size() == 2 && words[0] == "off"; }
};

// All numbers but the scale, which is of how the file is read.
std::span<const LevelSetting> level_settings();
const LevelSetting& level_scale();
std::span<const LevelChoice> level_choices();
std::vector<std::string_view> level_setting_names();  // of all of them
// What the mesh of a level is made from, as a word beside those of MeshSource.
inline constexpr std::string_view kLevelSource = "level";

inline constexpr std::string_view kPartitionSetting = "partition";
inline constexpr std::string_view kScaleSetting = "scale";
// How the file is read: words of level_choices.
inline constexpr std::string_view kUpSetting = "up", kRecentreSetting = "recentre", kFlipSetting = "flip";
inline constexpr int kLevelPartitions = 3;
inline constexpr int kLevelSettings = 16;                         // all of them
std::string_view level_partition_name(LevelPartition partition);  // "watershed", "monotone", "layers"

// The value of one setting, whether number or word, as text; empty: there is none of that name.
std::string level_setting_text(const LevelOptions& options, std::string_view name);
// Sets one, whether number or word. An error leaves the options as they are. Whether they can be used together is not
// asked: see options_fault.
Status put_level_setting(LevelOptions& options, std::string_view name, const std::string& value);

// "cell-size=0.3 ... partition=watershed": all that differ from the usual ones; empty: none does.
std::string level_options_text(const LevelOptions& options);
// The same of how a file is read: what must be set to come from one import to another.
std::string level_import_change(const ObjImport& from, const ObjImport& to);
// What such a text makes of options. Whether they can be used together is asked at its end.
Result<LevelOptions> parse_level_options(const std::string& text, const LevelOptions& from = {});

}  // namespace strata
