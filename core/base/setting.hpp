// Purpose: A Setting describes one option in a table row: its name, title, unit, range and help. Its command, slider,
//          sweep, command line option, script line and documentation are generated from the row. The rows stand beside
//          the options that they describe, as in core/hpa/hpa_settings.hpp.
// Units: Every value is a number: 0 or 1 for a switch, the index into `words` for a choice.
// Errors: Sentences that say which values the setting accepts.
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

// The values that a sweep goes through, as whole numbers. For a real number they count its last decimal: with two
// digits, 150 stands for 1.50.
struct SettingSweep {
  int from = 0, to = 0, step = 0;  // step 0: the setting cannot be swept
};

struct Setting {
  // All texts are string literals, so a null character follows each of them.
  std::string_view name;        // the command that sets it: "hpa.threshold"
  std::string_view title;       // "Entrance threshold"
  std::string_view label = {};  // a shorter title beside other settings of its kind: "Count"; empty: the title
  std::string_view of = {};     // the algorithm it belongs to, if the title does not say so: "HPA*"
  std::string_view word = {};   // the placeholder of the value in the usage of the command: "WIDTH"
  std::string_view unit = {};   // "cells"; empty: none
  SettingRange range = {};      // range of a number, both ends included
  double least = 0;             // if 0 is a special value, the smallest number besides it; else 0
  SettingRange slider = {};     // range of the slider, if it is narrower than `range`
  bool logarithmic = false;     // whether the slider is logarithmic
  SettingSweep sweep = {};
  std::string_view zero = {};                    // the meaning of the value 0: "none"
  std::string_view option = {};                  // name of its option in strata-bench, without dashes: "threshold"
  std::string_view help = {};                    // a sentence without a full stop, range and default
  std::span<const std::string_view> words = {};  // names of the values of a choice
  SettingKind kind = SettingKind::kWhole;
  int digits = 0;  // number of decimals of a real number

  std::string_view short_title() const { return label.empty() ? title : label; }
  SettingRange slider_range() const { return slider.empty() ? range : slider; }
  bool swept() const { return sweep.step > 0; }
};

// Returns the title with its algorithm, such as "Entrance threshold of HPA*".
std::string full_title(const Setting& setting);
// Returns the usage of the argument of the command: "WIDTH", "on|off|toggle", "large|small".
std::string setting_usage(const Setting& setting);
// Returns the help with the range and the default, `usual`: "1 to 1000 cells; usually 6. Entrances at
// least this wide ...".
std::string setting_help(const Setting& setting, double usual);
// Returns the value in the syntax of the command: "6", "1.5", "on", "large".
std::string setting_text(const Setting& setting, double value);
// Returns the value with its unit, for people: "6 cells", "none", "on".
std::string setting_words(const Setting& setting, double value);
// Parses the argument of the command: a value; `usual`; `toggle` for a switch or a choice of two; or +1, -1, x2, /2 for
// a number, which change `now` and stop at the ends of the range.
Result<double> read_setting(const Setting& setting, const std::string& text, double now, double usual);
// These two functions convert a whole number of a sweep to a value of the setting, and return the range of
// these whole numbers.
double swept_value(const Setting& setting, int value);
std::pair<int, int> swept_range(const Setting& setting);

// A Setting that can read and write its member of `Options`.
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

// Returns the names of all values of an enumeration, which count from 0.
template <class Enum, size_t kCount, class Name>
constexpr std::array<std::string_view, kCount> words_of(Name&& name) {
  std::array<std::string_view, kCount> words;
  for (size_t i = 0; i < kCount; ++i) words[i] = name(static_cast<Enum>(i));
  return words;
}

// These functions make the row of one member of the options: a number, a switch or a choice.
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

// Returns the row with this name; null if there is none.
template <class Options>
const SettingOf<Options>* setting_named(std::span<const SettingOf<Options>> rows, std::string_view name) {
  for (const SettingOf<Options>& row : rows) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

// Returns the script lines that change the options `from` to `to`, one for each setting that differs. If possible,
// their order is such that `valid` accepts the options after every line. `valid` may be null.
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
