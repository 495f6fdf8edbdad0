// HNA* in the interface: its tab, symbols of its layers, groups of the inspected cell, its rows of meter, views
// and status bar.

#include <imgui.h>

#include <algorithm>

#include "app/features/hna/hna.hpp"
#include "app/features/hna/hna_process.hpp"
#include "app/features/hna/hna_texts.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/fit_buttons.hpp"
#include "app/ui/layer_symbols.hpp"
#include "app/ui/panel_meter.hpp"
#include "app/ui/process_button.hpp"
#include "app/ui/structure_cost.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/search/plan_options.hpp"

namespace strata {
namespace {

void draw_settings(Ui& ui, const Lab& lab) {
  const PlanOptions& plan = lab.state().plan_options();
  const MapHnaOptions& options = hna_controller(lab).options();
  choice_row(ui, "Built levels", "hna.levels", "hna.levels", {{"1", 1}, {"2", 2}, {"3", 3}}, options.levels,
             "Levels of groups above the mesh",
             "The planner HNA* 2 levels searches level 2, and so on; PCCP searches the highest level.");
  draw_setting(ui, lab, "hna.mu", "hna.mu",
               "Larger groups leave fewer inter-edges to search, but connecting start and goal takes longer.");
  constexpr ControlSegment kLinks[] = {{"one search", HnaLinkMethod::kDijkstra},
                                       {"A* per portal", HnaLinkMethod::kPerPortal},
                                       {"in parallel", HnaLinkMethod::kParallel},
                                       {"stored (PCCP)", HnaLinkMethod::kRows}};
  constexpr const char* kLinksTitle = "How start and goal are connected to the inter-edges of their groups";
  constexpr const char* kLinksHelp =
      "One search: Dijkstra in the group, for all of its inter-edges. A* per portal: a search for each of them, as in "
      "the "
      "paper. In parallel: the same in several threads. Stored: costs are looked up, as PCCP does. All find the same "
      "costs.";
  const std::span<const ControlSegment> links(kLinks);
  const auto chosen = static_cast<HnaLinkMethod>(plan.mesh_links);
  choice_row(ui, "Connect start and goal", "hna.links", "hna.links", links.first(2), chosen, hna_links_name,
             kLinksTitle, kLinksHelp);
  if (const auto other = segments(ui, "hna.links", links.subspan(2), static_cast<int>(chosen), kLinksTitle, kLinksHelp))
    ui.run("hna.links {}", hna_links_name(static_cast<HnaLinkMethod>(*other)));
  draw_setting(ui, lab, "hna.centres", "hna.centres");
}

const HnaLevelCounts& counts_of_level(const Lab& lab, int level) {
  return counts_of<HnaLevelCounts>(lab, StructureId::kHna, static_cast<size_t>(level) - 1);
}

// Draws the maximum number of inter-edges of a group, and its upper bound.
void draw_bounds(Ui& ui, const Lab& lab) {
  const FontScope small(ui.fonts().small);
  for (int level = 1; level <= hna_controller(lab).options().levels; ++level) {
    const HnaLevelCounts& counts = counts_of_level(lab, level);
    if (counts.groups == 0) continue;
    print_dim("L{}: inter-edges {}, bound {}", level, count_text(counts.most_inter_edges), count_text(counts.bound));
    describe(ui, Text("hna.bound.{}", level),
             "The most inter-edges of a group, and the upper bound that follows from the size of groups and the most "
             "sides of a "
             "polygon");
  }
}

// Draws the state of the groups, and the button that cancels or rebuilds them.
void draw_grouping(Ui& ui, const Lab& lab) {
  const HnaStatus& status = hna_controller(lab).status();
  setting_row(ui, "Groups");
  ImGui::AlignTextToFramePadding();
  if (status.building) {
    draw_text(theme().warn, status.ready ? "being grouped again" : "being grouped");
    ui.mark("hna.state");
    button_at_end(ui, "Cancel", "hna.cancel", "hna.cancel", "Cancels the grouping until the next edit");
    return;
  }
  draw_text(status.ready ? theme().good : theme().warn, status.ready       ? "up to date"
                                                        : status.cancelled ? "cancelled"
                                                                           : "not yet there");
  describe(ui, "hna.state",
           status.ready ? "Every stroke updates the groups that it touches" : "There are no groups to search yet");
  button_at_end(ui, "Rebuild", "hna.rebuild", "hna.rebuild", "Groups all polygons again, in the background");
}

void draw_tab(Ui& ui, Lab& lab) {
  const World& world = lab.world();
  const bool on = world.has(StructureId::kHna);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  structure_switch(
      ui, "Group the polygons", "hna", on,
      "Groups the polygons of the navigation mesh on up to three levels; switches the mesh on as well",
      "The portals between groups of polygons are the nodes of a small graph, whose edges are computed in advance. "
      "HNA* connects start and goal to it by searches; PCCP looks these costs up as well.");
  ImGui::Dummy({0, ui.px(2)});
  if (on && !world.has(StructureId::kNavmesh)) {
    remedy(ui, "HNA* groups the polygons of the navigation mesh, which is off.", "Switch on", "hna.fix.mesh",
           "navmesh on");
  }
  equal_weights_remedy(ui, world, "Paths over polygons need equal weights everywhere.", "hna.fix.weights");
  const HnaController& controller = hna_controller(lab);
  const FitButtons fit = {.line = "hna.options",
                          .name = "hna",
                          .fit_help =
                              "Levels and size of groups that suit the mesh. Maps that you open get them by "
                              "themselves, until you choose others.",
                          .other_help = "Two levels with 10 polygons to a group. Maps that you open keep them.",
                          .fitted = !controller.reason().empty(),
                          .other_on = controller.options() == MapHnaOptions{},
                          .reason = controller.reason(),
                          .why_not = controller.why_not_automatic()};
  draw_fit_buttons(ui, fit);
  draw_settings(ui, lab);
  draw_fit_reason(ui, fit);
  if (on) draw_grouping(ui, lab);
  draw_process_button(ui, lab, kHnaConstruction, "hna.construct");
  ImGui::PopStyleVar();
  ImGui::Dummy({0, ui.px(2)});
  if (on) {
    if (draw_facts(ui, lab, kHnaFeature, "hna.level", hna_controller(lab).options().levels)) draw_bounds(ui, lab);
    draw_structure_state(ui, lab, StructureId::kHna);
  }
  ImGui::Dummy({0, ui.px(2)});
}

void inspected(Ui& ui, const Lab& lab) {
  const std::vector<GroupInspection>& seen = hna_controller(lab).inspected();
  const FontScope small(ui.fonts().small);
  for (size_t i = 0; i < seen.size(); ++i) {
    const GroupInspection& at = seen[i];
    const int level = static_cast<int>(i) + 1;
    const IdScope id(level);
    level_title(ui, level, level_style(level).color);
    ImGui::SameLine(0, ui.px(5));
    print_pair(ui, "group", "{}, {}", at.group, counted(at.polygons, "polygon"));
    ui.mark("inspector.group.{}", level);
    if (at.entries.empty()) {
      draw_dim("no inter-edge leads out of it");
      continue;
    }
    const bool open = fold(ui, Text("paths to {}###ways", counted(at.entries.size(), "inter-edge")),
                           Text("inspector.ways.{}", level));
    const ListTable table(ui, open, "ways", 4, at.entries.size());
    for (size_t j = 0; table && j < at.entries.size(); ++j) {
      const GroupInspection::PathTableEntry& entry = at.entries[j];
      ImGui::TableNextColumn();
      cell_link(ui, entry.at, j);
      print_dim_cell("{}", entry.path_text);
      tooltip(ui, Text("Stored path: polygons {}, leaving by side {}", entry.path_text, entry.side + 1), {},
              "none: the inter-edge is a side of this polygon.");
      print_dim_cell("group {}", entry.to_group);
      print_cell("{:.2f}", entry.cost / (2.0 * kCostOfHalfCell));
    }
  }
}

void meter(Ui& ui, const Lab& lab) {
  // The background builds the mesh of a level after the edits that are counted here.
  if (!lab.world().has(StructureId::kHna) || lab.world().level() != nullptr) return;
  meter_title(ui, "HNA*");
  for (int level = 1; level <= hna_controller(lab).options().levels; ++level) {
    if (level > 1) ImGui::SameLine(0, ui.px(8));
    print_dim("L{}", level);
    ImGui::SameLine(0, ui.px(4));
    draw_text(count_text(lab.state().meter.parts(StructureId::kHna, level)));
    describe(ui, Text("meter.hna.{}", level), "Groups whose stored costs were computed again, of all there are");
    ImGui::SameLine(0, ui.px(3));
    meter_of(lab, lab.state().meter.parts(StructureId::kHna, level), counts_of_level(lab, level).groups);
  }
}

bool symbol(Ui& ui, const Lab& lab, Layer layer, const SymbolBox& place) {
  const auto& [list, at, w, low, high, mid] = place;
  const int levels = hna_controller(lab).options().levels;
  if (layer == kGroupLayer) {
    list->AddRectFilled(low, {mid.x, high.y}, to_im(room_color(2) | 0xff000000u));
    list->AddRectFilled({mid.x, low.y}, high, to_im(room_color(3) | 0xff000000u));
    list->AddLine({mid.x, low.y}, {mid.x, high.y}, to_im(on_panel(level_style(1).color)), ui.px(2));
  } else if (layer == kExitLayer) {
    for (int level = 1; level <= levels; ++level) {
      const float x = at.x + w * (static_cast<float>(level) - 0.5f) / static_cast<float>(levels);
      marker_symbol(list, {x, at.y}, ui.px(levels > 2 ? 3 : 4), level_style(level));
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

int levels(const Lab& lab) { return lab.world().has(StructureId::kHna) ? hna_controller(lab).options().levels : 0; }

void level_counts(const Lab& lab, int level) {
  if (level > levels(lab) || levels(lab) == 0) return;
  const HnaLevelCounts& counts = counts_of_level(lab, std::max(level, 1));
  const Text groups("{}", counted(counts.groups, "group"));
  // Even an empty text would need the gap, so that it is left out where the counts of HPA* leave no room.
  const float gap = ImGui::GetStyle().ItemSpacing.x * 2;
  const float end = ImGui::GetWindowPos().x + ImGui::GetWindowWidth();
  if (text_width(groups) > end - ImGui::GetItemRectMax().x - gap) return;
  ImGui::SameLine(0, gap);
  draw_as_fits({Text("HNA*: {}, {}", groups.view(), counted(counts.inter_edges, "inter-edge")), groups});
}

std::optional<StatusBarWork> work(const Lab& lab) {
  if (!hna_controller(lab).status().building) return {};
  return StatusBarWork{.text = "grouping polygons",
                       .name = "status.hna",
                       .help = "HNA* groups the polygons of the mesh, in the background",
                       .line = "hna.cancel",
                       .width = 168};
}

}  // namespace

FeaturePanel hna_panel() {
  return {.feature = "hna",
          .tab = {"HNA*", "tab.hna", "HNA*: groups of polygons on up to three levels, and stored paths between them",
                  LeftPanelSection::kPlanners, draw_tab},
          .inspected = inspected,
          .symbol = symbol,
          .meter = meter,
          .levels = levels,
          .level_counts = level_counts,
          .work = work,
          .place = 1};
}

}  // namespace strata
