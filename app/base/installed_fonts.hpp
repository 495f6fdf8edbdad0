// Purpose: These functions ask fontconfig which installed fonts have letters that the fonts of the interface lack.
// Threads: Any.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strata {

struct InstalledFont {
  std::string path;
  int face = 0;        // number of the font in its file
  std::string family;  // "WenQuanYi Zen Hei"
};

// Returns the letters of a text; what is not UTF-8 becomes U+FFFD.
std::u32string letters_of(std::string_view text);
std::string utf8_of(std::u32string_view letters);

// Whether the font in the file has the letter.
bool font_has(const std::string& path, char32_t letter);
// Whether the font that is used for the family has it.
bool family_has(const std::string& family, char32_t letter);
// Returns fonts, as few as the choice of fontconfig allows, that together have all of the letters that some installed
// font has. A letter is in the first of them that has it.
std::vector<InstalledFont> fonts_with(std::span<const char32_t> letters, bool bold);

}  // namespace strata
