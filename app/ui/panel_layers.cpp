#include "app/ui/panel_layers.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "app/lab/lab.hpp"
#include "app/lab/layer_auto_hide.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/simple_view.hpp"
#include "app/playback/playback.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/layer_symbols.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

void draw_clearance_legend(Ui& ui) {
  const LegendScope scope(ui);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x / kClearanceShades;
  const float height = ImGui::GetTextLineHeight() + ui.px(2);
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (int i = 1; i <= kClearanceShades; ++i) {
    const float x = at.x + width * static_cast<float>(i - 1);
    const Rgba color = clearance_color(i) | 0xff000000u;
    list->AddRectFilled({x, at.y}, {x + width, at.y + height}, to_im(color));
    const Text text("{}{}", i, i == kClearanceShades ? "+" : "");
    // The text is dark on a light colour, and light on a dark one.
    const uint32_t light = (color & 255) * 3 + (color >> 8 & 255) * 6 + (color >> 16 & 255);
    list->AddText({x + (width - text_width(text)) / 2, at.y + ui.px(1)},
                  light > 1280 ? IM_COL32(0, 0, 0, 230) : IM_COL32(255, 255, 255, 240), text);
  }
  ImGui::Dummy({0, height});
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
      ui.run("layer.opacity {} {}", name, percent);
    }
    ImGui::PopFont();
    tooltip(ui, "Opacity: drag, or double-click to type", {});
  } else {
    ImGui::NewLine();
  }
}

// Draws the pin of a layer. A layer with a pin stays visible whichever planner is stepped.
void draw_pin(Ui& ui, const Lab& lab, Layer layer) {
  const bool pinned = layer_auto_hide(lab).pinned(layer);
  const float size = ui.px(14);
  ImGui::SameLine(0, ui.px(4));
  if (ImGui::GetContentRegionAvail().x < size) {
    ImGui::NewLine();
    return;
  }
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const std::string_view name = layer_name(layer);
  if (ImGui::InvisibleButton("pin", {size, ImGui::GetFrameHeight()})) ui.run("layer.pin {} toggle", name);
  const bool hovered = ImGui::IsItemHovered();
  describe(ui, Text("pin.{}", name),
           pinned ? "Pinned: it stays whichever planner is chosen" : "It goes when a planner is chosen that has none",
           {}, pinned ? "Click to let it go with the planner" : "Click to pin it: then it stays");
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

// Switches the layer after a click on its box. With Alt held, only this layer is shown; if it is the only one already,
// the default layers are shown.
void switch_layer(Ui& ui, const Lab& lab, Layer layer, bool on) {
  const std::string_view name = layer_name(layer);
  const auto is_on = [&](Layer other) { return lab.state().layer(other).on; };
  if (ImGui::GetIO().KeyAlt) {
    if (is_on(layer) && std::ranges::count_if(layers(), is_on) == 1) return ui.run("layer.reset");
    ui.run("layer all off");
    ui.run("layer {} on", name);
    return;
  }
  ui.run("layer {} {}", name, on ? "on" : "off");
}

void draw_legend_row(Ui& ui, const Lab& lab, Layer layer) {
  const LayerState& layer_state = lab.state().layer(layer);
  const std::string_view name = layer_name(layer);
  const IdScope id(static_cast<int>(layer));
  bool on = layer_state.on;
  if (check_box(ui, "##on", &on)) switch_layer(ui, lab, layer, on);
  describe(ui, Text("layer.{}", name), on ? "Click to hide it" : "Click to show it", {}, "Alt+click shows it alone");
  ImGui::SameLine(0, ui.px(6));
  // Draws the symbol of the layer.
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float w = ui.px(22);
  draw_layer_symbol(ui, lab, layer, symbol_box(ui, {at.x, at.y + ImGui::GetFrameHeight() / 2}, w));
  ImGui::SetCursorScreenPos({at.x + w + ui.px(4), at.y});
  ImGui::AlignTextToFramePadding();
  draw_text(layer_state.on ? theme().text : theme().text_dim, layer_title(layer));
  tooltip(ui, layer_legend(layer), ui.keys_of(Text("layer {} toggle", name)));
  if (!layer_state.on) return;
  if (layer_auto_hide(lab).follows(layer)) draw_pin(ui, lab, layer);
  draw_opacity(ui, layer, layer_state);
  if (layer_state.note.empty()) return;
  const LegendScope scope(ui);
  text_colored_wrapped(theme().text_dim, layer_state.note);
}

}  // namespace

void draw_layer_scale(Ui& ui, const Lab& lab, Layer layer) {
  for (const FeaturePanel& panel : feature_panels()) {
    if (panel.legend != nullptr && panel.legend(ui, lab, layer)) return;
  }
  if (layer == Layer::kClearance) draw_clearance_legend(ui);
}

void draw_layers(Ui& ui, const Lab& lab) {
  const LabState& s = lab.state();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(2)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(8), ui.px(3)});
  const float half = std::floor((ImGui::GetContentRegionAvail().x - ui.px(4)) / 2);
  button(ui, "Hide all", "layers.hide", "layer all off", "Hides all layers, those of planners too", {.width = half});
  ImGui::SameLine(0, ui.px(4));
  button(ui, "Reset", "layers.reset", "layer.reset",
         "Shows the layers of the stepped planner and those that are shown at first", {.width = half});
  for (const LayerGroup& group : layer_groups()) {
    if (!is_listed(s, group)) continue;
    const auto on = std::ranges::count_if(group.layers, [&](Layer layer) { return s.layer(layer).on; });
    // A group that is closed shows how many of its layers are on.
    ImGui::PushStyleColor(ImGuiCol_Text, theme().text_dim);
    const bool open = fold(ui, Text("{}{}###{}", group.title, on > 0 ? fmt::format(" ({} on)", on) : "", group.name),
                           group.name, group.structure == StructureId::kMoves || lab.world().has(group.structure));
    ImGui::PopStyleColor();
    if (!open) continue;
    for (const Layer layer : group.layers) draw_legend_row(ui, lab, layer);
  }
  ImGui::PopStyleVar(2);
  ImGui::Dummy({0, ui.px(2)});
}

}  // namespace strata
