#include "core/io/base64.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>

#include "core/io/text.hpp"

namespace strata {
namespace {

constexpr std::string_view kBase64Letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

Result<std::string> from_base64(std::string_view text) {
  std::array<int8_t, 256> value{};
  value.fill(-1);
  for (size_t i = 0; i < kBase64Letters.size(); ++i) {
    value[static_cast<uint8_t>(kBase64Letters[i])] = static_cast<int8_t>(i);
  }
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  uint32_t bits = 0;
  size_t letters = 0, padding = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    // A backslash stands before a slash in JSON.
    if (is_blank(c) || c == '\n' || (c == '\\' && text.substr(i + 1).starts_with('/'))) continue;
    if (c == '=') {
      ++padding;
      continue;
    }
    const int8_t six = value[static_cast<uint8_t>(c)];
    if (six < 0 || padding > 0) return error_at("", fmt::format("{} is not base64", strata::quoted(text.substr(i, 1))));
    bits = bits << 6 | static_cast<uint32_t>(six);
    if (++letters % 4 == 0) {
      for (const int shift : {16, 8, 0}) bytes += static_cast<char>(bits >> shift & 0xff);
    }
  }
  if (letters % 4 == 1 || padding > 2) return error_at("", "the base64 text is cut off");
  if (letters % 4 == 2) bytes += static_cast<char>(bits >> 4 & 0xff);
  if (letters % 4 == 3) {
    bytes += static_cast<char>(bits >> 10 & 0xff);
    bytes += static_cast<char>(bits >> 2 & 0xff);
  }
  return bytes;
}

std::string to_base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t bits = 0;
    for (size_t j = 0; j < 3; ++j) bits = bits << 8 | (i + j < bytes.size() ? static_cast<uint8_t>(bytes[i + j]) : 0u);
    for (size_t j = 0; j < 4; ++j) text += i + j <= bytes.size() ? kBase64Letters[bits >> (18 - 6 * j) & 63] : '=';
  }
  return text;
}

}  // namespace strata
