// Jump distances in the interface: their tab, symbol of the layer, distances of the inspected cell, their row
// of the meter.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <string>

#include "app/features/jumps/jumps.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/layer_symbols.hpp"
#include "app/ui/panel_meter.hpp"
#include "app/ui/structure_cost.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

void draw_jump_counts(Ui& ui, const Lab& lab) {
  const auto& counts = counts_of<JumpDistancesCounts>(lab, StructureId::kJumpDistances);
  const auto all = static_cast<double>(std::max<size_t>(counts.all, 1));
  print_bold(ui, "{}", counted(counts.all, "distance"));
  describe(ui, "jump_distances.count", "Eight of every cell where the agent can stand");
  print_at_end(theme().text, Text("longest {}", counts.longest));
  ui.mark("jump_distances.longest");
  const FontScope small(ui.fonts().small);
  print_dim("{:.1f} % to a jump point", 100 * static_cast<double>(counts.to_points) / all);
  describe(ui, "jump_distances.to_points",
           "Share of the distances that lead to a jump point; the others lead to a wall");
  // Compares the effort of JPS+ and JPS for the query.
  const PlannerRow* stored = lab.state().row("jps+");
  const PlannerRow* scanned = lab.state().row("jps");
  if (stored != nullptr && scanned != nullptr && stored->solved && scanned->solved && stored->result.found()) {
    const auto touched = [](const PlannerRow& row) { return count_text(row.result.stats.total().touched); };
    print_dim("Looked up: {}, JPS {}", touched(*stored), touched(*scanned));
    describe(ui, "jump_distances.query",
             "Distances that JPS+ looked up for this query, and lines that JPS scanned for it");
  }
}

void draw_jumps_tab(Ui& ui, Lab& lab) {
  const World& world = lab.world();
  const bool on = world.has(StructureId::kJumpDistances);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  structure_switch(
      ui, "Find all jumps beforehand", "jump-distances", on,
      "Keeps for every cell how far a jump goes in each of the eight directions; updated while you paint",
      "Jump point search scans the map for the ends of its jumps. JPS+ finds them once for all cells, and a search "
      "only looks them up. An edit changes the distances along the lines through it. Paths stay optimal.");
  ImGui::Dummy({0, ui.px(2)});
  if (world.rules().profile != Profile::kOctile) {
    remedy(ui, "JPS+ needs 8-connected moves that cut no corners.", "Use these moves", "jump_distances.fix.profile",
           "rules.profile octile");
  }
  equal_weights_remedy(ui, world, "JPS+ needs equal weights everywhere.", "jump_distances.fix.weights");
  ImGui::PopStyleVar();
  if (on) {
    note(ui, kJumpSource);
    ui.mark("jump_distances.source");
    draw_jump_counts(ui, lab);
    draw_structure_state(ui, lab, StructureId::kJumpDistances);
  }
  ImGui::Dummy({0, ui.px(2)});
}

// Draws the eight distances arranged around the cell. Those that the step looks up are bright, where the cell is the
// node of the step.
void jumps_inspected(Ui& ui, const Lab& lab) {
  const std::optional<DistancesOfCell>& seen = jumps_controller(lab).inspected();
  if (!seen) return;
  const Planner* traced = lab.state().traced_planner();
  std::optional<SteppedJumps> step;
  if (traced != nullptr) step = stepped_jumps(lab.world(), *traced, lab.playback());
  if (step && (!lab.state().inspected || lab.state().inspected->cell != step->node)) step.reset();
  const FontScope small(ui.fonts().small);
  draw_dim(step ? "jump distances; this step looks up" : "jump distances");
  describe(ui, "inspector.jump_distances",
           "Steps to the end of a jump in each direction: to a jump point, or to where a diagonal jump turns", {},
           "Zero or with a minus: no jump point lies ahead, and so many steps are free up to the wall.");
  if (step) {
    std::string names;
    for (int d = 0; d < kDirections; ++d) {
      if (step->uses(d)) names += fmt::format("{}{}", names.empty() ? "" : ", ", direction_name(d));
    }
    note(ui, theme().text, names);
    ui.mark("inspector.jump_distances.used");
  }
  // The directions in a square of three rows of three around the cell; -1: the cell itself.
  static constexpr int kPlaces[9] = {7, 0, 1, 6, -1, 2, 5, 4, 3};
  const FontScope mono(ui.fonts().mono);
  if (!ImGui::BeginTable("jump_distances", 3, ImGuiTableFlags_SizingFixedSame)) return;
  for (const int direction : kPlaces) {
    ImGui::TableNextColumn();
    if (direction < 0) {
      draw_dim("o");
      continue;
    }
    const int distance = (*seen)[static_cast<size_t>(direction)];
    print_in(step && step->uses(direction) ? theme().accent
             : distance > 0                ? theme().text
                                           : theme().text_dim,
             "{}", distance);
    ui.mark("inspector.jump_distance.{}", direction_name(direction));
  }
  ImGui::EndTable();
}

void jumps_meter(Ui& ui, const Lab& lab) {
  if (!lab.world().has(StructureId::kJumpDistances)) return;
  const UpdateMeterReading& meter = lab.state().meter;
  meter_title(ui, "Jump distances");
  print("{} changed", count_text(meter.count(StructureId::kJumpDistances, "changed", 0)));
  describe(ui, "meter.jump_distances", "Distances along the lines through the last edit that became longer or shorter");
  ImGui::SameLine(0, ui.px(4));
  print_dim("of {}", count_text(counts_of<JumpDistancesCounts>(lab, StructureId::kJumpDistances).all));
}

bool jumps_symbol(Ui& ui, const Lab&, Layer layer, const SymbolBox& place) {
  if (layer != kJumpLayer) return false;
  const auto& [list, at, w, low, high, mid] = place;
  const ImU32 jump = to_im(on_panel(kJumpColor));
  const ImU32 wall = to_im(on_panel(kWallColor));
  list->AddLine({low.x, at.y}, {high.x, at.y}, jump, ui.px(1.5f));
  list->AddLine({high.x, at.y}, {high.x - ui.px(4), at.y - ui.px(4)}, jump, ui.px(1.5f));
  list->AddLine({high.x, at.y}, {high.x - ui.px(4), at.y + ui.px(4)}, jump, ui.px(1.5f));
  list->AddLine({low.x, low.y}, {low.x, high.y}, wall, ui.px(1));
  return true;
}

}  // namespace

FeaturePanel jumps_panel() {
  return {.feature = "jump-distances",
          .tab = {"JPS+", "tab.jump-distances", "JPS+: the ends of all jumps, found before any query",
                  LeftPanelSection::kPlanners, draw_jumps_tab},
          .inspected = jumps_inspected,
          .symbol = jumps_symbol,
          .meter = jumps_meter};
}

}  // namespace strata
