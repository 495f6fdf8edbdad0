// Purpose: Theme defines the colours and spacing of the panels in a dark and a light version, with matching colours of
//          the map. Data colours (planners, phases, layers) are those of Okabe and Ito, see app/base/palette.hpp.
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
// Sets the theme. It changes at once.
void set_theme(bool dark);
// Sets the sizes and colours of ImGui's style for a scale of the interface.
void apply_theme_style(float scale);

ImU32 to_u32(const ImVec4& color, float alpha = 1.0f);

}  // namespace strata
