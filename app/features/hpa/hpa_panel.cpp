// HPA* in the interface: the tab of its levels, the signs of its layers, its edges at a cell, its lines of the meter.

#include <imgui.h>

#include <algorithm>
#include <cstdio>

#include "app/features/hpa/hpa.hpp"
#include "app/features/hpa/hpa_panel.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/layer_signs.hpp"
#include "app/ui/panel_meter.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/base/byte_text.hpp"

namespace strata {
namespace {

// One line a level: how much of everything there is.
void draw_level_table(Ui& ui, const Lab& lab) {
  const LabState& s = lab.state();
  ImGui::PushFont(ui.fonts().small);
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {ui.px(2), ui.px(1)});
  if (ImGui::BeginTable("levels", 6, ImGuiTableFlags_RowBg)) {
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed);
    for (int i = 1; i < 6; ++i) ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    title_cell(ui, "clust.", "Clusters of the level");
    title_cell(ui, "nodes", "Nodes of the level: ends of edges that cross its borders");
    title_cell(ui, "exact", "Nodes of this level and no higher one");
    title_cell(ui, "inter", "Edges that cross a border of this level or above");
    title_cell(ui, "intra", "Edges inside the clusters of this level");
    char name[32];
    for (size_t i = 0; i < hpa_desk(lab).counts().size(); ++i) {
      const HpaCounts& counts = hpa_desk(lab).counts()[i];
      const int level = static_cast<int>(i) + 1;
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      ImGui::PushStyleColor(ImGuiCol_Text, to_vec(on_panel(level_style(level).color)));
      ImGui::PushFont(ui.fonts().bold);
      ImGui::Text("L%d", level);
      ImGui::PopFont();
      ImGui::PopStyleColor();
      const int side = lab.world().get<MapHpa>().hpa().options().side(level);
      char help[64];
      std::snprintf(help, sizeof help, "Clusters of %d x %d cells", side, side);
      tooltip(ui, help, {});
      for (const size_t value :
           {counts.clusters, counts.nodes, hpa_desk(lab).exact_nodes(level), counts.inter_edges, counts.intra_edges}) {
        ImGui::TableNextColumn();
        number_cell(value);
      }
      std::snprintf(name, sizeof name, "levels.%d", level);
      ui.dump().mark(name);
    }
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
  text_dim("%s in all", bytes_text(s.memory[static_cast<size_t>(StructureId::kHpa)]).c_str());
  ui.dump().mark("levels.memory");
  ImGui::PopFont();
}

void draw_tab(Ui& ui, Lab& lab) {
  const LabState& s = lab.state();
  const HpaOptions& hpa = lab.world().get<MapHpa>().hpa().options();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  slider(ui, "Cluster", "settings.cluster", "hpa.cluster_size", hpa.cluster_size, Hpa::kMinClusterSize,
         Hpa::kMaxClusterSize, "%d cells", "Side of a cluster of level 1",
         "Drag: the abstraction is built anew while you do. Ctrl+click types a number.", true);
  slider(ui, "Levels", "settings.levels", "hpa.levels", hpa.levels, 1, 4, "%d", "Abstract levels",
         "The search runs on the highest level, then the path is refined level by level.");
  slider(ui, "Factor n", "settings.factor", "hpa.factor", hpa.level_factor, 2, 4, "%d x %d",
         "Clusters of a level are n x n clusters of the level below", "");
  slider(ui, "Threshold", "settings.threshold", "hpa.threshold", hpa.entrance_threshold, 1, 16, "%d cells",
         "Entrance threshold",
         "Entrances at least this wide get a transition at both ends, narrower ones one in the middle");
  slider(ui, "Spacing", "settings.spacing", "hpa.spacing", hpa.transition_spacing, 0, 64,
         hpa.transition_spacing == 0 ? "none" : "%d cells", "Most cells between the transitions of a wide entrance",
         "0: as published, two at most. Smaller spacings give better paths for more nodes.");
  switch_box(ui, "Smooth paths", "settings.smooth", "plan.smooth", s.plan_options.smooth,
             "Replaces detours of a refined path by straight runs");
  const auto moves = static_cast<int>(s.plan_options.first_moves);
  slider(ui, "Refine", "settings.first_moves", "plan.first_moves", moves, 0, 200,
         moves == 0 ? "whole path" : "%d moves", "Refine until so many moves are known",
         "The cost is still that of the whole way; nothing is smoothed. All the way to the left: the whole path.");
  char label[64];
  if (hpa.cache_paths && hpa_desk(lab).stored_bytes() > 0) {
    std::snprintf(label, sizeof label, "Store paths (%s)###cache", bytes_text(hpa_desk(lab).stored_bytes()).c_str());
  } else {
    std::snprintf(label, sizeof label, "Store paths###cache");
  }
  switch_box(ui, label, "settings.cache", "hpa.cache", hpa.cache_paths,
             "Keeps the ways under all intra-edges: faster queries for more memory, the same costs");
  ImGui::PopStyleVar();
  ImGui::Dummy({0, ui.px(2)});
  draw_level_table(ui, lab);
}

// The edges of the node in the abstraction, cheapest first as they are listed there.
void inspected(Ui& ui, const Lab& lab) {
  const HpaInspection& seen = hpa_desk(lab).inspected();
  if (seen.level == 0) return;
  const GridMap& map = lab.world().map();
  const double unit = cost_unit(lab.world());
  char text[64];
  ImGui::PushFont(ui.fonts().small);
  std::snprintf(text, sizeof text, "HPA* node up to level %d, %zu edges###hpa_edges", seen.level, seen.edges.size());
  const bool open = ImGui::TreeNodeEx(text, ImGuiTreeNodeFlags_NoTreePushOnOpen | ImGuiTreeNodeFlags_SpanAvailWidth);
  ui.dump().mark("inspector.hpa_edges");
  if (open && ImGui::BeginTable("hpa_edges", 3, ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchSame)) {
    for (size_t i = 0; i < seen.edges.size(); ++i) {
      const HpaEdge& edge = seen.edges[i];
      const Cell own = lab.state().inspected->cell;
      const Cell to = map.cell(edge.from == map.id(own) ? edge.to : edge.from);
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      std::snprintf(text, sizeof text, "to %d,%d##h%zu", to.x, to.y, i);
      if (ImGui::Selectable(text)) inspect(ui, to);
      ImGui::TableNextColumn();
      const ClusterGrid& clusters = lab.world().get<MapHpa>().hpa().clusters();
      text_dim("%s", clusters.cluster_of(to) == clusters.cluster_of(own) ? "intra" : "inter");
      ImGui::TableNextColumn();
      ImGui::Text("%.2f", edge.cost / unit);
    }
    ImGui::EndTable();
  }
  ImGui::PopFont();
}

// A line a level: what was redone of how much, and how far up the change went.
void meter_rows(Ui& ui, const Lab& lab) {
  const LabState& s = lab.state();
  const MeterReading& meter = s.meter;
  using enum StructureId;
  char name[32];
  for (size_t i = 0; i < hpa_desk(lab).counts().size(); ++i) {
    const HpaCounts& counts = hpa_desk(lab).counts()[i];
    const int level = static_cast<int>(i) + 1;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::PushFont(ui.fonts().bold);
    ImGui::TextColored(to_vec(on_panel(level_style(level).color)), "L%d", level);
    ImGui::PopFont();
    std::snprintf(name, sizeof name, "meter.level.%d", level);
    ui.dump().mark(name);
    if (level == 1) {
      meter_figure(ui, lab, meter.parts(kHpa), counts.clusters, "meter.clusters");
      meter_figure(ui, lab, meter.count(kHpa, "inter_edges"), counts.inter_edges, "meter.inter");
      meter_figure(ui, lab, meter.count(kHpa, "intra_edges"), counts.intra_edges, "meter.intra");
      continue;
    }
    if (meter.parts(kHpa) > 0 && meter.redone(kHpa, level) == 0) {
      // Nothing reached this level.
      ImGui::TableNextColumn();
      ImGui::TextColored(theme().good, "unchanged");
      tooltip(ui, "The level below came out as it was: nothing climbed up here", {});
      ImGui::TableNextColumn();
      ImGui::TableNextColumn();
      continue;
    }
    meter_figure(ui, lab, meter.parts(kHpa, level), counts.clusters, "meter.upper");
    ImGui::TableNextColumn();
    if (const size_t unchanged = meter.count(kHpa, "unchanged", level); unchanged > 0) {
      ImGui::TextColored(theme().good, "%zu as before", unchanged);
      tooltip(ui, "Computed anew, but came out as they were: nothing climbed from there", {});
    } else {
      text_dim("\xe2\x80\x93");
    }
    meter_figure(ui, lab, meter.count(kHpa, "intra_edges", level), counts.intra_edges, "meter.upper.intra");
  }
}

bool sign(Ui& ui, const Lab& lab, Layer layer, const SignPlace& place) {
  const auto& [list, at, w, low, high, mid] = place;
  const int levels = std::clamp(lab.world().get<MapHpa>().hpa().options().levels, 1, 4);
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
      marker_sign(list, {x, at.y}, ui.px(levels > 2 ? 3 : 4), level_style(level));
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

int hovered(const Lab& lab, Cell cell, char* text, size_t size) {
  const Hpa& hpa = lab.world().get<MapHpa>().hpa();
  text[0] = 0;
  if (hpa.clusters().count() == 0) return 0;
  const int level = hpa.ready() ? hpa.level_of(lab.world().map().id(cell)) : 0;
  const unsigned cluster = hpa.clusters().cluster_of(cell);
  return level > 0 ? std::snprintf(text, size, "  cluster %u  node up to L%d", cluster, level)
                   : std::snprintf(text, size, "  cluster %u", cluster);
}

int levels(const Lab& lab) { return static_cast<int>(hpa_desk(lab).counts().size()); }

void level_counts(const Lab& lab, int level) {
  const std::vector<HpaCounts>& all = hpa_desk(lab).counts();
  if (std::max(level, 1) > static_cast<int>(all.size())) return;  // another hierarchy has more levels
  char text[96];
  char nodes[24], edges[24];
  // All levels together have the nodes and inter-edges of the first: the others raise some of them.
  const HpaCounts& counts = all[static_cast<size_t>(std::max(level, 1) - 1)];
  size_t edge_count = counts.inter_edges + counts.intra_edges;
  if (level == kAllLevels) {
    for (size_t i = 1; i < all.size(); ++i) edge_count += all[i].intra_edges;
  }
  format_count(counts.nodes, nodes, sizeof nodes);
  format_count(edge_count, edges, sizeof edges);
  const int side = lab.world().get<MapHpa>().hpa().options().side(level);
  // As much as there is room for.
  const float room = ImGui::GetContentRegionAvail().x;
  const auto fits = [&] { return ImGui::CalcTextSize(text).x <= room; };
  if (level > 0) {
    std::snprintf(text, sizeof text, "%s nodes, %s edges   clusters %d x %d", nodes, edges, side, side);
  }
  if (level < 0 || !fits()) std::snprintf(text, sizeof text, "%s nodes, %s edges", nodes, edges);
  if (!fits()) std::snprintf(text, sizeof text, "%s nodes", nodes);
  if (counts.clusters == 1 && level > 0) std::snprintf(text, sizeof text, "a single cluster");
  if (fits()) {
    text_dim("%s", text);
  } else {
    ImGui::NewLine();
  }
}

}  // namespace

FeaturePanel hpa_panel() {
  return {.feature = "hpa",
          .tab = {"HPA*", "tab.hpa", "Hierarchical path-finding: clusters and levels", StructureId::kMoves, draw_tab},
          .inspected = inspected,
          .sign = sign,
          .meter_rows = meter_rows,
          .levels = levels,
          .level_counts = level_counts,
          .hovered = hovered};
}

}  // namespace strata
