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

// The following sizes are in UI pixels.
constexpr float kStripWidth = 700;  // minimum width of the three columns
// In a lower drawer the row above the columns is left out.
constexpr float kHeadedDrawer = 96;

// The column that is visible if there is room for only one.
struct VisibleStripColumn {
  int shown = 0;
};

// Where the edge was grabbed that is being dragged, in pixels.
struct PanelEdgeGrab {
  float x = 0;
};

// Draws the edge to the right of the column drawn last. Dragging it changes `share`, the part of the width that
// this column has.
void draw_edge(Ui& ui, const char* name, float width, float& share) {
  const float left = ImGui::GetItemRectMin().x;
  ImGui::SameLine(0, 0);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float thickness = ui.px(7), height = std::max(ImGui::GetContentRegionAvail().y, 1.0f);
  ImGui::InvisibleButton(name, {thickness, height});
  ui.mark(name);
  const bool active = ImGui::IsItemActive();
  if (active || ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  float& grab = ui.kept<PanelEdgeGrab>().x;
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

// Draws the event log and the open list below the row about the stepped search, and the pseudo-code beside them, which
// has the whole height.
void draw_columns(Ui& ui, const Lab& lab, EventLabels& labels, Timeline& timeline, PanelLayout& layout, bool headed) {
  const ImVec2 top = ImGui::GetCursorPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const auto column = [&](float share) { return std::floor(width * share); };
  if (headed) timeline.draw_head(ui, lab, column(layout.log_share) + column(layout.explain_share));
  ImGui::BeginChild("events", {column(layout.log_share), 0});
  timeline.draw_log(ui, lab, labels);
  ImGui::EndChild();
  draw_edge(ui, "splitter.log", width, layout.log_share);
  ImGui::BeginChild("explain", {column(layout.explain_share), 0}, false, ImGuiWindowFlags_NavFlattened);
  draw_explained_lists(ui, lab, true);
  ImGui::EndChild();
  draw_edge(ui, "splitter.explain", width, layout.explain_share);
  ImGui::SetCursorPosY(top.y);
  ImGui::BeginChild("code", {0, 0}, false, ImGuiWindowFlags_NavFlattened);
  draw_code(ui, lab, labels, true);
  ImGui::EndChild();
}

// Draws the columns as tabs, of which one is shown.
void draw_tabs(Ui& ui, const Lab& lab, EventLabels& labels, Timeline& timeline, bool headed) {
  if (headed) timeline.draw_head(ui, lab, ImGui::GetContentRegionAvail().x);
  VisibleStripColumn& tab = ui.kept<VisibleStripColumn>();
  static constexpr ControlSegment kTabs[] = {{"Open list", 0}, {"Pseudo-code", 1}, {"Event log", 2}};
  if (const auto chosen = segments(ui, "strip", kTabs, tab.shown, "What is shown above the timeline", {})) {
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

// Draws the drawer with the steps above the strip, in this height.
void draw_drawer(Ui& ui, const Lab& lab, EventLabels& labels, Timeline& timeline, PanelLayout& layout, float height) {
  const bool headed = height >= ui.px(kHeadedDrawer);
  ImGui::BeginChild("drawer", {0, height}, false, ImGuiWindowFlags_NavFlattened);
  if (strip_fits(ui, ImGui::GetContentRegionAvail().x)) {
    draw_columns(ui, lab, labels, timeline, layout, headed);
  } else {
    draw_tabs(ui, lab, labels, timeline, headed);
  }
  ImGui::EndChild();
}

}  // namespace

void draw_bottom(Ui& ui, const Lab& lab, EventLabels& labels, Timeline& timeline, PanelLayout& layout, float height,
                 float strip) {
  const ImVec2 top = ImGui::GetCursorPos();
  const float drawer = std::floor(height - strip);
  const bool has_drawer = drawer >= ui.px(kLeastDrawer);
  if (has_drawer) {
    const float margin = ui.px(2);
    ImGui::SetCursorPosY(margin);
    draw_drawer(ui, lab, labels, timeline, layout, drawer - margin);
    ImGui::SetCursorPos({top.x, drawer + top.y});
  }
  // The strip is the same whether the drawer is open or not, so that nothing moves under the pointer.
  timeline.draw(ui, lab, labels, layout.steps_open && has_drawer);
  (void)draw_step_sentence(ui, lab, ImGui::GetContentRegionAvail().y);
  // A click beside the buttons of the timeline opens the steps.
  const bool beside = ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows) && !ImGui::IsAnyItemHovered();
  // It counts at the release: at the press the pointer may have been over a button one frame before. A drag of the map
  // that ends here is no click.
  const bool pressed_here = ImGui::GetIO().MouseClickedPos[0].y >= ImGui::GetWindowPos().y;
  if (!layout.steps_open && beside && pressed_here && ImGui::IsMouseReleased(0)) ui.run("ui.panel steps on");
}

void draw_inspector_card(Ui& ui, const Lab& lab, EventLabels& labels, const Box& map) {
  if (!lab.state().inspected) return;
  const Cell cell = lab.state().inspected->cell;
  const Camera& camera = lab.state().camera;
  const float margin = ui.px(6);
  Box card{0, 0, std::min(ui.px(290), map.width - 2 * margin), std::min(ui.px(270), map.height - 2 * margin)};
  // The card lies to the right of the cell; if there is no room, to its left.
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
