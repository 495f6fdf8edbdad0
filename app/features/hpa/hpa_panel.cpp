// HPA* in the interface: the tab of its levels, symbols of its layers, edges of the inspected cell, its rows
// of the meter.

#include <imgui.h>

#include <algorithm>

#include "app/features/hpa/hpa.hpp"
#include "app/features/hpa/hpa_cluster.hpp"
#include "app/features/hpa/hpa_process.hpp"
#include "app/lab/cluster_text.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/fit_buttons.hpp"
#include "app/ui/layer_symbols.hpp"
#include "app/ui/panel_meter.hpp"
#include "app/ui/process_button.hpp"
#include "app/ui/structure_cost.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/base/byte_text.hpp"

namespace strata {
namespace {

int levels(const Lab& lab) { return hpa_controller(lab).counted_levels(); }

const HpaCounts& counts_of_level(const Lab& lab, int level) {
  return counts_of<HpaCounts>(lab, StructureId::kHpa, static_cast<size_t>(level) - 1);
}

void draw_tab(Ui& ui, Lab& lab) {
  const HpaOptions& hpa = lab.world().get<MapHpa>().hpa().options();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  const HpaController& controller = hpa_controller(lab);
  const bool published = hpa == HpaOptions{};
  const FitButtons fit = {
      .line = "hpa.options",
      .name = "settings.hpa",
      .fit_help =
          "Clusters, levels and stored paths that suit the map: faster than the published options on every map of the "
          "benchmark sets, for slower edits. Maps that you open get them by themselves, until you choose other "
          "options.",
      .other = "As published",
      .word = "published",
      .other_help =
          "Clusters of 10 cells on one level without stored paths, as in the paper of 2004. Maps that you open "
          "keep them.",
      .fitted = !published && !controller.reason().empty(),
      .other_on = published,
      .reason = controller.reason()};
  draw_fit_buttons(ui, fit);
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
  draw_fit_reason(ui, fit);
  ImGui::Dummy({0, ui.px(2)});
  if (draw_facts(ui, lab, kHpaFeature, "levels", std::max(levels(lab), 1)))
    draw_structure_state(ui, lab, StructureId::kHpa);
}

// Draws the abstract edges of the node in HPA*'s order, the cheapest first.
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
    const bool is_link = i + seen.links >= seen.edges.size();
    print_dim_cell("{}", is_link ? "link" : clusters.cluster_of(to) == clusters.cluster_of(own) ? "intra" : "inter");
    print_cell("{:.2f}", edge.cost / unit);
  }
  ImGui::EndTable();
}

// Draws for each level how much of it was rebuilt, up to the highest level that the change has reached.
void meter_rows(Ui& ui, const Lab& lab) {
  const UpdateMeterReading& meter = lab.state().meter;
  using enum StructureId;
  for (int level = 1; level <= levels(lab); ++level) {
    const HpaCounts& counts = counts_of_level(lab, level);
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
      // The change has not reached this level, so that nothing was rebuilt there.
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
  const int levels = std::clamp(shown_hpa_levels(lab, *lab.state().traced_planner()), 1, 4);
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
  text.add("  cluster {}", corners_text(hpa.clusters().rect(hpa.clusters().cluster_of(cell))));
  const int level = hpa.ready() ? hpa.level_of(lab.world().map().id(cell)) : 0;
  if (level > 0) text.add("  node up to L{}", level);
}

void level_counts(const Lab& lab, int level) {
  // HPA* has no such level; another hierarchy has.
  if (std::max(level, 1) > levels(lab)) return;
  // In the view of all levels the numbers are those of level 1, as nodes of higher levels are also nodes of level 1.
  const HpaCounts& counts = counts_of_level(lab, std::max(level, 1));
  size_t edges = counts.inter_edges + counts.intra_edges;
  if (level == kAllLevels) {
    for (int above = 2; above <= levels(lab); ++above) edges += counts_of_level(lab, above).intra_edges;
  }
  // Writes as many of the counts as there is room for.
  const Text nodes("{}", counted(counts.nodes, "node"));
  const Text both("{}, {}", nodes.view(), counted(edges, "edge"));
  const int side = lab.world().get<MapHpa>().hpa().options().side(level);
  if (counts.clusters == 1 && level > 0) {
    draw_as_fits({"a single cluster"});
  } else if (level > 0) {
    draw_as_fits({Text("{}   clusters of {} x {} cells", both.view(), side, side), both, nodes});
  } else {
    draw_as_fits({both, nodes});
  }
}

}  // namespace

FeaturePanel hpa_panel() {
  return {.feature = "hpa",
          .tab = {"HPA*", "tab.hpa", "Hierarchical path-finding: clusters and levels", LeftPanelSection::kPlanners,
                  draw_tab},
          .reason = [](const Lab& lab, const Planner& planner) -> std::string {
            return planner.needs == StructureId::kHpa ? std::string(hpa_controller(lab).reason()) : std::string();
          },
          .inspected = inspected,
          .symbol = symbol,
          .meter_rows = meter_rows,
          .levels = levels,
          .level_counts = level_counts,
          .hovered = hovered};
}

}  // namespace strata
