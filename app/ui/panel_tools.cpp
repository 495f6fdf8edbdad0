// The left panel: its tabs, brush and terrain palette. Layers are in panel_layers.cpp, the other tabs in
// panel_settings.cpp and in a file for each structure.

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>

#include "app/base/icons.hpp"
#include "app/ui/panels.hpp"
#include "app/ui/widgets.hpp"
#include "app/window/theme.hpp"

namespace strata {

struct Gui::Tab {
  const char* title;
  const char* name;
  const char* help;
  Structure structure;  // kMoves: none that is switched on and off
  void (Gui::*draw)();
};

// Tabs in as few rows as they need, each as wide as the panel: there are too many for one row.
int Gui::draw_tab_rows(std::span<const Tab> tabs, int chosen) {
  const float room = ImGui::GetContentRegionAvail().x;
  const float gap = px(2);
  const auto width_of = [&](const Tab& tab) { return std::ceil(ImGui::CalcTextSize(tab.title).x + px(12)); };
  // How many rows, none wider than `limit`.
  const auto rows_within = [&](float limit) {
    int rows = 1;
    float used = 0;
    for (const Tab& tab : tabs) {
      const float width = width_of(tab);
      if (used > 0 && used + gap + width > limit) {
        ++rows;
        used = 0;
      }
      used += (used > 0 ? gap : 0) + width;
    }
    return rows;
  };
  // The narrowest limit that keeps their number makes the rows even.
  const int rows = rows_within(room);
  float limit = room;
  while (limit > px(40) && rows_within(limit - px(4)) == rows) limit -= px(4);
  int clicked = -1;
  const ImVec2 first = ImGui::GetCursorPos();
  const float height = std::floor(ImGui::GetTextLineHeight() + px(9));
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
      const Tab& tab = tabs[i];
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
      dump_.mark(tab.name);
      tooltip(*this, tab.help, {});
      const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
      if (on) {
        list->AddRectFilled({low.x + px(4), high.y - px(2)}, {high.x - px(4), high.y}, to_u32(theme().accent), px(1));
      }
      // A dot on what has been switched on.
      if (tab.structure != Structure::kMoves && lab_.world().has(tab.structure)) {
        list->AddCircleFilled({high.x - px(5), low.y + px(5)}, px(2), to_u32(theme().good));
      }
      x = right + gap;
    }
    begin = end;
  }
  ImGui::Dummy({0, px(1)});
  return clicked;
}

void Gui::draw_tools() {
  static constexpr Tab kTabs[] = {
      {"Map", "tab.map", "Brush, terrains, and what is drawn", Structure::kMoves, &Gui::draw_map_tab},
      {"Agent", "tab.agent", "How it moves, how large it is, what it enters", Structure::kMoves, &Gui::draw_agent_tab},
      {"HPA*", "tab.hpa", "Hierarchical path-finding: clusters and levels", Structure::kMoves, &Gui::draw_hpa_tab},
      {"HAA*", "tab.haa", "Hierarchical annotated: agents of several sizes and capabilities", Structure::kHaa,
       &Gui::draw_haa_tab},
      {"Rooms", "tab.rooms", "Room pruning: empty rectangles that searches walk around", Structure::kRooms,
       &Gui::draw_rooms_tab},
      {"Sectors", "tab.sectors", "Sectors: a small graph of regions, on one or two levels", Structure::kSectors,
       &Gui::draw_sectors_tab},
      {"Landmarks", "tab.landmarks", "Landmarks: a better estimate of the way to the goal (ALT)", Structure::kLandmarks,
       &Gui::draw_landmarks_tab},
      {"CH", "tab.ch", "Contraction hierarchies: nodes by importance, shortcuts over those taken out", Structure::kCh,
       &Gui::draw_ch_tab},
      {"Crowd", "tab.crowd", "Thousands of agents that walk over the map", Structure::kTables, &Gui::draw_crowd_tab},
      {"Graph", "tab.graph", "A small graph of your own", Structure::kMoves, &Gui::draw_graph_tab},
  };
  // A tool that paints brings its terrains up.
  const bool draws = state().tool == Tool::kGraph;
  const bool places = state().tool == Tool::kCrowd;
  const bool paints = state().tool != Tool::kSelect && !draws && !places;
  if (paints && !painted_before_) left_tab_ = kTabs[0].name;
  if (draws && !drew_before_) left_tab_ = "tab.graph";
  if (places && !placed_before_) left_tab_ = "tab.crowd";
  placed_before_ = places;
  painted_before_ = paints;
  drew_before_ = draws;
  int chosen = 0;
  for (size_t i = 0; i < std::size(kTabs); ++i) {
    if (left_tab_ == kTabs[i].name) chosen = static_cast<int>(i);
  }
  const int clicked = draw_tab_rows(kTabs, chosen);
  if (clicked >= 0) chosen = clicked;
  const Tab& tab = kTabs[chosen];
  left_tab_ = tab.name;
  ImGui::PushID(tab.name);  // each scrolls on its own
  ImGui::BeginChild("tab", {0, 0});
  (this->*tab.draw)();
  ImGui::EndChild();
  ImGui::PopID();
}

