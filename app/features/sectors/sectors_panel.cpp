// The left panel's tab of sectors.

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cstdio>
#include <iterator>

#include "app/ui/panels.hpp"
#include "app/ui/widgets.hpp"
#include "app/window/theme.hpp"

namespace strata {
namespace {

constexpr int kSizes[] = {8, 16, 32};
constexpr int kSecondSizes[] = {16, 24, 32, 64};

}  // namespace

void Gui::draw_sectors_tab() {
  const LabState& s = state();
  const SectorOptions& options = s.sector_options;
  const bool on = lab_.world().has(Structure::kSectors);
  char line[64];
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(6), px(3)});
  switch_box("Build the graph of regions", "sectors.on", "sectors", on,
             "Kept true while you paint: only the sectors that a stroke touches are flooded anew");
  if (!on) {
    ImGui::PushFont(fonts_->small);
    text_colored_wrapped(theme().text_dim,
                         "The connected cells of a square sector are a region, a node of a small graph. A path over "
                         "that is refined from centre to centre, and trimmed.");
    ImGui::PopFont();
  }
  ImGui::Dummy({0, px(2)});

  // Sizes. A second level has larger sectors: it gives way.
  const auto set_size = [&](int size) {
    if (options.second_size > 0 && options.second_size <= size) {
      const auto* larger =
          std::find_if(std::begin(kSecondSizes), std::end(kSecondSizes), [size](int second) { return second > size; });
      std::snprintf(line, sizeof line, "sectors.second %d", larger == std::end(kSecondSizes) ? size * 2 : *larger);
      run(line);
    }
    std::snprintf(line, sizeof line, "sectors.size %d", size);
    run(line);
  };
  setting_row(*this, "Sector");
  Segment sizes[std::size(kSizes)];
  static constexpr const char* kSizeNames[] = {"8", "16", "32"};
  for (size_t i = 0; i < std::size(kSizes); ++i) sizes[i] = {kSizeNames[i], kSizes[i]};
  if (const auto size = segments(*this, "sectors.size", sizes, options.sector_size, "Side of a sector, in cells",
                                 "8 is the paper's. Smaller sectors give better paths over more regions.")) {
    set_size(*size);
  }
  setting_row(*this, "");
  ImGui::SetNextItemWidth(-px(64));
  int size = options.sector_size;
  // The value stands beside it, unless it is being typed.
  const bool typing = ImGui::TempInputIsActive(ImGui::GetID("##sector_size"));
  if (!typing) ImGui::PushStyleColor(ImGuiCol_Text, 0);
  const bool dragged = ImGui::SliderInt("##sector_size", &size, SectorOptions::kMinSize, SectorOptions::kMaxSize, "%d",
                                        ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_Logarithmic);
  if (!typing) ImGui::PopStyleColor();
  dump_.mark("sectors.slider");
  tooltip(*this, "Side of a sector, in cells", {}, "Drag: the graph is built anew while you do.");
  if (dragged && size != options.sector_size) set_size(size);
  ImGui::SameLine(ImGui::GetContentRegionMax().x - px(60));
  ImGui::Text("%d cells", options.sector_size);

  setting_row(*this, "Level 2");
  static constexpr const char* kSecondNames[] = {"16", "24", "32", "64"};
  Segment seconds[std::size(kSecondSizes) + 1] = {{"none", 0}};
  for (size_t i = 0; i < std::size(kSecondSizes); ++i) {
    seconds[i + 1] = {kSecondNames[i], kSecondSizes[i], kSecondSizes[i] > options.sector_size};
  }
  if (const auto second =
          segments(*this, "sectors.second", seconds, options.second_size, "Side of the sectors of a second level",
                   "A search goes over the large regions first, then over those small ones only that lie in them. The "
                   "sectors of level 2 must be the larger ones.")) {
    std::snprintf(line, sizeof line, "sectors.second %d", *second);
    run(line);
  }
  slider("Landmarks", "sectors.landmarks", "sectors.landmarks", options.landmarks, 0, 16,
         options.landmarks == 0 ? "none" : "%d", "Landmarks on the highest level",
         "They guide the search over regions. The paper takes 10; on a graph this small they cost little.");
  const uint32_t segment = s.plan_options.segment;
  setting_row(*this, "Refine");
  static constexpr Segment kRefine[] = {{"all", 0}, {"5", 5}, {"2", 2}};
  if (const auto edges = segments(*this, "sectors.segment", kRefine, static_cast<int>(segment),
                                  "How many edges of the path over regions are refined at once",
                                  "All: one search from start to goal. In pieces of 5 or 2 edges the first moves come "
                                  "sooner; the way goes through the centres between the pieces, a little longer.")) {
    std::snprintf(line, sizeof line, "plan.segment %d", *edges);
    run(line);
  }
  switch_box("Improve the centres", "sectors.improve", "sectors.improve", options.improve_centres,
             "Moves the centre of each region of level 1 to where the weights of its edges are least wrong. Better "
             "paths; building takes longer.");
  ImGui::PopStyleVar();
  ImGui::Dummy({0, px(2)});
  if (on) {
    ImGui::PushFont(fonts_->small);
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {px(2), px(1)});
    if (ImGui::BeginTable("sectors", 4, ImGuiTableFlags_RowBg)) {
      ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed);
      for (int i = 1; i < 4; ++i) ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch);
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      title_cell(*this, "sectors", "Squares of the level");
      title_cell(*this, "regions", "Nodes of the level: connected cells of a sector");
      title_cell(*this, "edges", "Pairs of regions that touch");
      const int levels = options.second_size > 0 ? 2 : 1;
      char name[32];
      for (int level = 1; level <= levels; ++level) {
        const SectorCounts& counts = s.sector_counts[static_cast<size_t>(level) - 1];
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::PushFont(fonts_->bold);
        ImGui::TextColored(to_vec(on_panel(sector_color(level))), "L%d", level);
        ImGui::PopFont();
        for (const size_t value : {counts.sectors, counts.regions, counts.edges}) {
          ImGui::TableNextColumn();
          number_cell(value);
        }
        std::snprintf(name, sizeof name, "sectors.level.%d", level);
        dump_.mark(name);
      }
      ImGui::EndTable();
    }
    ImGui::PopStyleVar();
    ImGui::PopFont();
    draw_structure_cost(Structure::kSectors);
  }
  ImGui::Dummy({0, px(2)});
  draw_legend_rows({Layer::kSectors, Layer::kRegions, Layer::kCentres, Layer::kSectorEdges, Layer::kSectors2});
}

}  // namespace strata
