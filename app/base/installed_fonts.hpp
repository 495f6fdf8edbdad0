// Purpose: Some texts have letters that the fonts of the interface lack. These functions ask fontconfig for installed
//          fonts that have them.
// Threads: Any.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strata {

struct InstalledFont {
  std::string path;
  int face = 0;        // index of the font in its file
  std::string family;  // "WenQuanYi Zen Hei"
};

// Returns the code points of a UTF-8 text; invalid bytes become U+FFFD.
std::u32string letters_of(std::string_view text);
std::string utf8_of(std::u32string_view letters);

// Returns whether the font in the file has the letter.
bool font_has(const std::string& path, char32_t letter);
// Returns whether the font that fontconfig selects for the family has the letter.
bool family_has(const std::string& family, char32_t letter);
// Returns a small set of fonts that together have all of the letters that any installed font has. If several of them
// have a letter, the first one is used for it.
std::vector<InstalledFont> fonts_with(std::span<const char32_t> letters, bool bold);

}  // namespace strata
