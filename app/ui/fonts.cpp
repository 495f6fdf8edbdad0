#include "app/ui/fonts.hpp"

#include <fcntl.h>
#include <imgui.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <initializer_list>
#include <iterator>
#include <list>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "app/base/icons.hpp"
#include "app/base/installed_fonts.hpp"
#include "app/ui/imgui_versions.hpp"
#include "core/base/build_info.hpp"

namespace strata {
namespace {

constexpr float kTextPixels = 15.0f;
constexpr float kTablePixels = 14.0f;
constexpr float kMonoPixels = 14.0f;
constexpr float kSmallPixels = 12.5f;
constexpr float kLargePixels = 27.0f;

// Returns the first of the files that exists, on the system or in the program's own folder; empty: none does.
std::string first_existing(std::initializer_list<const char*> paths) {
  const std::filesystem::path own = std::filesystem::path(data_folder()) / "fonts";
  for (const char* path : paths) {
    std::error_code error;
    if (std::filesystem::is_regular_file(path, error)) return path;
    const std::filesystem::path beside = own / std::filesystem::path(path).filename();
    if (std::filesystem::is_regular_file(beside, error)) return beside.string();
  }
  return {};
}

// The letters and signs that are loaded at first: Latin letters, punctuation, and the arrows and signs in the
// program's texts.
constexpr ImWchar kTextRanges[] = {0x0020, 0x017f, 0x2010, 0x2027, 0x2190, 0x2193, 0x2260,
                                   0x2265, 0x25a1, 0x25a1, 0x25cf, 0x25cf, 0};
// This sign is drawn in place of a letter that no font has.
constexpr ImWchar kReplacement = 0x25a1;

using CharacterRanges = ImVector<ImWchar>;

// Lists of ranges of letters, which must live as long as the fonts that were loaded with them.
std::list<CharacterRanges>& kept_ranges() {
  static std::map<const ImFontAtlas*, std::list<CharacterRanges>> lists;
  return lists[ImGui::GetIO().Fonts];
}
const CharacterRanges& keep(CharacterRanges&& ranges) { return kept_ranges().emplace_back(std::move(ranges)); }

// Returns the bytes of the file as a memory map, which exists until the program ends. So only the parts of large fonts
// that are needed are read. Empty: the file cannot be read.
std::span<const std::byte> mapped_file(const std::string& path) {
  static std::map<std::string, std::span<const std::byte>> files;
  const auto [found, added] = files.try_emplace(path);
  if (!added) return found->second;
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  struct stat about {};
  if (fstat(file, &about) == 0 && about.st_size > 0) {
    const auto size = static_cast<size_t>(about.st_size);
    void* bytes = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes != MAP_FAILED) found->second = {static_cast<const std::byte*>(bytes), size};
  }
  close(file);
  return found->second;
}

CharacterRanges ranges_of(std::span<const char32_t> letters, const ImWchar* besides) {
  ImFontGlyphRangesBuilder builder;
  if (besides != nullptr) builder.AddRanges(besides);
  for (const char32_t letter : letters) {
    if (letter <= IM_UNICODE_CODEPOINT_MAX) builder.AddChar(static_cast<ImWchar>(letter));
  }
  CharacterRanges ranges;
  builder.BuildRanges(&ranges);
  return ranges;
}

// Letters that are loaded besides the default ones.
using ExtraLetters = std::vector<char32_t>;

// The font that was added last may lack some of the letters: adds them to it from installed fonts.
void merge_installed(const std::string& path, float size, const ExtraLetters& letters, bool bold) {
  ExtraLetters lacking;
  std::ranges::copy_if(letters, std::back_inserter(lacking),
                       [&](char32_t letter) { return path.empty() || !font_has(path, letter); });
  if (lacking.empty()) return;
  const CharacterRanges& ranges = keep(ranges_of(lacking, nullptr));
  for (const InstalledFont& font : fonts_with(lacking, bold)) {
    ImFontConfig config;
    config.MergeMode = true;
    config.OversampleH = 1;
    config.FontNo = font.face;
    config.SizePixels = size;
    config.GlyphRanges = ranges.Data;
    if (const std::span<const std::byte> bytes = mapped_file(font.path); !bytes.empty()) {
      imgui::add_font_data(*ImGui::GetIO().Fonts, bytes, config);
    }
  }
}

ImFont* add(const std::string& path, float pixels, float scale, const ExtraLetters& letters, bool bold = false) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  ImFont* font = nullptr;
  if (path.empty()) {
    ImFontConfig config;
    config.SizePixels = static_cast<float>(static_cast<int>(pixels * scale));
    font = atlas.AddFontDefault(&config);
  } else {
    ImFontConfig config;
    config.OversampleH = 1;
    const ImWchar* ranges = letters.empty() ? kTextRanges : keep(ranges_of(letters, kTextRanges)).Data;
    font = atlas.AddFontFromFileTTF(path.c_str(), pixels * scale, &config, ranges);
    font->FallbackChar = kReplacement;
  }
  merge_installed(path, pixels * scale, letters, bold);
  return font;
}

