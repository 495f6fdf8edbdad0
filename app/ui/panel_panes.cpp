#include "app/ui/panel_panes.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>

#include "app/base/icons.hpp"
#include "app/base/terrain_looks.hpp"
#include "app/draw/map_texts.hpp"
#include "app/draw/overlay.hpp"
#include "app/lab/hidden_structures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/suspended_work.hpp"
#include "app/lab/view_searches.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/imgui_versions.hpp"
#include "app/ui/left_panel.hpp"
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
    const int level = kStepLevel + static_cast<int>(i);
    const std::string word = level_word(level);
    title = view_title(level);
    return ComboEntry{title, level == view.level, fmt::format("view.level {} {}", pane + 1, word),
                      "view.level." + word};
  };
  combo(ui, "##level", view_title(view.level), static_cast<size_t>(levels - kStepLevel + 1), entry,
        ImGuiComboFlags_HeightLarge);
  describe(ui, Text("view.{}.level", pane + 1), "What this view shows", {},
           "The level of the step, all levels, the cells alone, or clusters, nodes, edges and searches of one level");
}

// Draws the choice of levels as buttons side by side. A single view has room for them.
void draw_level_buttons(Ui& ui, const ViewState& view, int levels) {
  ImGui::BeginGroup();
  ImGui::AlignTextToFramePadding();
  draw_dim("Level");
  for (int level = kStepLevel; level <= levels; ++level) {
    const std::string word = level_word(level);
    ImGui::SameLine(0, ui.px(level == kStepLevel ? 6 : 2));
    button(ui, level == 0 ? "cells" : word.c_str(), Text("view.level.{}", word), Text("view.level 1 {}", word),
           view_title(level), {.on = level == view.level});
  }
  ImGui::EndGroup();
  ui.mark("view.1.level");
}

// A button at the end of the first view's title. Such buttons choose one view, two, or four.
struct ViewsButton {
  const char *icon, *letter, *name, *line, *title;
};
constexpr ViewsButton kViewsButtons[] = {
    {icon::kOneView, "1", "views.one", "view.split 1", "One view"},
    {icon::kTwoViews, "2", "views.two", "view.compare 2 toggle", "Compare two searches"},
    {icon::kFourViews, "4", "views.four", "view.split 4", "Level stack: four linked views"}};

float views_width(const Ui& ui) { return ui.px(26) * std::size(kViewsButtons); }

void draw_views_choice(Ui& ui, const LabState& s, float width) {
  const bool on[] = {s.view_count == 1, s.views_compare() && s.view_count == 2,
                     !s.views_compare() && s.view_count == 4};
  const IdScope id("views");
  const StyleScope padding(ImGuiStyleVar_FramePadding, {0, ui.px(2)});
  for (size_t i = 0; i < std::size(kViewsButtons); ++i) {
    const ViewsButton& one = kViewsButtons[i];
    ImGui::SameLine(width - views_width(ui) + ui.px(26) * static_cast<float>(i));
    button(ui, ui.fonts().icons ? one.icon : one.letter, one.name, one.line, one.title,
           {.width = ui.px(24), .on = on[i], .keys = ui.keys_of(one.line)});
  }
}

// Returns how many levels a view can choose from.
int level_count(const Lab& lab) {
  int levels = 0;
  for (const FeaturePanel& panel : feature_panels()) {
    if (panel.levels != nullptr) levels = std::max(levels, panel.levels(lab));
  }
  return levels;
}

// Returns whether levels can be seen on the map, or were chosen for the only view: a search or construction over levels
// is stepped, or a layer shows them.
bool has_levels_in_sight(const Lab& lab) {
  const LabState& s = lab.state();
  if (s.view_count > 1 || s.views[0].level != default_level(1, 0)) return true;
  if (lab.state().process != nullptr) return lab.view_searches().drawn_level(0) > 0;
  if (abstract_level(lab.world(), *lab.state().traced_planner()) > 0) return true;
  return std::ranges::any_of(layers(), [&](Layer layer) { return layer_info(layer).levels && s.layer(layer).on; });
}

