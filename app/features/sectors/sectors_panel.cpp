// Sectors in the interface: their tab, symbols of their layers, regions of the inspected cell, their row of the meter.

#include <imgui.h>

#include <algorithm>
#include <iterator>

#include "app/features/sectors/sector_texts.hpp"
#include "app/features/sectors/sectors.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/fit_buttons.hpp"
#include "app/ui/layer_symbols.hpp"
#include "app/ui/panel_meter.hpp"
#include "app/ui/structure_cost.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/search/plan_options.hpp"

namespace strata {
namespace {

constexpr int kSecondSizes[] = {16, 24, 32, 64};

// Sets the size of sectors. Sectors of level 2 must be larger, so that they are enlarged first if needed.
void set_size(Ui& ui, const SectorOptions& options, int size) {
  if (options.second_size > 0 && options.second_size <= size) {
    const auto* larger =
        std::find_if(std::begin(kSecondSizes), std::end(kSecondSizes), [size](int second) { return second > size; });
    ui.run("sectors.second {}", larger == std::end(kSecondSizes) ? size * 2 : *larger);
  }
  ui.run("sectors.size {}", size);
}

void draw_sizes(Ui& ui, const SectorOptions& options) {
  setting_row(ui, "Sector size");
  if (const auto size = segments(ui, "sectors.size", {{"8", 8}, {"16", 16}, {"32", 32}}, options.sector_size,
                                 "Side of a sector, in cells",
                                 "The paper uses 8. Smaller sectors give better paths, but more regions to search.")) {
    set_size(ui, options, *size);
  }
  const auto dragged =
      number_below(ui, "sectors.slider", options.sector_size, SectorOptions::kMinSize, SectorOptions::kMaxSize,
                   "Side of a sector, in cells", "The graph is rebuilt while you drag. Double-click to type a number.",
                   fmt::format("{} cells", options.sector_size));
  if (dragged && *dragged != options.sector_size) set_size(ui, options, *dragged);
  const auto second = [&](const char* label, int size) {
    return ControlSegment(label, size,
                          size > options.sector_size ? "" : "sectors of level 2 must be larger than those of level 1");
  };
  choice_row(
      ui, "Level 2", "sectors.second", "sectors.second",
      {{"none", 0}, second("16", 16), second("24", 24), second("32", 32), second("64", 64)}, options.second_size,
      "Side of the sectors of a second level",
      "A search expands the large regions first, then only the small ones inside those on its path. Sectors of level "
      "2 must be larger than those of level 1.");
}

void draw_tab(Ui& ui, Lab& lab) {
  const SectorOptions& options = sectors_controller(lab).options();
  const bool on = lab.world().has(StructureId::kSectors);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  structure_switch(ui, "Build the graph of regions", "sectors", on,
                   "Builds a graph of regions; a stroke rebuilds only the sectors that it touches",
                   "The map is cut into square sectors. Connected cells of a sector are a region, which is a node of a "
                   "small graph. A "
                   "path over regions is refined from centre to centre, and its ends are trimmed.");
  ImGui::Dummy({0, ui.px(2)});
  const std::string_view reason = sectors_controller(lab).reason();
  const FitButtons fit = {
      .line = "sectors.options",
      .name = "sectors",
      .fit_help =
          "Size of sectors and number of landmarks that suit the map. Maps that you open get "
          "them by themselves, until you choose others.",
      .other_help = "Sectors of 16 cells on one level without landmarks. Maps that you open keep them.",
      .fitted = !reason.empty(),
      .other_on = options == SectorOptions{},
      .reason = reason};
  draw_fit_buttons(ui, fit);
  draw_sizes(ui, options);
  draw_setting(ui, lab, "sectors.landmarks", "sectors.landmarks");
  choice_row(
      ui, "Refine", "sectors.segment", "plan.segment", {{"all", 0}, {"5", 5}, {"2", 2}},
      static_cast<int>(lab.state().plan_options().segment),
      "How many edges of the path over regions are refined at once",
      "all: one search from start to goal. With 5 or 2 edges at once the first moves are known sooner; the path passes "
      "the centres in between and is a little longer.");
  draw_setting(ui, lab, "sectors.improve", "sectors.improve");
  ImGui::PopStyleVar();
  draw_fit_reason(ui, fit);
  ImGui::Dummy({0, ui.px(2)});
  if (on) {
    draw_facts(ui, lab, kSectorsFeature, "sectors.level", options.second_size > 0 ? 2 : 1);
    draw_structure_state(ui, lab, StructureId::kSectors);
  }
  ImGui::Dummy({0, ui.px(2)});
}

void draw_region(Ui& ui, const Lab& lab, const RegionInspection& seen, int level) {
  const Sectors& sectors = lab.world().get<MapSectors>().sectors();
  const GridMap& map = lab.world().map();
  const double unit = cost_unit(lab.world());
  const IdScope id(level);
  print_in(to_vec(on_panel(sector_color(level))), "L{}", level);
  ImGui::SameLine(0, ui.px(5));
  print_pair(ui, "sector", "{}{}", seen.sector, seen.region < 0 ? ", no region" : "");
  if (seen.region < 0) return ui.mark("inspector.region.{}", level);
  ImGui::SameLine(0, ui.px(8));
  print_pair(ui, "region", "{}, {}", seen.region, counted(seen.cells, "cell"));
  ui.mark("inspector.region.{}", level);
  if (seen.parent >= 0) {
    tooltip(ui, "Its centre lies in a region of level 2", {});
    ImGui::SameLine(0, ui.px(8));
    print_dim("in {} of L2", seen.parent);
  }
  const bool open = fold(ui, Text("centre {}, {}###edges", map.cell(seen.centre), counted(seen.edges.size(), "edge")),
                         Text("inspector.region_edges.{}", level));
  const ListTable table(ui, open, "edges", 3, seen.edges.size());
  for (size_t j = 0; table && j < seen.edges.size(); ++j) {
    const SectorEdge& edge = seen.edges[j];
    print_dim_cell("region {}", edge.to);
    ImGui::TableNextColumn();
    if (edge.to < sectors.region_count(level)) cell_link(ui, map.cell(sectors.region(edge.to, level).centre), j);
    print_cell("{:.2f}", edge.cost / unit);
  }
}

void inspected(Ui& ui, const Lab& lab) {
  const FontScope small(ui.fonts().small);
  int level = 0;
  for (const RegionInspection& seen : sectors_controller(lab).inspected()) {
    ++level;
    if (seen.known) draw_region(ui, lab, seen, level);
  }
}

void meter(Ui& ui, const Lab& lab) {
  const UpdateMeterReading& meter = lab.state().meter;
  if (!lab.world().has(StructureId::kSectors)) return;
  const auto sectors = [&](size_t row) { return counts_of<SectorCounts>(lab, StructureId::kSectors, row).sectors; };
  meter_title(ui, "Sectors");
  print("{} rebuilt", count_text(meter.parts(StructureId::kSectors)));
  describe(ui, "meter.sectors", "Sectors whose regions were rebuilt");
  ImGui::SameLine(0, ui.px(4));
  meter_of(lab, meter.parts(StructureId::kSectors), sectors(0));
  if (sectors_controller(lab).options().second_size == 0) return;
  ImGui::SameLine(0, ui.px(10));
  print("L2: {}", count_text(meter.parts(StructureId::kSectors, 2)));
  ImGui::SameLine(0, ui.px(4));
  meter_of(lab, meter.parts(StructureId::kSectors, 2), sectors(1));
}

bool symbol(Ui& ui, const Lab&, Layer layer, const SymbolBox& place) {
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
                  LeftPanelSection::kPlanners, draw_tab},
          .inspected = inspected,
          .symbol = symbol,
          .meter = meter};
}

}  // namespace strata
