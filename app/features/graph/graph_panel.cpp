// The drawn graph in the interface: its nodes in their order, its edges and their weights, its file; the sign of its
// layer.

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "app/base/icons.hpp"
#include "app/features/graph/graph.hpp"
#include "app/features/graph/graph_panel.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/layer_signs.hpp"
#include "app/ui/panel_layers.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/io/graph_file.hpp"

namespace strata {
namespace {

constexpr int kListRows = 9;  // more of them scroll

struct GraphTab {
  std::vector<size_t> rows;  // edges in the list
  int edge = -1;             // whose weight is being typed
  double weight = 0;
};

// A small flat button at the right end of a row, `slot` from the right.
bool row_button(Ui& ui, const char* sign, const char* plain, int slot, ImVec2 at, float right, float height) {
  const float width = ui.px(22);
  ImGui::SetCursorPos({right - width * static_cast<float>(slot + 1), at.y});
  ImGui::PushStyleColor(ImGuiCol_Button, ImVec4(0, 0, 0, 0));
  ImGui::PushStyleColor(ImGuiCol_Text, theme().text_dim);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, ui.px(1)});
  const bool clicked = ImGui::Button(ui.fonts().icons ? sign : plain, {width, height});
  ImGui::PopStyleVar();
  ImGui::PopStyleColor(2);
  return clicked;
}

// In the order that contracts them.
void draw_drawn_nodes(Ui& ui, const Lab& lab) {
  const LabState& s = lab.state();
  const DrawnGraph& graph = graph_desk(lab).graph();
  text_dim("Own order, first contracted first");
  char line[64], mark[48], text[48];
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(4), ui.px(1)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(6), ui.px(2)});
  const float height = ImGui::GetFrameHeight();
  const auto count = static_cast<int>(graph.node_count());
  ImGui::PushStyleColor(ImGuiCol_ChildBg, theme().field);
  ImGui::BeginChild("nodes", {0, static_cast<float>(std::clamp(count, 1, kListRows)) * (height + ui.px(2)) + ui.px(4)});
  ImGui::SetCursorPosY(ui.px(2));
  ImGuiListClipper clipper;
  clipper.Begin(count, height + ui.px(2));
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const Cell cell = graph.nodes()[graph.order()[static_cast<size_t>(i)]];
      const auto change = [&](const char* where) {
        std::snprintf(line, sizeof line, "graph.order %d,%d %s", cell.x, cell.y, where);
        ui.run(line);
      };
      const auto name = [&](const char* part) {
        std::snprintf(mark, sizeof mark, "graph.node.%d%s", i + 1, part);
        ui.dump().mark(mark);
      };
      ImGui::PushID(i);
      const ImVec2 at = ImGui::GetCursorPos();
      const float right = ImGui::GetContentRegionMax().x;
      std::snprintf(text, sizeof text, "%3d   %d, %d", i + 1, cell.x, cell.y);
      ImGui::SetCursorPos({at.x + ui.px(4), at.y});
      ImGui::AlignTextToFramePadding();
      const bool chosen = s.inspected && s.inspected->cell == cell;
      if (ImGui::Selectable(text, chosen, 0, {right - at.x - ui.px(74), height - ui.px(2)})) {
        std::snprintf(line, sizeof line, "inspect %d %d", cell.x, cell.y);
        ui.run(line);
      }
      name("");
      tooltip(ui, "Click to inspect the node and to see its edges alone", {});
      ImGui::BeginDisabled(i == 0);
      if (row_button(ui, icon::kUp, "^", 2, at, right, height)) change("up");
      ImGui::EndDisabled();
      name(".up");
      tooltip(ui, "Earlier: less important", {});
      ImGui::BeginDisabled(i + 1 == count);
      if (row_button(ui, icon::kDown, "v", 1, at, right, height)) change("down");
      ImGui::EndDisabled();
      name(".down");
      tooltip(ui, "Later: more important", {});
      if (row_button(ui, icon::kClose, "x", 0, at, right, height)) {
        std::snprintf(line, sizeof line, "graph.remove %d,%d", cell.x, cell.y);
        ui.run(line);
      }
      name(".remove");
      tooltip(ui, "Remove it and its edges", {});
      ImGui::PopID();
    }
  }
  ImGui::EndChild();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
}