// Adds the icons to the font that was added last.
void merge_icons(const std::string& path, float pixels, float scale) {
  if (path.empty()) return;
  static const ImVector<ImWchar> ranges = [] {
    ImFontGlyphRangesBuilder builder;
    for (const char* symbol : icon::kAll) builder.AddText(symbol);
    ImVector<ImWchar> list;
    builder.BuildRanges(&list);
    return list;
  }();
  ImFontConfig config;
  config.MergeMode = true;
  config.PixelSnapH = true;
  config.GlyphMinAdvanceX = pixels * scale * 1.1f;
  config.GlyphOffset.y = scale * 0.5f;
  ImGui::GetIO().Fonts->AddFontFromFileTTF(path.c_str(), pixels * scale, &config, ranges.Data);
}

}  // namespace

Fonts load_fonts(float scale, float stage, const std::set<char32_t>& needed) {
  const ExtraLetters letters(needed.begin(), needed.end());
  const std::string text = first_existing({"/usr/share/fonts/opentype/inter/Inter-Regular.otf",
                                           "/usr/share/fonts/truetype/inter/Inter-Regular.ttf",
                                           "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"});
  const std::string bold = first_existing({"/usr/share/fonts/opentype/inter/Inter-SemiBold.otf",
                                           "/usr/share/fonts/truetype/inter/Inter-SemiBold.ttf",
                                           "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"});
  const std::string mono = first_existing({"/usr/share/fonts/truetype/jetbrains-mono/JetBrainsMono-Regular.ttf",
                                           "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"});
  const std::string icons = first_existing({"/usr/share/fonts/truetype/font-awesome/fontawesome-webfont.ttf",
                                            "/usr/share/fonts/opentype/font-awesome/FontAwesome.otf"});
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
  kept_ranges().clear();
  imgui::use_freetype(atlas);
  Fonts fonts;
  fonts.text = add(text, kTextPixels, scale, letters);
  merge_icons(icons, kTextPixels, scale);
  fonts.bold = add(bold, kTextPixels, scale, letters, true);
  fonts.mono = add(mono, kMonoPixels, scale, letters);
  fonts.table = add(text, kTablePixels, scale, letters);
  fonts.small = add(text, kSmallPixels, scale, letters);
  fonts.large = add(bold, kLargePixels, scale, letters, true);
  fonts.stage = stage > 0 ? add(bold, stage, 1, letters, true) : fonts.large;
  fonts.stage_code = stage > 0 ? add(mono, stage * 0.7f, 1, letters) : fonts.mono;
  fonts.icons = !icons.empty();
  std::string missing;
  const auto note = [&missing](const std::string& path, const char* wanted, const char* package) {
    if (path.find(wanted) != path.npos) return;
    missing += (missing.empty() ? "" : ", ") + std::string(package);
  };
  note(text, "nter", "fonts-inter");
  note(mono, "JetBrains", "fonts-jetbrains-mono");
  note(icons, "wesome", "fonts-font-awesome");
  if (!missing.empty()) fonts.warning = "Fonts are missing, text may look plain: install " + missing;
  return fonts;
}

}  // namespace strata
