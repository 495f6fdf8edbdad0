// Sectors in the interface: their tab, the signs of their layers, the regions of a cell, their line of the meter.

#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <iterator>

#include "app/features/sectors/sectors.hpp"
#include "app/features/sectors/sectors_panel.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/imgui_versions.hpp"
#include "app/ui/layer_signs.hpp"
#include "app/ui/panel_layers.hpp"
#include "app/ui/panel_meter.hpp"
#include "app/ui/structure_cost.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

constexpr int kSizes[] = {8, 16, 32};
constexpr int kSecondSizes[] = {16, 24, 32, 64};

void draw_tab(Ui& ui, Lab& lab) {
  const LabState& s = lab.state();
  const SectorOptions& options = sectors_desk(lab).options();
  const bool on = lab.world().has(StructureId::kSectors);
  char line[64];
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  switch_box(ui, "Build the graph of regions", "sectors.on", "sectors", on,
             "Kept true while you paint: only the sectors that a stroke touches are flooded anew");
  if (!on) {
    ImGui::PushFont(ui.fonts().small);
    text_colored_wrapped(theme().text_dim,
                         "The connected cells of a square sector are a region, a node of a small graph. A path over "
                         "that is refined from centre to centre, and trimmed.");
    ImGui::PopFont();
  }
  ImGui::Dummy({0, ui.px(2)});

  // Sizes. A second level has larger sectors: it gives way.
  const auto set_size = [&](int size) {
    if (options.second_size > 0 && options.second_size <= size) {
      const auto* larger =
          std::find_if(std::begin(kSecondSizes), std::end(kSecondSizes), [size](int second) { return second > size; });
      std::snprintf(line, sizeof line, "sectors.second %d", larger == std::end(kSecondSizes) ? size * 2 : *larger);
      ui.run(line);
    }
    std::snprintf(line, sizeof line, "sectors.size %d", size);
    ui.run(line);
  };
  setting_row(ui, "Sector");
  Segment sizes[std::size(kSizes)];
  static constexpr const char* kSizeNames[] = {"8", "16", "32"};
  for (size_t i = 0; i < std::size(kSizes); ++i) sizes[i] = {kSizeNames[i], kSizes[i]};
  if (const auto size = segments(ui, "sectors.size", sizes, options.sector_size, "Side of a sector, in cells",
                                 "8 is the paper's. Smaller sectors give better paths over more regions.")) {
    set_size(*size);
  }
  setting_row(ui, "");
  ImGui::SetNextItemWidth(-ui.px(64));
  int size = options.sector_size;
  // The value stands beside it, unless it is being typed.
  const bool typing = imgui::typing_into_slider(ImGui::GetID("##sector_size"));
  if (!typing) ImGui::PushStyleColor(ImGuiCol_Text, 0);
  const bool dragged = ImGui::SliderInt("##sector_size", &size, SectorOptions::kMinSize, SectorOptions::kMaxSize, "%d",
                                        ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_Logarithmic);
  if (!typing) ImGui::PopStyleColor();
  ui.dump().mark("sectors.slider");
  tooltip(ui, "Side of a sector, in cells", {}, "Drag: the graph is built anew while you do.");
  if (dragged && size != options.sector_size) set_size(size);
  ImGui::SameLine(ImGui::GetContentRegionMax().x - ui.px(60));
  ImGui::Text("%d cells", options.sector_size);

  setting_row(ui, "Level 2");
  static constexpr const char* kSecondNames[] = {"16", "24", "32", "64"};
  Segment seconds[std::size(kSecondSizes) + 1] = {{"none", 0}};
  for (size_t i = 0; i < std::size(kSecondSizes); ++i) {
    seconds[i + 1] = {kSecondNames[i], kSecondSizes[i], kSecondSizes[i] > options.sector_size};
  }
  if (const auto second =
          segments(ui, "sectors.second", seconds, options.second_size, "Side of the sectors of a second level",
                   "A search goes over the large regions first, then over those small ones only that lie in them. The "
                   "sectors of level 2 must be the larger ones.")) {
    std::snprintf(line, sizeof line, "sectors.second %d", *second);
    ui.run(line);
  }
  slider(ui, "Landmarks", "sectors.landmarks", "sectors.landmarks", options.landmarks, 0, 16,
         options.landmarks == 0 ? "none" : "%d", "Landmarks on the highest level",
         "They guide the search over regions. The paper takes 10; on a graph this small they cost little.");
  const uint32_t segment = s.plan_options.segment;
  setting_row(ui, "Refine");
  static constexpr Segment kRefine[] = {{"all", 0}, {"5", 5}, {"2", 2}};
  if (const auto edges = segments(ui, "sectors.segment", kRefine, static_cast<int>(segment),
                                  "How many edges of the path over regions are refined at once",
                                  "All: one search from start to goal. In pieces of 5 or 2 edges the first moves come "
                                  "sooner; the way goes through the centres between the pieces, a little longer.")) {
    std::snprintf(line, sizeof line, "plan.segment %d", *edges);
    ui.run(line);
  }
  switch_box(ui, "Improve the centres", "sectors.improve", "sectors.improve", options.improve_centres,
             "Moves the centre of each region of level 1 to where the weights of its edges are least wrong. Better "
             "paths; building takes longer.");
  ImGui::PopStyleVar();
  ImGui::Dummy({0, ui.px(2)});
  if (on) {
    ImGui::PushFont(ui.fonts().small);
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {ui.px(2), ui.px(1)});
    if (ImGui::BeginTable("sectors", 4, ImGuiTableFlags_RowBg)) {
      ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed);
      for (int i = 1; i < 4; ++i) ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch);
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      title_cell(ui, "sectors", "Squares of the level");
      title_cell(ui, "regions", "Nodes of the level: connected cells of a sector");
      title_cell(ui, "edges", "Pairs of regions that touch");
      const int levels = options.second_size > 0 ? 2 : 1;
      char name[32];
      for (int level = 1; level <= levels; ++level) {
        const SectorCounts& counts = sectors_desk(lab).counts()[static_cast<size_t>(level) - 1];
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::PushFont(ui.fonts().bold);
        ImGui::TextColored(to_vec(on_panel(sector_color(level))), "L%d", level);
        ImGui::PopFont();
        for (const size_t value : {counts.sectors, counts.regions, counts.edges}) {
          ImGui::TableNextColumn();
          number_cell(value);
        }
        std::snprintf(name, sizeof name, "sectors.level.%d", level);
        ui.dump().mark(name);
      }
      ImGui::EndTable();
    }
    ImGui::PopStyleVar();
    ImGui::PopFont();
    draw_structure_state(ui, lab, StructureId::kSectors);
  }
  ImGui::Dummy({0, ui.px(2)});
  draw_legend_rows(ui, lab, {kSectorLayer, kRegionLayer, kCentreLayer, kSectorEdgeLayer, kSecondSectorLayer});
}

