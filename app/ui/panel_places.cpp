#include "app/ui/panel_places.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/ui/panel_agent.hpp"
#include "app/ui/panel_analysis.hpp"
#include "app/ui/panel_tools.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

struct PlaceRow {
  const char* title;
  const char* name;
  const char* help;
};

// The places, by ScreenPlace.
constexpr PlaceRow kPlaceRows[kScreenPlaces] = {
    {"Map", "place.map", "Paint and generate the map, and say how the agent moves on it"},
    {"Planners", "place.planners", "Choose planners, and see what each of them builds"},
    {"Crowd", "place.crowd", "Thousands of agents that walk over the map"},
    {"Analysis", "place.analysis", "Compare planners over scenarios, and find out what a path costs, and why"},
};

constexpr PanelTab kOwnTabs[] = {
    {"Paint", "tab.map", "Brush and terrains", ScreenPlace::kMap, draw_paint_tab},
    {"Agent and rules", "tab.agent", "How the agent moves, how large it is, what it enters", ScreenPlace::kMap,
     draw_agent_tab},
    {"Generate", "tab.generate", "An empty map, or a generated one", ScreenPlace::kMap, draw_generate_tab},
    {"Comparison", "tab.compare", "Choose which planners are compared; the results are in the right panel",
     ScreenPlace::kAnalysis, draw_compared_tab},
    {"Effort by phase", "tab.effort", "Which phase of each search expands how many nodes", ScreenPlace::kAnalysis,
     draw_effort_tab},
};

// A sheet of map squares.
void map_icon(ImDrawList* list, ImVec2 at, float r, ImU32 ink, float line) {
  list->AddRect({at.x - r, at.y - r}, {at.x + r, at.y + r}, ink, line * 1.5f, 0, line);
  for (const float share : {-0.34f, 0.34f}) {
    list->AddLine({at.x + share * r, at.y - r}, {at.x + share * r, at.y + r}, ink, line * 0.7f);
    list->AddLine({at.x - r, at.y + share * r}, {at.x + r, at.y + share * r}, ink, line * 0.7f);
  }
  list->AddRectFilled({at.x - r, at.y - r}, {at.x - 0.34f * r, at.y + 0.34f * r}, ink);
  list->AddRectFilled({at.x + 0.34f * r, at.y + 0.34f * r}, {at.x + r, at.y + r}, ink);
}

// A path over nodes.
void planners_icon(ImDrawList* list, ImVec2 at, float r, ImU32 ink, float line) {
  const ImVec2 nodes[] = {{at.x - r * 0.8f, at.y + r * 0.75f},
                          {at.x - r * 0.35f, at.y - r * 0.5f},
                          {at.x + r * 0.35f, at.y + r * 0.3f},
                          {at.x + r * 0.8f, at.y - r * 0.75f}};
  list->AddPolyline(nodes, 4, ink, 0, line);
  list->AddCircleFilled(nodes[0], r * 0.28f, ink);
  list->AddCircleFilled(nodes[1], r * 0.18f, ink);
  list->AddCircleFilled(nodes[2], r * 0.18f, ink);
  list->AddCircle(nodes[3], r * 0.26f, ink, 0, line);
}

// Three agents.
void crowd_icon(ImDrawList* list, ImVec2 at, float r, ImU32 ink, float line) {
  const auto agent = [&](float x, float y, float size) {
    list->AddCircleFilled({at.x + x * r, at.y + (y - 0.5f * size) * r}, 0.32f * size * r, ink);
    list->PathArcTo({at.x + x * r, at.y + (y + 0.75f * size) * r}, 0.5f * size * r, 3.1416f, 6.2832f);
    list->PathStroke(ink, 0, line);
  };
  agent(-0.62f, -0.1f, 0.8f);
  agent(0.62f, -0.1f, 0.8f);
  agent(0, 0.2f, 1);
}

