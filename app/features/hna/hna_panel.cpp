// HNA* in the interface: its tab, the signs of its layers, the groups of a cell, its lines of the meter, of the views
// and of the status bar.

#include <imgui.h>

#include <algorithm>
#include <cstdio>

#include "app/features/hna/hna.hpp"
#include "app/features/hna/hna_panel.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/layer_signs.hpp"
#include "app/ui/panel_layers.hpp"
#include "app/ui/panel_meter.hpp"
#include "app/ui/structure_cost.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

void level_name(Ui& ui, int level) {
  ImGui::PushFont(ui.fonts().bold);
  ImGui::TextColored(to_vec(on_panel(level_style(level).color)), "L%d", level);
  ImGui::PopFont();
}

void draw_settings(Ui& ui, const Lab& lab) {
  const PlanOptions& plan = lab.state().plan_options;
  const MapHnaOptions& options = hna_desk(lab).options();
  setting_row(ui, "Levels");
  static constexpr Segment kLevels[] = {{"1", 1}, {"2", 2}, {"3", 3}};
  char line[64];
  if (const auto levels = segments(ui, "hna.levels", kLevels, options.levels, "Levels of groups above the mesh",
                                   "A query uses the highest level alone; those below are there to be compared.")) {
    std::snprintf(line, sizeof line, "hna.levels %d", *levels);
    ui.run(line);
  }
  slider(ui, "Group \xc2\xb5", "hna.mu", "hna.mu", options.group_size, HnaOptions::kMinSize, HnaOptions::kMaxSize, "%d",
         "Polygons in a group of level 1, and groups in a group of the next level",
         "Larger groups have fewer inter-edges to search, and longer links to them.", true);
  setting_row(ui, "Links");
  static constexpr Segment kLinks[] = {{"once", static_cast<int>(HnaLinks::kDijkstra)},
                                       {"each", static_cast<int>(HnaLinks::kPerPortal)},
                                       {"threads", static_cast<int>(HnaLinks::kParallel)},
                                       {"look up", static_cast<int>(HnaLinks::kRows)}};
  if (const auto links = segments(
          ui, "hna.links", kLinks, plan.mesh_links, "How start and goal are linked to their groups",
          "Once: one search of the group for all of its inter-edges. Each: as published, an A* for each of them. "
          "Threads: the same, shared out among threads. Look up: costs that are stored, as PCCP does. All find the "
          "same costs.")) {
    std::snprintf(line, sizeof line, "hna.links %s", hna_links_name(static_cast<HnaLinks>(*links)).data());
    ui.run(line);
  }
  switch_box(ui, "PCCP from centres", "hna.centres", "hna.centres", plan.from_centres,
             "As published: start and goal count as the centres of their polygons, which makes paths a little longer. "
             "Off: PCCP plans from where they are.");
}

void draw_counts(Ui& ui, const Lab& lab) {
  ImGui::PushFont(ui.fonts().small);
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {ui.px(2), ui.px(1)});
  if (ImGui::BeginTable("hna", 5, ImGuiTableFlags_RowBg)) {
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed);
    for (int i = 1; i < 5; ++i) ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    title_cell(ui, "groups", "Groups of polygons of the level");
    title_cell(ui, "inter", "Portals between groups: the nodes of the level");
    title_cell(ui, "intra", "Pairs of inter-edges of one group, with the cheapest way between them");
    title_cell(ui, "largest", "Polygons of the largest group");
    char name[32];
    for (int level = 1; level <= hna_desk(lab).options().levels; ++level) {
      const HnaLevelCounts& counts = hna_desk(lab).counts()[static_cast<size_t>(level) - 1];
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      level_name(ui, level);
      for (const size_t value : {counts.groups, counts.exits, counts.intra_edges, counts.largest}) {
        ImGui::TableNextColumn();
        number_cell(value);
      }
      std::snprintf(name, sizeof name, "hna.level.%d", level);
      ui.dump().mark(name);
    }
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
}

// What goes on, and what can be done about it.
void draw_grouping(Ui& ui, const Lab& lab) {
  const HnaStatus& status = hna_desk(lab).status();
  const auto button = [&](const char* label, const char* name, const char* line, const char* help) {
    ImGui::SameLine();
    ImGui::SetCursorPosX(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(label).x - ui.px(12));
    if (ImGui::Button(label)) ui.run(line);
    ui.dump().mark(name);
    tooltip(ui, help, {});
  };
  setting_row(ui, "Groups");
  ImGui::AlignTextToFramePadding();
  if (status.building) {
    ImGui::TextColored(theme().warn, status.ready ? "grouped anew" : "being grouped");
    ui.dump().mark("hna.state");
    button("Cancel", "hna.cancel", "hna.cancel", "Give the grouping up; there is another after the next edit");
    return;
  }
  ImGui::TextColored(status.ready ? theme().good : theme().warn, "%s",
                     status.ready       ? "true, live"
                     : status.cancelled ? "cancelled"
                                        : "not yet there");
  ui.dump().mark("hna.state");
  tooltip(
      ui,
      status.ready ? "Every stroke renews the groups that it reaches, at once" : "There are no groups to search yet",
      {});
  button("Rebuild", "hna.rebuild", "hna.rebuild", "Group all polygons anew, in the background");
}

