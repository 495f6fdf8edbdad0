// The right panel's lower half: everything about one cell, and the pseudo-code of the search being stepped.

#include <imgui.h>

#include <algorithm>
#include <cstdio>

#include "app/icons.hpp"
#include "app/panels.hpp"
#include "app/theme.hpp"
#include "app/widgets.hpp"

namespace strata {

void Gui::draw_inspector() {
  const LabState& s = state();
  if (!s.inspected) {
    char text[112];
    const std::string_view keys = shortcut_of("tool.select select");
    std::snprintf(text, sizeof text, "Click a cell with the arrow tool (%.*s) to see its g, h, f, parent and events.",
                  static_cast<int>(keys.size()), keys.data());
    text_colored_wrapped(theme().text_dim, text);
    ImGui::Dummy({0, px(2)});
    return;
  }
  const World& world = lab_.world();
  const GridMap& map = world.map();
  const Cell cell = s.inspected->cell;
  if (!map.contains(cell)) {
    text_dim("The cell is outside of the map.");
    return;
  }
  const CellId id = map.id(cell);
  const TerrainInfo terrain = terrain_info(map.terrain(cell));
  ImGui::PushFont(fonts_->bold);
  ImGui::Text("(%d, %d)", cell.x, cell.y);
  ImGui::PopFont();
  dump_.mark("inspector.cell");
  ImGui::SameLine();
  const uint32_t cluster = world.hpa().clusters().count() > 0 ? world.hpa().clusters().cluster_of(cell) : 0;
  text_dim("%.*s%s, cluster %u", static_cast<int>(terrain.name.size()), terrain.name.data(),
           world.moves().passable(cell) ? "" : " (blocked)", cluster);
  ImGui::SameLine(ImGui::GetContentRegionMax().x - px(22));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(3), 0});
  if (ImGui::SmallButton(fonts_->icons ? icon::kClose : "x")) run("inspect.clear");
  ImGui::PopStyleVar();
  dump_.mark("inspector.close");
  tooltip(*this, "Close inspection", {});
  const Playback& playback = lab_.playback();
  const double unit = lab_.cost_unit();
  if (ImGui::BeginTable("node", 6, ImGuiTableFlags_RowBg)) {
    for (int i = 0; i < 6; ++i) {
      ImGui::TableSetupColumn("", i < 2 ? ImGuiTableColumnFlags_WidthFixed : ImGuiTableColumnFlags_WidthStretch);
    }
    ImGui::TableNextRow();
    for (const char* title : {"level", "state", "g", "h", "f", "parent"}) {
      ImGui::TableNextColumn();
      text_dim("%s", title);
    }
    const bool abstract_node = world.hpa().ready() && world.hpa().node_at(id) >= 0;
    for (uint8_t level = 0; level < 2; ++level) {
      const NodeAt node = playback.node(level, id);
      if (level > 0 && !abstract_node && node.state == NodeState::kUnseen) continue;
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      ImGui::Text("%s", level == 0 ? "cells" : "graph");
      ImGui::TableNextColumn();
      const std::string_view state_name = node_state_name(node.state);
      ImGui::Text("%.*s", static_cast<int>(state_name.size()), state_name.data());
      ImGui::PushFont(fonts_->mono);
      if (node.state == NodeState::kUnseen) {
        for (int i = 0; i < 4; ++i) {
          ImGui::TableNextColumn();
          text_dim("\xe2\x80\x93");
        }
      } else {
        for (const Cost value : {node.g, node.h, node.f()}) {
          ImGui::TableNextColumn();
          ImGui::Text("%.2f", value / unit);
        }
        ImGui::TableNextColumn();
        if (node.parent == kNoCell || node.parent >= map.cell_count()) {
          text_dim("none");
        } else {
          const Cell parent = map.cell(node.parent);
          char text[40];
          std::snprintf(text, sizeof text, "%d,%d##%d", parent.x, parent.y, level);
          if (ImGui::Selectable(text)) {
            std::snprintf(text, sizeof text, "inspect %d %d", parent.x, parent.y);
            run(text);
          }
          dump_.mark("inspector.parent");
          tooltip(*this, "Inspect the parent", {});
        }
      }
      ImGui::PopFont();
    }
    ImGui::EndTable();
  }
  const auto& events = s.inspected->events;
  if (events.empty()) {
    text_colored_wrapped(theme().text_dim, "The search being stepped never touches this cell.");
    ImGui::Dummy({0, px(2)});
    return;
  }
  text_dim("%zu event%s; click one to go there", events.size(), events.size() == 1 ? "" : "s");
  const float row_height = ImGui::GetTextLineHeightWithSpacing();
  const float rows = std::min(static_cast<float>(events.size()), 6.0f);
  ImGui::BeginChild("events", {0, rows * row_height + px(2)});
  ImGui::PushFont(fonts_->small);
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(events.size()), row_height);
  char line[40];
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const size_t index = events[static_cast<size_t>(i)];
      const SearchEvent* event = playback.event(index);
      if (event == nullptr) continue;
      ImGui::PushID(i);
      const bool past = index < playback.cursor();
      if (!past) ImGui::PushStyleColor(ImGuiCol_Text, theme().text_dim);
      const std::string text = event_text(*event, map.width(), lab_.cost_unit());
      std::snprintf(line, sizeof line, "%zu  ", index + 1);
      const std::string label = line + text;
      if (ImGui::Selectable(label.c_str(), index + 1 == playback.cursor())) {
        std::snprintf(line, sizeof line, "step.to %zu", index + 1);
        run(line);
      }
      if (!past) ImGui::PopStyleColor();
      std::snprintf(line, sizeof line, "inspector.event.%d", i);
      dump_.mark(line);
      ImGui::PopID();
    }
  }
  ImGui::PopFont();
  ImGui::EndChild();
}

