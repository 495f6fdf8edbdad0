#include "app/ui/panel_results.hpp"

#include <imgui.h>

#include "app/lab/lab.hpp"
#include "app/lab/view_searches.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/panel_meter.hpp"
#include "app/ui/panel_sections.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

// Whether the effect of the tool can be undone.
bool edits(Tool tool) {
  for (const FeaturePanel& panel : feature_panels()) {
    if (panel.tool.tool == tool && tool != Tool::kSelect) return panel.tool.edits;
  }
  return tool != Tool::kSelect;
}

}  // namespace

void draw_results(Ui& ui, Lab& lab, EventLabels& labels, float height) {
  for (const FeaturePanel& panel : feature_panels()) {
    if (panel.section != nullptr) panel.section(ui, lab);
  }
  if (lab.view_searches().active() && section(ui, "Side by side", "section.searches")) draw_searches(ui, lab);
  if (section(ui, "Comparison", "section.comparison")) draw_comparison(ui, lab);
  // If not everything fits, the part that belongs to the selected tool comes first.
  const bool low = height < ui.px(820);
  const bool painting = edits(lab.state().tool);
  const auto code = [&] {
    if (!low && section(ui, "Explain", "section.explain")) draw_explain(ui, lab);
    if (section(ui, "Pseudo-code", "section.code")) draw_code(ui, lab, labels);
    if (low && section(ui, "Explain", "section.explain")) draw_explain(ui, lab);
  };
  const bool inspecting = low && !painting && lab.state().inspected.has_value();
  if (inspecting && section(ui, "Inspector", "section.inspector")) draw_inspector(ui, lab, labels);
  if (low && !painting) code();
  if ((!low || painting) && section(ui, "Re-abstraction", "section.meter")) draw_meter(ui, lab);
  if (!inspecting && section(ui, "Inspector", "section.inspector")) draw_inspector(ui, lab, labels);
  if (!low || painting) code();
  if (low && !painting && section(ui, "Re-abstraction", "section.meter")) draw_meter(ui, lab);
}

}  // namespace strata