// Returns whether the title says how large the levels of the feature's structure are. While a planner over a graph is
// stepped, it is what this planner searches.
bool counts_levels(const Lab& lab, const FeaturePanel& panel) {
  if (panel.level_counts == nullptr || hides_counts(lab, panel.feature)) return false;
  const Planner& planner = *lab.state().traced_planner();
  if (abstract_level(lab.world(), planner) == 0) return true;
  const auto named = [&](const Feature* feature) { return feature->name == panel.feature; };
  const auto feature = std::ranges::find_if(features(), named);
  return feature != features().end() && depends_on(lab.world(), planner).contains((*feature)->structure);
}

}  // namespace

void draw_level_counts(Ui& ui, const Lab& lab, int pane, bool wide) {
  const int levels = level_count(lab);
  const ViewState& view = lab.state().views[static_cast<size_t>(pane)];
  const int level = lab.view_searches().counted_level(pane);
  if (view.level > levels) {
    draw_text(theme().warn, view.note);
    tooltip(ui, view.note, {});
  } else if (view.level == 0) {
    const Text text("{}{}", counted(lab.world().moves().passable_count(), "cell"), wide ? " to stand on" : "");
    if (text_width(text) <= ImGui::GetContentRegionAvail().x) draw_dim(text);
  } else if (levels > 0) {
    for (const FeaturePanel& panel : feature_panels()) {
      if (counts_levels(lab, panel)) panel.level_counts(lab, level);
    }
    // At the end of the title stands why the view shows less than was asked for.
    const float gap = ui.px(14);
    const float room = ImGui::GetWindowPos().x + ImGui::GetWindowWidth() - ImGui::GetItemRectMax().x - gap;
    if (view.note.empty() || text_width(view.note) > room) return;
    ImGui::SameLine(0, gap);
    draw_text(theme().warn, view.note);
  }
}