void draw_tab(Ui& ui, Lab& lab) {
  const World& world = lab.world();
  const bool on = world.has(StructureId::kHna);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  switch_box(ui, "Group the polygons", "hna.on", "hna", on,
             "Polygons of the navigation mesh in groups, on several levels. Switches the mesh on as well.");
  if (!on) {
    ImGui::PushFont(ui.fonts().small);
    text_colored_wrapped(theme().text_dim,
                         "The portals between groups of polygons are the nodes of a small graph, whose edges are known "
                         "in advance. HNA* links start and goal to it; PCCP looks these links up as well.");
    ImGui::PopFont();
  }
  ImGui::Dummy({0, ui.px(2)});
  if (on && !world.has(StructureId::kNavmesh)) {
    remedy(ui, "HNA* groups the polygons of the navigation mesh, which is off.", "Switch on", "hna.fix.mesh",
           "navmesh on");
  }
  if (!world.moves().uniform()) {
    remedy(ui, "A path over polygons cannot price terrains: it needs equal weights.", "Make equal", "hna.fix.weights",
           even_weights(world.rules()));
  }
  draw_settings(ui, lab);
  if (on) draw_grouping(ui, lab);
  ImGui::PopStyleVar();
  ImGui::Dummy({0, ui.px(2)});
  if (on) {
    draw_counts(ui, lab);
    draw_structure_state(ui, lab, StructureId::kHna);
  }
  ImGui::Dummy({0, ui.px(2)});
  draw_legend_rows(ui, lab, {kGroupLayer, kExitLayer, kInsideLayer, kReachLayer});
}

void inspected(Ui& ui, const Lab& lab) {
  const std::vector<GroupInspection>& seen = hna_desk(lab).inspected();
  char text[96];
  ImGui::PushFont(ui.fonts().small);
  for (size_t i = 0; i < seen.size(); ++i) {
    const GroupInspection& at = seen[i];
    const int level = static_cast<int>(i) + 1;
    ImGui::PushID(level);
    level_name(ui, level);
    ImGui::SameLine(0, ui.px(5));
    text_dim("group");
    ImGui::SameLine(0, ui.px(5));
    ImGui::Text("%u, %zu polygon%s", at.group, at.polygons, at.polygons == 1 ? "" : "s");
    std::snprintf(text, sizeof text, "inspector.group.%d", level);
    ui.dump().mark(text);
    std::snprintf(text, sizeof text, "ways to %zu inter-edge%s###ways", at.entries.size(),
                  at.entries.size() == 1 ? "" : "s");
    if (at.entries.empty()) {
      text_dim("nothing leads out of it");
      ImGui::PopID();
      continue;
    }
    const bool open = fold(text);
    std::snprintf(text, sizeof text, "inspector.ways.%d", level);
    ui.dump().mark(text);
    const float row_height = ImGui::GetTextLineHeightWithSpacing();
    const float rows = std::min(static_cast<float>(at.entries.size()), 6.0f);
    if (open && ImGui::BeginTable("ways", 3,
                                  ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchSame | ImGuiTableFlags_ScrollY,
                                  {0, rows * row_height + ui.px(2)})) {
      for (size_t j = 0; j < at.entries.size(); ++j) {
        const GroupInspection::Entry& entry = at.entries[j];
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        std::snprintf(text, sizeof text, "w%zu", j);
        cell_link(ui, entry.at, text);
        ImGui::TableNextColumn();
        text_dim("by side %d", entry.side + 1);
        ImGui::TableNextColumn();
        ImGui::Text("%.2f", entry.cost / (2.0 * kCostOfHalfCell));
      }
      ImGui::EndTable();
    }
    ImGui::PopID();
  }
  ImGui::PopFont();
}

