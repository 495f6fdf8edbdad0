#include "app/ui/panel_tools.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/base/icons.hpp"
#include "app/base/key_bindings.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/menu_model.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/panel_agent.hpp"
#include "app/ui/panel_layers.hpp"
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
  const SliderFrame frame(ui, "Radius", "brush.radius", ui.px(52), ui.px(64));
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
    describe(ui, Text("terrain.{}", info.name), info.name, bound_keys(line),
             terrain == Terrain::kOut ? "No agent enters it" : "Click to paint with it");
    const float text_y = at.y + (row_height - ImGui::GetTextLineHeight()) / 2;
    ImGui::SetCursorPos({at.x + ui.px(5), at.y + (row_height - ui.px(15)) / 2});
    terrain_swatch(ui, terrain, ui.px(15));
    ImGui::SetCursorPos({at.x + ui.px(34), text_y});
    draw_text(info.name);
  }
  ImGui::SetCursorPos({first.x, first.y + 3 * (row_height + ui.px(2))});
  ImGui::Dummy({0, ui.px(2)});
}

void draw_map_tab(Ui& ui, Lab& lab) {
  if (section(ui, "Brush", "section.brush")) draw_brush(ui, lab);
  if (section(ui, "Layers", "section.layers")) draw_layers(ui, lab);
}

constexpr PanelTab kOwnTabs[] = {
    {"Map", "tab.map", "Brush, terrains, and what is drawn", StructureId::kMoves, draw_map_tab},
    {"Agent", "tab.agent", "How it moves, how large it is, what it enters", StructureId::kMoves, draw_agent_tab},
};

std::span<const PanelTab> all_tabs() {
  static const std::vector<PanelTab> tabs = [] {
    std::vector<PanelTab> list(std::begin(kOwnTabs), std::end(kOwnTabs));
    for (const FeaturePanel& panel : feature_panels()) {
      if (panel.tab.title != nullptr) list.push_back(panel.tab);
    }
    return list;
  }();
  return tabs;
}

// Draws the tabs as a list that opens, used if their rows would take most of the panel.
int draw_tab_choice(Ui& ui, std::span<const PanelTab> tabs, int chosen) {
  int clicked = -1;
  ImGui::SetNextItemWidth(-1);
  if (ImGui::BeginCombo("##tab", tabs[static_cast<size_t>(chosen)].title, ImGuiComboFlags_HeightLargest)) {
    for (size_t i = 0; i < tabs.size(); ++i) {
      if (ImGui::Selectable(tabs[i].title, static_cast<int>(i) == chosen)) clicked = static_cast<int>(i);
      describe(ui, tabs[i].name, tabs[i].help);
    }
    ImGui::EndCombo();
  }
  ui.mark("tab.choice");
  return clicked;
}

// Draws the tabs in as few rows as needed, each row as wide as the panel.
int draw_tab_rows(Ui& ui, const Lab& lab, std::span<const PanelTab> tabs, int chosen) {
  const float room = ImGui::GetContentRegionAvail().x;
  const float gap = ui.px(2);
  const auto width_of = [&](const PanelTab& tab) { return std::ceil(text_width(tab.title) + ui.px(12)); };
  // Returns the number of rows if no row is wider than `limit`.
  const auto rows_within = [&](float limit) {
    int rows = 1;
    float used = 0;
    for (const PanelTab& tab : tabs) {
      const float width = width_of(tab);
      if (used > 0 && used + gap + width > limit) {
        ++rows;
        used = 0;
      }
      used += (used > 0 ? gap : 0) + width;
    }
    return rows;
  };
  // The narrowest limit with the same number of rows makes the rows even.
  const int rows = rows_within(room);
  const float height = std::floor(ImGui::GetTextLineHeight() + ui.px(9));
  if (static_cast<float>(rows) * (height + gap) > ImGui::GetContentRegionAvail().y * 0.45f) {
    return draw_tab_choice(ui, tabs, chosen);
  }
  float limit = room;
  while (limit > ui.px(40) && rows_within(limit - ui.px(4)) == rows) limit -= ui.px(4);
  int clicked = -1;
  const ImVec2 first = ImGui::GetCursorPos();
  ImDrawList* list = ImGui::GetWindowDrawList();
  size_t begin = 0;
  for (int row = 0; begin < tabs.size(); ++row) {
    size_t end = begin;
    float used = 0;
    while (end < tabs.size() && (end == begin || used + gap + width_of(tabs[end]) <= limit)) {
      used += (end > begin ? gap : 0) + width_of(tabs[end]);
      ++end;
    }
    const float spare = std::max(room - used, 0.0f) / static_cast<float>(end - begin);
    float x = first.x;
    for (size_t i = begin; i < end; ++i) {
      const PanelTab& tab = tabs[i];
      const bool on = static_cast<int>(i) == chosen;
      const float right = i + 1 == end ? first.x + room : std::floor(x + width_of(tab) + spare);
      ImGui::SetCursorPos({x, first.y + static_cast<float>(row) * (height + gap)});
      ImGui::PushStyleColor(ImGuiCol_Button, on ? theme().accent_soft : theme().panel_title);
      if (!on) ImGui::PushStyleColor(ImGuiCol_Text, theme().text_dim);
      ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 0});
      if (ImGui::Button(tab.title, {right - x, height})) clicked = static_cast<int>(i);
      ImGui::PopStyleVar();
      if (!on) ImGui::PopStyleColor();
      ImGui::PopStyleColor();
      describe(ui, tab.name, tab.help);
      const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
      if (on) {
        list->AddRectFilled({low.x + ui.px(4), high.y - ui.px(2)}, {high.x - ui.px(4), high.y}, to_u32(theme().accent),
                            ui.px(1));
      }
      // A dot marks structures that are on.
      if (tab.structure != StructureId::kMoves && lab.world().has(tab.structure)) {
        list->AddCircleFilled({high.x - ui.px(5), low.y + ui.px(5)}, ui.px(2), to_u32(theme().good));
      }
      x = right + gap;
    }
    begin = end;
  }
  ImGui::Dummy({0, ui.px(1)});
  return clicked;
}

}  // namespace

// Shows the tab of terrains for a tool that paints, unless painting is part of the tab that is open; the feature's tab
// for a feature's tool; and the tab that a command asked for.
void LeftPanel::show_requested_tab(Ui& ui, const Lab& lab) {
  const Tool tool = lab.state().tool;
  std::string_view tool_tab = paints(tool) ? kOwnTabs[0].name : "";
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
}

void LeftPanel::draw(Ui& ui, Lab& lab) {
  const std::span<const PanelTab> tabs = all_tabs();
  int chosen = 0;
  for (size_t i = 0; i < tabs.size(); ++i) {
    if (ui.tab() == tabs[i].name) chosen = static_cast<int>(i);
  }
  const int clicked = draw_tab_rows(ui, lab, tabs, chosen);
  if (clicked >= 0) chosen = clicked;
  const PanelTab& tab = tabs[static_cast<size_t>(chosen)];
  ui.show_tab(tab.name);
  ImGui::PushID(tab.name);  // each tab scrolls on its own
  ImGui::BeginChild("tab", {0, 0}, false, ImGuiWindowFlags_NavFlattened);
  tab.draw(ui, lab);
  ImGui::EndChild();
  ImGui::PopID();
}

}  // namespace strata
