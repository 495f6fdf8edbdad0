#include "app/ui/fonts.hpp"

#include <imgui.h>

#include <filesystem>
#include <initializer_list>

#include "app/base/icons.hpp"
#include "app/ui/imgui_versions.hpp"
#include "core/base/build_info.hpp"

namespace strata {
namespace {

constexpr float kTextPixels = 15.0f;
constexpr float kTablePixels = 14.0f;
constexpr float kMonoPixels = 14.0f;
constexpr float kSmallPixels = 12.5f;
constexpr float kLargePixels = 27.0f;

// Returns the first of the files that exists, on the system or among the files that an archive of the program brings
// along; empty: none does.
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

// Latin, punctuation, and the arrows and signs that the texts use.
constexpr ImWchar kTextRanges[] = {0x0020, 0x017f, 0x2010, 0x2027, 0x2190, 0x2193, 0x2260, 0x2265, 0x25cf, 0x25cf, 0};

ImFont* add(const std::string& path, float pixels, float scale) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  if (path.empty()) {
    ImFontConfig config;
    config.SizePixels = static_cast<float>(static_cast<int>(pixels * scale));
    return atlas.AddFontDefault(&config);
  }
  ImFontConfig config;
  config.OversampleH = 1;
  return atlas.AddFontFromFileTTF(path.c_str(), pixels * scale, &config, kTextRanges);
}

// Merges the icons into the font that was added last.
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

Fonts load_fonts(float scale, float stage) {
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
  imgui::use_freetype(atlas);
  Fonts fonts;
  fonts.text = add(text, kTextPixels, scale);
  merge_icons(icons, kTextPixels, scale);
  fonts.bold = add(bold, kTextPixels, scale);
  fonts.mono = add(mono, kMonoPixels, scale);
  fonts.table = add(text, kTablePixels, scale);
  fonts.small = add(text, kSmallPixels, scale);
  fonts.large = add(bold, kLargePixels, scale);
  fonts.stage = stage > 0 ? add(bold, stage, 1) : fonts.large;
  fonts.stage_code = stage > 0 ? add(mono, stage * 0.7f, 1) : fonts.mono;
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
