#include "app/base/installed_fonts.hpp"

#include <fontconfig/fontconfig.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <set>

namespace strata {
namespace {

constexpr size_t kMostFonts = 12;  // maximum number of fonts for one text

struct FcPatternDeleter {
  void operator()(FcPattern* pattern) const { FcPatternDestroy(pattern); }
};
struct FcCharSetDeleter {
  void operator()(FcCharSet* set) const { FcCharSetDestroy(set); }
};
using FcPatternPtr = std::unique_ptr<FcPattern, FcPatternDeleter>;
using FcCharSetPtr = std::unique_ptr<FcCharSet, FcCharSetDeleter>;

// Answers of fontconfig, which are stored, as a query takes long. At the first query fontconfig loads
// its lists of fonts.
struct FontQueryCache {
  std::mutex mutex;
  std::map<std::string, FcCharSetPtr> by_file, by_family;
  std::set<char32_t> in_no_font;
};

FontQueryCache& known() {
  static FontQueryCache all;
  return all;
}

FcCharSetPtr letters_in(const FcPattern* pattern) {
  FcCharSet* set = nullptr;
  if (pattern == nullptr || FcPatternGetCharSet(pattern, FC_CHARSET, 0, &set) != FcResultMatch) return nullptr;
  return FcCharSetPtr(FcCharSetCopy(set));
}

bool has(const FcCharSetPtr& set, char32_t letter) { return set && FcCharSetHasChar(set.get(), letter) == FcTrue; }

// Returns the best font of the family that has the letter; if none has it, the best font of the family. A `letter` of 0
// stands for any letter.
FcPatternPtr best_font(const char* family, char32_t letter, bool bold) {
  FcPatternPtr wanted(FcPatternCreate());
  FcPatternAddString(wanted.get(), FC_FAMILY, reinterpret_cast<const FcChar8*>(family));
  FcPatternAddInteger(wanted.get(), FC_WEIGHT, bold ? FC_WEIGHT_DEMIBOLD : FC_WEIGHT_REGULAR);
  FcPatternAddBool(wanted.get(), FC_SCALABLE, FcTrue);
  FcPatternAddBool(wanted.get(), FC_COLOR, FcFalse);
  if (letter != 0) {
    const FcCharSetPtr letters(FcCharSetCreate());
    FcCharSetAddChar(letters.get(), letter);
    FcPatternAddCharSet(wanted.get(), FC_CHARSET, letters.get());
  }
  FcConfigSubstitute(nullptr, wanted.get(), FcMatchPattern);
  FcDefaultSubstitute(wanted.get());
  FcResult result = FcResultNoMatch;
  return FcPatternPtr(FcFontMatch(nullptr, wanted.get(), &result));
}

InstalledFont font_of(const FcPattern* pattern) {
  InstalledFont font;
  FcChar8* text = nullptr;
  if (FcPatternGetString(pattern, FC_FILE, 0, &text) == FcResultMatch) font.path = reinterpret_cast<const char*>(text);
  if (FcPatternGetString(pattern, FC_FAMILY, 0, &text) == FcResultMatch) {
    font.family = reinterpret_cast<const char*>(text);
  }
  // Only these bits are the number of the font in its file; the higher ones name an instance of a variable font.
  static constexpr int kFaceBits = 0xffff;
  if (FcPatternGetInteger(pattern, FC_INDEX, 0, &font.face) == FcResultMatch) font.face &= kFaceBits;
  return font;
}

}  // namespace

std::u32string letters_of(std::string_view text) {
  std::u32string letters;
  letters.reserve(text.size());
  while (!text.empty()) {
    FcChar32 letter = 0;
    const int length =
        FcUtf8ToUcs4(reinterpret_cast<const FcChar8*>(text.data()), &letter, static_cast<int>(text.size()));
    letters.push_back(length > 0 ? static_cast<char32_t>(letter) : U'\ufffd');
    text.remove_prefix(static_cast<size_t>(std::max(length, 1)));
  }
  return letters;
}

std::string utf8_of(std::u32string_view letters) {
  std::string text;
  for (const char32_t letter : letters) {
    FcChar8 bytes[FC_UTF8_MAX_LEN];
    const int length = FcUcs4ToUtf8(letter, bytes);
    text.append(reinterpret_cast<const char*>(bytes), static_cast<size_t>(length));
  }
  return text;
}

bool font_has(const std::string& path, char32_t letter) {
  const std::scoped_lock lock(known().mutex);
  const auto [found, added] = known().by_file.try_emplace(path);
  if (added) {
    int faces = 0;
    const FcPatternPtr font(FcFreeTypeQuery(reinterpret_cast<const FcChar8*>(path.c_str()), 0, nullptr, &faces));
    found->second = letters_in(font.get());
  }
  return has(found->second, letter);
}

bool family_has(const std::string& family, char32_t letter) {
  const std::scoped_lock lock(known().mutex);
  const auto [found, added] = known().by_family.try_emplace(family);
  if (added) found->second = letters_in(best_font(family.c_str(), 0, false).get());
  return has(found->second, letter);
}

std::vector<InstalledFont> fonts_with(std::span<const char32_t> letters, bool bold) {
  const std::scoped_lock lock(known().mutex);
  std::vector<InstalledFont> fonts;
  std::vector<FcCharSetPtr> covered;
  for (const char32_t letter : letters) {
    if (fonts.size() >= kMostFonts) break;
    if (known().in_no_font.contains(letter)) continue;
    if (std::ranges::any_of(covered, [&](const FcCharSetPtr& set) { return has(set, letter); })) continue;
    const FcPatternPtr font = best_font("sans-serif", letter, bold);
    FcCharSetPtr set = letters_in(font.get());
    if (!has(set, letter)) {
      known().in_no_font.insert(letter);
      continue;
    }
    fonts.push_back(font_of(font.get()));
    covered.push_back(std::move(set));
  }
  return fonts;
}

}  // namespace strata
