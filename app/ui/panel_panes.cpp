#include "app/ui/panel_panes.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/draw/map_texts.hpp"
#include "app/draw/overlay.hpp"
#include "app/lab/hidden_structures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/view_searches.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/imgui_versions.hpp"
#include "app/ui/panel_sections.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

void draw_level_choice(Ui& ui, const ViewState& view, int pane, int levels, bool wide) {
  ImGui::SetNextItemWidth(std::min(ui.px(wide ? 112 : 92), ImGui::GetContentRegionAvail().x));
  std::string title;
  const auto entry = [&](size_t i) {
    const int level = kAllLevels + static_cast<int>(i);
    const std::string word = level == kAllLevels ? "all" : std::to_string(level);
    title = view_title(level);
    return ComboEntry{title, level == view.level, fmt::format("view.level {} {}", pane + 1, word),
                      "view.level." + word};
  };
  combo(ui, "##level", view_title(view.level), static_cast<size_t>(levels - kAllLevels + 1), entry,
        ImGuiComboFlags_HeightLarge);
  describe(ui, Text("view.{}.level", pane + 1), "What this view shows", {},
           "All levels, the cells alone, or clusters, nodes, edges and searches of one level");
}

// Returns the number of levels that views can choose from.
int level_count(const Lab& lab) {
  int levels = 0;
  for (const FeaturePanel& panel : feature_panels()) {
    if (panel.levels != nullptr) levels = std::max(levels, panel.levels(lab));
  }
  return levels;
}

// Draws how large the view's level is, and what the view cannot show.
void draw_level_counts(Ui& ui, const Lab& lab, const ViewState& view, bool wide) {
  const int levels = level_count(lab);
  if (view.level > levels) {
    draw_text(theme().warn, view.note);
    tooltip(ui, view.note, {});
  } else if (view.level == 0) {
    const Text text("{}{}", counted(lab.world().moves().passable_count(), "cell"), wide ? " to stand on" : "");
    if (text_width(text) <= ImGui::GetContentRegionAvail().x) draw_dim(text);
  } else if (levels > 0) {
    for (const FeaturePanel& panel : feature_panels()) {
      if (panel.level_counts != nullptr && !hides_feature(lab, panel.feature)) panel.level_counts(lab, view.level);
    }
    // Then what the view cannot show.
    if (view.note.empty()) return;
    ImGui::SameLine(0, ui.px(14));
    if (text_width(view.note) > ImGui::GetContentRegionAvail().x) return ImGui::NewLine();
    draw_text(theme().warn, view.note);
  }
}

// Draws the header: a choice of what the view shows, and how large it is.
void draw_pane_header(Ui& ui, const Lab& lab, int pane, const Box& box) {
  const ViewState& view = lab.state().views[static_cast<size_t>(pane)];
  const ColorScope ground(ImGuiCol_WindowBg, theme().panel_title);
  const StyleScope margin(ImGuiStyleVar_WindowPadding, {ui.px(6), ui.px(2)});
  const StyleScope padding(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(2)});
  if (!begin_panel(Text("##view{}", pane), box)) return;
  const int levels = level_count(lab);
  const bool wide = box.width >= ui.px(330);
  // If planners are compared, the level is at the end, if there is room for it.
  if (lab.view_searches().active()) {
    const bool chooses = levels > 0 && box.width >= ui.px(430);
    const float choice = ui.px(110);
    draw_search_title(ui, lab, pane, box.width - (chooses ? choice : 0));
    if (chooses) {
      ImGui::SameLine(box.width - choice);
      draw_level_choice(ui, view, pane, levels, false);
    }
  } else {
    draw_level_choice(ui, view, pane, levels, wide);
    if (box.width >= ui.px(160)) {
      ImGui::SameLine(0, ui.px(8));
      const FontScope small(ui.fonts().small);
      ImGui::AlignTextToFramePadding();
      draw_level_counts(ui, lab, view, wide);
    }
  }
  ImGui::End();
}

void draw_map_labels(Ui& ui, const Lab& lab, const Overlay& overlay, const Box& box) {
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  list->PushClipRect({box.x, box.y}, {box.x + box.width, box.y + box.height});
  const Camera& camera = lab.state().camera;
  ImFont* font = ui.fonts().small;
  const LabState& state = lab.state();
  MapTexts& texts = ui.kept<MapTexts>();
  texts.place(overlay.labels, {state.has_query, state.query.start, state.query.goal}, camera.zoom,
              static_cast<double>(ui.scale()));
  for (const DrawLabel& label : texts.labels()) {
    // Labels fit into their cells, whatever the interface's scale.
    const float fitting = std::floor(static_cast<float>(camera.zoom) * label.share);
    const float label_size =
        label.share > 0 ? std::min(imgui::font_size(ui.fonts().large), fitting) : imgui::font_size(font);
    // The next larger font is used: shrunk text is sharper than enlarged text.
    ImFont* drawn = label_size <= imgui::font_size(font)              ? font
                    : label_size <= imgui::font_size(ui.fonts().text) ? ui.fonts().text
                                                                      : ui.fonts().large;
    const ImVec2 size = drawn->CalcTextSizeA(label_size, 1e9f, 0, label.text);
    const float x = std::floor(box.x + static_cast<float>(camera.screen_x(label.x)) - size.x / 2);
    const float y = std::floor(box.y + static_cast<float>(camera.screen_y(label.y)) - size.y / 2);
    if (label.back != 0) {
      list->AddRectFilled({x - ui.px(3), y - ui.px(1)}, {x + size.x + ui.px(3), y + size.y + ui.px(1)},
                          to_im(label.back), ui.px(3));
    }
    list->AddText(drawn, label_size, {x, y}, to_im(label.color), label.text);
  }
  for (const MapTexts::Letter& letter : texts.letters()) {
    ImFont* bold = ui.fonts().bold;
    const ImVec2 extent = bold->CalcTextSizeA(letter.size, 1e9f, 0, letter.text);
    const float x = std::round(box.x + static_cast<float>(camera.screen_x(letter.x)) - extent.x / 2);
    const float y = std::round(box.y + static_cast<float>(camera.screen_y(letter.y)) - extent.y / 2);
    if (letter.back != 0) {
      list->AddRectFilled({x - ui.px(3), y}, {x + extent.x + ui.px(3), y + extent.y}, to_im(letter.back), ui.px(3));
    }
    list->AddText(bold, letter.size, {x, y}, IM_COL32_WHITE, letter.text);
  }
  list->PopClipRect();
}

