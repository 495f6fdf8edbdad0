// The texts of HPA* clusters in the interface: the symbols of their layers.
#include <imgui.h>

#include "app/features/hpa/hpa_cluster.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/layer_symbols.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

bool cluster_text_symbol(Ui& ui, const Lab&, Layer layer, const SymbolBox& place) {
  const bool costs = layer == kIntraCostLayer;
  if (!costs && layer != kEntranceWidthLayer) return false;
  const char* text = costs ? "4.2" : "6";
  const FontScope small(ui.fonts().small);
  const float width = ImGui::CalcTextSize(text).x, height = ImGui::GetTextLineHeight();
  const ImVec2 corner{place.at.x + (place.width - width) / 2 - ui.px(2), place.at.y - height / 2};
  place.list->AddRectFilled(corner, {corner.x + width + ui.px(4), corner.y + height},
                            to_im(costs ? palette::kWhite : palette::kOrange), ui.px(2));
  place.list->AddText({corner.x + ui.px(2), corner.y}, to_im(costs ? level_style(1).color : palette::kBlack), text);
  return true;
}

}  // namespace

FeaturePanel hpa_cluster_panel() {
  return {.feature = kHpaClusterFeature.name, .tab = {}, .symbol = cluster_text_symbol};
}

}  // namespace strata
