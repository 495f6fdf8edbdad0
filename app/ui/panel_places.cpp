#include "app/ui/panel_places.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "app/ui/left_panel.hpp"
#include "app/ui/panel_agent.hpp"
#include "app/ui/panel_analysis.hpp"
#include "app/ui/panel_glossary.hpp"
#include "app/ui/panel_stepping.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

struct PanelSectionRow {
  const char* title;
  const char* name;
  const char* help;
};

// The sections of the left panel; index: LeftPanelSection.
constexpr PanelSectionRow kPlaceRows[kLeftPanelSections] = {
    {"Edit", "place.map", "Paint and generate the map, and say how the agent moves on it"},
    {"Compare", "place.planners", "Choose planners, see what each of them builds, and compare them over many queries"},
    {"Crowd", "place.crowd", "Thousands of agents that walk over the map"},
    {"Learn", "place.learn", "Lessons, figures of the papers, the terms of the field, and how a search is stepped"},
};

// The places in the order of their icons.
constexpr LeftPanelSection kIconOrder[kLeftPanelSections] = {LeftPanelSection::kLearn, LeftPanelSection::kPlanners,
                                                             LeftPanelSection::kMap, LeftPanelSection::kCrowd};

// Names of earlier versions, which scripts may have, and titles.
constexpr std::pair<std::string_view, std::string_view> kOtherNames[] = {
    {"analysis", "tab.scenario"},      {"place.analysis", "tab.scenario"}, {"compare", "place.planners"},
    {"tab.compare", "place.planners"}, {"tab.planners", "place.planners"}, {"edit", "place.map"}};

constexpr PanelTab kOwnTabs[] = {
    {"Paint", "tab.map", "Brush and terrains", LeftPanelSection::kMap, draw_paint_tab},
    {"Agent and rules", "tab.agent", "How the agent moves, how large it is, what it enters", LeftPanelSection::kMap,
     draw_agent_tab},
    {"Generate", "tab.generate", "An empty map, or a generated one", LeftPanelSection::kMap, draw_generate_tab},
    {"Glossary", "tab.glossary", "The terms of the field, with their meanings", LeftPanelSection::kLearn,
     draw_glossary_tab},
    {"Stepping", "tab.stepping", "How a search is stepped, with the keys", LeftPanelSection::kLearn, draw_stepping_tab},
    {"Effort by phase", "tab.effort", "Which phase of each search expands how many nodes", LeftPanelSection::kPlanners,
     draw_effort_tab},
};

// Draws the icon of the section about the map: a map with grid lines.
void map_icon(ImDrawList* list, ImVec2 at, float r, ImU32 ink, float line) {
  list->AddRect({at.x - r, at.y - r}, {at.x + r, at.y + r}, ink, line * 1.5f, 0, line);
  for (const float share : {-0.34f, 0.34f}) {
    list->AddLine({at.x + share * r, at.y - r}, {at.x + share * r, at.y + r}, ink, line * 0.7f);
    list->AddLine({at.x - r, at.y + share * r}, {at.x + r, at.y + share * r}, ink, line * 0.7f);
  }
  list->AddRectFilled({at.x - r, at.y - r}, {at.x - 0.34f * r, at.y + 0.34f * r}, ink);
  list->AddRectFilled({at.x + 0.34f * r, at.y + 0.34f * r}, {at.x + r, at.y + r}, ink);
}

// Draws the icon of the place for learning: an open book.
void learn_icon(ImDrawList* list, ImVec2 at, float r, ImU32 ink, float line) {
  for (const float side : {-1.0f, 1.0f}) {
    const ImVec2 page[] = {{at.x, at.y - r * 0.6f},
                           {at.x + side * r, at.y - r * 0.85f},
                           {at.x + side * r, at.y + r * 0.6f},
                           {at.x, at.y + r * 0.85f}};
    list->AddPolyline(page, 4, ink, 0, line);
  }
  list->AddLine({at.x, at.y - r * 0.6f}, {at.x, at.y + r * 0.85f}, ink, line);
}

// Draws the icon of the section about crowds: three agents.
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

// Draws the icon of the place for comparing: bars over an axis.
void compare_icon(ImDrawList* list, ImVec2 at, float r, ImU32 ink, float line) {
  list->AddLine({at.x - r, at.y - r}, {at.x - r, at.y + r}, ink, line);
  list->AddLine({at.x - r, at.y + r}, {at.x + r, at.y + r}, ink, line);
  const float heights[] = {0.7f, 1.6f, 1.1f};
  for (int i = 0; i < 3; ++i) {
    const float x = at.x - r * 0.62f + r * 0.56f * static_cast<float>(i);
    list->AddRectFilled({x, at.y + r - heights[i] * r}, {x + r * 0.36f, at.y + r - line}, ink);
  }
}

constexpr void (*kPlaceIcons[kLeftPanelSections])(ImDrawList*, ImVec2, float, ImU32, float) = {map_icon, compare_icon,
                                                                                               crowd_icon, learn_icon};

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

std::string_view place_name(LeftPanelSection place) { return kPlaceRows[static_cast<size_t>(place)].name; }
std::string_view place_title(LeftPanelSection place) { return kPlaceRows[static_cast<size_t>(place)].title; }

LeftPanelSection place_of(std::string_view name) {
  for (size_t i = 0; i < kLeftPanelSections; ++i) {
    if (name == kPlaceRows[i].name) return static_cast<LeftPanelSection>(i);
  }
  const PanelTab* tab = tab_named(name);
  return tab != nullptr ? tab->place : LeftPanelSection::kMap;
}

std::string_view full_name(std::string_view name) {
  for (const PanelSectionRow& row : kPlaceRows) {
    if (row.name == name || std::string_view(row.name).substr(6) == name) return row.name;
  }
  for (const PanelTab& tab : all_tabs()) {
    if (tab.name == name || std::string_view(tab.name).substr(4) == name) return tab.name;
  }
  const auto* other = std::ranges::find(kOtherNames, name, &std::pair<std::string_view, std::string_view>::first);
  return other != std::end(kOtherNames) ? other->second : std::string_view();
}

std::optional<LeftPanelSection> draw_places(Ui& ui, float height_of_all, std::optional<LeftPanelSection> chosen) {
  std::optional<LeftPanelSection> clicked;
  const FontScope small(ui.fonts().small);
  const float width = ImGui::GetContentRegionAvail().x;
  const float room = height_of_all / kLeftPanelSections - ImGui::GetStyle().ItemSpacing.y;
  const float height = std::floor(std::clamp(room, ui.px(8), ui.px(54)));
  const bool titled = height >= ui.px(40);
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (const LeftPanelSection place : kIconOrder) {
    const PanelSectionRow& row = kPlaceRows[static_cast<size_t>(place)];
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
    kPlaceIcons[static_cast<size_t>(place)](list, {std::floor(at.x + width / 2) + 0.5f, std::floor(middle) + 0.5f}, r,
                                            ink, ui.px(1.4f));
    if (!titled) continue;
    const float text = text_width(row.title);
    list->AddText(
        {std::floor(at.x + (width - text) / 2), std::floor(at.y + height - ImGui::GetTextLineHeight() - ui.px(5))}, ink,
        row.title);
  }
  return clicked;
}

}  // namespace strata
