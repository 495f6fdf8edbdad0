#include "app/ui/panel_tools.hpp"
#include "app/base/terrain_looks.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "app/base/icons.hpp"
#include "app/base/key_bindings.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/menu_model.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/panel_layers.hpp"
#include "app/ui/panel_places.hpp"
#include "app/ui/panel_planners.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

// Whether the tool paints with the selected terrain.
bool paints(Tool tool) {
  const auto features = feature_panels();
  return tool != Tool::kSelect && tool != Tool::kEnds &&
         std::none_of(features.begin(), features.end(),
                      [tool](const FeaturePanel& panel) { return panel.tool.tool == tool; });
}

void draw_brush(Ui& ui, const Lab& lab) {
  const LabState& s = lab.state();
  int radius = s.brush.radius;
  // Two buttons follow in the line of the slider.
  SliderFrame frame(ui, "Radius", "brush.radius", ui.px(48), ui.px(64));
  const bool changed = ImGui::SliderInt(SliderFrame::kSlider, &radius, 0, 20, "%d", ImGuiSliderFlags_AlwaysClamp);
  frame.drawn();
  if (changed) ui.run("brush.radius {}", radius);
  describe(ui, "brush.radius", "Brush size", bound_keys_of_pair("brush.radius +1", "brush.radius -1"),
           "0 is one cell. Double-click to type a number.");
  frame.end(ui, counted(static_cast<size_t>(radius), "cell"));
  ImGui::SameLine(ImGui::GetContentRegionMax().x - ui.px(60));
  const bool round = s.brush.shape == BrushShape::kRound;
  icon_button(ui, icon::kCircle, "brush.round", "brush.shape round", "Round brush", round);
  ImGui::SameLine(0, ui.px(2));
  icon_button(ui, icon::kSquare, "brush.square", "brush.shape square", "Square brush", !round);
  // Draws terrain slots, two per row.
  const float width = std::floor((ImGui::GetContentRegionAvail().x - ui.px(4)) / 2);
  const ImVec2 first = ImGui::GetCursorPos();
  const float row_height = std::floor(ImGui::GetTextLineHeight() + ui.px(6));
  for (int i = 0; i < kTerrains; ++i) {
    const auto terrain = static_cast<Terrain>(i);
    const TerrainInfo info = terrain_info(terrain);
    const IdScope id(i);
    const ImVec2 at(first.x + static_cast<float>(i % 2) * (width + ui.px(4)),
                    first.y + static_cast<float>(i / 2) * (row_height + ui.px(2)));
    ImGui::SetCursorPos(at);
    const Text line("terrain.select {}", info.name);
    if (ImGui::Selectable("##terrain", s.terrain == terrain, 0, {width, row_height})) {
      ui.run(std::string(line.view()));
      if (!paints(s.tool) || s.tool == Tool::kErase || s.tool == Tool::kPick) ui.run("tool.select brush");
    }
    describe(ui, Text("terrain.{}", info.name), terrain_title(terrain), bound_keys(line),
             terrain == Terrain::kOut ? "No agent enters it" : "Click to paint with it");
    const float text_y = at.y + (row_height - ImGui::GetTextLineHeight()) / 2;
    ImGui::SetCursorPos({at.x + ui.px(5), at.y + (row_height - ui.px(15)) / 2});
    terrain_swatch(ui, terrain, ui.px(15));
    ImGui::SetCursorPos({at.x + ui.px(34), text_y});
    draw_text(terrain_title(terrain));
  }
  // The last slot is free: a button there leads to names, colours and weights.
  ImGui::SetCursorPos({first.x + width + ui.px(4), first.y + 2 * (row_height + ui.px(2))});
  button(ui, "Terrains...", "terrains.show", "ui.show terrains on",
         "Names, colours and weights of terrains on this map", {.width = width});
  ImGui::SetCursorPos({first.x, first.y + 3 * (row_height + ui.px(2))});
  ImGui::Dummy({0, ui.px(2)});
}

// The tab that was unfolded in the last frame.
struct UnfoldedTab {
  std::string_view name;
  int scrolls = 0;  // for so many more frames it is scrolled to: a new tab needs some until it has its length
};

// Draws a tab below its title. A click on the title unfolds it in place of the tab that was unfolded.
void draw_titled(Ui& ui, Lab& lab, const PanelTab& tab) {
  const bool open = ui.tab() == tab.name;
  ImGui::SetNextItemOpen(open);
  const bool wanted = section(ui, tab.title, tab.name, false);
  tooltip(ui, tab.help, {});
  if (wanted != open) ui.show_tab(wanted ? std::string_view(tab.name) : place_name(tab.place));
  if (!open) return;
  UnfoldedTab& unfolded = ui.kept<UnfoldedTab>();
  if (std::exchange(unfolded.name, tab.name) != tab.name) unfolded.scrolls = 3;
  if (unfolded.scrolls > 0) {
    --unfolded.scrolls;
    ImGui::SetScrollHereY(0);
  }
  ImGui::PushID(tab.name);
  tab.draw(ui, lab);
  ImGui::PopID();
  ImGui::Dummy({0, ui.px(2)});
}

