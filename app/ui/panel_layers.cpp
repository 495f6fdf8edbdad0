#include "app/ui/panel_layers.hpp"

#include <imgui.h>

#include <cstdio>
#include <string_view>

#include "app/lab/lab.hpp"
#include "app/lab/layer_follow.hpp"
#include "app/lab/menu_model.hpp"
#include "app/playback/playback.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/layer_signs.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

void draw_heat_legend(Ui& ui, const Lab& lab) {
  ImGui::PushFont(ui.fonts().small);
  ImGui::Indent(ui.px(26));
  const bool by_order = lab.playback().heat().by == HeatBy::kOrder;
  heat_bar(ui, by_order ? "early" : "near", by_order ? "late" : "far");
  swatch(to_im(heat_palette()[kHeatOpen]), ui.px(14));
  ImGui::SameLine(0, ui.px(5));
  text_dim("in the open list");
  ImGui::Unindent(ui.px(26));
  ImGui::PopFont();
}

void draw_clearance_legend(Ui& ui) {
  ImGui::Indent(ui.px(26));
  ImGui::PushFont(ui.fonts().small);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x / kClearanceShades;
  const float height = ImGui::GetTextLineHeight() + ui.px(2);
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (int i = 1; i <= kClearanceShades; ++i) {
    const float x = at.x + width * static_cast<float>(i - 1);
    const Rgba color = clearance_color(i) | 0xff000000u;
    list->AddRectFilled({x, at.y}, {x + width, at.y + height}, to_im(color));
    char text[8];
    std::snprintf(text, sizeof text, i == kClearanceShades ? "%d+" : "%d", i);
    // Dark on light shades, light on dark ones.
    const uint32_t light = (color & 255) * 3 + (color >> 8 & 255) * 6 + (color >> 16 & 255);
    list->AddText({x + (width - ImGui::CalcTextSize(text).x) / 2, at.y + ui.px(1)},
                  light > 1280 ? IM_COL32(0, 0, 0, 230) : IM_COL32(255, 255, 255, 240), text);
  }
  ImGui::Dummy({0, height});
  ImGui::PopFont();
  ImGui::Unindent(ui.px(26));
}

// What the colours of a layer mean, below its row.
void draw_legend(Ui& ui, const Lab& lab, Layer layer) {
  for (const FeaturePanel& panel : feature_panels()) {
    if (panel.legend != nullptr && panel.legend(ui, lab, layer)) return;
  }
  if (layer == Layer::kSearch) draw_heat_legend(ui, lab);
  if (layer == Layer::kClearance) draw_clearance_legend(ui);
}

void draw_opacity(Ui& ui, Layer layer, const LayerState& layer_state) {
  const std::string_view name = layer_name(layer);
  const float width = ui.px(46);
  ImGui::SameLine(0, ui.px(4));
  const float room = ImGui::GetContentRegionAvail().x;
  if (room >= width) {
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room - width);
    ImGui::SetNextItemWidth(width);
    int percent = static_cast<int>(layer_state.opacity * 100 + 0.5f);
    ImGui::PushFont(ui.fonts().small);
    if (ImGui::DragInt("##opacity", &percent, 1, 0, 100, "%d %%", ImGuiSliderFlags_AlwaysClamp)) {
      char line[64];
      std::snprintf(line, sizeof line, "layer.opacity %.*s %d", static_cast<int>(name.size()), name.data(), percent);
      ui.run(line);
    }
    ImGui::PopFont();
    tooltip(ui, "Opacity: drag, or double-click to type", {});
  } else {
    ImGui::NewLine();
  }
}

// A pin: a layer that has one is seen whichever planner is stepped.
void draw_pin(Ui& ui, const Lab& lab, Layer layer) {
  const bool pinned = layer_follow(lab).pinned(layer);
  const float size = ui.px(14);
  ImGui::SameLine(0, ui.px(4));
  if (ImGui::GetContentRegionAvail().x < size) {
    ImGui::NewLine();
    return;
  }
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const std::string_view name = layer_name(layer);
  char text[64];
  std::snprintf(text, sizeof text, "layer.pin %.*s toggle", static_cast<int>(name.size()), name.data());
  if (ImGui::InvisibleButton("pin", {size, ImGui::GetFrameHeight()})) ui.run(text);
  const bool hovered = ImGui::IsItemHovered();
  std::snprintf(text, sizeof text, "pin.%.*s", static_cast<int>(name.size()), name.data());
  ui.dump().mark(text);
  tooltip(ui, pinned ? "Pinned: seen whichever planner is stepped" : "Seen with planners that stand on it", {},
          pinned ? "Click to let it come and go with the planner" : "Click to pin it: then it is always seen");
  const float x = at.x + size / 2, y = at.y + ImGui::GetFrameHeight() / 2, r = ui.px(3.5f);
  const ImU32 color = to_u32(pinned ? theme().accent : hovered ? theme().text : theme().text_dim);
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (pinned) {
    list->AddCircleFilled({x, y - ui.px(2)}, r, color);
  } else {
    list->AddCircle({x, y - ui.px(2)}, r, color, 0, ui.px(1));
  }
  list->AddLine({x, y - ui.px(2) + r}, {x, y + ui.px(6)}, color, ui.px(1.2f));
}

