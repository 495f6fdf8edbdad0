// Purpose: load_fonts finds the fonts (Debian packages fonts-inter, fonts-jetbrains-mono, fonts-font-awesome) and
//          rasterises them for a scale of the interface. A font that is missing is replaced by the built-in bitmap
//          font, and `warning` says so.
// How: At first only Latin letters and the signs in the program's own texts are loaded. Other letters are loaded when a
//      text needs them (imgui::MissingGlyphFinder): from the same fonts, or from an installed font
//      (app/base/installed_fonts.hpp). A letter that no font has is drawn as a white square.
// Units: Sizes in pixels at scale 1.
#pragma once

#include <set>
#include <string>

struct ImFont;

namespace strata {

struct Fonts {
  ImFont* text = nullptr;        // Inter with icons merged in
  ImFont* bold = nullptr;        // Inter SemiBold, panel titles
  ImFont* mono = nullptr;        // JetBrains Mono, numbers and code
  ImFont* table = nullptr;       // Inter, tables
  ImFont* small = nullptr;       // Inter, legends and labels on the map
  ImFont* large = nullptr;       // Inter SemiBold, labels of large cells on the map
  ImFont* stage = nullptr;       // Inter SemiBold for presentations; its size depends on the window
  ImFont* stage_code = nullptr;  // JetBrains Mono for presentations
  bool icons = false;            // the icon font was found
  std::string warning;
};

// Replaces the fonts of ImGui; the renderer must build its texture again afterwards. `stage` is the size of the font
// for presentations in pixels; 0: there is no presentation. `letters` are loaded besides the default ones.
Fonts load_fonts(float scale, float stage, const std::set<char32_t>& letters);

}  // namespace strata