// Bars of a chart over an axis.
void analysis_icon(ImDrawList* list, ImVec2 at, float r, ImU32 ink, float line) {
  list->AddLine({at.x - r, at.y - r}, {at.x - r, at.y + r}, ink, line);
  list->AddLine({at.x - r, at.y + r}, {at.x + r, at.y + r}, ink, line);
  const float heights[] = {0.7f, 1.6f, 1.1f};
  for (int i = 0; i < 3; ++i) {
    const float x = at.x - r * 0.62f + r * 0.56f * static_cast<float>(i);
    list->AddRectFilled({x, at.y + r - heights[i] * r}, {x + r * 0.36f, at.y + r - line}, ink);
  }
}

constexpr void (*kPlaceIcons[kScreenPlaces])(ImDrawList*, ImVec2, float, ImU32, float) = {map_icon, planners_icon,
                                                                                          crowd_icon, analysis_icon};

}  // namespace

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

bool tab_fits(const PanelTab& tab, const Lab& lab) {
  return std::ranges::none_of(feature_panels(), [&](const FeaturePanel& panel) {
    return panel.tab.name == tab.name && panel.fits != nullptr && !panel.fits(lab);
  });
}

const PanelTab* tab_named(std::string_view name) {
  const auto found = std::ranges::find_if(all_tabs(), [&](const PanelTab& tab) { return tab.name == name; });
  return found == all_tabs().end() ? nullptr : &*found;
}

std::string_view place_name(ScreenPlace place) { return kPlaceRows[static_cast<size_t>(place)].name; }
std::string_view place_title(ScreenPlace place) { return kPlaceRows[static_cast<size_t>(place)].title; }

ScreenPlace place_of(std::string_view name) {
  for (size_t i = 0; i < kScreenPlaces; ++i) {
    if (name == kPlaceRows[i].name) return static_cast<ScreenPlace>(i);
  }
  const PanelTab* tab = tab_named(name);
  return tab != nullptr ? tab->place : ScreenPlace::kMap;
}

std::string_view full_name(std::string_view name) {
  for (const PlaceRow& row : kPlaceRows) {
    if (std::string_view(row.name).substr(6) == name) return row.name;
  }
  for (const PanelTab& tab : all_tabs()) {
    if (tab.name == name || std::string_view(tab.name).substr(4) == name) return tab.name;
  }
  return {};
}

std::optional<ScreenPlace> draw_places(Ui& ui, ScreenPlace chosen) {
  std::optional<ScreenPlace> clicked;
  const FontScope small(ui.fonts().small);
  const float width = ImGui::GetContentRegionAvail().x;
  // All places are visible, however low the window is.
  const float room = ImGui::GetContentRegionAvail().y / kScreenPlaces - ui.px(4);
  const float height = std::floor(std::min(ui.px(54), std::max(room, ui.px(20))));
  const bool titled = height >= ui.px(40);
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (size_t i = 0; i < kScreenPlaces; ++i) {
    const PlaceRow& row = kPlaceRows[i];
    const auto place = static_cast<ScreenPlace>(i);
    const bool on = place == chosen;
    const IdScope id(row.name);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::InvisibleButton("place", {width, height})) clicked = place;
    const bool hovered = ImGui::IsItemHovered();
    describe(ui, row.name, row.help);
    if (on || hovered) {
      list->AddRectFilled(at, {at.x + width, at.y + height}, to_u32(on ? theme().accent_soft : theme().hover),
                          ui.px(4));
    }
    if (on) list->AddRectFilled(at, {at.x + ui.px(3), at.y + height}, to_u32(theme().accent), ui.px(1));
    const ImU32 ink = to_u32(on ? theme().text : theme().text_dim);
    const float r = std::min(ui.px(9), height * 0.3f);
    const float middle = titled ? at.y + ui.px(6) + r : at.y + height / 2;
    kPlaceIcons[i](list, {std::floor(at.x + width / 2) + 0.5f, std::floor(middle) + 0.5f}, r, ink, ui.px(1.4f));
    if (!titled) continue;
    const float text = text_width(row.title);
    list->AddText(
        {std::floor(at.x + (width - text) / 2), std::floor(at.y + height - ImGui::GetTextLineHeight() - ui.px(5))}, ink,
        row.title);
  }
  return clicked;
}

}  // namespace strata
