// The weights of cells in the interface: what the tool does, the symbol and the legend of the layer, and the weight of
// the inspected cell and of that under the pointer.
#include <imgui.h>

#include "app/features/weights/weights.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/layer_symbols.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

void draw_weight_tool(Ui& ui, Lab& lab) {
  if (lab.state().tool != kWeightTool) return;
  using Mode = WeightChange::Mode;
  const Mode mode = weights_controller(lab).change().mode;
  choice_row(
      ui, "Weights", "weights.mode", "weights.mode",
      {{"Set", Mode::kSet},
       {"Raise", Mode::kRaise},
       {"Lower", Mode::kLower},
       {"Smooth", Mode::kSmooth},
       {"Clear", Mode::kClear}},
      mode, [](Mode one) { return kWeightModes[static_cast<size_t>(one)]; },
      "What the tool does to the weights of cells",
      "Set: gives cells this weight in place of that of their terrain. Raise and lower: change what a cell costs, once "
      "in a stroke. Smooth: gives a cell the mean of what it and the cells around it cost. Clear: gives cells back the "
      "weight of their terrain.");
  if (weights_controller(lab).change().has_value()) draw_setting(ui, lab, "weights.value", "weights.value");
  choice_row(
      ui, "Shape", "weights.shape", "weights.shape",
      {{"Brush", Tool::kBrush},
       {"Line", Tool::kLine},
       {"Rectangle", Tool::kRectangle},
       {"Ellipse", Tool::kEllipse},
       {"Fill", Tool::kFill}},
      weights_controller(lab).shape(), [](Tool tool) { return tool_name(tool); }, "What the tool draws",
      "Brush: strokes. Line: from end to end, as wide as the brush. Rectangle and ellipse: from corner to corner. "
      "Fill: the connected area of one terrain.");
}

bool weights_symbol(Ui&, const Lab&, Layer layer, const SymbolBox& place) {
  if (layer != kWeightsLayer) return false;
  const auto& [list, at, w, low, high, mid] = place;
  list->AddRectFilledMultiColor(low, high, to_im(field_color(0)), to_im(field_color(1)), to_im(field_color(1)),
                                to_im(field_color(0)));
  return true;
}

// Draws the range of the heat map.
bool weights_legend(Ui& ui, const Lab& lab, Layer layer) {
  if (layer != kWeightsLayer) return false;
  const WeightsController::HeatRange& heat = weights_controller(lab).heat();
  const LegendScope scope(ui);
  if (heat.low <= heat.high) {
    field_bar(ui, Text("{}", heat.low), Text("{}", heat.high));
    describe(ui, "legend.weights", "The lowest and the highest weight that a cell has of its own");
  }
  draw_dim("weight of the cell");
  return true;
}

void weight_inspected(Ui& ui, const Lab& lab) {
  const GridMap& map = lab.world().map();
  const Cell cell = lab.state().inspected->cell;
  const int weight = map.weight(cell);
  if (weight == 0) return;
  const FontScope small(ui.fonts().small);
  print_pair(ui, "weight of this cell", "{}", weight);
  ui.mark("inspector.weight");
}

void weight_hovered(const Lab& lab, Cell cell, Text& text) {
  if (const int weight = lab.world().map().weight(cell); weight != 0) text.add("  weight {}", weight);
}

}  // namespace

FeaturePanel weights_panel() {
  return {.feature = kWeightsFeature.name,
          .tab = {nullptr, "tab.map", nullptr, LeftPanelSection::kMap, draw_weight_tool},
          .inspected = weight_inspected,
          .symbol = weights_symbol,
          .legend = weights_legend,
          .hovered = weight_hovered};
}

}  // namespace strata
