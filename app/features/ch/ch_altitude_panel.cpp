// The symbol of the layer that draws nodes by height.
#include <imgui.h>

#include "app/features/ch/ch_altitude.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/layer_symbols.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

bool altitude_symbol(Ui& ui, const Lab&, Layer layer, const SymbolBox& place) {
  if (layer != kAltitudeLayer) return false;
  const auto& [list, at, w, low, high, mid] = place;
  const ImU32 color = to_im(on_panel(palette::kHierarchy));
  const ImVec2 nodes[] = {{low.x, high.y}, {mid.x, low.y}, {high.x, at.y}};
  list->AddLine(nodes[0], nodes[1], color, ui.px(1.2f));
  list->AddLine(nodes[1], nodes[2], color, ui.px(1.2f));
  for (const ImVec2& node : nodes) list->AddCircleFilled(node, ui.px(2.6f), color);
  return true;
}

}  // namespace

FeaturePanel altitude_panel() { return {.feature = kAltitudeFeature.name, .tab = {}, .symbol = altitude_symbol}; }

}  // namespace strata