// Returns the tab that a place shows when it is opened for the first time.
std::string_view first_tab(ScreenPlace place) {
  switch (place) {
    case ScreenPlace::kMap:
      return "tab.map";
    case ScreenPlace::kCrowd:
      return "tab.crowd";
    case ScreenPlace::kAnalysis:
      return "tab.scenario";
    case ScreenPlace::kPlanners:
      break;
  }
  return place_name(place);
}

}  // namespace

void draw_paint_tab(Ui& ui, Lab& lab) {
  draw_brush(ui, lab);
  for (const FeaturePanel& panel : feature_panels()) {
    if (panel.map_section != nullptr) panel.map_section(ui, lab);
  }
}

void draw_generate_tab(Ui& ui, Lab&) {
  const StyleScope padding(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  const float half = std::floor((ImGui::GetContentRegionAvail().x - ui.px(4)) / 2);
  button(ui, "Generate...", "generate.open", "ui.show generate on", "Rooms, maze, cave, random obstacles, forest, city",
         {.width = half});
  ImGui::SameLine(0, ui.px(4));
  button(ui, "Empty map...", "generate.new", "ui.show new on", "A map of ground alone", {.width = half});
  note(ui, "Maps that come with Strata are under File > Stock maps.");
}

// Shows the tab of terrains for a tool that paints, unless painting is part of the tab that is open; the feature's tab
// for a feature's tool; and the tab that a command asked for.
void LeftPanel::show_requested_tab(Ui& ui, const Lab& lab) {
  const Tool tool = lab.state().tool;
  std::string_view tool_tab = paints(tool) ? first_tab(ScreenPlace::kMap) : "";
  for (const FeaturePanel& panel : feature_panels()) {
    if (tool != Tool::kSelect && panel.tool.tool == tool) tool_tab = panel.tab.name;
  }
  const bool keeps = paints(tool) && std::ranges::any_of(feature_panels(), [&](const FeaturePanel& panel) {
                       return panel.keeps_tab && ui.tab() == panel.tab.name;
                     });
  if (!tool_tab.empty() && tool_tab != tool_tab_ && !keeps) ui.show_tab(tool_tab);
  tool_tab_ = tool_tab;
  asked_.resize(feature_panels().size());
  for (size_t i = 0; i < feature_panels().size(); ++i) {
    const auto asked = feature_panels()[i].asked;
    if (asked == nullptr || std::exchange(asked_[i], asked(lab)) == asked(lab)) continue;
    ui.show_tab(feature_panels()[i].tab.name);
  }
  if (tab_named(ui.tab()) == nullptr && ui.tab() != place_name(place_of(ui.tab()))) {
    ui.show_tab(first_tab(ScreenPlace::kMap));
  }
}

void LeftPanel::show_place(Ui& ui, ScreenPlace place) {
  std::string_view& last = last_tabs_[static_cast<size_t>(place)];
  ui.show_tab(last.empty() ? first_tab(place) : last);
}

void LeftPanel::draw(Ui& ui, Lab& lab) {
  const ScreenPlace place = place_of(ui.tab());
  last_tabs_[static_cast<size_t>(place)] = ui.tab();
  ImGui::BeginChild("places", {ui.px(kPlaceRail), 0}, false, ImGuiWindowFlags_NavFlattened);
  const auto clicked = draw_places(ui, place);
  ImGui::EndChild();
  ImGui::SameLine(0, ui.px(6));
  ImGui::PushID(place_name(place).data());  // each place scrolls on its own
  ImGui::BeginChild("tab", {0, 0}, false, ImGuiWindowFlags_NavFlattened);
  if (place == ScreenPlace::kPlanners) {
    draw_planners(ui, lab);
  } else {
    const auto in_place = [&](const PanelTab& tab) { return tab.place == place && tab_fits(tab, lab); };
    const bool alone = std::ranges::count_if(all_tabs(), in_place) == 1;
    for (const PanelTab& tab : all_tabs()) {
      if (in_place(tab)) alone ? tab.draw(ui, lab) : draw_titled(ui, lab, tab);
    }
    if (place == ScreenPlace::kMap && section(ui, "Layers", "section.layers")) draw_layers(ui, lab);
  }
  ImGui::EndChild();
  ImGui::PopID();
  if (clicked && *clicked != place) show_place(ui, *clicked);
}

}  // namespace strata
