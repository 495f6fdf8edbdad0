#include "core/io/printable.hpp"

#include <fmt/format.h>

#include <cstdint>

namespace strata {
namespace {

struct DecodedCharacter {
  uint32_t code = 0;
  size_t bytes = 0;  // 0: not valid UTF-8
};

// Decodes the character at the beginning of a non-empty text.
DecodedCharacter letter_at(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<uint32_t>(static_cast<unsigned char>(text[i])); };
  const uint32_t first = byte(0);
  if (first < 0x80) return {first, 1};
  const size_t bytes = first >= 0xf0 && first < 0xf5   ? 4
                       : first >= 0xe0 && first < 0xf0 ? 3
                       : first >= 0xc2 && first < 0xe0 ? 2
                                                       : 0;
  if (bytes == 0 || text.size() < bytes) return {};
  uint32_t code = first & (0x7fu >> bytes);
  for (size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3f);
  }
  const bool shortest = bytes == 2 || code >= (bytes == 3 ? 0x800u : 0x10000u);
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  return shortest && !surrogate && code < 0x110000 ? DecodedCharacter{code, bytes} : DecodedCharacter{};
}

// Returns whether a code point is a control character, a line separator, a mark of writing direction, or
// a byte order mark.
bool is_hidden(uint32_t code) {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x61c || code == 0x200e || code == 0x200f ||
         (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) || code == 0xfeff;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const DecodedCharacter letter = letter_at(text);
    const size_t bytes = letter.bytes == 0 ? 1 : letter.bytes;
    if (letter.bytes > 0 && !is_hidden(letter.code)) {
      out += text.substr(0, bytes);
    } else {
      for (const char c : text.substr(0, bytes)) out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
    text.remove_prefix(bytes);
  }
  return out;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const size_t bytes = letter_at(text).bytes;
    if (bytes == 0) return false;
    text.remove_prefix(bytes);
  }
  return true;
}

}  // namespace strata
