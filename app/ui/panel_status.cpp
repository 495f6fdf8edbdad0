#include "app/ui/panel_status.hpp"
#include "app/base/terrain_looks.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "app/base/icons.hpp"
#include "app/base/key_bindings.hpp"
#include "app/lab/hidden_structures.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/world/map_moves.hpp"

namespace strata {
namespace {

// Returns the text about the map. With less room it has fewer words; with 0 words it is empty.
Text map_text(const Lab& lab, double milliseconds, int words) {
  const LabState& s = lab.state();
  const GridMap& map = lab.world().map();
  const double zoom = s.camera.zoom / Camera::kFullZoom * 100;
  Text text("");
  if (words >= 1) text.add("{}x{}", map.width(), map.height());
  if (words >= 2) text.add("   revision {}   {:.{}f} %", map.revision(), zoom, zoom < 10 ? 1 : 0);
  if (words >= 2 && !s.fixed_clock) text.add("   frame {:.1f} ms", milliseconds);
  return text;
}

// Returns what is known of the cell under the pointer; empty if there is none.
Text hover_text(const Lab& lab) {
  Text text("");
  const LabState& s = lab.state();
  const World& world = lab.world();
  const GridMap& map = world.map();
  if (!s.hover || !map.contains(*s.hover)) return text;
  const Cell cell = *s.hover;
  text.add("({}, {})  {} '{}'", cell.x, cell.y, terrain_title(map.terrain(cell)), map.letter(cell));
  for (const FeaturePanel& panel : feature_panels()) {
    if (panel.hovered != nullptr && !hides_feature(lab, panel.feature)) panel.hovered(lab, cell, text);
  }
  const Clearance* clearance = world.get<MapMoves>().clearance();
  if (clearance != nullptr) text.add("  clearance {}", clearance->at(map.id(cell)));
  if (world.rules().agent_size > 1 && !world.moves().passable(map.id(cell))) {
    text.add("  size {} does not fit", world.rules().agent_size);
  }
  return text;
}

// Draws a message. If it does not fit before `limit`, it ends in dots, and the tooltip shows all of it.
void draw_message(Ui& ui, const Message& message, float limit) {
  const ImVec4& color = message.kind == MessageKind::kError     ? theme().bad
                        : message.kind == MessageKind::kWarning ? theme().warn
                                                                : theme().text;
  const char* mark = message.kind == MessageKind::kInfo ? icon::kInfo : icon::kWarning;
  if (ui.fonts().icons) {
    draw_text(color, mark);
    ImGui::SameLine(0, ui.px(6));
  }
  draw_text(color, shortened(message.text, limit - ImGui::GetCursorScreenPos().x));
  describe(ui, "status.message", message.text);
}

// What the selected tool does, in a long and a short text; formatted again when the tool or the keys change.
struct ToolHint {
  uint64_t keys = 0;
  Tool tool = Tool::kSelect;
  std::string text, shorter;
};

const ToolHint& hint_of(Ui& ui, Tool tool) {
  ToolHint& kept = ui.kept<ToolHint>();
  if (kept.keys == key_bindings_version() && kept.tool == tool && !kept.text.empty()) return kept;
  kept.keys = key_bindings_version();
  kept.tool = tool;
  const std::string_view undo = bound_keys("edit.undo"), help = bound_keys("ui.show help toggle");
  kept.text = "Drag on the map to draw, with Alt to erase; right click picks a terrain";
  if (!undo.empty()) kept.text += fmt::format("; {} takes a stroke back", undo);
  kept.shorter = "Drag on the map to draw";
  if (tool == Tool::kSelect) {
    const std::string keys = help.empty() ? "" : fmt::format("; {} for keys", help);
    kept.text = "Drag S or G to search again; click a cell to inspect it; wheel zooms, middle drag pans" + keys;
    kept.shorter = "Drag S or G" + keys;
  }
  if (tool == Tool::kEnds) {
    kept.text = "Drag from the start to the goal; a click places the start, a right click the goal";
    kept.shorter = "Drag from start to goal";
  }
  for (const FeaturePanel& panel : feature_panels()) {
    if (panel.tool.tool != tool || tool == Tool::kSelect) continue;
    kept.text = panel.tool.hint;
    kept.shorter = panel.tool.short_hint;
  }
  return kept;
}

// Draws the hint, in the short text if the long text would exceed `limit`.
void draw_hint(Ui& ui, Tool tool, float x, float limit) {
  const ToolHint& hint = hint_of(ui, tool);
  draw_dim((x + text_width(hint.text) > limit ? hint.shorter : hint.text).c_str());
}

// Returns the width of the background work in the status bar.
float background_width(Ui& ui, const Lab& lab) {
  float width = lab.state().building ? ui.px(170) : 0;
  for (const FeaturePanel& panel : feature_panels()) {
    if (panel.status_width != nullptr) width += panel.status_width(ui, lab);
  }
  return width;
}

// Draws the work in the background, with buttons to cancel it or to finish it at once.
void draw_background(Ui& ui, const Lab& lab) {
  const LabState& s = lab.state();
  if (s.building) {
    progress_bar(Text("building {:.0f} %", s.build_progress * 100), s.build_progress, ui.px(155),
                 ImGui::GetTextLineHeight() + ui.px(2));
    ui.mark("status.build");
    ImGui::SameLine(0, ui.px(12));
  }
  const StyleScope padding(ImGuiStyleVar_FramePadding, {ui.px(5), 0});
  for (int place = 0; place <= kLastPlace; ++place) {
    for (const FeaturePanel& panel : feature_panels()) {
      if (panel.place == place && panel.status != nullptr) panel.status(ui, lab);
    }
  }
}

}  // namespace

void draw_status(Ui& ui, const Lab& lab, const Box& box, double milliseconds) {
  ImGui::SetCursorPosY((box.height - ImGui::GetTextLineHeight()) / 2);
  // The right side is measured first, to know how much room is left for the text.
  int words = 2;
  float right_width = 0, limit = 0;
  for (;; --words) {
    const FontScope small(ui.fonts().small);
    right_width = text_width(map_text(lab, milliseconds, words)) + background_width(ui, lab);
    limit = box.width - right_width - ui.px(28);
    if (words == 0 || limit >= ui.px(220)) break;
  }
  const ImVec2 start = ImGui::GetCursorScreenPos();
  ImGui::PushClipRect(start, {limit, start.y + box.height}, true);
  const Text text = hover_text(lab);
  if (!text.view().empty()) {
    draw_text(text);
    ui.mark("status.cell");
    ImGui::SameLine(0, ui.px(18));
  }
  if (!lab.state().messages.empty()) {
    draw_message(ui, lab.state().messages.back(), limit);
  } else if (text.view().empty()) {
    if (lab.state().tool_hints) draw_hint(ui, lab.state().tool, start.x, limit);
  }
  ImGui::PopClipRect();
  ImGui::SetCursorScreenPos({box.width - right_width - ui.px(10), start.y + ui.px(1)});
  const FontScope small(ui.fonts().small);
  draw_background(ui, lab);
  if (words == 0) return;
  draw_dim(map_text(lab, milliseconds, words));
  ui.mark("status.frame");
}

}  // namespace strata
