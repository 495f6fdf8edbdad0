#include "app/ui/panel_strip.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/lab/lab.hpp"
#include "app/ui/panel_sections.hpp"
#include "app/ui/panel_timeline.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

// UI pixels.
constexpr float kStripWidth = 700;    // least width of the three columns
constexpr float kLowPanel = 210;      // a lower panel has the timeline in one row
constexpr float kLowStrip = 130;      // in a lower strip the sentence stands above the columns
constexpr float kSentenceAlone = 84;  // in a lower strip there is nothing else

// Which of the columns is shown where there is room for one.
struct StripTab {
  int shown = 0;
};

// Where the edge that is being dragged was grabbed, pixels from its left side.
struct EdgeGrab {
  float x = 0;
};

// Draws the edge at the right of the last column, which drags the share that the column has of the width.
void draw_edge(Ui& ui, const char* name, float width, float& share) {
  const float left = ImGui::GetItemRectMin().x;
  ImGui::SameLine(0, 0);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float thickness = ui.px(7), height = std::max(ImGui::GetContentRegionAvail().y, 1.0f);
  ImGui::InvisibleButton(name, {thickness, height});
  ui.mark(name);
  const bool active = ImGui::IsItemActive();
  if (active || ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  float& grab = ui.kept<EdgeGrab>().x;
  const float mouse = ImGui::GetIO().MousePos.x;
  if (ImGui::IsItemActivated()) {
    grab = mouse - at.x;
  } else if (active) {
    share = std::clamp((mouse - grab - left) / width, kLeastColumn, kMostColumn);
  }
  const float x = std::floor(at.x + thickness / 2);
  ImGui::GetWindowDrawList()->AddLine({x, at.y}, {x, at.y + height},
                                      to_u32(active || ImGui::IsItemHovered() ? theme().accent : theme().border),
                                      ui.px(1));
  ImGui::SameLine(0, 0);
}

}  // namespace

bool strip_fits(const Ui& ui, float width) { return width >= ui.px(kStripWidth); }

namespace {

// Draws the three columns. With `sentence` the sentence of the step is in that of the open list.
void draw_columns(Ui& ui, const Lab& lab, EventLabels& labels, Timeline& timeline, PanelLayout& layout, bool sentence) {
  const float width = ImGui::GetContentRegionAvail().x;
  const auto column = [&](float share) { return std::floor(width * share); };
  ImGui::BeginChild("events", {column(layout.log_share), 0});
  timeline.draw_log(ui, lab, labels);
  ImGui::EndChild();
  draw_edge(ui, "splitter.log", width, layout.log_share);
  ImGui::BeginChild("explain", {column(layout.explain_share), 0}, false, ImGuiWindowFlags_NavFlattened);
  sentence ? draw_explain(ui, lab, true) : draw_explained_lists(ui, lab, true);
  ImGui::EndChild();
  draw_edge(ui, "splitter.explain", width, layout.explain_share);
  ImGui::BeginChild("code", {0, 0}, false, ImGuiWindowFlags_NavFlattened);
  draw_code(ui, lab, labels, true);
  ImGui::EndChild();
}

// Draws what the columns have, one of them at a time.
void draw_tabs(Ui& ui, const Lab& lab, EventLabels& labels, Timeline& timeline) {
  StripTab& tab = ui.kept<StripTab>();
  static constexpr Segment kTabs[] = {{"Open list", 0}, {"Pseudo-code", 1}, {"Event log", 2}};
  if (const auto chosen = segments(ui, "strip", kTabs, tab.shown, "What is shown below the sentence of the step", {})) {
    tab.shown = *chosen;
  }
  ImGui::BeginChild(Text("tab{}", tab.shown), {0, 0}, false, ImGuiWindowFlags_NavFlattened);
  switch (tab.shown) {
    case 0:
      draw_explained_lists(ui, lab, false);
      break;
    case 1:
      draw_code(ui, lab, labels, true);
      break;
    default:
      timeline.draw_log(ui, lab, labels);
  }
  ImGui::EndChild();
}

}  // namespace

void draw_bottom(Ui& ui, const Lab& lab, EventLabels& labels, Timeline& timeline, PanelLayout& layout, float height) {
  const bool wide = strip_fits(ui, ImGui::GetContentRegionAvail().x);
  if (height >= ui.px(kLowPanel)) {
    timeline.draw(ui, lab, labels);
  } else {
    timeline.draw_low(ui, lab, labels);
  }
  const float room = ImGui::GetContentRegionAvail().y;
  if (wide && room >= ui.px(kLowStrip)) return draw_columns(ui, lab, labels, timeline, layout, true);
  const bool rest = room >= ui.px(kSentenceAlone);
  // So that the rest does not move with every step, the sentence has room for two lines at least.
  const float least = rest ? std::ceil(2 * ImGui::GetTextLineHeight()) : 0;
  const float used = draw_step_sentence(ui, lab, rest ? std::max(room * 0.5f, least) : room);
  if (!rest) return;
  if (used < least) ImGui::Dummy({0, least - used - ImGui::GetStyle().ItemSpacing.y});
  wide ? draw_columns(ui, lab, labels, timeline, layout, false) : draw_tabs(ui, lab, labels, timeline);
}

void draw_inspector_card(Ui& ui, const Lab& lab, EventLabels& labels, const Box& map) {
  if (!lab.state().inspected) return;
  const Cell cell = lab.state().inspected->cell;
  const Camera& camera = lab.state().camera;
  const float margin = ui.px(6);
  Box card{0, 0, std::min(ui.px(290), map.width - 2 * margin), std::min(ui.px(270), map.height - 2 * margin)};
  // It stands at the right of the cell, or at its left where there is no room.
  const auto place = [&](double x) { return map.x + static_cast<float>(camera.screen_x(x)); };
  card.x = place(cell.x + 1) + margin;
  if (card.x + card.width > map.x + map.width - margin) card.x = place(cell.x) - margin - card.width;
  card.x = std::round(std::clamp(card.x, map.x + margin, map.x + map.width - margin - card.width));
  const float y = map.y + static_cast<float>(camera.screen_y(cell.y + 0.5)) - ui.px(20);
  card.y = std::round(std::clamp(y, map.y + margin, map.y + map.height - margin - card.height));
  card.width = std::floor(card.width);
  card.height = std::floor(card.height);
  const StyleScope edge(ImGuiStyleVar_WindowBorderSize, ui.px(1));
  const ColorScope outline(ImGuiCol_Border, theme().accent);
  if (!begin_panel("##card", card, ImGuiWindowFlags_NoScrollbar)) return;
  mark_box(ui, "inspector.card", card);
  draw_inspector(ui, lab, labels);
  ImGui::End();
}

}  // namespace strata
