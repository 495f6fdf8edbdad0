// Purpose: Theme has the colours and the spacing of the panels, in a dark and a light version, and the colours of the
//          map that go with them. Data colours (planners, phases, layers) are Okabe-Ito, see app/base/palette.hpp.
#pragma once

#include <imgui.h>

#include <array>

namespace strata {

struct Theme {
  bool dark = true;
  ImVec4 background, panel, panel_title, border, text, text_dim, accent, accent_soft, good, bad, warn, hover, field;
  ImVec4 map_background;
};

const Theme& theme();
// Sets the theme, with effect at once.
void set_theme(bool dark);
// Sets the sizes and colours of ImGui's style for a UI scale.
void apply_theme_style(float scale);

ImU32 to_u32(const ImVec4& color, float alpha = 1.0f);

}  // namespace strata
