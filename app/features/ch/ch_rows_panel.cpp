// What other panels say of contraction hierarchies: signs and legends of their layers, the inspected node and arc,
// their lines of the meter and of the status bar.

#include <imgui.h>

#include <algorithm>
#include <cstdio>

#include "app/features/ch/ch.hpp"
#include "app/features/ch/ch_panel.hpp"
#include "app/lab/lab.hpp"
#include "app/playback/playback.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/layer_signs.hpp"
#include "app/ui/panel_meter.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/world/map_cch.hpp"

namespace strata {
namespace {

void inspected(Ui& ui, const Lab& lab) {
  const GridMap& map = lab.world().map();
  char text[96], line[80];
  ImGui::PushFont(ui.fonts().small);
  const auto inspect_arc = [&](StructureId structure, CellId a, CellId b) {
    const Cell from = map.cell(a), to = map.cell(b);
    std::snprintf(line, sizeof line, "inspect.arc %s %d,%d %d,%d", structure == StructureId::kCh ? "ch" : "cch", from.x,
                  from.y, to.x, to.y);
    ui.run(line);
  };
  for (const StructureId structure : {StructureId::kCh, StructureId::kCch}) {
    const bool ch = structure == StructureId::kCh;
    const HierarchyInspection& at = hierarchy_desk(lab).inspected(structure);
    if (!at.known || at.place == kNoPlace) continue;
    const double unit = hierarchy_desk(lab).unit(structure);
    ImGui::PushID(ch ? "ch" : "cch");
    ImGui::PushFont(ui.fonts().bold);
    ImGui::TextUnformatted(ch ? "CH" : "CCH");
    ImGui::PopFont();
    ImGui::SameLine(0, ui.px(6));
    ImGui::Text("rank %u of %zu", at.place + 1, at.nodes);
    ui.dump().mark(ch ? "inspector.ch" : "inspector.cch");
    tooltip(ui, "1 was contracted first: the least important node", {});
    size_t shortcuts = 0;
    for (const HierarchyArc& arc : at.up) shortcuts += arc.middle != kNoCell;
    std::snprintf(text, sizeof text, "%zu arc%s up (%zu shortcut%s), %zu from below###arcs", at.up.size(),
                  at.up.size() == 1 ? "" : "s", shortcuts, shortcuts == 1 ? "" : "s", at.down);
    const bool open = ImGui::TreeNodeEx(text, ImGuiTreeNodeFlags_NoTreePushOnOpen | ImGuiTreeNodeFlags_SpanAvailWidth);
    ui.dump().mark(ch ? "inspector.ch.arcs" : "inspector.cch.arcs");
    const float row_height = ImGui::GetTextLineHeightWithSpacing();
    const float rows = std::min(static_cast<float>(at.up.size()), 6.0f);
    if (open && !at.up.empty() &&
        ImGui::BeginTable("up", 3, ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchSame | ImGuiTableFlags_ScrollY,
                          {0, rows * row_height + ui.px(2)})) {
      for (size_t i = 0; i < at.up.size(); ++i) {
        const HierarchyArc& arc = at.up[i];
        const Cell to = map.cell(arc.upper);
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        std::snprintf(text, sizeof text, "to %d,%d##u%zu", to.x, to.y, i);
        if (ImGui::Selectable(text, false, ImGuiSelectableFlags_SpanAllColumns)) {
          inspect_arc(structure, arc.lower, arc.upper);
        }
        std::snprintf(text, sizeof text, "inspector.%s.arc.%zu", ch ? "ch" : "cch", i);
        ui.dump().mark(text);
        ImGui::TableNextColumn();
        ImGui::Text("%.2f", arc.weight / unit);
        ImGui::TableNextColumn();
        if (arc.middle == kNoCell) {
          text_dim("edge");
        } else {
          const Cell over = map.cell(arc.middle);
          text_dim("over %d,%d", over.x, over.y);
        }
      }
      ImGui::EndTable();
    }
    ImGui::PopID();
  }
  ImGui::PopFont();
}

void picked(Ui& ui, const Lab& lab) {
  const ArcInspection& seen = hierarchy_desk(lab).inspected_arc();
  if (!seen.known) return;
  const GridMap& map = lab.world().map();
  const double unit = hierarchy_desk(lab).unit(seen.structure);
  const Cell lower = map.cell(seen.arc.lower), upper = map.cell(seen.arc.upper);
  const bool shortcut = seen.arc.middle != kNoCell;
  char text[160];
  ImGui::PushFont(ui.fonts().small);
  ImGui::TextColored(theme().accent, "%s %d,%d - %d,%d", shortcut ? "Shortcut" : "Edge", lower.x, lower.y, upper.x,
                     upper.y);
  ui.dump().mark("inspector.arc");
  ImGui::SameLine(0, ui.px(6));
  ImGui::Text("cost %.2f", seen.arc.weight / unit);
  if (!shortcut) {
    ImGui::PopFont();
    return;
  }
  const Cell over = map.cell(seen.arc.middle);
  if (seen.structure == StructureId::kCh && hierarchy_desk(lab).ch_options().order != ChOrder::kCustomisable) {
    std::snprintf(text, sizeof text,
                  "Why: when %d,%d was contracted, no other way between its neighbours was as short.", over.x, over.y);
  } else {
    std::snprintf(text, sizeof text, "Why: of the less important nodes %d,%d is the one that joins its ends cheapest.",
                  over.x, over.y);
  }
  text_colored_wrapped(theme().text_dim, text);
  ui.dump().mark("inspector.arc.why");
  const auto half = [&](const char* label, CellId a, CellId b, const char* name) {
    const Cell from = map.cell(a), to = map.cell(b);
    std::snprintf(text, sizeof text, "%s %d,%d - %d,%d", label, from.x, from.y, to.x, to.y);
    if (ImGui::Selectable(text)) {
      std::snprintf(text, sizeof text, "inspect.arc %s %d,%d %d,%d", seen.structure == StructureId::kCh ? "ch" : "cch",
                    from.x, from.y, to.x, to.y);
      ui.run(text);
    }
    ui.dump().mark(name);
  };
  half("opens into", seen.arc.lower, seen.arc.middle, "inspector.arc.first");
  half("and", seen.arc.middle, seen.arc.upper, "inspector.arc.second");
  text_dim("%zu edges in all, yellow on the map", seen.cells.empty() ? 0 : seen.cells.size() - 1);
  ui.dump().mark("inspector.arc.cells");
  ImGui::PopFont();
}

void meter(Ui& ui, const Lab& lab) {
  const LabState& s = lab.state();
  const MeterReading& meter = s.meter;
  if (!lab.world().has(StructureId::kCch) || !lab.world().get<MapCch>().is_live()) return;
  char redone[24], all[24], more[24];
  meter_title(ui, "CCH");
  format_count(meter.count(StructureId::kCch, "recomputed", 0), redone, sizeof redone);
  format_count(meter.count(StructureId::kCch, "changed", 0), more, sizeof more);
  format_count(hierarchy_desk(lab).status(StructureId::kCch).counts.arcs, all, sizeof all);
  ImGui::Text("%s arcs anew, %s changed", redone, more);
  ui.dump().mark("meter.cch");
  tooltip(ui, "Arcs that were computed from their lower triangles again, and those whose weight came out otherwise",
          {});
  ImGui::SameLine(0, ui.px(4));
  text_dim("of %s", all);
}

bool sign(Ui& ui, const Lab&, Layer layer, const SignPlace& place) {
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
  ImGui::PushFont(ui.fonts().small);
  ImGui::Indent(ui.px(26));
  legend_line(ui, MarkerShape::kDisc, palette::kForward, "from the start");
  legend_line(ui, MarkerShape::kSquare, palette::kBackward, "from the goal");
  text_dim("white inside: still open");
  legend_line(ui, MarkerShape::kCross, theme().dark ? palette::kWhite : palette::kBlack, "stalled");
  legend_line(ui, MarkerShape::kRing, palette::kPurple, "where they meet");
  ImGui::Unindent(ui.px(26));
  ImGui::PopFont();
}

void contraction_legend(Ui& ui) {
  ImGui::PushFont(ui.fonts().small);
  ImGui::Indent(ui.px(26));
  legend_line(ui, MarkerShape::kRing, palette::kVermilion, "being contracted");
  legend_line(ui, MarkerShape::kDisc, palette::kHierarchy, "left in the graph");
  const auto line = [&](Rgba color, const char* text) {
    line_swatch(on_panel(color), ui.px(3), 0, ui.px(14));
    ImGui::SameLine(0, ui.px(5));
    text_dim("%s", text);
  };
  line(palette::kShortcut, "shortcut");
  line(palette::kWitness, "witness: no shortcut needed");
  ImGui::Unindent(ui.px(26));
  ImGui::PopFont();
}

// Of the search that is stepped, where it is a contraction or one from both ends.
bool legend(Ui& ui, const Lab& lab, Layer layer) {
  if (layer != Layer::kSearch) return false;
  if (hierarchy_desk(lab).contracting()) {
    contraction_legend(ui);
  } else if (lab.playback().outline().two_way) {
    two_way_legend(ui);
  } else {
    return false;
  }
  return true;
}

bool stepped(Ui& ui, const Lab& lab) {
  if (!hierarchy_desk(lab).contracting()) return false;
  char contracted[24], shortcuts[24];
  format_count(lab.playback().before_cursor(lab.playback().outline().contracted).size(), contracted, sizeof contracted);
  format_count(lab.playback().before_cursor(lab.playback().outline().added_arcs).size(), shortcuts, sizeof shortcuts);
  text_dim("%s of %zu nodes contracted   %s shortcuts", contracted, hierarchy_desk(lab).contracted_graph().cells.size(),
           shortcuts);
  ui.dump().mark("code.contracted");
  return true;
}

// The hierarchy whose build the status bar shows; kMoves: none is under way.
StructureId hierarchy_building(const Lab& lab) {
  for (const StructureId structure : {StructureId::kCh, StructureId::kCch}) {
    if (hierarchy_desk(lab).status(structure).building) return structure;
  }
  return StructureId::kMoves;
}

float status_width(const Ui& ui, const Lab& lab) {
  return hierarchy_building(lab) == StructureId::kMoves ? 0 : ui.px(204);
}

void status(Ui& ui, const Lab& lab) {
  const StructureId structure = hierarchy_building(lab);
  if (structure == StructureId::kMoves) return;
  const bool ch = structure == StructureId::kCh;
  char label[32];
  std::snprintf(label, sizeof label, "%s %.0f %%", ch ? "CH" : "CCH",
                hierarchy_desk(lab).status(structure).progress * 100);
  ImGui::ProgressBar(static_cast<float>(hierarchy_desk(lab).status(structure).progress),
                     {ui.px(140), ImGui::GetTextLineHeight() + ui.px(2)}, label);
  ui.dump().mark("status.hierarchy");
  ImGui::SameLine(0, ui.px(4));
  if (ImGui::SmallButton("cancel##hierarchy")) ui.run(ch ? "ch.cancel" : "cch.cancel");
  ui.dump().mark("status.hierarchy.cancel");
  tooltip(ui, "Give the build of the hierarchy up until the next edit", {});
  ImGui::SameLine(0, ui.px(12));
}

}  // namespace

FeaturePanel ch_panel() {
  return {.feature = "ch",
          .tab = {"CH", "tab.ch", "Contraction hierarchies: nodes by importance, shortcuts over those taken out",
                  StructureId::kCh, draw_ch_tab},
          .picked = picked,
          .inspected = inspected,
          .sign = sign,
          .legend = legend,
          .stepped = stepped,
          .meter = meter,
          .status_width = status_width,
          .status = status};
}

}  // namespace strata