// Of the inspected node, or all.
void draw_drawn_edges(Ui& ui, const Lab& lab) {
  const LabState& s = lab.state();
  GraphTab& memory = ui.kept<GraphTab>();
  const DrawnGraph& graph = graph_desk(lab).graph();
  const auto chosen = s.inspected ? graph.node_at(s.inspected->cell) : std::nullopt;
  memory.rows.clear();
  for (size_t i = 0; i < graph.edges().size(); ++i) {
    const DrawnEdge& edge = graph.edges()[i];
    if (!chosen || edge.a == *chosen || edge.b == *chosen) memory.rows.push_back(i);
  }
  const auto count = static_cast<int>(memory.rows.size());
  if (chosen) {
    const Cell cell = graph.nodes()[*chosen];
    text_dim("Edges of %d, %d", cell.x, cell.y);
  } else {
    text_dim("Edges, in straight steps");
  }
  if (count == 0) {
    ImGui::PushFont(ui.fonts().small);
    text_colored_wrapped(theme().text_dim, "None: drag from one node to another.");
    ImGui::PopFont();
    return;
  }
  char line[96], mark[48], text[64];
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(4), ui.px(1)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(6), ui.px(2)});
  const float height = ImGui::GetFrameHeight();
  ImGui::PushStyleColor(ImGuiCol_ChildBg, theme().field);
  ImGui::BeginChild("edges", {0, static_cast<float>(std::clamp(count, 1, kListRows)) * (height + ui.px(2)) + ui.px(4)});
  ImGui::SetCursorPosY(ui.px(2));
  ImGuiListClipper clipper;
  clipper.Begin(count, height + ui.px(2));
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const size_t index = memory.rows[static_cast<size_t>(i)];
      const DrawnEdge& edge = graph.edges()[index];
      const Cell a = graph.nodes()[edge.a], b = graph.nodes()[edge.b];
      ImGui::PushID(i);
      const ImVec2 at = ImGui::GetCursorPos();
      const float right = ImGui::GetContentRegionMax().x;
      std::snprintf(text, sizeof text, "%d,%d - %d,%d", a.x, a.y, b.x, b.y);
      ImGui::SetCursorPos({at.x + ui.px(6), at.y});
      ImGui::AlignTextToFramePadding();
      ImGui::TextUnformatted(text);
      ImGui::SetCursorPos({right - ui.px(22) - ui.px(68), at.y});
      ImGui::SetNextItemWidth(ui.px(64));
      // While it is typed the text is this row's alone; leaving the field makes it one edit.
      const bool typing = memory.edge == static_cast<int>(index);
      ImGui::PushStyleColor(ImGuiCol_FrameBg, theme().panel);
      double weight = typing ? memory.weight : edge.weight / static_cast<double>(kDrawnUnit);
      if (ImGui::InputDouble("##weight", &weight, 0, 0, "%.5g")) {
        memory.edge = static_cast<int>(index);
        memory.weight = weight;
      }
      ImGui::PopStyleColor();
      if (ImGui::IsItemDeactivatedAfterEdit() && memory.edge == static_cast<int>(index)) {
        std::snprintf(line, sizeof line, "graph.edge %d,%d %d,%d %.4f", a.x, a.y, b.x, b.y, memory.weight);
        ui.run(line);
        memory.edge = -1;
      }
      std::snprintf(mark, sizeof mark, "graph.edge.%d", i + 1);
      ui.dump().mark(mark);
      tooltip(ui, "Weight in straight steps", {});
      if (row_button(ui, icon::kClose, "x", 0, at, right, height)) {
        std::snprintf(line, sizeof line, "graph.remove %d,%d %d,%d", a.x, a.y, b.x, b.y);
        ui.run(line);
      }
      std::snprintf(mark, sizeof mark, "graph.edge.%d.remove", i + 1);
      ui.dump().mark(mark);
      tooltip(ui, "Remove the edge", {});
      ImGui::PopID();
    }
  }
  ImGui::EndChild();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
}

