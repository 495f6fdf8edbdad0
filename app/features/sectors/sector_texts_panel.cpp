// The symbols of the layers with numbers and parents of sectors.
#include <imgui.h>

#include "app/features/sectors/sector_texts.hpp"
#include "app/features/sectors/sectors.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/layer_symbols.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

bool sector_text_symbol(Ui& ui, const Lab&, Layer layer, const SymbolBox& place) {
  if (layer == kSectorNumberLayer) {
    const FontScope small(ui.fonts().small);
    const float width = ImGui::CalcTextSize("12").x, height = ImGui::GetTextLineHeight();
    const ImVec2 corner{place.at.x + (place.width - width) / 2 - ui.px(2), place.at.y - height / 2};
    place.list->AddRectFilled(corner, {corner.x + width + ui.px(4), corner.y + height},
                              to_im(sector_color(1) | 0xff000000u), ui.px(2));
    place.list->AddText({corner.x + ui.px(2), corner.y}, to_im(palette::kWhite), "12");
    return true;
  }
  if (layer != kSectorParentLayer) return false;
  ImGui::SetCursorScreenPos({place.at.x + ui.px(1), place.at.y - ImGui::GetTextLineHeight() / 2});
  line_swatch(on_panel(sector_color(2)), ui.px(1.4f), 3, place.width - ui.px(3));
  return true;
}

}  // namespace

FeaturePanel sector_text_panel() {
  return {.feature = kSectorTextFeature.name, .tab = {}, .symbol = sector_text_symbol};
}

}  // namespace strata
