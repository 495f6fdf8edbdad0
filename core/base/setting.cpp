#include "core/base/setting.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/number_text.hpp"

namespace strata {
namespace {

bool fits(const Setting& setting, double value) {
  if (!(value >= setting.range.low && value <= setting.range.high)) return false;
  if (value != 0 && value < setting.least) return false;
  const double scale = setting.kind == SettingKind::kWhole ? 1 : std::pow(10, setting.digits);
  const bool any_digits = setting.kind == SettingKind::kReal && setting.digits == 0;
  return any_digits || std::fabs(value * scale - std::round(value * scale)) < 1e-6;
}

// Returns the value after a change such as "+1" or "x2"; nothing if the text is no change.
std::optional<double> changed(const std::string& text, double now) {
  if (text.size() < 2) return std::nullopt;
  const std::optional<double> by = parse_finite(std::string_view(text).substr(1));
  if (!by || *by < 0) return std::nullopt;
  switch (text[0]) {
    case '+':
      return now + *by;
    case '-':
      return now - *by;
    case 'x':
      return now * *by;
    case '/':
      return *by == 0 ? std::nullopt : std::optional(now / *by);
    default:
      return std::nullopt;
  }
}

double lowest(const Setting& setting) { return setting.least > 0 ? setting.least : setting.range.low; }

Error no_number(const Setting& setting, const std::string& text) {
  std::string kind = "a number";
  if (setting.kind == SettingKind::kWhole) kind = "a whole number";
  if (setting.digits > 0) kind += fmt::format(" of at most {} decimals", setting.digits);
  return error_at("", fmt::format("{} must be {}{} from {} to {}, not '{}'", setting.word,
                                  setting.least > 0 ? "0, or " : "", kind, lowest(setting), setting.range.high, text));
}

Result<double> read_number(const Setting& setting, const std::string& text, double now) {
  const SettingRange& range = setting.range;
  // A leading sign always means a change, because no setting has negative values.
  if (const std::optional<double> after = changed(text, now)) {
    const double whole = setting.kind == SettingKind::kWhole ? std::round(*after) : *after;
    const double inside = std::clamp(whole, range.low, range.high);
    return inside != 0 && inside < setting.least ? setting.least : inside;
  }
  const std::optional<double> value = parse_finite(text);
  if (!value || !fits(setting, *value)) return no_number(setting, text);
  return *value;
}

Result<double> read_word(const Setting& setting, const std::string& text, double now) {
  if (text == "toggle" && setting.words.size() == 2) return 1 - now;
  const auto found = std::ranges::find(setting.words, text);
  if (found == setting.words.end()) {
    const size_t last = setting.words.size() - 1;
    return error_at("", fmt::format("expected {} or {}, not '{}'", fmt::join(setting.words.first(last), ", "),
                                    setting.words[last], text));
  }
  return static_cast<double>(found - setting.words.begin());
}

Result<double> read_switch(const std::string& text, double now) {
  if (text == "on") return 1.0;
  if (text == "off") return 0.0;
  if (text == "toggle") return now != 0 ? 0.0 : 1.0;
  return error_at("", fmt::format("expected on or off, not '{}'", text));
}

}  // namespace

std::string full_title(const Setting& setting) {
  return setting.of.empty() ? std::string(setting.title) : fmt::format("{} of {}", setting.title, setting.of);
}

std::string setting_usage(const Setting& setting) {
  switch (setting.kind) {
    case SettingKind::kSwitch:
      return "on|off|toggle";
    case SettingKind::kChoice:
      return fmt::format("{}{}", fmt::join(setting.words, "|"), setting.words.size() == 2 ? "|toggle" : "");
    case SettingKind::kWhole:
    case SettingKind::kReal:
      break;
  }
  return std::string(setting.word);
}

std::string setting_help(const Setting& setting, double usual) {
  std::string text, usually = "Usually";
  if (setting.kind == SettingKind::kWhole || setting.kind == SettingKind::kReal) {
    const bool zero_apart = setting.range.low == 0 && (setting.least > 0 || !setting.zero.empty());
    text =
        fmt::format("{} to {}{}{}", lowest(setting), setting.range.high, setting.unit.empty() ? "" : " ", setting.unit);
    if (zero_apart) text += fmt::format(", 0: {}", setting.zero);
    text += "; ";
    usually = "usually";
  }
  return fmt::format("{}{} {}. {}", text, usually, setting_text(setting, usual), setting.help);
}

std::string setting_text(const Setting& setting, double value) {
  switch (setting.kind) {
    case SettingKind::kSwitch:
      return value != 0 ? "on" : "off";
    case SettingKind::kChoice:
      return std::string(setting.words[std::min(static_cast<size_t>(value), setting.words.size() - 1)]);
    case SettingKind::kWhole:
      return fmt::format("{:.0f}", value);
    case SettingKind::kReal:
      break;
  }
  if (setting.digits == 0) return fmt::format("{}", value);
  // Writes the number without zeros at its end: 1.5, not 1.50.
  return fmt::format("{}", std::round(value * std::pow(10, setting.digits)) / std::pow(10, setting.digits));
}

std::string setting_words(const Setting& setting, double value) {
  if (value == 0 && !setting.zero.empty()) return std::string(setting.zero);
  const bool number = setting.kind == SettingKind::kWhole || setting.kind == SettingKind::kReal;
  std::string unit(number ? setting.unit : std::string_view());
  if (value == 1 && unit.ends_with("ies")) {
    unit.replace(unit.size() - 3, 3, "y");
  } else if (value == 1 && unit.ends_with('s')) {
    unit.pop_back();
  }
  return fmt::format("{}{}{}", setting_text(setting, value), unit.empty() ? "" : " ", unit);
}

Result<double> read_setting(const Setting& setting, const std::string& text, double now, double usual) {
  if (text == "usual") return usual;
  switch (setting.kind) {
    case SettingKind::kSwitch:
      return read_switch(text, now);
    case SettingKind::kChoice:
      return read_word(setting, text, now);
    case SettingKind::kWhole:
    case SettingKind::kReal:
      break;
  }
  return read_number(setting, text, now);
}

double swept_value(const Setting& setting, int value) { return value / std::pow(10, setting.digits); }

std::pair<int, int> swept_range(const Setting& setting) {
  const double scale = std::pow(10, setting.digits);
  return {static_cast<int>(std::lround(setting.range.low * scale)),
          static_cast<int>(std::lround(setting.range.high * scale))};
}

}  // namespace strata
