#include "app/ui/left_panel.hpp"
#include "app/base/terrain_looks.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "app/base/icons.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/panel_menu.hpp"
#include "app/ui/panel_places.hpp"
#include "app/ui/panel_planners.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

constexpr int kLargestBrush = 41;  // cells that the slider goes to

}  // namespace

bool paints_terrain(Tool tool) { return tool != Tool::kSelect && tool != Tool::kEnds && feature_tool(tool) == nullptr; }

bool paints_map(Tool tool) {
  const FeatureTool* own = feature_tool(tool);
  return paints_terrain(tool) ||
         (own != nullptr && own->draws_like != nullptr && own->tab == std::string_view("tab.map"));
}

void draw_brush_size(Ui& ui, const Lab& lab, const char* name, float room_after) {
  int size = lab.state().brush.size();
  SliderFrame frame(ui, "Brush size", name, ui.px(48), room_after);
  const bool changed =
      ImGui::SliderInt(SliderFrame::kSlider, &size, 1, kLargestBrush, "%d", ImGuiSliderFlags_AlwaysClamp);
  frame.drawn();
  if (changed) ui.run("brush.radius {:g}", (size - 1) / 2.0);
  describe(ui, name, "Brush size", ui.keys_of_pair("brush.radius +0.5", "brush.radius -0.5"),
           "Width of the brush in cells. Double-click to type a number.");
  frame.end(ui, counted(static_cast<size_t>(size), "cell"));
}

void draw_brush(Ui& ui, const Lab& lab) {
  const LabState& s = lab.state();
  // There are two buttons to the right of the slider.
  draw_brush_size(ui, lab, "brush.radius", ui.px(64));
  ImGui::SameLine(ImGui::GetContentRegionMax().x - ui.px(60));
  const bool round = s.brush.shape == BrushShape::kRound;
  icon_button(ui, icon::kCircle, "brush.round", "brush.shape round", "Round brush", round);
  ImGui::SameLine(0, ui.px(2));
  icon_button(ui, icon::kSquare, "brush.square", "brush.shape square", "Square brush", !round);
  // Draws the terrains, two in each row.
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
      if (!paints_terrain(s.tool) || s.tool == Tool::kErase || s.tool == Tool::kPick) ui.run("tool.select brush");
    }
    describe(ui, Text("terrain.{}", info.name), terrain_title(s.terrain_looks, terrain), ui.keys_of(line),
             terrain == Terrain::kOut ? "No agent enters it" : "Click to paint with it");
    const float text_y = at.y + (row_height - ImGui::GetTextLineHeight()) / 2;
    ImGui::SetCursorPos({at.x + ui.px(5), at.y + (row_height - ui.px(15)) / 2});
    terrain_swatch(ui, s.terrain_looks, terrain, ui.px(15));
    ImGui::SetCursorPos({at.x + ui.px(34), text_y});
    draw_text(terrain_title(s.terrain_looks, terrain));
  }
  // The last cell of these rows has a button for names, colours and weights.
  ImGui::SetCursorPos({first.x + width + ui.px(4), first.y + 2 * (row_height + ui.px(2))});
  button(ui, "Terrains...", "terrains.show", "ui.show terrains on",
         "Names, colours and weights of terrains on this map", {.width = width});
  ImGui::SetCursorPos({first.x, first.y + 3 * (row_height + ui.px(2))});
  ImGui::Dummy({0, ui.px(2)});
}

namespace {

// The list of planners, which is shown if no other tab of its place is open.
constexpr PanelTab kPlannerList{"Planners", "tab.planners", "The planners with their settings",
                                LeftPanelSection::kPlanners, draw_planners};

// Draws the titles of the tabs of the place, in as many columns as fit. They stay where they are, whichever tab is
// open. A click opens a tab, a second one closes it.
void draw_titles(Ui& ui, LeftPanelSection place, std::span<const PanelTab* const> tabs, const PanelTab* shown) {
  const FontScope small(ui.fonts().small);
  const StyleScope padding(ImGuiStyleVar_FramePadding, {ui.px(4), ui.px(4)});
  float widest = 0;
  for (const PanelTab* tab : tabs) widest = std::max(widest, text_width(tab->title));
  const float gap = ui.px(4), room = ImGui::GetContentRegionAvail().x;
  const float need = widest + 2 * ImGui::GetStyle().FramePadding.x + ui.px(2);
  const auto columns = static_cast<size_t>(std::max((room + gap) / (need + gap), 1.0f));
  const auto count = static_cast<float>(std::min(columns, tabs.size()));
  const float width = std::floor((room - gap * (count - 1)) / count);
  const StyleScope spacing(ImGuiStyleVar_ItemSpacing, {gap, gap});
  for (size_t i = 0; i < tabs.size(); ++i) {
    const PanelTab& tab = *tabs[i];
    const bool open = &tab == shown;
    if (i % columns != 0) ImGui::SameLine(0, gap);
    if (button(ui, tab.title, tab.name, {}, tab.help, {.width = width, .on = open})) {
      ui.show_tab(open || &tab == &kPlannerList ? place_name(place) : std::string_view(tab.name));
    }
  }
  ImGui::Dummy({0, ui.px(2)});
}

// Draws the open tab below the titles of all. It scrolls by itself, unless the panel is so low that all scrolls.
void draw_open_tab(Ui& ui, Lab& lab, const PanelTab& tab) {
  const IdScope id(tab.name);
  const bool scrolls = ImGui::GetContentRegionAvail().y > ui.px(220);
  if (scrolls) ImGui::BeginChild("content", {0, 0}, false, ImGuiWindowFlags_NavFlattened);
  tab.draw(ui, lab);
  ImGui::Dummy({0, ui.px(2)});
  if (scrolls) ImGui::EndChild();
}

// Returns the tab that is open when a section is shown for the first time.
std::string_view first_tab(LeftPanelSection place) {
  switch (place) {
    case LeftPanelSection::kMap:
      return "tab.map";
    case LeftPanelSection::kCrowd:
      return "tab.crowd";
    case LeftPanelSection::kLearn:
      return "tab.lessons";
    case LeftPanelSection::kPlanners:
      break;
  }
  return place_name(place);
}

}  // namespace