namespace {

// Returns the name of the tool that a click on the map uses, and how to end it; empty: it is the select tool.
Text active_tool_text(const LabState& s, bool with_end) {
  Text text("");
  if (s.tool == Tool::kSelect) return text;
  text.add("{}", tool_title(s.tool));
  if (paints_terrain(s.tool) && s.tool != Tool::kErase && s.tool != Tool::kPick) {
    text.add(": {}", terrain_title(s.terrain_looks, s.terrain));
  }
  if (with_end) text.add("   Esc ends it");
  return text;
}

// Draws the name of the active tool at the right end of a title that ends at `end`, if there is room for it.
void draw_active_tool(Ui& ui, const LabState& s, float end) {
  const float free = end - (ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x) - ui.px(16);
  for (const bool with_end : {true, false}) {
    const Text text = active_tool_text(s, with_end);
    if (text.view().empty() || text_width(text) > free) continue;
    ImGui::SameLine(end - text_width(text) - ui.px(8));
    ImGui::AlignTextToFramePadding();
    draw_text(theme().accent, text);
    describe(ui, "view.tool", "Active tool", "Esc", "A click on the map uses this tool; Esc ends it");
    return;
  }
}

// Draws the title of a pane: its level and the size of that. While planners are compared it is the search of the pane,
// and the level only if there is room. `views_end` is where the choice of views ends, from the left of the title; 0: it
// stands in another title.
void draw_pane_header(Ui& ui, const Lab& lab, int pane, const Box& box, float views_end) {
  const ViewState& view = lab.state().views[static_cast<size_t>(pane)];
  const ColorScope ground(ImGuiCol_WindowBg, theme().panel_title);
  const StyleScope margin(ImGuiStyleVar_WindowPadding, {ui.px(6), ui.px(2)});
  const StyleScope padding(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(2)});
  if (!begin_panel(Text("##view{}", pane), box)) return;
  const int levels = level_count(lab);
  const bool single = lab.state().view_count == 1;
  const bool chooses_views = views_end > 0 && box.width >= ui.px(220);
  const float width = box.width - (chooses_views ? views_width(ui) + ui.px(8) : 0);
  const bool wide = width >= ui.px(330);
  const float tool = pane == 0 ? text_width(active_tool_text(lab.state(), true)) : 0;
  // While planners are compared, the level stands at the end, if there is room for it.
  if (lab.view_searches().active()) {
    const bool chooses = levels > 0 && width >= ui.px(430);
    const float choice = ui.px(110);
    draw_search_title(ui, lab, pane, width - (chooses ? choice : 0));
    if (chooses) {
      ImGui::SameLine(width - choice);
      draw_level_choice(ui, view, pane, levels, false);
    }
  } else {
    const bool in_sight = has_levels_in_sight(lab);
    if (!in_sight) {
      ImGui::AlignTextToFramePadding();
      draw_dim(lab.state().names.brief(*lab.state().traced_planner()));
    } else if (single && wide) {
      draw_level_buttons(ui, view, levels);
    } else {
      draw_level_choice(ui, view, pane, levels, wide);
    }
    // The text with the counts of the level ends before the choice of views.
    const float room = width - tool - (ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x) - ui.px(tool > 0 ? 26 : 8);
    // What a lesson or a card asks for must not stand above the map.
    if (in_sight && !suspended_work(lab).any() && width >= ui.px(160) && room >= ui.px(40)) {
      ImGui::SameLine(0, ui.px(8));
      ImGui::BeginChild("counts", {room, ImGui::GetFrameHeight()}, false, ImGuiWindowFlags_NoScrollbar);
      {
        const FontScope small(ui.fonts().small);
        ImGui::AlignTextToFramePadding();
        draw_level_counts(ui, lab, pane, wide);
      }
      ImGui::EndChild();
    }
  }
  if (pane == 0 && !lab.view_searches().active()) draw_active_tool(ui, lab.state(), width);
  if (chooses_views) draw_views_choice(ui, lab.state(), views_end);
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
    // Texts in cells grow with the cells, whatever the scale of the interface.
    const float fitting = std::floor(static_cast<float>(camera.zoom) * label.share);
    const float label_size =
        label.share > 0 ? std::min(imgui::font_size(ui.fonts().large), fitting) : imgui::font_size(font);
    // The next larger font is used and reduced, as reduced text is sharper than enlarged text.
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
  for (const MapTexts::EndpointLetter& letter : texts.letters()) {
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

// The lines about a gesture that is under way.
struct GestureTextCache {
  std::vector<std::pair<std::string, bool>> lines;
};

// Draws what an unfinished gesture would do, at the top of the map. In a presentation it stands below the maps.
void draw_under_way(Ui& ui, const Lab& lab, const Box& box) {
  std::vector<std::pair<std::string, bool>>& lines = ui.kept<GestureTextCache>().lines;
  lines.clear();
  for (const FeaturePanel& panel : feature_panels()) {
    if (panel.under_way == nullptr) continue;
    panel.under_way(ui, lab, [](Ui& at, const char* text, bool hint) {
      at.kept<GestureTextCache>().lines.emplace_back(text, hint);
    });
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

}  // namespace

std::string_view gesture_note(Ui& ui) {
  const auto& lines = ui.kept<GestureTextCache>().lines;
  return lines.empty() ? std::string_view() : std::string_view(lines.front().first);
}

void draw_panes(Ui& ui, const Lab& lab, const Panes& panes, const Box& centre,
                std::span<const Overlay* const> overlays) {
  for (int i = 0; i < panes.count; ++i) {
    const Pane& pane = panes.panes[static_cast<size_t>(i)];
    const Box& box = pane.map;
    mark_box(ui, Text("map.{}", i + 1), box);
    if (i == 0) mark_box(ui, "map", box);
    if (static_cast<size_t>(i) < overlays.size()) draw_map_labels(ui, lab, *overlays[static_cast<size_t>(i)], box);
    if (pane.header.empty() || lab.state().presentation) continue;
    // The choice of views is in the upper right corner, so that it stays there when the number of views changes.
    const auto next = static_cast<size_t>(i) + 1;
    const bool in_first_row = pane.header.y == panes.panes[0].header.y;
    const bool last = i + 1 == panes.count || panes.panes[next].header.y > pane.header.y;
    const float views_end = in_first_row && last ? centre.x + centre.width - pane.header.x : 0;
    draw_pane_header(ui, lab, i, pane.header, views_end);
  }
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  for (const Box& gap : panes.gaps) {
    if (!gap.empty()) {
      list->AddRectFilled({gap.x, gap.y}, {gap.x + gap.width, gap.y + gap.height}, to_u32(theme().border));
    }
  }
  draw_under_way(ui, lab, panes.panes[0].map);
}

}  // namespace strata
