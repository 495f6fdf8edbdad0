#include "app/ui/panel_status.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cstdio>

#include "app/base/icons.hpp"
#include "app/base/key_bindings.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/world/map_moves.hpp"

namespace strata {
namespace {

// Less of it where there is little room: 0 words leave all of it out.
void format_map(const Lab& lab, double milliseconds, int words, char* right, size_t size) {
  const LabState& s = lab.state();
  const GridMap& map = lab.world().map();
  const double zoom = s.camera.zoom / Camera::kFullZoom * 100;
  if (words == 0) {
    right[0] = 0;
  } else if (words == 1) {
    std::snprintf(right, size, "%dx%d", map.width(), map.height());
  } else if (s.fixed_clock) {
    std::snprintf(right, size, "%dx%d   revision %llu   %.*f %%", map.width(), map.height(),
                  static_cast<unsigned long long>(map.revision()), zoom < 10 ? 1 : 0, zoom);
  } else {
    std::snprintf(right, size, "%dx%d   revision %llu   %.*f %%   frame %.1f ms", map.width(), map.height(),
                  static_cast<unsigned long long>(map.revision()), zoom < 10 ? 1 : 0, zoom, milliseconds);
  }
}

// What is known of the cell under the pointer; empty: there is none.
void format_cell(const Lab& lab, char* text, size_t size) {
  text[0] = 0;
  const LabState& s = lab.state();
  const World& world = lab.world();
  const GridMap& map = world.map();
  if (!s.hover || !map.contains(*s.hover)) return;
  const Cell cell = *s.hover;
  const TerrainInfo info = terrain_info(map.terrain(cell));
  const CellId id = map.id(cell);
  int at = std::snprintf(text, size, "(%d, %d)  %.*s '%c'", cell.x, cell.y, static_cast<int>(info.name.size()),
                         info.name.data(), map.letter(cell));
  const auto add = [&](const char* format, int value) {
    const auto used = static_cast<size_t>(at);
    if (used < size) at += std::snprintf(text + used, size - used, format, value);
  };
  for (const FeaturePanel& panel : feature_panels()) {
    const auto used = static_cast<size_t>(at);
    if (panel.hovered != nullptr && used < size) at += panel.hovered(lab, cell, text + used, size - used);
  }
  if (world.get<MapMoves>().clearance() != nullptr) add("  clearance %d", world.get<MapMoves>().clearance()->at(id));
  if (world.rules().agent_size > 1 && !world.moves().passable(id)) {
    add("  size %d does not fit", world.rules().agent_size);
  }
}

// What does not fit before `limit` ends in dots, and is whole in the tooltip.
void draw_message(Ui& ui, const Message& message, float limit) {
  const ImVec4& color = message.kind == MessageKind::kError     ? theme().bad
                        : message.kind == MessageKind::kWarning ? theme().warn
                                                                : theme().text;
  const char* mark = message.kind == MessageKind::kInfo ? icon::kInfo : icon::kWarning;
  if (ui.fonts().icons) {
    ImGui::TextColored(color, "%s", mark);
    ImGui::SameLine(0, ui.px(6));
  }
  const ImVec2 at = ImGui::GetCursorScreenPos(), size = ImGui::CalcTextSize(message.text.c_str());
  const float dots = ImGui::CalcTextSize("...").x;
  if (at.x + size.x <= limit) {
    ImGui::TextColored(color, "%s", message.text.c_str());
  } else {
    const float room = std::max(limit - dots - at.x, 0.0f);
    ImGui::PushClipRect(at, {at.x + room, at.y + size.y}, true);
    ImGui::TextColored(color, "%s", message.text.c_str());
    ImGui::PopClipRect();
    ImGui::GetWindowDrawList()->AddText({at.x + room, at.y}, to_u32(color), "...");
  }
  ui.dump().mark("status.message");
  tooltip(ui, message.text, {});
}

// What the tool in hand does, in two lengths; put together when the tool or the keys are others.
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
    kept.text = "Drag S or G to search anew; click a cell to inspect it; wheel zooms, middle drag pans" + keys;
    kept.shorter = "Drag S or G" + keys;
  }
  for (const FeaturePanel& panel : feature_panels()) {
    if (panel.tool.tool != tool || tool == Tool::kSelect) continue;
    kept.text = panel.tool.hint;
    kept.shorter = panel.tool.short_hint;
  }
  return kept;
}

// In as many words as there is room for up to `limit`.
void draw_hint(Ui& ui, Tool tool, float x, float limit) {
  const ToolHint& hint = hint_of(ui, tool);
  text_dim("%s", (x + ImGui::CalcTextSize(hint.text.c_str()).x > limit ? hint.shorter : hint.text).c_str());
}

// How wide what goes on in the background is, and the drawing of it.
float background_width(Ui& ui, const Lab& lab) {
  float width = lab.state().building ? ui.px(170) : 0;
  for (const FeaturePanel& panel : feature_panels()) {
    if (panel.status_width != nullptr) width += panel.status_width(ui, lab);
  }
  return width;
}

// What goes on in the background, with a way to stop it or to have it done.
void draw_background(Ui& ui, const Lab& lab) {
  const LabState& s = lab.state();
  if (s.building) {
    char label[32];
    std::snprintf(label, sizeof label, "building %.0f %%", s.build_progress * 100);
    ImGui::ProgressBar(static_cast<float>(s.build_progress), {ui.px(155), ImGui::GetTextLineHeight() + ui.px(2)},
                       label);
    ui.dump().mark("status.build");
    ImGui::SameLine(0, ui.px(12));
  }
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(5), 0});
  for (int place = 0; place <= kLastPlace; ++place) {
    for (const FeaturePanel& panel : feature_panels()) {
      if (panel.place == place && panel.status != nullptr) panel.status(ui, lab);
    }
  }
  ImGui::PopStyleVar();
}

}  // namespace

void draw_status(Ui& ui, const Lab& lab, const Box& box, double milliseconds) {
  ImGui::SetCursorPosY((box.height - ImGui::GetTextLineHeight()) / 2);
  // The right-hand side first, to know what is left for the text.
  char right[160], text[256];
  ImGui::PushFont(ui.fonts().small);
  float right_width = 0, limit = 0;
  for (int words = 2; words >= 0; --words) {
    format_map(lab, milliseconds, words, right, sizeof right);
    right_width = ImGui::CalcTextSize(right).x + background_width(ui, lab);
    limit = box.width - right_width - ui.px(28);
    if (limit >= ui.px(220)) break;
  }
  ImGui::PopFont();
  const ImVec2 start = ImGui::GetCursorScreenPos();
  ImGui::PushClipRect(start, {limit, start.y + box.height}, true);
  format_cell(lab, text, sizeof text);
  if (text[0] != 0) {
    ImGui::TextUnformatted(text);
    ui.dump().mark("status.cell");
    ImGui::SameLine(0, ui.px(18));
  }
  if (!lab.state().messages.empty()) {
    draw_message(ui, lab.state().messages.back(), limit);
  } else if (text[0] == 0) {
    draw_hint(ui, lab.state().tool, start.x, limit);
  }
  ImGui::PopClipRect();
  ImGui::SetCursorScreenPos({box.width - right_width - ui.px(10), start.y + ui.px(1)});
  ImGui::PushFont(ui.fonts().small);
  draw_background(ui, lab);
  if (right[0] != 0) {
    text_dim("%s", right);
    ui.dump().mark("status.frame");
  }
  ImGui::PopFont();
}

}  // namespace strata
