// The symbols of the layers that show the symmetry of rooms.
#include <imgui.h>

#include "app/features/rooms/rooms_symmetry.hpp"
#include "app/ui/layer_symbols.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {

bool symmetry_symbol(Ui& ui, Layer layer, const SymbolBox& place) {
  const auto& [list, at, w, low, high, mid] = place;
  if (layer == kInterleavingLayer) {
    for (int i = 0; i < kInterleavings; ++i) {
      const float y = at.y + ui.px(4) * static_cast<float>(i - 1);
      list->AddLine({low.x, y}, {high.x, y}, to_im(on_panel(interleaving_color(i))), ui.px(2));
    }
    return true;
  }
  if (layer != kAllMacroLayer) return false;
  const ImU32 color = to_im(on_panel(palette::kMacroEdge));
  for (int i = -1; i <= 1; ++i) {
    const float d = ui.px(4) * static_cast<float>(i);
    list->AddLine({mid.x + d, low.y}, {mid.x + d, high.y}, color, ui.px(1));
    list->AddLine({low.x, mid.y + d}, {high.x, mid.y + d}, color, ui.px(1));
  }
  return true;
}

}  // namespace strata