void Gui::draw_code() {
  const Planner* planner = lab_.traced_planner();
  if (planner == nullptr) {
    text_dim("No search is being stepped.");
    return;
  }
  const Playback& playback = lab_.playback();
  const auto code = planner->pseudo_code();
  const int current = playback.current_line();
  char line[48], mark[32];
  text_dim("%.*s", static_cast<int>(planner->title.size()), planner->title.data());
  ImGui::SameLine();
  ImGui::PushFont(fonts_->small);
  text_dim("click a line to set a breakpoint, F5 runs to it");
  ImGui::PopFont();
  ImGui::BeginChild("code", {0, ImGui::GetTextLineHeightWithSpacing() * static_cast<float>(code.size())}, false,
                    ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PushFont(fonts_->mono);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float gutter = px(16);
  for (size_t i = 0; i < code.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    const bool stop = playback.breakpoint(static_cast<uint8_t>(i));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetTextLineHeight();
    const float row_width = std::max(ImGui::GetContentRegionAvail().x, gutter + ImGui::CalcTextSize(code[i].data()).x);
    if (static_cast<int>(i) == current) {
      list->AddRectFilled({at.x, at.y - px(1)}, {at.x + row_width, at.y + height + px(2)}, to_u32(theme().accent_soft),
                          px(2));
      list->AddRectFilled({at.x, at.y - px(1)}, {at.x + px(2), at.y + height + px(2)}, to_u32(theme().accent));
    }
    if (ImGui::InvisibleButton("line", {row_width, height})) {
      std::snprintf(line, sizeof line, "step.breakpoint %zu toggle", i);
      run(line);
    }
    std::snprintf(mark, sizeof mark, "code.line.%zu", i);
    dump_.mark(mark);
    const bool hovered = ImGui::IsItemHovered();
    if (stop || hovered) {
      list->AddCircleFilled({at.x + gutter * 0.5f + px(1), at.y + height * 0.5f}, px(4),
                            to_u32(theme().bad, stop ? 1.0f : 0.35f));
    }
    list->AddText({at.x + gutter, at.y},
                  to_u32(static_cast<int>(i) == current || hovered ? theme().text : theme().text_dim), code[i].data(),
                  code[i].data() + code[i].size());
    ImGui::PopID();
  }
  ImGui::PopFont();
  ImGui::EndChild();
  if (playback.current() != nullptr) {
    // Live values of the line.
    ImGui::PushFont(fonts_->mono);
    text_colored_wrapped(theme().accent, event_label(playback.cursor() - 1));
    ImGui::PopFont();
    dump_.mark("code.values");
  }
  char open[24], expanded[24];
  format_count(playback.open_count(), open, sizeof open);
  format_count(playback.expanded_count(), expanded, sizeof expanded);
  text_dim("open %s   expanded %s", open, expanded);
  ImGui::Dummy({0, px(4)});
}

}  // namespace strata
