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

constexpr float kStripWidth = 700;  // least width of the three columns, UI pixels

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

void draw_strip(Ui& ui, const Lab& lab, EventLabels& labels, Timeline& timeline, PanelLayout& layout) {
  const float width = ImGui::GetContentRegionAvail().x;
  const auto column = [&](float share) { return std::floor(width * share); };
  ImGui::BeginChild("events", {column(layout.log_share), 0});
  timeline.draw_log(ui, lab, labels);
  ImGui::EndChild();
  draw_edge(ui, "splitter.log", width, layout.log_share);
  ImGui::BeginChild("explain", {column(layout.explain_share), 0}, false, ImGuiWindowFlags_NavFlattened);
  draw_explain(ui, lab, true);
  ImGui::EndChild();
  draw_edge(ui, "splitter.explain", width, layout.explain_share);
  ImGui::BeginChild("code", {0, 0}, false, ImGuiWindowFlags_NavFlattened);
  draw_code(ui, lab, labels, true);
  ImGui::EndChild();
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
