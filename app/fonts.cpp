#include "app/fonts.hpp"

#include <imgui.h>
#include <imgui_freetype.h>

#include <filesystem>
#include <initializer_list>

#include "app/icons.hpp"

namespace strata {
namespace {

constexpr float kTextPixels = 15.0f;
constexpr float kMonoPixels = 13.5f;
constexpr float kSmallPixels = 12.5f;

std::string first_existing(std::initializer_list<const char*> paths) {
  for (const char* path : paths) {
    std::error_code error;
    if (std::filesystem::is_regular_file(path, error)) return path;
  }
  return {};
}

// Latin, Greek pi etc., general punctuation, arrows, mathematical operators, geometric shapes.
constexpr ImWchar kTextRanges[] = {0x0020, 0x017f, 0x0370, 0x03ff, 0x2010, 0x2044, 0x2070, 0x209f,
                                   0x2190, 0x21ff, 0x2200, 0x22ff, 0x25a0, 0x25ff, 0};
constexpr ImWchar kIconRanges[] = {static_cast<ImWchar>(icon::kFirst), static_cast<ImWchar>(icon::kLast), 0};

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

void merge_icons(const std::string& path, float pixels, float scale) {
  if (path.empty()) return;
  ImFontConfig config;
  config.MergeMode = true;
  config.PixelSnapH = true;
  config.GlyphMinAdvanceX = pixels * scale * 1.1f;
  config.GlyphOffset.y = scale * 0.5f;
  ImGui::GetIO().Fonts->AddFontFromFileTTF(path.c_str(), pixels * scale, &config, kIconRanges);
}

}  // namespace

Fonts load_fonts(float scale) {
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
  atlas.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
  atlas.FontBuilderFlags = ImGuiFreeTypeBuilderFlags_LightHinting;
  Fonts fonts;
  fonts.text = add(text, kTextPixels, scale);
  merge_icons(icons, kTextPixels, scale);
  fonts.bold = add(bold, kTextPixels, scale);
  merge_icons(icons, kTextPixels, scale);
  fonts.mono = add(mono, kMonoPixels, scale);
  merge_icons(icons, kMonoPixels, scale);
  fonts.small = add(text, kSmallPixels, scale);
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
