// Purpose: parse_number and parse_finite read numbers that take up a whole text, in the notation of std::from_chars:
//          digits without blanks or a plus sign, independent of the locale.
#pragma once

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <system_error>

namespace strata {

// Returns the number; nothing if the text is anything else, or if `Number` cannot represent it. `format` is the base of
// a whole number, or a std::chars_format.
template <class Number, class... Format>
std::optional<Number> parse_number(std::string_view text, Format... format) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [rest, code] = std::from_chars(text.data(), end, value, format...);
  if (code != std::errc{} || rest != end) return std::nullopt;
  return value;
}

inline std::optional<double> parse_finite(std::string_view text) {
  const std::optional<double> value = parse_number<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

}  // namespace strata
