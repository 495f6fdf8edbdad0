// The flow field in the interface: the symbol and the legend of its layer, and the cost and direction of the inspected
// cell.
#include <imgui.h>

#include "app/features/flow_field/flow_field_layer.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/layer_symbols.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

bool flow_field_symbol(Ui& ui, const Lab&, Layer layer, const SymbolBox& place) {
  if (layer != kFlowFieldLayer) return false;
  const auto& [list, at, w, low, high, mid] = place;
  list->AddRectFilledMultiColor(low, high, to_im(field_color(0)), to_im(field_color(1)), to_im(field_color(1)),
                                to_im(field_color(0)));
  const ImU32 ink = IM_COL32(255, 255, 255, 255);
  list->AddLine({low.x + ui.px(2), mid.y}, {high.x - ui.px(2), mid.y}, ink, ui.px(1.5f));
  list->AddLine({high.x - ui.px(2), mid.y}, {high.x - ui.px(5), mid.y - ui.px(3)}, ink, ui.px(1.5f));
  list->AddLine({high.x - ui.px(2), mid.y}, {high.x - ui.px(5), mid.y + ui.px(3)}, ink, ui.px(1.5f));
  return true;
}

// Draws the range of the heat map.
bool flow_field_legend(Ui& ui, const Lab& lab, Layer layer) {
  if (layer != kFlowFieldLayer) return false;
  const FlowFieldController::HeatRange& heat = flow_field_controller(lab).heat();
  const LegendScope scope(ui);
  if (heat.low <= heat.high) {
    const Cost unit = cost_unit(lab.world());
    field_bar(ui, cost_text(heat.low, unit).c_str(), cost_text(heat.high, unit).c_str());
    describe(ui, "legend.flow_field", "Costs of the darkest and the lightest cell; a straight step costs 1");
  }
  draw_dim("cost to the goal");
  return true;
}

void flow_field_inspected(Ui& ui, const Lab& lab) {
  const LabState& state = lab.state();
  const FlowField& field = flow_field_controller(lab).field();
  const MoveGrid& moves = lab.world().moves();
  if (!state.layer(kFlowFieldLayer).on || !state.inspected || !field.is_current_for(moves)) return;
  const CellId cell = moves.id(state.inspected->cell);
  const FontScope small(ui.fonts().small);
  draw_dim("cost to the goal");
  ImGui::SameLine(0, ui.px(5));
  if (field.cost(cell) == kInfinite) {
    draw_text(theme().warn, "no path");
  } else {
    draw_text(cost_text(field.cost(cell), cost_unit(lab.world())));
  }
  ui.mark("inspector.flow_field");
}

}  // namespace

FeaturePanel flow_field_panel() {
  return {.feature = kFlowFieldFeature.name,
          .tab = {},
          .inspected = flow_field_inspected,
          .symbol = flow_field_symbol,
          .legend = flow_field_legend};
}

}  // namespace strata
