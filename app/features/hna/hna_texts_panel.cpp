// The symbols of the layers with numbers of polygons and groups.
#include <imgui.h>

#include "app/features/hna/hna_texts.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/layer_symbols.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

bool hna_text_symbol(Ui& ui, const Lab&, Layer layer, const SymbolBox& place) {
  const bool polygon = layer == kPolygonNumberLayer;
  if (!polygon && layer != kGroupNumberLayer) return false;
  const char* text = polygon ? "12" : "3: 4";
  const FontScope small(ui.fonts().small);
  const float width = ImGui::CalcTextSize(text).x, height = ImGui::GetTextLineHeight();
  const ImVec2 corner{place.at.x + (place.width - width) / 2 - ui.px(1), place.at.y - height / 2};
  place.list->AddRectFilled(corner, {corner.x + width + ui.px(2), corner.y + height},
                            to_im(polygon ? palette::kWhite : level_style(1).color | 0xff000000u), ui.px(2));
  place.list->AddText({corner.x + ui.px(1), corner.y}, to_im(polygon ? palette::kBlack : palette::kWhite), text);
  return true;
}

}  // namespace

FeaturePanel hna_text_panel() { return {.feature = kHnaTextFeature.name, .tab = {}, .symbol = hna_text_symbol}; }

}  // namespace strata
