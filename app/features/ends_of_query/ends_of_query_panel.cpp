// The temporary edges of start and goal in the interface: the symbol of their layer.
#include <imgui.h>

#include "app/features/ends_of_query/ends_of_query.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/layer_symbols.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

bool links_symbol(Ui& ui, const Lab&, Layer layer, const SymbolBox& place) {
  if (layer != kEndLinkLayer) return false;
  const float half = ImGui::GetTextLineHeight() / 2;
  ImGui::SetCursorScreenPos({place.at.x + ui.px(1), place.at.y - ui.px(4) - half});
  line_swatch(on_panel(palette::kStart), ui.px(1.8f), 4, place.width - ui.px(3));
  ImGui::SetCursorScreenPos({place.at.x + ui.px(1), place.at.y + ui.px(4) - half});
  line_swatch(on_panel(palette::kGoal), ui.px(1.8f), 4, place.width - ui.px(3));
  return true;
}

}  // namespace

FeaturePanel ends_of_query_panel() { return {.feature = kEndsOfQueryFeature.name, .tab = {}, .symbol = links_symbol}; }

}  // namespace strata