void draw_legend_row(Ui& ui, const Lab& lab, Layer layer) {
  const LayerState& layer_state = lab.state().layer(layer);
  const std::string_view name = layer_name(layer);
  const std::string_view title = layer_title(layer);
  char line[64], mark[64];
  ImGui::PushID(static_cast<int>(layer));
  bool on = layer_state.on;
  if (check_box(ui, "##on", &on)) {
    std::snprintf(line, sizeof line, "layer %.*s %s", static_cast<int>(name.size()), name.data(), on ? "on" : "off");
    ui.run(line);
  }
  std::snprintf(mark, sizeof mark, "layer.%.*s", static_cast<int>(name.size()), name.data());
  ui.dump().mark(mark);
  ImGui::SameLine(0, ui.px(6));
  // The sign on the map.
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float w = ui.px(22);
  draw_layer_sign(ui, lab, layer, sign_place(ui, {at.x, at.y + ImGui::GetFrameHeight() / 2}, w));
  ImGui::SetCursorScreenPos({at.x + w + ui.px(4), at.y});
  ImGui::AlignTextToFramePadding();
  if (layer_state.on && !layer_follow(lab).hidden(layer)) {
    ImGui::TextUnformatted(title.data(), title.data() + title.size());
  } else {
    text_dim("%.*s", static_cast<int>(title.size()), title.data());
  }
  std::snprintf(line, sizeof line, "layer %.*s toggle", static_cast<int>(name.size()), name.data());
  tooltip(ui, layer_legend(layer), bound_keys(line));
  if (layer_state.on) {
    if (layer_follow(lab).follows(layer)) draw_pin(ui, lab, layer);
    draw_opacity(ui, layer, layer_state);
    draw_legend(ui, lab, layer);
    if (!layer_state.note.empty()) {
      ImGui::PushFont(ui.fonts().small);
      ImGui::Indent(ui.px(26));
      text_colored_wrapped(theme().text_dim, layer_state.note.c_str());
      ImGui::Unindent(ui.px(26));
      ImGui::PopFont();
    }
  }
  ImGui::PopID();
}

}  // namespace

void draw_layers(Ui& ui, const Lab& lab) {
  const LabState& s = lab.state();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(2)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(8), ui.px(3)});
  for (const LayerGroup& group : layer_groups()) {
    char title[64];
    if (group.structure != StructureId::kMoves && !lab.world().has(group.structure)) {
      // Nothing to show: one line that leads to where it is switched on.
      ImGui::PushStyleColor(ImGuiCol_Text, theme().text_dim);
      const ImVec2 at = ImGui::GetCursorPos();
      std::snprintf(title, sizeof title, "##%s", group.name.c_str());
      if (ImGui::Selectable(title, false, 0, {0, ImGui::GetFrameHeight()})) ui.show_tab(group.tab);
      ui.dump().mark(group.name.c_str());
      tooltip(ui, "Off: click for its settings", {});
      const ImVec2 after = ImGui::GetCursorPos();
      ImGui::SetCursorPos({at.x + ImGui::GetTreeNodeToLabelSpacing(), at.y});
      ImGui::AlignTextToFramePadding();
      ImGui::Text("%s", group.title.c_str());
      ImGui::SameLine();
      ImGui::SetCursorPosX(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize("off").x);
      ImGui::TextUnformatted("off");
      ImGui::SetCursorPos(after);
      ImGui::PopStyleColor();
      continue;
    }
    int on = 0;
    for (const Layer layer : group.layers) on += s.layer(layer).on ? 1 : 0;
    // The number of layers that are on, where the group is closed.
    if (on > 0) {
      std::snprintf(title, sizeof title, "%s (%d on)###%s", group.title.c_str(), on, group.name.c_str());
    } else {
      std::snprintf(title, sizeof title, "%s###%s", group.title.c_str(), group.name.c_str());
    }
    ImGui::PushStyleColor(ImGuiCol_Text, theme().text_dim);
    const bool open = ImGui::TreeNodeEx(title, ImGuiTreeNodeFlags_SpanAvailWidth | ImGuiTreeNodeFlags_NoTreePushOnOpen |
                                                   ImGuiTreeNodeFlags_DefaultOpen);
    ImGui::PopStyleColor();
    ui.dump().mark(group.name.c_str());
    if (!open) continue;
    for (const Layer layer : group.layers) draw_legend_row(ui, lab, layer);
  }
  ImGui::PopStyleVar(2);
  if (s.overlay_truncated) {
    text_colored_wrapped(theme().warn, "There is more to draw than can be drawn at once: zoom in to see all of it.");
  }
  ImGui::Dummy({0, ui.px(2)});
}

void draw_legend_rows(Ui& ui, const Lab& lab, std::initializer_list<Layer> layers) {
  text_dim("On the map");
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(2)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(8), ui.px(3)});
  for (const Layer layer : layers) draw_legend_row(ui, lab, layer);
  ImGui::PopStyleVar(2);
}

}  // namespace strata
