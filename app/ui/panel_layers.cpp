#include "app/ui/panel_layers.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "app/lab/detail.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/layer_auto_hide.hpp"
#include "app/lab/menu_model.hpp"
#include "app/playback/playback.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/layer_symbols.hpp"
#include "app/ui/panel_places.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

void draw_heat_legend(Ui& ui, const Lab& lab) {
  const LegendScope scope(ui);
  const bool by_order = lab.playback().heat().by == HeatBy::kOrder;
  heat_bar(ui, by_order ? "early" : "near", by_order ? "late" : "far");
  swatch(to_im(heat_palette()[kHeatOpen]), ui.px(14));
  ImGui::SameLine(0, ui.px(5));
  draw_dim("in the open list");
}

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
    // Text is dark on light shades and light on dark shades.
    const uint32_t light = (color & 255) * 3 + (color >> 8 & 255) * 6 + (color >> 16 & 255);
    list->AddText({x + (width - text_width(text)) / 2, at.y + ui.px(1)},
                  light > 1280 ? IM_COL32(0, 0, 0, 230) : IM_COL32(255, 255, 255, 240), text);
  }
  ImGui::Dummy({0, height});
}

// Draws what the colours of a layer mean, below its row.
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
      ui.run("layer.opacity {} {}", name, percent);
    }
    ImGui::PopFont();
    tooltip(ui, "Opacity: drag, or double-click to type", {});
  } else {
    ImGui::NewLine();
  }
}

// Draws the pin: a pinned layer is shown whichever planner is stepped.
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

// Switches the layer as a click on its box does. With Alt held it is shown alone, or, if it is alone, the usual layers
// are.
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
  // Draws the symbol of the layer, as on the map.
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float w = ui.px(22);
  draw_layer_symbol(ui, lab, layer, symbol_box(ui, {at.x, at.y + ImGui::GetFrameHeight() / 2}, w));
  ImGui::SetCursorScreenPos({at.x + w + ui.px(4), at.y});
  ImGui::AlignTextToFramePadding();
  draw_text(layer_state.on ? theme().text : theme().text_dim, layer_title(layer));
  tooltip(ui, layer_legend(layer), bound_keys(Text("layer {} toggle", name)));
  if (!layer_state.on) return;
  if (layer_auto_hide(lab).follows(layer)) draw_pin(ui, lab, layer);
  draw_opacity(ui, layer, layer_state);
  draw_legend(ui, lab, layer);
  if (layer_state.note.empty()) return;
  const LegendScope scope(ui);
  text_colored_wrapped(theme().text_dim, layer_state.note);
}

}  // namespace

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
    // Layers of planners stand beside the settings of their feature, which the simple view does not show.
    const PanelTab* tab = tab_named(group.tab);
    const bool beside_settings =
        !group.tab.empty() && !(s.simple && tab != nullptr && tab->place == ScreenPlace::kPlanners);
    if (beside_settings || !is_listed(s, group)) continue;
    const auto on = std::ranges::count_if(group.layers, [&](Layer layer) { return s.layer(layer).on; });
    // A closed group shows the number of layers that are on.
    ImGui::PushStyleColor(ImGuiCol_Text, theme().text_dim);
    const bool open = fold(ui, Text("{}{}###{}", group.title, on > 0 ? fmt::format(" ({} on)", on) : "", group.name),
                           group.name, true);
    ImGui::PopStyleColor();
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
  draw_dim("On the map");
  const StyleScope padding(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(2)});
  const StyleScope spacing(ImGuiStyleVar_ItemSpacing, {ui.px(8), ui.px(3)});
  for (const Layer layer : layers) draw_legend_row(ui, lab, layer);
}

}  // namespace strata
