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
  return tool != Tool::kSelect && tool != Tool::kEnds;
}

// The cell that the inspector showed in the last frame.
struct InspectedCell {
  std::optional<Cell> cell;
};

// Scrolls to the inspector, which is about to be drawn, if another cell is inspected and it is out of sight. A panel
// that `stays` only remembers the cell.
void scroll_to_inspector(Ui& ui, const LabState& state, bool stays) {
  std::optional<Cell>& seen = ui.kept<InspectedCell>().cell;
  const std::optional<Cell> now = state.inspected ? std::optional(state.inspected->cell) : std::nullopt;
  if (now == std::exchange(seen, now) || !now || stays) return;
  const float top = ImGui::GetCursorScreenPos().y - ImGui::GetWindowPos().y;
  if (top < 0 || top > ImGui::GetWindowHeight() - ui.px(120)) ImGui::SetScrollHereY(0);
}

}  // namespace

void draw_results(Ui& ui, Lab& lab, EventLabels& labels, float height, bool stepping_elsewhere) {
  const bool painting = edits(lab.state().tool);
  bool led = false;  // a section leads: the panel stays at it
  const auto inspector = [&] {
    scroll_to_inspector(ui, lab.state(), led);
    if (section(ui, "Inspector", "section.inspector")) draw_inspector(ui, lab, labels);
  };
  const auto meter = [&] {
    if (section(ui, "Incremental update", "section.meter")) draw_meter(ui, lab);
  };
  const auto stepping = [&] {
    if (stepping_elsewhere) return;
    if (section(ui, "Explain", "section.explain")) draw_explain(ui, lab, false);
    if (section(ui, "Pseudo-code", "section.code")) draw_code(ui, lab, labels, false);
  };
  const auto sections = [&](bool leading) {
    for (const FeaturePanel& panel : feature_panels()) {
      if (panel.section != nullptr && panel.leads == leading) panel.section(ui, lab);
    }
  };
  const float top = ImGui::GetCursorPosY();
  sections(true);
  led = ImGui::GetCursorPosY() > top;
  // An inspected cell comes next, unless a tool paints.
  const bool inspecting = !painting && lab.state().inspected.has_value();
  if (inspecting) inspector();
  sections(false);
  if (lab.view_searches().active() && section(ui, "Side by side", "section.searches")) draw_searches(ui, lab);
  if (section(ui, "Comparison", "section.comparison")) draw_comparison(ui, lab);
  // If not everything fits, the part that belongs to the selected tool comes first.
  const bool low = height < ui.px(820);
  if (low && !painting) stepping();
  meter();
  if (!inspecting) inspector();
  if (!low || painting) stepping();
}

}  // namespace strata
