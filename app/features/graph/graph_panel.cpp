// The drawn graph in the interface: its nodes in their order, its edges with weights, its file, and the symbol
// of its layer.

#include <imgui.h>

#include <cmath>
#include <string_view>
#include <vector>

#include "app/base/icons.hpp"
#include "app/features/graph/graph.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/layer_symbols.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/io/graph_file.hpp"

namespace strata {
namespace {

constexpr int kListRows = 9;  // longer lists scroll

constexpr std::string_view kNoGraph = "no graph is drawn";

struct GraphTab {
  std::vector<size_t> rows;  // indices of the edges in the list
  int edge = -1;             // edge whose weight is being typed; -1: none
  double weight = 0;
};

// A row of a list with flat buttons on the right.
struct ListRow {
  ImVec2 at = ImGui::GetCursorPos();
  float right = ImGui::GetContentRegionMax().x;
  float height;

  // `slot` is the position of the button, counted from the right end of the row.
  void button(Ui& ui, const char* symbol, const char* plain, int slot, std::string_view name, std::string_view line,
              const char* help, std::string_view why_not = {}) const {
    const float width = ui.px(22);
    ImGui::SetCursorPos({right - width * static_cast<float>(slot + 1), at.y});
    const DisabledScope disabled(ui, why_not);
    {
      const ColorScope ground(ImGuiCol_Button, {0, 0, 0, 0}), ink(ImGuiCol_Text, theme().text_dim);
      const StyleScope padding(ImGuiStyleVar_FramePadding, ImVec2(0, ui.px(1)));
      if (ImGui::Button(ui.fonts().icons ? symbol : plain, {width, height})) ui.run(std::string(line));
    }
    describe(ui, name, help);
  }
};

// Draws the nodes in the order of their contraction.
void draw_drawn_nodes(Ui& ui, const Lab& lab) {
  const LabState& s = lab.state();
  const DrawnGraph& graph = graph_controller(lab).graph();
  draw_dim("Own order, first contracted first");
  const size_t count = graph.node_count();
  const RowList list(ui, "nodes", static_cast<int>(count), kListRows);
  rows_in_sight(count, list.height() + ui.px(2), [&](size_t i) {
    const Cell cell = graph.nodes()[graph.order()[i]];
    const IdScope id(static_cast<int>(i));
    const ListRow row{.height = list.height()};
    ImGui::SetCursorPos({row.at.x + ui.px(4), row.at.y});
    ImGui::AlignTextToFramePadding();
    const bool chosen = s.inspected && s.inspected->cell == cell;
    if (ImGui::Selectable(Text("{:3}   {}, {}", i + 1, cell.x, cell.y), chosen, 0,
                          {row.right - row.at.x - ui.px(74), row.height - ui.px(2)})) {
      inspect(ui, cell);
    }
    const Text name("graph.node.{}", i + 1);
    describe(ui, name, "Click to inspect the node and to see its edges alone");
    row.button(ui, icon::kUp, "^", 2, Text("{}.up", name.view()), Text("graph.order {} up", cell),
               "Earlier: less important", i > 0 ? "" : "it is the first to be contracted");
    row.button(ui, icon::kDown, "v", 1, Text("{}.down", name.view()), Text("graph.order {} down", cell),
               "Later: more important", i + 1 < count ? "" : "it is the last to be contracted");
    row.button(ui, icon::kClose, "x", 0, Text("{}.remove", name.view()), Text("graph.remove {}", cell),
               "Remove it and its edges");
  });
}

// Draws the edges of the inspected node, or all edges.
void draw_drawn_edges(Ui& ui, const Lab& lab) {
  const LabState& s = lab.state();
  GraphTab& memory = ui.kept<GraphTab>();
  const DrawnGraph& graph = graph_controller(lab).graph();
  const auto chosen = s.inspected ? graph.node_at(s.inspected->cell) : std::nullopt;
  memory.rows.clear();
  for (size_t i = 0; i < graph.edges().size(); ++i) {
    const DrawnGraphEdge& edge = graph.edges()[i];
    if (!chosen || edge.a == *chosen || edge.b == *chosen) memory.rows.push_back(i);
  }
  if (chosen) {
    const Cell cell = graph.nodes()[*chosen];
    print_dim("Edges of {}, {}", cell.x, cell.y);
  } else {
    draw_dim("Edges, in cells");
  }
  if (memory.rows.empty()) return note(ui, "None: drag from one node to another.");
  const RowList list(ui, "edges", static_cast<int>(memory.rows.size()), kListRows);
  rows_in_sight(memory.rows.size(), list.height() + ui.px(2), [&](size_t i) {
    const auto index = static_cast<int>(memory.rows[i]);
    const DrawnGraphEdge& edge = graph.edges()[memory.rows[i]];
    const Cell a = graph.nodes()[edge.a], b = graph.nodes()[edge.b];
    const IdScope id(static_cast<int>(i));
    const ListRow row{.height = list.height()};
    ImGui::SetCursorPos({row.at.x + ui.px(6), row.at.y});
    ImGui::AlignTextToFramePadding();
    print("{} - {}", a, b);
    ImGui::SetCursorPos({row.right - ui.px(22) - ui.px(68), row.at.y});
    ImGui::SetNextItemWidth(ui.px(64));
    // A weight that is being typed is stored only here until the user leaves the field; then it becomes one edit.
    double weight = memory.edge == index ? memory.weight : edge.weight / static_cast<double>(kDrawnUnit);
    ImGui::PushStyleColor(ImGuiCol_FrameBg, theme().panel);
    if (ImGui::InputDouble("##weight", &weight, 0, 0, "%.5g")) {
      memory.edge = index;
      memory.weight = weight;
    }
    ImGui::PopStyleColor();
    if (ImGui::IsItemDeactivatedAfterEdit() && memory.edge == index) {
      ui.run("graph.edge {} {} {:.4f}", a, b, memory.weight);
      memory.edge = -1;
    }
    describe(ui, Text("graph.edge.{}", i + 1), "Weight in cells");
    row.button(ui, icon::kClose, "x", 0, Text("graph.edge.{}.remove", i + 1), Text("graph.remove {} {}", a, b),
               "Remove the edge");
  });
}

void draw_tab(Ui& ui, Lab& lab) {
  const LabState& s = lab.state();
  const DrawnGraph& graph = graph_controller(lab).graph();
  const std::string& path = graph_controller(lab).path();
  const bool unsaved = graph_controller(lab).unsaved();
  const bool drawing = s.tool == kGraphTool;
  const float half = std::floor((ImGui::GetContentRegionAvail().x - ui.px(4)) / 2);
  const auto half_button = [&](const char* label, const char* name, const char* line, const char* help, bool on = false,
                               std::string_view why_not = {}) {
    button(ui, label, name, line, help, {.width = half, .on = on, .why_not = why_not, .keys = ui.keys_of(line)});
  };
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  half_button(
      "Draw", "graph.draw", drawing ? "tool.select select" : "tool.select graph",
      "Click for a node, drag from node to node for an edge, drag a node elsewhere to move it, right click removes",
      drawing);
  ImGui::SameLine(0, ui.px(4));
  half_button("Open...", "graph.open", "ui.show open on",
              "A .graph file with its map, or a .gr, .graphml, .dot or .gv file");
  half_button("Save...", "graph.save", "graph.save", "Into its file; asks for a name if there is none", false,
              graph.empty() && path.empty() ? kNoGraph : "");
  ImGui::SameLine(0, ui.px(4));
  half_button("Clear", "graph.clear", "graph.clear", "Removes all nodes; undo brings them back", false,
              graph.empty() ? kNoGraph : "");
  ImGui::PopStyleVar();
  if (graph.empty()) {
    note(ui,
         "A small graph of your own, to contract and to search step by step: choose Draw, click on the map for nodes, "
         "drag from one to another for an edge. Stock graphs are in the File menu.");
  } else {
    note(ui, unsaved ? theme().warn : theme().text_dim,
         Text("{}, {}, {}{}", counted(graph.node_count(), "node"), counted(graph.edges().size(), "edge"),
              file_title(path), unsaved ? " (not saved)" : ""));
    ui.mark("graph.state");
    draw_drawn_nodes(ui, lab);
    draw_drawn_edges(ui, lab);
  }
  ImGui::Dummy({0, ui.px(2)});
}

bool symbol(Ui& ui, const Lab&, Layer layer, const SymbolBox& place) {
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
          .tab = {"Graph", "tab.graph", "A small graph of your own", LeftPanelSection::kMap, draw_tab},
          .symbol = symbol};
}

}  // namespace strata