void meter(Ui& ui, const Lab& lab) {
  if (!lab.world().has(StructureId::kHna)) return;
  const MeterReading& meter = lab.state().meter;
  char text[24];
  meter_title(ui, "HNA*");
  for (int level = 1; level <= hna_desk(lab).options().levels; ++level) {
    if (level > 1) ImGui::SameLine(0, ui.px(8));
    text_dim("L%d", level);
    ImGui::SameLine(0, ui.px(4));
    format_count(meter.parts(StructureId::kHna, level), text, sizeof text);
    ImGui::Text("%s", text);
    std::snprintf(text, sizeof text, "meter.hna.%d", level);
    ui.dump().mark(text);
    tooltip(ui, "Groups whose stored costs were computed anew, of all there are", {});
    format_count(hna_desk(lab).counts()[static_cast<size_t>(level) - 1].groups, text, sizeof text);
    ImGui::SameLine(0, ui.px(3));
    text_dim("of %s", text);
  }
}

bool sign(Ui& ui, const Lab& lab, Layer layer, const SignPlace& place) {
  const auto& [list, at, w, low, high, mid] = place;
  const int levels = hna_desk(lab).options().levels;
  if (layer == kGroupLayer) {
    list->AddRectFilled(low, {mid.x, high.y}, to_im(room_color(2) | 0xff000000u));
    list->AddRectFilled({mid.x, low.y}, high, to_im(room_color(3) | 0xff000000u));
    list->AddLine({mid.x, low.y}, {mid.x, high.y}, to_im(on_panel(level_style(1).color)), ui.px(2));
  } else if (layer == kExitLayer) {
    for (int level = 1; level <= levels; ++level) {
      const float x = at.x + w * (static_cast<float>(level) - 0.5f) / static_cast<float>(levels);
      marker_sign(list, {x, at.y}, ui.px(levels > 2 ? 3 : 4), level_style(level));
    }
  } else if (layer == kInsideLayer) {
    for (int level = 1; level <= levels; ++level) {
      const LevelStyle style = level_style(level);
      const float y = at.y + ui.px(4) * (static_cast<float>(level) - static_cast<float>(levels + 1) / 2);
      ImGui::SetCursorScreenPos({at.x + ui.px(1), y - ImGui::GetTextLineHeight() / 2});
      line_swatch(on_panel(style.color), ui.px(1), style.dash, w - ui.px(3));
    }
  } else if (layer == kReachLayer) {
    const ImU32 color = to_im(on_panel(level_style(levels).color));
    list->AddCircleFilled({low.x + ui.px(3), at.y}, ui.px(3), color);
    list->AddLine({low.x + ui.px(3), at.y}, {high.x, low.y + ui.px(2)}, color, ui.px(1.5f));
    list->AddLine({low.x + ui.px(3), at.y}, {high.x, high.y - ui.px(2)}, color, ui.px(1.5f));
  } else {
    return false;
  }
  return true;
}

int levels(const Lab& lab) { return lab.world().has(StructureId::kHna) ? hna_desk(lab).options().levels : 0; }

void level_counts(const Lab& lab, int level) {
  if (level > levels(lab) || levels(lab) == 0) return;
  const HnaLevelCounts& counts = hna_desk(lab).counts()[static_cast<size_t>(std::max(level, 1)) - 1];
  char groups[24], exits[24], text[96];
  format_count(counts.groups, groups, sizeof groups);
  format_count(counts.exits, exits, sizeof exits);
  ImGui::SameLine(0, ImGui::GetStyle().ItemSpacing.x * 2);
  const float room = ImGui::GetContentRegionAvail().x;
  const auto fits = [&] { return ImGui::CalcTextSize(text).x <= room; };
  std::snprintf(text, sizeof text, "HNA*: %s groups, %s inter-edges", groups, exits);
  if (!fits()) std::snprintf(text, sizeof text, "%s groups", groups);
  if (fits()) {
    text_dim("%s", text);
  } else {
    ImGui::NewLine();
  }
}

float status_width(const Ui& ui, const Lab& lab) { return hna_desk(lab).status().building ? ui.px(168) : 0; }

void status(Ui& ui, const Lab& lab) {
  if (!hna_desk(lab).status().building) return;
  ImGui::TextColored(theme().accent, "grouping polygons");
  ui.dump().mark("status.hna");
  tooltip(ui, "HNA* groups the polygons of the mesh, in the background", {});
  ImGui::SameLine(0, ui.px(4));
  if (ImGui::SmallButton("cancel")) ui.run("hna.cancel");
  ui.dump().mark("status.hna.cancel");
  ImGui::SameLine(0, ui.px(12));
}

}  // namespace

FeaturePanel hna_panel() {
  return {.feature = "hna",
          .tab = {"HNA*", "tab.hna", "HNA*: groups of polygons on up to three levels, and stored ways between them",
                  StructureId::kHna, draw_tab},
          .inspected = inspected,
          .sign = sign,
          .meter = meter,
          .levels = levels,
          .level_counts = level_counts,
          .status_width = status_width,
          .status = status,
          .place = 1};
}

}  // namespace strata