void inspected(Ui& ui, const Lab& lab) {
  const Sectors& sectors = lab.world().get<MapSectors>().sectors();
  const GridMap& map = lab.world().map();
  const double unit = cost_unit(lab.world());
  ImGui::PushFont(ui.fonts().small);
  char text[96];
  for (size_t i = 0; i < sectors_desk(lab).inspected().size(); ++i) {
    const RegionInspection& seen = sectors_desk(lab).inspected()[i];
    if (!seen.known) continue;
    const int level = static_cast<int>(i) + 1;
    ImGui::PushID(level);
    ImGui::TextColored(to_vec(on_panel(sector_color(level))), "L%d", level);
    ImGui::SameLine(0, ui.px(5));
    text_dim("sector");
    ImGui::SameLine(0, ui.px(5));
    if (seen.region < 0) {
      ImGui::Text("%u, no region", seen.sector);
      std::snprintf(text, sizeof text, "inspector.region.%d", level);
      ui.dump().mark(text);
      ImGui::PopID();
      continue;
    }
    ImGui::Text("%u", seen.sector);
    ImGui::SameLine(0, ui.px(8));
    text_dim("region");
    ImGui::SameLine(0, ui.px(5));
    ImGui::Text("%lld, %u cells", static_cast<long long>(seen.region), seen.cells);
    std::snprintf(text, sizeof text, "inspector.region.%d", level);
    ui.dump().mark(text);
    if (seen.parent >= 0) {
      tooltip(ui, "Its centre lies in a region of level 2", {});
      ImGui::SameLine(0, ui.px(8));
      text_dim("in %lld of L2", static_cast<long long>(seen.parent));
    }
    const Cell centre = map.cell(seen.centre);
    std::snprintf(text, sizeof text, "centre %d,%d, %zu edge%s###edges", centre.x, centre.y, seen.edges.size(),
                  seen.edges.size() == 1 ? "" : "s");
    const bool open = fold(text);
    std::snprintf(text, sizeof text, "inspector.region_edges.%d", level);
    ui.dump().mark(text);
    const float row_height = ImGui::GetTextLineHeightWithSpacing();
    const float rows = std::min(static_cast<float>(seen.edges.size()), 6.0f);
    if (open && ImGui::BeginTable("edges", 3,
                                  ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchSame | ImGuiTableFlags_ScrollY,
                                  {0, rows * row_height + ui.px(2)})) {
      for (size_t j = 0; j < seen.edges.size(); ++j) {
        const SectorEdge& edge = seen.edges[j];
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        text_dim("region %u", edge.to);
        ImGui::TableNextColumn();
        std::snprintf(text, sizeof text, "e%zu", j);
        if (edge.to < sectors.region_count(level)) {
          cell_link(ui, map.cell(sectors.region(edge.to, level).centre), text);
        }
        ImGui::TableNextColumn();
        ImGui::Text("%.2f", edge.cost / unit);
      }
      ImGui::EndTable();
    }
    ImGui::PopID();
  }
  ImGui::PopFont();
}

