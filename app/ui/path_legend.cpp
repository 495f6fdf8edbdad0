#include "app/ui/path_legend.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string_view>
#include <vector>

#include "app/draw/legend_rows.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/legend_corner.hpp"
#include "app/ui/legend_sign.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

struct PathLegend {
  LegendRows rows;
  // Whether the user wants names to be listed; nullopt: no choice was made.
  std::optional<bool> open;
  LegendCorner corner;
};

// Returns the boxes of this size in the corners of the map.
std::array<Box, LegendCorner::kCorners> corner_boxes(const Box& pane, float margin, float width, float height) {
  const float left = std::floor(pane.x + margin), right = std::floor(pane.x + pane.width - margin - width);
  const float top = std::floor(pane.y + margin), bottom = std::floor(pane.y + pane.height - margin - height);
  return {{{left, bottom, width, height},
           {right, bottom, width, height},
           {right, top, width, height},
           {left, top, width, height}}};
}

}  // namespace

std::optional<bool>& path_key_open(Ui& ui) { return ui.kept<PathLegend>().open; }

void draw_path_legend(Ui& ui, const Lab& lab, const Box& pane) {
  const LabState& s = lab.state();
  if (s.view_count > 1 || s.presentation) return;
  PathLegend& key = ui.kept<PathLegend>();
  const std::vector<LegendRow>& rows = key.rows.find(lab, s.drawn_entries);
  if (rows.empty()) return;
  const size_t entries = rows.size();
  const FontScope small(ui.fonts().small);
  const float swatch_width = ui.px(22), gap = ui.px(6), edge = ui.px(8), arrow = ui.px(14);
  const float line = std::floor(ImGui::GetTextLineHeight() + ui.px(3));
  const char* title = "Legend";
  float widest = text_width(title) + arrow;
  for (const LegendRow& row : rows) {
    widest = std::max(widest, swatch_width + gap + text_width(row.mark.text) + text_width(row.name));
  }
  // If the legend would cover much of the map, it is folded to one line. If the user opens it, it lists as much as
  // there is room for.
  const float padding = ui.px(8);
  const auto room = static_cast<size_t>(std::max((pane.height - ui.px(20) - padding) / line - 1, 1.0f));
  // The last line says how many entries are missing.
  const size_t named = entries <= room ? entries : room - 1;
  const size_t lines = std::min(entries, room);
  const float full = line * static_cast<float>(lines + 1) + padding;
  const bool fits = widest + edge * 2 <= pane.width * 0.4f && full <= pane.height * 0.6f && named == entries;
  const bool shown = key.open.value_or(fits) && widest + edge * 2 <= pane.width - ui.px(20);
  const StyleScope margin(ImGuiStyleVar_WindowPadding, {edge, padding / 2});
  const StyleScope spacing(ImGuiStyleVar_ItemSpacing, {0, 0});
  const StyleScope rounding(ImGuiStyleVar_WindowRounding, ui.px(6));
  const ColorScope ground(ImGuiCol_WindowBg, {theme().panel.x, theme().panel.y, theme().panel.z, 0.9f});
  const float height = shown ? full : line + padding;
  const float width = (shown ? widest : text_width(title) + arrow) + edge * 2;
  // The entries do not take events of the pointer and become transparent under it; only the title is a button.
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto boxes = corner_boxes(pane, ui.px(10), std::ceil(width), std::ceil(height));
  const ScreenPoint pointer{mouse.x, mouse.y};
  const bool on_title = std::ranges::any_of(boxes, [&](const Box& corner) {
    return mouse.x >= corner.x && mouse.x < corner.x + corner.width && mouse.y >= corner.y &&
           mouse.y < corner.y + line + padding / 2;
  });
  const Camera& camera = s.camera;
  const auto mark = [&](Cell cell) {
    return ScreenPoint{pane.x + static_cast<float>(camera.screen_x(cell.x + 0.5)),
                       pane.y + static_cast<float>(camera.screen_y(cell.y + 0.5))};
  };
  const std::array<ScreenPoint, 2> ends{mark(s.query.start), mark(s.query.goal)};
  const float reach = std::max(ui.px(9), static_cast<float>(camera.zoom) * 0.55f);
  const std::optional<size_t> corner = key.corner.choose(boxes, std::span(ends).first(s.has_query ? ends.size() : 0),
                                                         reach, on_title ? nullptr : &pointer, s.seconds);
  // There are marks such as start and goal in all corners.
  if (!corner) return;
  const Box box = boxes[*corner];
  const bool below = mouse.x >= box.x && mouse.x < box.x + box.width && mouse.y >= box.y + line + padding / 2 &&
                     mouse.y < box.y + box.height;
  const StyleScope faint(ImGuiStyleVar_Alpha, below ? 0.25f : 1.0f);
  if (begin_panel("##pathkey", box, ImGuiWindowFlags_NoMouseInputs)) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList* list = ImGui::GetWindowDrawList();
    const ImU32 dim = ImGui::GetColorU32(theme().text_dim), bright = ImGui::GetColorU32(theme().text);
    const float middle = at.y + line * 0.45f, side = ui.px(4);
    if (shown) {
      list->AddTriangleFilled({at.x, middle - side * 0.6f}, {at.x + side * 2, middle - side * 0.6f},
                              {at.x + side, middle + side}, dim);
    } else {
      list->AddTriangleFilled({at.x + side * 0.4f, middle - side}, {at.x + side * 0.4f, middle + side},
                              {at.x + side * 2, middle}, dim);
    }
    list->AddText({at.x + arrow, at.y}, dim, title);
    float y = at.y + line;
    for (size_t i = 0; shown && i < named; ++i) {
      const std::string_view text = rows[i].mark.text, name = rows[i].name;
      draw_legend_sign(ui, lab, rows[i], {at.x, y + ui.px(1)}, swatch_width, line - ui.px(4));
      if (!text.empty()) list->AddText({at.x + swatch_width + gap, y}, bright, text.data(), text.data() + text.size());
      if (!name.empty()) {
        list->AddText({at.x + swatch_width + gap + text_width(text), y}, bright, name.data(),
                      name.data() + name.size());
      }
      y += line;
    }
    if (shown && named < entries) {
      list->AddText({at.x + swatch_width + gap, y}, dim, Text("and {} more", entries - named));
    }
    ImGui::End();
  }
  const ColorScope clear(ImGuiCol_WindowBg, {0, 0, 0, 0});
  if (begin_panel("##pathfold", {box.x, box.y, text_width(title) + arrow + edge * 2, line + padding / 2})) {
    if (ImGui::InvisibleButton("fold", {text_width(title) + arrow, line})) key.open = !shown;
    describe(ui, "paths.key", "The marks and paths on the map", {},
             shown ? "Click to fold" : "Click to see what they mean");
    ImGui::End();
  }
}

}  // namespace strata
