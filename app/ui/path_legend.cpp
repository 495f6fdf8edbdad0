#include "app/ui/path_legend.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string_view>
#include <vector>

#include "app/base/palette.hpp"
#include "app/draw/search_key.hpp"
#include "app/lab/hidden.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/path_rows.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/ui/legend_corner.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

// The rows whose paths are shown in this frame, and whether the legend is unfolded.
struct PathLegend {
  std::vector<const PlannerRow*> rows;
  SearchKey search;
  std::optional<bool> open;  // what the user wants; nullopt: no choice so far
  LegendCorner corner;
};

// Returns the boxes of this size in the corners of the map below its top and above its foot.
std::array<Box, LegendCorner::kCorners> corner_boxes(const Box& pane, float above, float foot, float margin,
                                                     float width, float height) {
  const float left = std::floor(pane.x + margin), right = std::floor(pane.x + pane.width - margin - width);
  const float top = std::floor(above + margin), bottom = std::floor(foot - margin - height);
  return {{{left, bottom, width, height},
           {right, bottom, width, height},
           {right, top, width, height},
           {left, top, width, height}}};
}

// Draws the sign of a mark on the ground of the map, so that it looks as it does there.
void draw_mark(const Ui& ui, const KeyMark& mark, ImVec2 at, float width, float height) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 high(at.x + width, at.y + height), middle(at.x + width / 2, at.y + height / 2);
  const float alpha = ImGui::GetStyle().Alpha;
  const auto ink = [alpha](Rgba color) { return to_im(faded(color, alpha)); };
  list->AddRectFilled(at, high, ink(terrain_color(Terrain::kGround) | 0xff000000u), ui.px(2));
  const float r = height * 0.32f;
  switch (mark.shape) {
    case KeyShape::kRamp: {
      static constexpr int kParts = 6;
      for (int i = 0; i < kParts; ++i) {
        const auto part = static_cast<float>(i) / kParts, next = static_cast<float>(i + 1) / kParts;
        const auto shade = static_cast<size_t>(kHeatFirst + (255 - kHeatFirst) * i / (kParts - 1));
        list->AddRectFilled({at.x + width * part, at.y}, {at.x + width * next, high.y}, ink(heat_palette()[shade]));
      }
      break;
    }
    case KeyShape::kBox:
      list->AddRectFilled(at, high, ink(mark.color), ui.px(2));
      break;
    case KeyShape::kRing:
      list->AddCircle(middle, r, ink(mark.color), 0, ui.px(1.6f));
      break;
    case KeyShape::kDisc:
      list->AddCircleFilled(middle, r + ui.px(1), ink(palette::kBlack));
      list->AddCircleFilled(middle, r, ink(mark.color));
      break;
    case KeyShape::kSquare:
      list->AddRectFilled({middle.x - r - ui.px(1), middle.y - r - ui.px(1)},
                          {middle.x + r + ui.px(1), middle.y + r + ui.px(1)}, ink(palette::kBlack));
      list->AddRectFilled({middle.x - r, middle.y - r}, {middle.x + r, middle.y + r}, ink(mark.color));
      break;
    case KeyShape::kCurrent:
      list->AddQuadFilled({middle.x - r, middle.y}, {middle.x, middle.y - r}, {middle.x + r, middle.y},
                          {middle.x, middle.y + r}, ink(mark.color));
      list->AddCircle(middle, r + ui.px(1), ink(palette::kBlack), 0, ui.px(1.6f));
      break;
    case KeyShape::kLine:
      add_line_swatch(list, {at.x + ui.px(2), middle.y}, width - ui.px(4), faded(mark.color, alpha),
                      ui.px(std::min(mark.width, 3.0f)), mark.dash);
      break;
  }
}

}  // namespace

std::optional<bool>& path_key_open(Ui& ui) { return ui.kept<PathLegend>().open; }

void draw_path_legend(Ui& ui, const Lab& lab, const Box& pane, float top, float foot) {
  const LabState& s = lab.state();
  if (s.view_count > 1 || s.presentation) return;
  PathLegend& key = ui.kept<PathLegend>();
  std::vector<const PlannerRow*>& rows = key.rows;
  rows.clear();
  if (s.layer(Layer::kPath).on && !hidden_names(lab).hides("path")) find_path_rows(s, rows);
  const std::vector<KeyMark>& marks = key.search.marks(lab, 0);
  if (rows.size() < 2 && marks.empty()) return;
  const size_t entries = marks.size() + rows.size();
  const FontScope small(ui.fonts().small);
  const float swatch_width = ui.px(22), gap = ui.px(6), edge = ui.px(8), arrow = ui.px(14);
  const float line = std::floor(ImGui::GetTextLineHeight() + ui.px(3));
  const char* title = "Legend";
  float widest = text_width(title) + arrow;
  for (const KeyMark& mark : marks) widest = std::max(widest, swatch_width + gap + text_width(mark.text));
  for (const PlannerRow* row : rows) {
    const std::string_view name = s.names.brief(*row->planner);
    widest = std::max(widest, swatch_width + gap + text_width(name));
  }
  // If the legend would cover much of the map, it is one line. If the user opens it, it lists as much as fits.
  const float padding = ui.px(8);
  const auto room = static_cast<size_t>(std::max((foot - top - ui.px(20) - padding) / line - 1, 1.0f));
  const size_t named = entries <= room ? entries : room - 1;  // the last line says how many more there are
  const size_t lines = std::min(entries, room);
  const float full = line * static_cast<float>(lines + 1) + padding;
  const bool fits = widest + edge * 2 <= pane.width * 0.4f && full <= (foot - top) * 0.6f && named == entries;
  const bool shown = key.open.value_or(fits) && widest + edge * 2 <= pane.width - ui.px(20);
  const StyleScope margin(ImGuiStyleVar_WindowPadding, {edge, padding / 2});
  const StyleScope spacing(ImGuiStyleVar_ItemSpacing, {0, 0});
  const StyleScope rounding(ImGuiStyleVar_WindowRounding, ui.px(6));
  const ColorScope ground(ImGuiCol_WindowBg, {theme().panel.x, theme().panel.y, theme().panel.z, 0.9f});
  const float height = shown ? full : line + padding;
  const float width = (shown ? widest : text_width(title) + arrow) + edge * 2;
  // The entries let the pointer through to the map, and fade below it; only the title is a button.
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto boxes = corner_boxes(pane, top, foot, ui.px(10), std::ceil(width), std::ceil(height));
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
  if (!corner) return;  // start and goal leave no corner free
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
      if (i < marks.size()) {
        draw_mark(ui, marks[i], {at.x, y + ui.px(1)}, swatch_width, line - ui.px(4));
        list->AddText({at.x + swatch_width + gap, y}, bright, marks[i].text.data(),
                      marks[i].text.data() + marks[i].text.size());
        y += line;
        continue;
      }
      const PlannerRow& row = *rows[i - marks.size()];
      const PlannerStyle style = planner_style(row.planner->name);
      const std::string_view name = s.names.brief(*row.planner);
      ImGui::SetCursorScreenPos({at.x, y});
      const float dash = row.result.has_partial_path() ? kPartialPathDash : style.dash;
      line_swatch(on_panel(style.color), ui.px(3), dash, swatch_width);
      list->AddText({at.x + swatch_width + gap, y}, bright, name.data(), name.data() + name.size());
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