void Gui::draw_map_tab() {
  if (section(*this, "Brush", "section.brush")) draw_brush();
  if (section(*this, "Layers", "section.layers")) draw_layers();
}

void Gui::draw_brush() {
  const LabState& s = state();
  char line[64], mark[64];
  int radius = s.brush.radius;
  setting_label("Radius");
  ImGui::SetNextItemWidth(-px(64));
  if (ImGui::SliderInt("##radius", &radius, 0, 20, radius == 1 ? "%d cell" : "%d cells",
                       ImGuiSliderFlags_AlwaysClamp)) {
    std::snprintf(line, sizeof line, "brush.radius %d", radius);
    run(line);
  }
  dump_.mark("brush.radius");
  tooltip(*this, "Brush size", "Plus, Minus", "0 is one cell");
  ImGui::SameLine(0, px(4));
  const bool round = s.brush.shape == BrushShape::kRound;
  icon_button(*this, icon::kCircle, "brush.round", "brush.shape round", "Round brush", round);
  ImGui::SameLine(0, px(2));
  icon_button(*this, icon::kSquare, "brush.square", "brush.shape square", "Square brush", !round);
  // Terrain slots, two a row.
  const float width = std::floor((ImGui::GetContentRegionAvail().x - px(4)) / 2);
  const ImVec2 first = ImGui::GetCursorPos();
  const float row_height = std::floor(ImGui::GetTextLineHeight() + px(6));
  for (int i = 0; i < kTerrains; ++i) {
    const auto terrain = static_cast<Terrain>(i);
    const TerrainInfo info = terrain_info(terrain);
    ImGui::PushID(i);
    const ImVec2 at(first.x + static_cast<float>(i % 2) * (width + px(4)),
                    first.y + static_cast<float>(i / 2) * (row_height + px(2)));
    ImGui::SetCursorPos(at);
    std::snprintf(line, sizeof line, "terrain.select %.*s", static_cast<int>(info.name.size()), info.name.data());
    if (ImGui::Selectable("##terrain", s.terrain == terrain, 0, {width, row_height})) {
      run(line);
      if (s.tool == Tool::kSelect || s.tool == Tool::kErase || s.tool == Tool::kPick || s.tool == Tool::kGraph ||
          s.tool == Tool::kCrowd)
        run("tool.select brush");
    }
    std::snprintf(mark, sizeof mark, "terrain.%.*s", static_cast<int>(info.name.size()), info.name.data());
    dump_.mark(mark);
    tooltip(*this, info.name, shortcut_of(line),
            terrain == Terrain::kOut ? "No agent enters it" : "Click to paint with it");
    const float text_y = at.y + (row_height - ImGui::GetTextLineHeight()) / 2;
    ImGui::SetCursorPos({at.x + px(5), at.y + (row_height - px(15)) / 2});
    terrain_swatch(*this, terrain, px(15));
    ImGui::SetCursorPos({at.x + px(34), text_y});
    ImGui::Text("%.*s", static_cast<int>(info.name.size()), info.name.data());
    ImGui::PopID();
  }
  ImGui::SetCursorPos({first.x, first.y + 3 * (row_height + px(2))});
  ImGui::Dummy({0, px(2)});
}

}  // namespace strata
