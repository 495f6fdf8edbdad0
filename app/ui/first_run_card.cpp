#include "app/ui/first_run_card.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/base/icons.hpp"
#include "app/lab/first_run.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/hint_place.hpp"
#include "app/ui/imgui_versions.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

// Width of the card, and the least height of a view that has room for it, in UI pixels.
constexpr float kCardWidth = 330, kLeastView = 160;
constexpr const char* kCardTitle = "The first minute";

// For how many frames the card has been brought to the front since it was opened.
struct FirstRunCardState {
  int raises = 0;
};

// The hint of the last frame and its text.
struct HintTextCache {
  std::optional<Hint> hint;
  // The terrain that the hint to paint names.
  Terrain terrain = Terrain::kGround;
  std::string text;
};

}  // namespace

namespace {

// Returns the box of the card. It is in the lower right corner of `pane`; or where it covers neither start nor goal, in
// the pane or, if that is not possible, anywhere in the window.
Box card_box(const Lab& lab, const Box& map, const Box& window, const Box& pane, float width, float height,
             const Ui& ui) {
  const LabState& s = lab.state();
  const auto mark = [&](Cell cell) {
    return ScreenPoint{map.x + static_cast<float>(s.camera.screen_x(cell.x + 0.5)),
                       map.y + static_cast<float>(s.camera.screen_y(cell.y + 0.5))};
  };
  const std::array<ScreenPoint, 2> ends{mark(s.query.start), mark(s.query.goal)};
  const std::span<const ScreenPoint> marks = std::span(ends).first(s.has_query ? ends.size() : 0);
  const float reach = std::max(ui.px(11), static_cast<float>(s.camera.zoom) * 0.6f);
  const ScreenPoint usual{std::floor(pane.x + pane.width - width - ui.px(6)),
                          std::floor(pane.y + pane.height - height - ui.px(6))};
  for (const Box& area : {pane, window}) {
    if (const auto found = place_card(area, usual, width, height, marks, reach)) return *found;
  }
  return {usual.x, usual.y, width, height};
}

}  // namespace

void draw_first_run(Ui& ui, const Lab& lab, const Box& map, const Box& window) {
  FirstRunCardState& memory = ui.kept<FirstRunCardState>();
  if (!lab.state().first_run) {
    memory.raises = 0;
    return;
  }
  const float padding = ui.px(10), gap = ui.px(6), close = ui.px(24);
  // If the view of the map is too small for the card, the card also covers panels.
  const bool fits = map.width >= ui.px(kCardWidth) && map.height >= ui.px(kLeastView);
  const Box& pane = fits ? map : window;
  const float width = std::floor(std::min(ui.px(kCardWidth), pane.width - ui.px(12)));
  const float room = width - 2 * padding;
  if (room < ui.px(60)) return;
  const float height = std::ceil(2 * padding + ImGui::GetFrameHeight() + gap + wrapped_height(kFirstRunText, room));
  const StyleScope margin(ImGuiStyleVar_WindowPadding, {padding, padding});
  const StyleScope rounding(ImGuiStyleVar_WindowRounding, ui.px(8));
  const StyleScope edge(ImGuiStyleVar_WindowBorderSize, ui.px(1));
  const StyleScope spacing(ImGuiStyleVar_ItemSpacing, {gap, gap});
  const ColorScope outline(ImGuiCol_Border, theme().accent);
  const Box box = card_box(lab, map, window, pane, width, height, ui);
  if (!begin_panel("##first_run", box, ImGuiWindowFlags_NoScrollbar)) return;
  mark_box(ui, "first_run", box);
  // Dear ImGui needs a frame before it knows where a new window lies among the others. Menus that are opened later lie
  // in front of the card.
  static constexpr int kRaises = 3;
  if (memory.raises < kRaises) imgui::bring_to_front();
  memory.raises = std::min(memory.raises + 1, kRaises);
  const float step = text_width(kFirstRunButton) + ui.px(24);
  {
    const FontScope bold(ui.fonts().bold);
    ImGui::AlignTextToFramePadding();
    draw_text(shortened(kCardTitle, room - step - close - 2 * gap));
  }
  ImGui::SameLine(width - padding - close - gap - step);
  {
    const ColorScope ground(ImGuiCol_Button, theme().accent_soft);
    if (button(ui, kFirstRunButton.data(), "first_run.step", "", "A* is stepped from its first event on",
               {.width = step})) {
      for (const std::string_view line : kFirstRunLines) ui.run(std::string(line));
    }
  }
  ImGui::SameLine(width - padding - close);
  button(ui, ui.fonts().icons ? icon::kClose : "x", "first_run.close", "ui.show first_run off", "Close for good",
         {.width = close, .hint = "Help > First minute opens it again"});
  text_colored_wrapped(theme().text, kFirstRunText);
  ImGui::End();
}

void draw_hint(Ui& ui, const Lab& lab, const Box& pane) {
  const LabState& s = lab.state();
  const std::optional<Hint> hint = hint_now(lab);
  if (!hint) return;
  HintTextCache& memory = ui.kept<HintTextCache>();
  if (memory.hint != hint || memory.terrain != s.terrain) memory = {hint, s.terrain, hint_text(lab, *hint)};
  const Camera& camera = s.camera;
  const auto mark = [&](Cell cell) {
    return ScreenPoint{pane.x + static_cast<float>(camera.screen_x(cell.x + 0.5)),
                       pane.y + static_cast<float>(camera.screen_y(cell.y + 0.5))};
  };
  // The end of a partial path is a third mark, as it is not the goal.
  std::array<ScreenPoint, 3> marks{};
  size_t count = 0;
  if (s.has_query) {
    marks[count++] = mark(s.query.start);
    marks[count++] = mark(s.query.goal);
    const PlannerRow* row = s.row(s.traced);
    if (row != nullptr && row->result.has_partial_path() && !row->result.path.empty()) {
      marks[count++] = mark(lab.world().map().cell(row->result.path.back()));
    }
  }
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  ImFont* font = ui.fonts().text;
  const ImVec2 size = text_size(font, memory.text);
  const float x_margin = ui.px(9), y_margin = ui.px(5);
  const float reach = std::max(ui.px(11), static_cast<float>(camera.zoom) * 0.6f);
  const auto box = place_hint(pane, {mouse.x, mouse.y}, size.x + 2 * x_margin, size.y + 2 * y_margin, ui.px(18),
                              std::span(marks).first(count), reach);
  if (!box) return;
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  const ImVec2 low(box->x, box->y), high(box->x + box->width, box->y + box->height);
  list->AddRectFilled(low, high, to_u32(theme().panel, 0.95f), ui.px(6));
  list->AddRect(low, high, to_u32(theme().accent, 0.8f), ui.px(6));
  add_text(list, font, {low.x + x_margin, low.y + y_margin}, to_u32(theme().text), memory.text);
  ui.dump().mark("hint", low.x, low.y, high.x, high.y);
}

}  // namespace strata