// Collects the lines of a gesture under way.
struct UnderWay {
  std::vector<std::pair<std::string, bool>> lines;
};

// Draws what an undecided gesture does, at the top of the map. A presentation says it below the maps.
void draw_under_way(Ui& ui, const Lab& lab, const Box& box) {
  std::vector<std::pair<std::string, bool>>& lines = ui.kept<UnderWay>().lines;
  lines.clear();
  for (const FeaturePanel& panel : feature_panels()) {
    if (panel.under_way == nullptr) continue;
    panel.under_way(ui, lab,
                    [](Ui& at, const char* text, bool hint) { at.kept<UnderWay>().lines.emplace_back(text, hint); });
  }
  if (lines.empty() || lab.state().presentation) return;
  ImFont* font = ui.fonts().text;
  float width = 0;
  for (const auto& [text, hint] : lines) {
    width = std::max(width, text_size(font, text).x);
  }
  const float row = imgui::font_size(font) + ui.px(4), height = row * static_cast<float>(lines.size()) + ui.px(12);
  const float x = box.x + ui.px(12), y = box.y + ui.px(12);
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  list->AddRectFilled({x, y}, {x + width + ui.px(24), y + height}, to_u32(theme().panel, 0.93f), ui.px(6));
  list->AddRect({x, y}, {x + width + ui.px(24), y + height}, to_u32(theme().accent, 0.8f), ui.px(6));
  float at = y + ui.px(7);
  for (const auto& [text, hint] : lines) {
    add_text(list, font, {x + ui.px(12), at}, to_u32(hint ? theme().text_dim : theme().text), text);
    at += row;
  }
  ui.dump().mark("stroke.note", x, y, x + width + ui.px(24), y + height);
}

// Draws what the user should know about the picture, at its foot. Returns where the text begins. A presentation says it
// below the maps.
float draw_map_notes(Ui& ui, const Lab& lab, const Box& box) {
  if (lab.state().presentation) return box.y + box.height;
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  list->PushClipRect({box.x, box.y}, {box.x + box.width, box.y + box.height});
  float y = box.y + box.height - ui.px(10);
  const auto message = [&](std::string_view text, const ImVec4& color) {
    ImFont* body = ui.fonts().text;
    const ImVec2 size = text_size(body, text, box.width - ui.px(40));
    const float x = std::floor(box.x + (box.width - size.x) / 2);
    y -= size.y + ui.px(12);
    list->AddRectFilled({x - ui.px(10), y}, {x + size.x + ui.px(10), y + size.y + ui.px(8)},
                        to_u32(theme().panel, 0.93f), ui.px(6));
    list->AddRect({x - ui.px(10), y}, {x + size.x + ui.px(10), y + size.y + ui.px(8)}, to_u32(color, 0.8f), ui.px(6));
    add_text(list, body, {x, y + ui.px(4)}, to_u32(theme().text), text, box.width - ui.px(40));
  };
  const LabState& s = lab.state();
  if (!s.query_note.empty()) message(s.query_note, theme().warn);
  if (!s.has_query) {
    const std::string_view keys = bound_keys("query.random");
    message(keys.empty() ? Text("No start and goal.")
                         : Text("No start and goal: {} chooses two cells that can reach each other.", keys),
            theme().accent);
  }
  list->PopClipRect();
  return y + ui.px(10);
}

}  // namespace

std::string_view gesture_note(Ui& ui) {
  const auto& lines = ui.kept<UnderWay>().lines;
  return lines.empty() ? std::string_view() : std::string_view(lines.front().first);
}

float draw_panes(Ui& ui, const Lab& lab, const Panes& panes, const Box& centre,
                 std::span<const Overlay* const> overlays) {
  for (int i = 0; i < panes.count; ++i) {
    const Pane& pane = panes.panes[static_cast<size_t>(i)];
    const Box& box = pane.map;
    mark_box(ui, Text("map.{}", i + 1), box);
    if (i == 0) mark_box(ui, "map", box);
    if (static_cast<size_t>(i) < overlays.size()) draw_map_labels(ui, lab, *overlays[static_cast<size_t>(i)], box);
    if (!pane.header.empty() && !lab.state().presentation) draw_pane_header(ui, lab, i, pane.header);
  }
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  for (const Box& gap : panes.gaps) {
    if (!gap.empty()) {
      list->AddRectFilled({gap.x, gap.y}, {gap.x + gap.width, gap.y + gap.height}, to_u32(theme().border));
    }
  }
  draw_under_way(ui, lab, panes.panes[0].map);
  return draw_map_notes(ui, lab, centre);
}

}  // namespace strata
