// Repaired searches in the interface: their tab, and the costs of the inspected cell.
#include <imgui.h>

#include <array>

#include "app/features/repairs/repairs.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/layer_symbols.hpp"
#include "app/ui/structure_cost.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

constexpr std::array<const char*, 2> kRepairTitles = {"LPA*", "D* Lite"};
constexpr std::array<const char*, 2> kRepairNames = {"lpa", "dlite"};

// Draws what the last repair of each planner did, and what a fresh A* expands.
void draw_last_repairs(Ui& ui, const Lab& lab) {
  if (future_hidden(lab)) return draw_dim("hidden until the search has ended");
  for (size_t i = 0; i < kRepairTitles.size(); ++i) {
    const auto& last = counts_of<RepairStats>(lab, StructureId::kRepairs, i);
    print_bold(ui, "{}", kRepairTitles[i]);
    ui.mark("repairs.{}", kRepairNames[i]);
    print_at_end(theme().text, Text("{} expanded", count_text(last.lowered + last.raised)));
    describe(ui, Text("repairs.{}.expanded", kRepairNames[i]),
             "Cells that the last search of this query has lowered or raised");
    const FontScope small(ui.fonts().small);
    if (last.fresh) {
      draw_dim("a fresh search: no edit since");
    } else {
      print_dim("{} lowered, {} raised", count_text(last.lowered), count_text(last.raised));
    }
  }
  const PlannerRow* astar = lab.state().row("astar");
  if (astar == nullptr || !astar->solved || !astar->result.found()) return;
  const FontScope small(ui.fonts().small);
  print_dim("A* anew: {} expanded", count_text(astar->result.stats.total().expanded));
  describe(ui, "repairs.astar", "Cells that A* expands for the same query on the map as it is now");
}

void draw_repairs_tab(Ui& ui, Lab& lab) {
  const bool on = lab.world().has(StructureId::kRepairs);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  structure_switch(
      ui, "Keep the last search", "repairs", on,
      "LPA* and D* Lite repair these costs after an edit, in place of searching anew",
      "Edit the map, then step LPA* or D* Lite: only cells whose costs change, and that the path needs, are expanded. "
      "All edits of a stroke are one repair. D* Lite repairs after the start has moved as well. Costs stay those of "
      "A*.");
  ImGui::PopStyleVar();
  if (on && !draw_hidden(lab, StructureId::kRepairs)) {
    draw_last_repairs(ui, lab);
    draw_structure_state(ui, lab, StructureId::kRepairs);
  }
  ImGui::Dummy({0, ui.px(2)});
}

void repairs_inspected(Ui& ui, const Lab& lab) {
  const InspectedRepair& seen = repairs_controller(lab).inspected();
  if (!seen.known) return;
  const FontScope small(ui.fonts().small);
  draw_dim("search before the last edit");
  describe(ui, "inspector.repairs", "Costs of this cell that LPA* and D* Lite had found before the last edit", {},
           "g is the cost at its last expansion, rhs the smallest cost over a neighbour. Cells with both equal are "
           "consistent.");
  const Cost unit = cost_unit(lab.world());
  for (size_t i = 0; i < kRepairTitles.size(); ++i) {
    const CellCosts& costs = i == 0 ? seen.lpa : seen.dstar;
    const auto words = [&](Cost cost) { return cost == kInfinite ? std::string("infinite") : cost_text(cost, unit); };
    print("{}: g {}, rhs {}", kRepairTitles[i], words(costs.g), words(costs.rhs));
    ui.mark("inspector.repairs.{}", kRepairNames[i]);
  }
}

bool repairs_symbol(Ui& ui, const Lab&, Layer layer, const SymbolBox& place) {
  if (layer != kRepairLayer) return false;
  const auto& [list, at, w, low, high, mid] = place;
  const ImU32 color = to_im(on_panel(kRepairColor));
  for (const float y : {low.y, high.y}) {
    list->AddLine({low.x, y}, {mid.x - ui.px(1), y}, color, ui.px(1.5f));
    list->AddLine({mid.x + ui.px(2), y}, {high.x, y}, color, ui.px(1.5f));
  }
  return true;
}

}  // namespace

FeaturePanel repairs_panel() {
  return {.feature = "repairs",
          .tab = {"LPA*, D* Lite", "tab.repairs", "LPA* and D* Lite: searches that are repaired after an edit",
                  LeftPanelSection::kPlanners, draw_repairs_tab},
          .inspected = repairs_inspected,
          .symbol = repairs_symbol};
}

}  // namespace strata
