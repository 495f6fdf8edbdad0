// Rows about contraction hierarchies in other panels: symbols and legends of layers, the inspected node and arc, the
// meter, the status bar.

#include <imgui.h>

#include <algorithm>

#include "app/features/ch/ch.hpp"
#include "app/features/ch/ch_altitude.hpp"
#include "app/features/ch/ch_panel.hpp"
#include "app/features/ch/packed_overlay.hpp"
#include "app/lab/lab.hpp"
#include "app/playback/playback.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/layer_symbols.hpp"
#include "app/ui/panel_meter.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/world/map_cch.hpp"

namespace strata {
namespace {

const char* name_of(StructureId structure) { return structure == StructureId::kCh ? "ch" : "cch"; }

void inspected(Ui& ui, const Lab& lab) {
  const GridMap& map = lab.world().map();
  const FontScope small(ui.fonts().small);
  if (auto& blocks = ui.kept<PackedHierarchyPicture>(); lab.state().layer(kPackedLayer).on && blocks.follow(lab)) {
    text_colored_wrapped(theme().text, blocks.text_of(blocks.block_at(map.id(lab.state().inspected->cell))));
    ui.mark("inspector.packed");
  }
  for (const StructureId structure : {StructureId::kCh, StructureId::kCch}) {
    const HierarchyInspection& at = hierarchy_controller(lab).inspected(structure);
    if (!at.known || at.place == kNoPlace) continue;
    const double unit = hierarchy_controller(lab).unit(structure);
    const char* id = name_of(structure);
    const IdScope scope(id);
    print_bold(ui, "{}", structure == StructureId::kCh ? "CH" : "CCH");
    ImGui::SameLine(0, ui.px(6));
    print("rank {} of {}", count_text(at.place + 1), count_text(at.nodes));
    describe(ui, Text("inspector.{}", id), "Place in the order of contraction; rank 1 is the least important node");
    const auto shortcuts = static_cast<size_t>(
        std::ranges::count_if(at.up, [](const HierarchyArc& arc) { return arc.middle != kNoCell; }));
    const bool open = fold(ui,
                           Text("{} ({}), {} downward###arcs", counted(at.up.size(), "upward arc"),
                                counted(shortcuts, "shortcut"), count_text(at.down)),
                           Text("inspector.{}.arcs", id));
    const ListTable table(ui, open && !at.up.empty(), "up", 3, at.up.size());
    for (size_t i = 0; table && i < at.up.size(); ++i) {
      const HierarchyArc& arc = at.up[i];
      const Cell to = map.cell(arc.upper);
      ImGui::TableNextColumn();
      if (ImGui::Selectable(Text("to {}##u{}", to, i), false, ImGuiSelectableFlags_SpanAllColumns)) {
        ui.run("inspect.arc {} {} {}", id, map.cell(arc.lower), to);
      }
      ui.mark("inspector.{}.arc.{}", id, i);
      print_cell("{:.2f}", arc.weight / unit);
      print_dim_cell("{}", arc.middle == kNoCell ? "edge" : fmt::format("over {}", map.cell(arc.middle)));
    }
  }
}

void picked(Ui& ui, const Lab& lab) {
  const ArcInspection& seen = hierarchy_controller(lab).inspected_arc();
  if (!seen.known) return;
  const GridMap& map = lab.world().map();
  const double unit = hierarchy_controller(lab).unit(seen.structure);
  const bool shortcut = seen.arc.middle != kNoCell;
  const FontScope small(ui.fonts().small);
  print_in(theme().accent, "{} {} - {}", shortcut ? "Shortcut" : "Edge", map.cell(seen.arc.lower),
           map.cell(seen.arc.upper));
  ui.mark("inspector.arc");
  ImGui::SameLine(0, ui.px(6));
  print("cost {:.2f}", seen.arc.weight / unit);
  if (!shortcut) return;
  const Cell over = map.cell(seen.arc.middle);
  const bool by_priority =
      seen.structure == StructureId::kCh && hierarchy_controller(lab).ch_options().order != ChOrder::kCustomisable;
  text_colored_wrapped(
      theme().text_dim,
      by_priority ? Text("Why: when {} was contracted, no other path between its neighbours was as short.", over)
                  : Text("Why: of the less important nodes {} is the one that joins its ends cheapest.", over));
  ui.mark("inspector.arc.why");
  const auto half = [&](const char* label, CellId a, CellId b, const char* name) {
    if (ImGui::Selectable(Text("{} {} - {}", label, map.cell(a), map.cell(b)))) {
      ui.run("inspect.arc {} {} {}", name_of(seen.structure), map.cell(a), map.cell(b));
    }
    ui.mark(name);
  };
  half("unpacks into", seen.arc.lower, seen.arc.middle, "inspector.arc.first");
  half("and", seen.arc.middle, seen.arc.upper, "inspector.arc.second");
  print_dim("{} in all, yellow on the map", counted(seen.cells.empty() ? 0 : seen.cells.size() - 1, "edge"));
  ui.mark("inspector.arc.cells");
}

void meter(Ui& ui, const Lab& lab) {
  const UpdateMeterReading& meter = lab.state().meter;
  if (!lab.world().has(StructureId::kCch) || !lab.world().get<MapCch>().is_live()) return;
  meter_title(ui, "CCH");
  print("{} arcs recomputed, {} changed", count_text(meter.count(StructureId::kCch, "recomputed", 0)),
        count_text(meter.count(StructureId::kCch, "changed", 0)));
  describe(ui, "meter.cch", "Arcs recomputed from their lower triangles, and those of them whose weight changed");
  ImGui::SameLine(0, ui.px(4));
  print_dim("of {}", count_text(counts_of<HierarchyCounts>(lab, StructureId::kCch).arcs));
}

bool symbol(Ui& ui, const Lab&, Layer layer, const SymbolBox& place) {
  const auto& [list, at, w, low, high, mid] = place;
  if (layer != kChLayer && layer != kCchLayer) return false;
  const bool live = layer == kCchLayer;
  const ImU32 dark = to_im(on_panel(heat_color(0.15))), light = to_im(heat_color(0.9));
  const ImVec2 a(low.x + ui.px(2), at.y + ui.px(4)), b(high.x - ui.px(2), at.y + ui.px(4));
  list->AddBezierQuadratic(a, {mid.x, at.y - ui.px(12)}, b, light, ui.px(live ? 1.2f : 1.8f));
  if (live) {
    list->AddRectFilled({a.x - ui.px(3), a.y - ui.px(3)}, {a.x + ui.px(3), a.y + ui.px(3)}, dark);
    list->AddRectFilled({b.x - ui.px(3), b.y - ui.px(3)}, {b.x + ui.px(3), b.y + ui.px(3)}, light);
  } else {
    list->AddCircleFilled(a, ui.px(3), dark);
    list->AddCircleFilled(b, ui.px(3), light);
  }
  return true;
}

void two_way_legend(Ui& ui) {
  const LegendScope scope(ui);
  legend_line(ui, MarkerShape::kDisc, palette::kForward, "from the start");
  legend_line(ui, MarkerShape::kSquare, palette::kBackward, "from the goal");
  draw_dim("white inside: still open");
  legend_line(ui, MarkerShape::kCross, theme().dark ? palette::kWhite : palette::kBlack, "stalled");
  legend_line(ui, MarkerShape::kRing, palette::kPurple, "where they meet");
}

void contraction_legend(Ui& ui) {
  const LegendScope scope(ui);
  legend_line(ui, MarkerShape::kRing, palette::kVermilion, "being contracted");
  legend_line(ui, MarkerShape::kDisc, palette::kHierarchy, "left in the graph");
  const auto line = [&](Rgba color, const char* text) {
    line_swatch(on_panel(color), ui.px(3), 0, ui.px(14));
    ImGui::SameLine(0, ui.px(5));
    draw_dim(text);
  };
  line(palette::kShortcut, "shortcut");
  line(palette::kWitness, "witness: no shortcut needed");
}

// Draws the legend of the stepped recording if that is a contraction or a bidirectional search. Returns whether
// it has drawn one.
bool legend(Ui& ui, const Lab& lab, Layer layer) {
  if (layer != Layer::kSearch) return false;
  if (hierarchy_controller(lab).contracting()) {
    contraction_legend(ui);
  } else if (lab.playback().outline().two_way) {
    two_way_legend(ui);
  } else {
    return false;
  }
  return true;
}

bool stepped(Ui& ui, const Lab& lab) {
  if (!hierarchy_controller(lab).contracting()) return false;
  const Playback& playback = lab.playback();
  const auto done = [&](const auto& events) { return playback.before_cursor(events).size(); };
  print_dim("{} of {} contracted   {}", count_text(done(playback.outline().contracted)),
            counted(hierarchy_controller(lab).contracted_graph().cells.size(), "node"),
            counted(done(playback.outline().added_arcs), "shortcut"));
  ui.mark("code.contracted");
  if (const std::string& terms = altitude_controller(lab).terms_text(); !terms.empty()) {
    note(ui, Text("Priority: {}", terms));
    describe(ui, "code.terms",
             "The terms of the node that was contracted last: edges added less edges removed, original edges under new "
             "shortcuts, depth of the hierarchy below, neighbours contracted before");
  }
  return true;
}

// Returns the hierarchy whose build the status bar shows; kMoves if none is being built.
StructureId hierarchy_building(const Lab& lab) {
  for (const StructureId structure : {StructureId::kCh, StructureId::kCch}) {
    if (hierarchy_controller(lab).status(structure).building) return structure;
  }
  return StructureId::kMoves;
}

std::optional<StatusBarWork> work(const Lab& lab) {
  const StructureId structure = hierarchy_building(lab);
  if (structure == StructureId::kMoves) return {};
  const bool ch = structure == StructureId::kCh;
  return StatusBarWork{.text = ch ? "CH" : "CCH",
                       .progress = hierarchy_controller(lab).status(structure).progress,
                       .name = "status.hierarchy",
                       .help = "Cancels the build of the hierarchy until the next edit",
                       .line = ch ? "ch.cancel" : "cch.cancel"};
}

}  // namespace

FeaturePanel ch_panel() {
  return {.feature = "ch",
          .tab = {"CH", "tab.ch", "Contraction hierarchies: nodes by importance, with shortcuts",
                  LeftPanelSection::kPlanners, draw_ch_tab},
          .picked = picked,
          .inspected = inspected,
          .symbol = symbol,
          .legend = legend,
          .stepped = stepped,
          .meter = meter,
          .work = work};
}

}  // namespace strata
