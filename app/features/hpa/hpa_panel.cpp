// HPA* in the interface: the tab of its levels, the signs of its layers, its edges at a cell, its lines of the meter.

#include <imgui.h>

#include <algorithm>

#include "app/features/hpa/hpa.hpp"
#include "app/features/hpa/hpa_cluster.hpp"
#include "app/features/hpa/hpa_process.hpp"
#include "app/lab/hidden_structures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/layer_symbols.hpp"
#include "app/ui/panel_layers.hpp"
#include "app/ui/panel_meter.hpp"
#include "app/ui/process_button.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/base/byte_text.hpp"

namespace strata {
namespace {

// Draws one line for each level: the numbers of its clusters, nodes and edges.
void draw_level_table(Ui& ui, const Lab& lab) {
  if (hides_structure(lab, StructureId::kHpa)) return text_colored_wrapped(theme().text_dim, kHiddenStructure);
  if (const CountTable table(ui, "levels", true,
                             {{"clus-\nters", "Clusters of the level"},
                              {"nodes", "Nodes of the level: ends of edges that cross its borders"},
                              {"only\nthis\nlevel", "Nodes of only this level, and of no higher one"},
                              {"inter-\nedges", "Edges that cross a border of this level or above"},
                              {"intra-\nedges", "Edges inside the clusters of this level"}});
      table) {
    int level = 0;
    for (const HpaCounts& counts : hpa_controller(lab).counts()) {
      ++level;
      table.row();
      level_title(ui, level, level_style(level).color);
      const int side = lab.world().get<MapHpa>().hpa().options().side(level);
      tooltip(ui, Text("Clusters of {} x {} cells", side, side), {});
      table.numbers({counts.clusters, counts.nodes, hpa_controller(lab).exact_nodes(level), counts.inter_edges,
                     counts.intra_edges});
      ui.mark("levels.{}", level);
    }
  }
  const FontScope small(ui.fonts().small);
  print_dim("{} in all", bytes_text(lab.state().memory[static_cast<size_t>(StructureId::kHpa)]));
  ui.mark("levels.memory");
}

void draw_tab(Ui& ui, Lab& lab) {
  const HpaOptions& hpa = lab.world().get<MapHpa>().hpa().options();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  draw_setting(ui, lab, "hpa.cluster_size", "settings.cluster",
               "The abstraction is rebuilt while you drag. Double-click to type a number.");
  draw_setting(ui, lab, "hpa.levels", "settings.levels");
  draw_setting(ui, lab, "hpa.factor", "settings.factor");
  draw_setting(ui, lab, "hpa.threshold", "settings.threshold");
  draw_setting(ui, lab, "hpa.spacing", "settings.spacing", "Smaller spacings give better paths for more nodes.");
  draw_setting(ui, lab, "plan.smooth", "settings.smooth");
  draw_setting(ui, lab, "plan.first_moves", "settings.first_moves");
  const size_t stored = hpa.cache_paths ? hpa_controller(lab).stored_bytes() : 0;
  draw_setting(ui, lab, "hpa.cache", "settings.cache", stored > 0 ? Text("Now {}.", bytes_text(stored)).view() : "");
  draw_process_button(ui, lab, kHpaConstruction, "hpa.construct");
  ImGui::PopStyleVar();
  ImGui::Dummy({0, ui.px(2)});
  draw_level_table(ui, lab);
  draw_legend_rows(ui, lab,
                   {kClusterLayer, kEntranceLayer, kEntranceWidthLayer, kTransitionLayer, kInterEdgeLayer,
                    kIntraEdgeLayer, kIntraCostLayer, Layer::kFlash});
}

// Draws the abstract edges of the node, cheapest first as HPA* lists them.
void inspected(Ui& ui, const Lab& lab) {
  const HpaInspection& seen = hpa_controller(lab).inspected();
  if (seen.level == 0) return;
  const GridMap& map = lab.world().map();
  const double unit = cost_unit(lab.world());
  const FontScope font(ui.fonts().table);
  const bool open =
      fold(ui, Text("HPA* node up to level {}, {}###hpa_edges", seen.level, counted(seen.edges.size(), "edge")),
           "inspector.hpa_edges");
  if (!open || !ImGui::BeginTable("hpa_edges", 3, ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchSame)) return;
  const ClusterGrid& clusters = lab.world().get<MapHpa>().hpa().clusters();
  const Cell own = lab.state().inspected->cell;
  for (size_t i = 0; i < seen.edges.size(); ++i) {
    const HpaEdge& edge = seen.edges[i];
    const Cell to = map.cell(edge.from == map.id(own) ? edge.to : edge.from);
    ImGui::TableNextColumn();
    if (ImGui::Selectable(Text("to {}##h{}", to, i))) inspect(ui, to);
    print_dim_cell("{}", clusters.cluster_of(to) == clusters.cluster_of(own) ? "intra" : "inter");
    print_cell("{:.2f}", edge.cost / unit);
  }
  ImGui::EndTable();
}

// Draws a line for each level: how much of it was rebuilt, and how far up the change went.
void meter_rows(Ui& ui, const Lab& lab) {
  const MeterReading& meter = lab.state().meter;
  using enum StructureId;
  int level = 0;
  for (const HpaCounts& counts : hpa_controller(lab).counts()) {
    ++level;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    level_title(ui, level, level_style(level).color);
    ui.mark("meter.level.{}", level);
    if (level == 1) {
      meter_figure(ui, lab, meter.parts(kHpa), counts.clusters, "meter.clusters");
      meter_figure(ui, lab, meter.count(kHpa, "inter_edges"), counts.inter_edges, "meter.inter", true);
      meter_figure(ui, lab, meter.count(kHpa, "intra_edges"), counts.intra_edges, "meter.intra", true);
      continue;
    }
    if (meter.parts(kHpa) > 0 && meter.redone(kHpa, level) == 0) {
      // The change did not reach this level.
      ImGui::TableNextColumn();
      draw_text(theme().good, "unchanged");
      tooltip(ui, "The level below did not change, so this level did not have to be updated", {});
      continue;
    }
    meter_figure(ui, lab, meter.parts(kHpa, level), counts.clusters, "meter.upper");
    ImGui::TableNextColumn();
    if (const size_t unchanged = meter.count(kHpa, "unchanged", level); unchanged > 0) {
      print_in(theme().good, "{} unchanged", unchanged);
      tooltip(ui, "Computed again without a change, so the level above did not have to be updated", {});
    } else {
      draw_dim("\xe2\x80\x93");
    }
    meter_figure(ui, lab, meter.count(kHpa, "intra_edges", level), counts.intra_edges, "meter.upper.intra", true);
  }
}

bool symbol(Ui& ui, const Lab& lab, Layer layer, const SymbolBox& place) {
  const auto& [list, at, w, low, high, mid] = place;
  const int levels = std::clamp(shown_hpa_levels(lab, *lab.query().traced_planner()), 1, 4);
  if (layer == kClusterLayer) {
    for (int level = std::min(levels, 3); level >= 1; --level) {
      const LevelStyle style = level_style(level);
      const float o = ui.px(3) * static_cast<float>(std::min(levels, 3) - level);
      list->AddRect({at.x + ui.px(2) + o, at.y - ui.px(7) + o}, {at.x + w - ui.px(4), at.y + ui.px(7)},
                    to_im(on_panel(style.color)), 0, 0, ui.px(level == 1 ? 1.2f : 1.6f));
    }
  } else if (layer == kEntranceLayer) {
    list->AddRectFilled({at.x + ui.px(8), at.y - ui.px(7)}, {at.x + ui.px(14), at.y + ui.px(7)},
                        to_im(palette::kEntrance));
  } else if (layer == kTransitionLayer) {
    for (int level = 1; level <= levels; ++level) {
      const float x = at.x + w * (static_cast<float>(level) - 0.5f) / static_cast<float>(levels);
      marker_symbol(list, {x, at.y}, ui.px(levels > 2 ? 3 : 4), level_style(level));
    }
  } else if (layer == kInterEdgeLayer || layer == kIntraEdgeLayer) {
    for (int level = 1; level <= levels; ++level) {
      const LevelStyle style = level_style(level);
      const float y = at.y + ui.px(4) * (static_cast<float>(level) - static_cast<float>(levels + 1) / 2);
      ImGui::SetCursorScreenPos({at.x + ui.px(1), y - ImGui::GetTextLineHeight() / 2});
      line_swatch(on_panel(style.color), ui.px(layer == kInterEdgeLayer ? 2 : 1), style.dash, w - ui.px(3));
    }
  } else {
    return false;
  }
  return true;
}

void hovered(const Lab& lab, Cell cell, Text& text) {
  const Hpa& hpa = lab.world().get<MapHpa>().hpa();
  if (hpa.clusters().count() == 0) return;
  text.add("  cluster {}", hpa.clusters().cluster_of(cell));
  const int level = hpa.ready() ? hpa.level_of(lab.world().map().id(cell)) : 0;
  if (level > 0) text.add("  node up to L{}", level);
}

int levels(const Lab& lab) { return static_cast<int>(hpa_controller(lab).counts().size()); }

void level_counts(const Lab& lab, int level) {
  const std::vector<HpaCounts>& all = hpa_controller(lab).counts();
  if (std::max(level, 1) > static_cast<int>(all.size())) return;  // another hierarchy has more levels
  // All levels together have the nodes and inter-edges of level 1: higher levels only raise some of these nodes.
  const HpaCounts& counts = all[static_cast<size_t>(std::max(level, 1) - 1)];
  size_t edges = counts.inter_edges + counts.intra_edges;
  if (level == kAllLevels) {
    for (size_t i = 1; i < all.size(); ++i) edges += all[i].intra_edges;
  }
  // Writes as much as there is room for.
  const Text nodes("{}", counted(counts.nodes, "node"));
  const Text both("{}, {}", nodes.view(), counted(edges, "edge"));
  const int side = lab.world().get<MapHpa>().hpa().options().side(level);
  if (counts.clusters == 1 && level > 0) {
    draw_as_fits({"a single cluster"});
  } else if (level > 0) {
    draw_as_fits({Text("{}   clusters {} x {}", both.view(), side, side), both, nodes});
  } else {
    draw_as_fits({both, nodes});
  }
}

}  // namespace

FeaturePanel hpa_panel() {
  return {
      .feature = "hpa",
      .tab = {"HPA*", "tab.hpa", "Hierarchical path-finding: clusters and levels", ScreenPlace::kPlanners, draw_tab},
      .inspected = inspected,
      .symbol = symbol,
      .meter_rows = meter_rows,
      .levels = levels,
      .level_counts = level_counts,
      .hovered = hovered};
}

}  // namespace strata