void meter(Ui& ui, const Lab& lab) {
  const LabState& s = lab.state();
  const MeterReading& meter = s.meter;
  if (!lab.world().has(StructureId::kSectors)) return;
  char redone[24], all[24];
  meter_title(ui, "Sectors");
  format_count(meter.parts(StructureId::kSectors), redone, sizeof redone);
  format_count(sectors_desk(lab).counts()[0].sectors, all, sizeof all);
  ImGui::Text("%s flooded", redone);
  ui.dump().mark("meter.sectors");
  tooltip(ui, "Sectors whose regions were looked for anew", {});
  ImGui::SameLine(0, ui.px(4));
  text_dim("of %s", all);
  if (sectors_desk(lab).options().second_size > 0) {
    format_count(meter.parts(StructureId::kSectors, 2), redone, sizeof redone);
    format_count(sectors_desk(lab).counts()[1].sectors, all, sizeof all);
    ImGui::SameLine(0, ui.px(10));
    ImGui::Text("L2: %s", redone);
    ImGui::SameLine(0, ui.px(4));
    text_dim("of %s", all);
  }
}

bool sign(Ui& ui, const Lab&, Layer layer, const SignPlace& place) {
  const auto& [list, at, w, low, high, mid] = place;
  if (layer == kSectorLayer) {
    list->AddRect(low, high, to_im(on_panel(sector_color(1))), 0, 0, ui.px(1.5f));
    list->AddLine({mid.x, low.y}, {mid.x, high.y}, to_im(on_panel(sector_color(1))), ui.px(1.5f));
  } else if (layer == kRegionLayer) {
    list->AddRectFilled(low, {mid.x, high.y}, to_im(region_color(0, 0, 0) | 0xff000000u));
    list->AddRectFilled({mid.x, low.y}, {high.x, at.y}, to_im(region_color(1, 0, 0) | 0xff000000u));
    list->AddRectFilled({mid.x, at.y}, high, to_im(region_color(1, 1, 0) | 0xff000000u));
  } else if (layer == kCentreLayer) {
    list->AddCircleFilled({low.x + ui.px(4), at.y}, ui.px(4), to_im(on_panel(sector_color(1))));
    list->AddCircleFilled({high.x - ui.px(4), at.y}, ui.px(4), to_im(on_panel(sector_color(1))));
  } else if (layer == kSectorEdgeLayer) {
    list->AddLine({low.x, high.y - ui.px(2)}, {mid.x, low.y + ui.px(2)}, to_im(on_panel(sector_color(1))), ui.px(1.5f));
    list->AddLine({mid.x, low.y + ui.px(2)}, {high.x, high.y - ui.px(2)}, to_im(on_panel(sector_color(1))),
                  ui.px(1.5f));
  } else if (layer == kSecondSectorLayer) {
    list->AddRect(low, high, to_im(on_panel(sector_color(2))), 0, 0, ui.px(2));
    list->AddQuadFilled({mid.x - ui.px(4), at.y}, {mid.x, at.y - ui.px(4)}, {mid.x + ui.px(4), at.y},
                        {mid.x, at.y + ui.px(4)}, to_im(on_panel(sector_color(2))));
  } else {
    return false;
  }
  return true;
}

}  // namespace

FeaturePanel sectors_panel() {
  return {.feature = "sectors",
          .tab = {"Sectors", "tab.sectors", "Sectors: a small graph of regions, on one or two levels",
                  StructureId::kSectors, draw_tab},
          .inspected = inspected,
          .sign = sign,
          .meter = meter};
}

}  // namespace strata
