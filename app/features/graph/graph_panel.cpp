// The left panel's tab of the drawn graph: its nodes in their order, its edges and their weights, its file.

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/base/icons.hpp"
#include "app/ui/panels.hpp"
#include "app/ui/widgets.hpp"
#include "app/window/theme.hpp"
#include "core/io/graph_file.hpp"

namespace strata {
namespace {

constexpr int kListRows = 9;  // more of them scroll

}  // namespace

void Gui::draw_graph_tab() {
  const LabState& s = state();
  const DrawnGraph& graph = s.drawn;
  char text[128];
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(6), px(3)});
  const bool drawing = s.tool == Tool::kGraph;
  const float half = std::floor((ImGui::GetContentRegionAvail().x - px(4)) / 2);
  const auto button = [&](const char* label, const char* name, const char* line, const char* help, bool on = false,
                          bool enabled = true) {
    ImGui::BeginDisabled(!enabled);
    if (on) ImGui::PushStyleColor(ImGuiCol_Button, theme().accent_soft);
    if (ImGui::Button(label, {half, 0})) run(line);
    if (on) ImGui::PopStyleColor();
    ImGui::EndDisabled();
    dump_.mark(name);
    tooltip(*this, help, shortcut_of(line));
  };
  button("Draw", "graph.draw", drawing ? "tool.select select" : "tool.select graph",
         "Click for a node, drag from node to node for an edge, drag a node elsewhere to move it, right click removes",
         drawing);
  ImGui::SameLine(0, px(4));
  button("Open...", "graph.open", "ui.show open on", "A .graph file, with its map");
  button("Save...", "graph.save", "graph.save", "Into its file; asks for a name if there is none", false,
         !graph.empty() || !s.graph_path.empty());
  ImGui::SameLine(0, px(4));
  button("Clear", "graph.clear", "graph.clear", "Removes all nodes; undo brings them back", false, !graph.empty());
  ImGui::PopStyleVar();
  ImGui::PushFont(fonts_->small);
  if (graph.empty()) {
    text_colored_wrapped(theme().text_dim,
                         "A small graph of your own, to contract and to search step by step: choose Draw, click on "
                         "the map for nodes, drag from one to another for an edge. Stock graphs are in the File menu.");
    ImGui::PopFont();
    ImGui::Dummy({0, px(2)});
    draw_legend_rows({Layer::kDrawn});
    return;
  }
  const size_t slash = s.graph_path.rfind('/');
  const char* file =
      s.graph_path.empty() ? "no file yet" : s.graph_path.c_str() + (slash == s.graph_path.npos ? 0 : slash + 1);
  std::snprintf(text, sizeof text, "%u nodes, %zu edges, %s%s", graph.node_count(), graph.edges().size(), file,
                s.graph_unsaved ? " (not saved)" : "");
  text_colored_wrapped(s.graph_unsaved ? theme().warn : theme().text_dim, text);
  dump_.mark("graph.state");
  ImGui::PopFont();
  draw_drawn_nodes();
  draw_drawn_edges();
  ImGui::Dummy({0, px(2)});
  draw_legend_rows({Layer::kDrawn});
}

namespace {

// A small flat button at the right end of a row, `slot` from the right.
bool row_button(Gui& gui, const char* sign, const char* plain, int slot, ImVec2 at, float right, float height) {
  const float width = gui.px(22);
  ImGui::SetCursorPos({right - width * static_cast<float>(slot + 1), at.y});
  ImGui::PushStyleColor(ImGuiCol_Button, ImVec4(0, 0, 0, 0));
  ImGui::PushStyleColor(ImGuiCol_Text, theme().text_dim);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, gui.px(1)});
  const bool clicked = ImGui::Button(gui.fonts().icons ? sign : plain, {width, height});
  ImGui::PopStyleVar();
  ImGui::PopStyleColor(2);
  return clicked;
}

}  // namespace