void draw_tab(Ui& ui, Lab& lab) {
  const LabState& s = lab.state();
  const DrawnGraph& graph = graph_desk(lab).graph();
  const std::string& path = graph_desk(lab).path();
  const bool unsaved = graph_desk(lab).unsaved();
  char text[128];
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  const bool drawing = s.tool == kGraphTool;
  const float half = std::floor((ImGui::GetContentRegionAvail().x - ui.px(4)) / 2);
  const auto button = [&](const char* label, const char* name, const char* line, const char* help, bool on = false,
                          bool enabled = true) {
    ImGui::BeginDisabled(!enabled);
    if (on) ImGui::PushStyleColor(ImGuiCol_Button, theme().accent_soft);
    if (ImGui::Button(label, {half, 0})) ui.run(line);
    if (on) ImGui::PopStyleColor();
    ImGui::EndDisabled();
    ui.dump().mark(name);
    tooltip(ui, help, bound_keys(line));
  };
  button("Draw", "graph.draw", drawing ? "tool.select select" : "tool.select graph",
         "Click for a node, drag from node to node for an edge, drag a node elsewhere to move it, right click removes",
         drawing);
  ImGui::SameLine(0, ui.px(4));
  button("Open...", "graph.open", "ui.show open on", "A .graph file, with its map");
  button("Save...", "graph.save", "graph.save", "Into its file; asks for a name if there is none", false,
         !graph.empty() || !path.empty());
  ImGui::SameLine(0, ui.px(4));
  button("Clear", "graph.clear", "graph.clear", "Removes all nodes; undo brings them back", false, !graph.empty());
  ImGui::PopStyleVar();
  ImGui::PushFont(ui.fonts().small);
  if (graph.empty()) {
    text_colored_wrapped(theme().text_dim,
                         "A small graph of your own, to contract and to search step by step: choose Draw, click on "
                         "the map for nodes, drag from one to another for an edge. Stock graphs are in the File menu.");
    ImGui::PopFont();
    ImGui::Dummy({0, ui.px(2)});
    draw_legend_rows(ui, lab, {kDrawnLayer});
    return;
  }
  const size_t slash = path.rfind('/');
  const char* file = path.empty() ? "no file yet" : path.c_str() + (slash == path.npos ? 0 : slash + 1);
  std::snprintf(text, sizeof text, "%u nodes, %zu edges, %s%s", graph.node_count(), graph.edges().size(), file,
                unsaved ? " (not saved)" : "");
  text_colored_wrapped(unsaved ? theme().warn : theme().text_dim, text);
  ui.dump().mark("graph.state");
  ImGui::PopFont();
  draw_drawn_nodes(ui, lab);
  draw_drawn_edges(ui, lab);
  ImGui::Dummy({0, ui.px(2)});
  draw_legend_rows(ui, lab, {kDrawnLayer});
}

bool sign(Ui& ui, const Lab&, Layer layer, const SignPlace& place) {
  const auto& [list, at, w, low, high, mid] = place;
  if (layer != kDrawnLayer) return false;
  list->AddLine({at.x + ui.px(4), at.y + ui.px(4)}, {at.x + w - ui.px(4), at.y - ui.px(4)},
                to_im(on_panel(palette::kDrawn)), ui.px(1.5f));
  list->AddCircleFilled({at.x + ui.px(4), at.y + ui.px(4)}, ui.px(3.5f), to_im(on_panel(palette::kDrawn)));
  list->AddCircleFilled({at.x + w - ui.px(5), at.y - ui.px(4)}, ui.px(3.5f), to_im(on_panel(palette::kDrawn)));
  return true;
}

}  // namespace

FeaturePanel graph_panel() {
  return {.feature = "graph",
          .tab = {"Graph", "tab.graph", "A small graph of your own", StructureId::kMoves, draw_tab},
          .tool = {kGraphTool, true,
                   "Click for a node, drag from node to node for an edge, drag a node to move it, right click removes",
                   "Click: node; drag: edge, move"},
          .sign = sign};
}

}  // namespace strata
