// Purpose: Fonts finds the fonts (Debian packages fonts-inter, fonts-jetbrains-mono, fonts-font-awesome) and rasterises
//          them for a UI scale. Where one is missing the built-in bitmap font takes its place and `warning` says so.
// How: Loaded at first are Latin letters and the signs that the program's own texts have. Other letters are loaded when
// a
//      text needs them (imgui::MissingLetters): from the same fonts, or from an installed font that has them
//      (app/base/installed_fonts.hpp). Letters that no font has are drawn as a white square.
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
  ImFont* stage = nullptr;       // Inter SemiBold in the size of presentations, which goes with the window
  ImFont* stage_code = nullptr;  // JetBrains Mono, the same
  bool icons = false;            // the icon font was found
  std::string warning;
};

// Replaces ImGui's font atlas. The renderer backend must rebuild its texture afterwards.
// `stage` is the size for presentations, pixels; 0: nothing is presented. `letters` are those that texts need besides
// the usual ones.
Fonts load_fonts(float scale, float stage, const std::set<char32_t>& letters);

}  // namespace strata
