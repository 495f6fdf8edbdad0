// The symbol of the entrances of HAA*.
#include <imgui.h>

#include <algorithm>

#include "app/features/haa/haa.hpp"
#include "app/features/haa/haa_graph.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/layer_symbols.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

bool entrance_symbol(Ui& ui, const Lab& lab, Layer layer, const SymbolBox& place) {
  if (layer != kHaaEntranceLayer) return false;
  const size_t kinds = std::clamp<size_t>(haa_controller(lab).options().capabilities.size(), 1, 3);
  for (size_t i = 0; i < kinds; ++i) {
    const float x = place.mid.x + ui.px(5) * (static_cast<float>(i) - static_cast<float>(kinds) / 2);
    place.list->AddRectFilled({x, place.at.y - ui.px(7)}, {x + ui.px(4), place.at.y + ui.px(7)},
                              to_im(on_panel(capability_style(i).color)));
  }
  return true;
}

}  // namespace

FeaturePanel haa_graph_panel() { return {.feature = kHaaGraphFeature.name, .tab = {}, .symbol = entrance_symbol}; }

}  // namespace strata