void draw_paint_tab(Ui& ui, Lab& lab) {
  draw_brush(ui, lab);
  for (const FeaturePanel& panel : feature_panels()) {
    if (panel.tab.title == nullptr && panel.tab.draw != nullptr) panel.tab.draw(ui, lab);
  }
}

void draw_generate_tab(Ui& ui, Lab&) {
  const StyleScope padding(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  const float half = std::floor((ImGui::GetContentRegionAvail().x - ui.px(4)) / 2);
  button(ui, "Generate...", "generate.open", "ui.show generate on", "Rooms, maze, cave, random obstacles, forest, city",
         {.width = half});
  ImGui::SameLine(0, ui.px(4));
  button(ui, "Empty map...", "generate.new", "ui.show new on", "A map of ground alone", {.width = half});
  note(ui, "Maps that come with Strata are under File > Stock files.");
}

// Shows a tab that a tool or a command asks for. A tool that paints asks for the tab of terrains, unless the tab of
// the crowd is open, as painting is part of its use; the tool of a feature asks for the tab of the feature.
bool LeftPanel::show_requested_tab(Ui& ui, const Lab& lab) {
  const Tool tool = lab.state().tool;
  std::string_view tool_tab = paints_terrain(tool) ? first_tab(LeftPanelSection::kMap) : "";
  if (const FeatureTool* own = feature_tool(tool)) tool_tab = own->tab;
  const bool keeps = paints_terrain(tool) && std::ranges::any_of(feature_panels(), [&](const FeaturePanel& panel) {
                       return panel.tab.place == LeftPanelSection::kCrowd && ui.tab() == panel.tab.name;
                     });
  if (!tool_tab.empty() && tool_tab != tool_tab_ && !keeps) ui.show_tab(tool_tab);
  tool_tab_ = tool_tab;
  const TabRequest& request = lab.state().tab_request;
  const bool by_command = std::exchange(requests_, request.times) != request.times;
  if (by_command) ui.show_tab(request.tab);
  if (tab_named(ui.tab()) == nullptr && ui.tab() != place_name(place_of(ui.tab()))) {
    ui.show_tab(first_tab(LeftPanelSection::kMap));
  }
  return by_command;
}

void LeftPanel::show_place(Ui& ui, LeftPanelSection place) {
  std::string_view& last = last_tabs_[static_cast<size_t>(place)];
  ui.show_tab(last.empty() ? first_tab(place) : last);
}

void LeftPanel::draw(Ui& ui, Lab& lab, bool tools) {
  const LeftPanelSection place = place_of(ui.tab());
  last_tabs_[static_cast<size_t>(place)] = ui.tab();
  // Each section has its own scroll position.
  ImGui::PushID(place_name(place).data());
  ImGui::BeginChild("tab", {0, 0}, false, ImGuiWindowFlags_NavFlattened);
  if (place == LeftPanelSection::kMap && tools) draw_tools(ui, lab);
  const bool compares = place == LeftPanelSection::kPlanners;
  // The vector is static so that its memory is reused.
  static std::vector<const PanelTab*> tabs;
  tabs.clear();
  if (compares) tabs.push_back(&kPlannerList);
  for (const PanelTab& tab : all_tabs()) {
    if (tab.place != place || unfolds_in_list(tab) || !tab_fits(tab, lab)) continue;
    tabs.insert(tab.name == first_tab(place) ? tabs.begin() : tabs.end(), &tab);
  }
  const auto open = std::ranges::find_if(tabs, [&](const PanelTab* tab) { return ui.tab() == tab->name; });
  const bool first = compares || tabs.size() == 1;
  const PanelTab* shown = open != tabs.end() ? *open : first ? tabs[0] : nullptr;
  if (tabs.size() > 1) draw_titles(ui, place, tabs, shown);
  if (shown != nullptr) draw_open_tab(ui, lab, *shown);
  ImGui::EndChild();
  ImGui::PopID();
}

}  // namespace strata