// In the order that contracts them.
void Gui::draw_drawn_nodes() {
  const LabState& s = state();
  const DrawnGraph& graph = s.drawn;
  text_dim("Own order, first contracted first");
  char line[64], mark[48], text[48];
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(4), px(1)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(2)});
  const float height = ImGui::GetFrameHeight();
  const auto count = static_cast<int>(graph.node_count());
  ImGui::PushStyleColor(ImGuiCol_ChildBg, theme().field);
  ImGui::BeginChild("nodes", {0, static_cast<float>(std::clamp(count, 1, kListRows)) * (height + px(2)) + px(4)});
  ImGui::SetCursorPosY(px(2));
  ImGuiListClipper clipper;
  clipper.Begin(count, height + px(2));
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const Cell cell = graph.nodes()[graph.order()[static_cast<size_t>(i)]];
      const auto change = [&](const char* where) {
        std::snprintf(line, sizeof line, "graph.order %d,%d %s", cell.x, cell.y, where);
        run(line);
      };
      const auto name = [&](const char* part) {
        std::snprintf(mark, sizeof mark, "graph.node.%d%s", i + 1, part);
        dump_.mark(mark);
      };
      ImGui::PushID(i);
      const ImVec2 at = ImGui::GetCursorPos();
      const float right = ImGui::GetContentRegionMax().x;
      std::snprintf(text, sizeof text, "%3d   %d, %d", i + 1, cell.x, cell.y);
      ImGui::SetCursorPos({at.x + px(4), at.y});
      ImGui::AlignTextToFramePadding();
      const bool chosen = s.inspected && s.inspected->cell == cell;
      if (ImGui::Selectable(text, chosen, 0, {right - at.x - px(74), height - px(2)})) {
        std::snprintf(line, sizeof line, "inspect %d %d", cell.x, cell.y);
        run(line);
      }
      name("");
      tooltip(*this, "Click to inspect the node and to see its edges alone", {});
      ImGui::BeginDisabled(i == 0);
      if (row_button(*this, icon::kUp, "^", 2, at, right, height)) change("up");
      ImGui::EndDisabled();
      name(".up");
      tooltip(*this, "Earlier: less important", {});
      ImGui::BeginDisabled(i + 1 == count);
      if (row_button(*this, icon::kDown, "v", 1, at, right, height)) change("down");
      ImGui::EndDisabled();
      name(".down");
      tooltip(*this, "Later: more important", {});
      if (row_button(*this, icon::kClose, "x", 0, at, right, height)) {
        std::snprintf(line, sizeof line, "graph.remove %d,%d", cell.x, cell.y);
        run(line);
      }
      name(".remove");
      tooltip(*this, "Remove it and its edges", {});
      ImGui::PopID();
    }
  }
  ImGui::EndChild();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
}

// Of the inspected node, or all.
void Gui::draw_drawn_edges() {
  const LabState& s = state();
  const DrawnGraph& graph = s.drawn;
  const auto chosen = s.inspected ? graph.node_at(s.inspected->cell) : std::nullopt;
  drawn_rows_.clear();
  for (size_t i = 0; i < graph.edges().size(); ++i) {
    const DrawnEdge& edge = graph.edges()[i];
    if (!chosen || edge.a == *chosen || edge.b == *chosen) drawn_rows_.push_back(i);
  }
  const auto count = static_cast<int>(drawn_rows_.size());
  if (chosen) {
    const Cell cell = graph.nodes()[*chosen];
    text_dim("Edges of %d, %d", cell.x, cell.y);
  } else {
    text_dim("Edges, in straight steps");
  }
  if (count == 0) {
    ImGui::PushFont(fonts_->small);
    text_colored_wrapped(theme().text_dim, "None: drag from one node to another.");
    ImGui::PopFont();
    return;
  }
  char line[96], mark[48], text[64];
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(4), px(1)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(2)});
  const float height = ImGui::GetFrameHeight();
  ImGui::PushStyleColor(ImGuiCol_ChildBg, theme().field);
  ImGui::BeginChild("edges", {0, static_cast<float>(std::clamp(count, 1, kListRows)) * (height + px(2)) + px(4)});
  ImGui::SetCursorPosY(px(2));
  ImGuiListClipper clipper;
  clipper.Begin(count, height + px(2));
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const size_t index = drawn_rows_[static_cast<size_t>(i)];
      const DrawnEdge& edge = graph.edges()[index];
      const Cell a = graph.nodes()[edge.a], b = graph.nodes()[edge.b];
      ImGui::PushID(i);
      const ImVec2 at = ImGui::GetCursorPos();
      const float right = ImGui::GetContentRegionMax().x;
      std::snprintf(text, sizeof text, "%d,%d - %d,%d", a.x, a.y, b.x, b.y);
      ImGui::SetCursorPos({at.x + px(6), at.y});
      ImGui::AlignTextToFramePadding();
      ImGui::TextUnformatted(text);
      ImGui::SetCursorPos({right - px(22) - px(68), at.y});
      ImGui::SetNextItemWidth(px(64));
      // While it is typed the text is this row's alone; leaving the field makes it one edit.
      const bool typing = weight_edge_ == static_cast<int>(index);
      ImGui::PushStyleColor(ImGuiCol_FrameBg, theme().panel);
      double weight = typing ? weight_typed_ : edge.weight / static_cast<double>(kDrawnUnit);
      if (ImGui::InputDouble("##weight", &weight, 0, 0, "%.5g")) {
        weight_edge_ = static_cast<int>(index);
        weight_typed_ = weight;
      }
      ImGui::PopStyleColor();
      if (ImGui::IsItemDeactivatedAfterEdit() && weight_edge_ == static_cast<int>(index)) {
        std::snprintf(line, sizeof line, "graph.edge %d,%d %d,%d %.4f", a.x, a.y, b.x, b.y, weight_typed_);
        run(line);
        weight_edge_ = -1;
      }
      std::snprintf(mark, sizeof mark, "graph.edge.%d", i + 1);
      dump_.mark(mark);
      tooltip(*this, "Weight in straight steps", {});
      if (row_button(*this, icon::kClose, "x", 0, at, right, height)) {
        std::snprintf(line, sizeof line, "graph.remove %d,%d %d,%d", a.x, a.y, b.x, b.y);
        run(line);
      }
      std::snprintf(mark, sizeof mark, "graph.edge.%d.remove", i + 1);
      dump_.mark(mark);
      tooltip(*this, "Remove the edge", {});
      ImGui::PopID();
    }
  }
  ImGui::EndChild();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
}

}  // namespace strata
