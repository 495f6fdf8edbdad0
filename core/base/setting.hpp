// Purpose: A Setting says once what there is to say of an option: its name, title, unit, range and help. The command
// that
//          sets it, sliders, sweeps, options of command lines, lines of scripts and the document of settings are made
//          from it. Rows of settings stand beside the options that they describe, such as core/hpa/hpa_settings.hpp.
// Units: A value is a number. That of a switch is 0 or 1; that of a choice is the place of the word in `words`.
// Errors: Plain sentences that say what the setting takes.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/result.hpp"

namespace strata {

enum class SettingKind : uint8_t { kWhole, kReal, kSwitch, kChoice };

struct SettingRange {
  double low = 0, high = 0;
  bool empty() const { return low == 0 && high == 0; }
  friend bool operator==(const SettingRange&, const SettingRange&) = default;
};

// The values that a sweep proposes. Those of a real number are counted in its last digit: 150 stands for 1.50.
struct SettingSweep {
  int from = 0, to = 0, step = 0;  // step 0: the setting cannot be swept
};

struct Setting {
  // Literals, so that they end with a 0.
  std::string_view name;        // the command that sets it: "hpa.threshold"
  std::string_view title;       // "Entrance threshold"
  std::string_view label = {};  // a shorter title beside other settings of its kind: "Count"; empty: the title
  std::string_view of = {};     // whose setting it is, where the title alone does not say it: "HPA*"
  std::string_view word = {};   // what stands for the value in the usage of the command: "WIDTH"
  std::string_view unit = {};   // "cells"; empty: none
  SettingRange range = {};      // of numbers, with both ends
  double least = 0;             // the smallest number besides 0, where 0 is apart; 0: it is not
  SettingRange slider = {};     // that of a slider, where it is narrower
  bool logarithmic = false;     // the slider
  SettingSweep sweep = {};
  std::string_view zero = {};    // what 0 stands for: "none"
  std::string_view option = {};  // its name among the options of strata-bench, without dashes: "threshold"
  std::string_view help = {};    // a sentence without a full stop, which need not say range and default
  std::span<const std::string_view> words = {};  // of a choice, by value
  SettingKind kind = SettingKind::kWhole;
  int digits = 0;  // of a real number, behind its point

  std::string_view short_title() const { return label.empty() ? title : label; }
  SettingRange slider_range() const { return slider.empty() ? range : slider; }
  bool swept() const { return sweep.step > 0; }
};

// Returns "Entrance threshold of HPA*".
std::string full_title(const Setting& setting);
// Returns what follows the name of the command: "WIDTH", "on|off|toggle", "large|small".
std::string setting_usage(const Setting& setting);
// Returns the help with the range and the usual value: "1 to 1000 cells; usually 6. Entrances at least this wide ...".
std::string setting_help(const Setting& setting, double usual);
// Returns the value as the command takes it: "6", "1.5", "on", "large".
std::string setting_text(const Setting& setting, double value);
// Returns the value as people read it: "6 cells", "none", "on".
std::string setting_words(const Setting& setting, double value);
// Reads what the command takes: a value as above, `usual`, and what changes the value that there is: `toggle` of a
// switch, or of a choice of two; +1, -1, x2, /2 of a number, which stop at the ends of the range.
Result<double> read_setting(const Setting& setting, const std::string& text, double now, double usual);
// A value of a sweep, which is a whole number, as a value of the setting, and the range of such values.
double swept_value(const Setting& setting, int value);
std::pair<int, int> swept_range(const Setting& setting);

// A setting of one kind of options.
template <class Options>
struct SettingOf : Setting {
  double (*get)(const Options&) = nullptr;
  void (*put)(Options&, double) = nullptr;
};

namespace setting_rows {

template <class Options, class Value>
Options options_with(Value Options::*);
template <auto kMember>
using OptionsOf = decltype(options_with(kMember));
template <auto kMember>
using ValueOf = std::remove_cvref_t<decltype(std::declval<OptionsOf<kMember>&>().*kMember)>;

template <auto kMember>
constexpr SettingOf<OptionsOf<kMember>> row(Setting about, SettingKind kind) {
  using Options = OptionsOf<kMember>;
  about.kind = kind;
  return {about, [](const Options& options) { return static_cast<double>(options.*kMember); },
          [](Options& options, double value) { options.*kMember = static_cast<ValueOf<kMember>>(value); }};
}

// The words of an enumeration, whose values count from 0.
template <class Enum, size_t kCount, class Name>
constexpr std::array<std::string_view, kCount> words_of(Name&& name) {
  std::array<std::string_view, kCount> words;
  for (size_t i = 0; i < kCount; ++i) words[i] = name(static_cast<Enum>(i));
  return words;
}

// Rows of members of the options.
template <auto kMember>
constexpr auto number(const Setting& about) {
  return row<kMember>(about, std::is_floating_point_v<ValueOf<kMember>> ? SettingKind::kReal : SettingKind::kWhole);
}
template <auto kMember>
constexpr auto toggle(const Setting& about) {
  return row<kMember>(about, SettingKind::kSwitch);
}
template <auto kMember>
constexpr auto choice(const Setting& about) {
  return row<kMember>(about, SettingKind::kChoice);
}

}  // namespace setting_rows

// Returns the row of the command of that name, or of the option of strata-bench; null: there is none.
template <class Options>
const SettingOf<Options>* setting_named(std::span<const SettingOf<Options>> rows, std::string_view name) {
  for (const SettingOf<Options>& row : rows) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

// Returns the settings that differ, as lines of a script that bring `from` to `to`, in an order in which the options
// are valid after every line if there is one. `valid` may be null.
template <class Options>
std::vector<std::string> changed_settings(std::span<const SettingOf<Options>> rows, Options from, const Options& to,
                                          bool (*valid)(const Options&) = nullptr) {
  std::vector<std::string> lines;
  std::vector<const SettingOf<Options>*> left;
  for (const SettingOf<Options>& row : rows) {
    if (row.get(from) != row.get(to)) left.push_back(&row);
  }
  while (!left.empty()) {
    size_t next = 0;
    for (size_t i = 0; i < left.size() && valid != nullptr; ++i) {
      Options after = from;
      left[i]->put(after, left[i]->get(to));
      if (!valid(after)) continue;
      next = i;
      break;
    }
    const SettingOf<Options>& row = *left[next];
    row.put(from, row.get(to));
    lines.push_back(std::string(row.name) + " " + setting_text(row, row.get(to)));
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(next));
  }
  return lines;
}

}  // namespace strata
