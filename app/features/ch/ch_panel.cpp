// Contraction hierarchies in the interface: their tab.

#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <optional>
#include <string_view>

#include "app/features/ch/ch.hpp"
#include "app/features/ch/ch_panel.hpp"
#include "app/features/graph/graph.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/panel_layers.hpp"
#include "app/ui/structure_cost.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/base/byte_text.hpp"
#include "core/world/map_cch.hpp"

namespace strata {
namespace {

constexpr Segment kGraphs[] = {{"corners", static_cast<int>(ChGraph::kCorners)},
                               {"cells", static_cast<int>(ChGraph::kCells)},
                               {"HPA*", static_cast<int>(ChGraph::kHpa)},
                               {"sectors", static_cast<int>(ChGraph::kSectors)},
                               {"drawn", static_cast<int>(ChGraph::kDrawn)}};
constexpr const char* kGraphHelp =
    "corners: of obstacles, enough for shortest paths on most maps. cells: every passable one. HPA*: its transitions. "
    "sectors: their regions. drawn: the graph of the Graph tab.";

// How far it has been built, what can be done about it, and its size.
void draw_hierarchy_state(Ui& ui, const Lab& lab, StructureId structure) {
  const LabState& s = lab.state();
  const bool ch = structure == StructureId::kCh;
  const HierarchyStatus& status = hierarchy_desk(lab).status(structure);
  const ChGraph graph = hierarchy_desk(lab).graph_of(structure);
  const bool live = !ch && lab.world().get<MapCch>().is_live();
  char line[64], mark[48];
  const auto named = [&](const char* part) {
    std::snprintf(mark, sizeof mark, "%s.%s", ch ? "ch" : "cch", part);
    ui.dump().mark(mark);
  };
  const auto button = [&](const char* label, const char* what, const char* help) {
    ImGui::SameLine();
    ImGui::SetCursorPosX(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(label).x - ui.px(12));
    std::snprintf(line, sizeof line, "%s.%s", ch ? "ch" : "cch", what);
    if (ImGui::Button(label)) ui.run(line);
    named(what);
    tooltip(ui, help, {});
  };
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(2)});
  if (graph == ChGraph::kSectors && !lab.world().has(StructureId::kSectors)) {
    remedy(ui, "It waits for the sectors, which are off.", "Switch on", ch ? "ch.fix.sectors" : "cch.fix.sectors",
           "sectors on");
  } else if (graph == ChGraph::kDrawn && graph_desk(lab).graph().empty()) {
    remedy(ui, "There is no drawn graph yet.", "Draw one", ch ? "ch.fix.drawn" : "cch.fix.drawn", "tool.select graph");
  } else {
    setting_row(ui, "State");
    if (status.building) {
      char label[32];
      std::snprintf(label, sizeof label, "%.0f %%", status.progress * 100);
      const float cancel = ImGui::CalcTextSize("Cancel").x + ui.px(20);
      ImGui::ProgressBar(static_cast<float>(status.progress),
                         {std::max(ImGui::GetContentRegionAvail().x - cancel, ui.px(30)), ImGui::GetFrameHeight()},
                         label);
      named("progress");
      button("Cancel", "cancel", "Give the build up until the next edit");
    } else {
      ImGui::AlignTextToFramePadding();
      const char* text = status.ready       ? live ? "true, live" : "built"
                         : status.failed    ? "refused"
                         : status.cancelled ? "cancelled"
                                            : "waits";
      ImGui::TextColored(status.ready ? theme().good : theme().warn, "%s", text);
      named("state");
      tooltip(ui,
              status.ready ? live ? "Every stroke renews what hangs on it, at once" : "It is that of the map as it is"
              : !status.refusal.empty() ? status.refusal.c_str()
                                        : "It is out of date: plans wait for it",
              {});
      if (!live) button("Rebuild", "rebuild", "Build it anew, in the background");
    }
  }
  ImGui::PopStyleVar();
  ImGui::PushFont(ui.fonts().small);
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {ui.px(2), ui.px(1)});
  if (ImGui::BeginTable(ch ? "ch" : "cch", 3, ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchSame)) {
    ImGui::TableNextRow();
    title_cell(ui, "nodes", "Of the graph that is contracted");
    title_cell(ui, "edges", "Of that graph");
    title_cell(ui, "shortcuts", "Arcs of the hierarchy that are no edges");
    ImGui::TableNextRow();
    for (const size_t value : {status.counts.nodes, status.counts.edges, status.counts.shortcuts}) {
      ImGui::TableNextColumn();
      number_cell(value);
    }
    ImGui::EndTable();
    named("counts");
  }
  ImGui::PopStyleVar();
  const double micros = lab.world().state(structure).built_micros;
  const size_t bytes = s.memory[static_cast<size_t>(structure)];
  if (s.fixed_clock || micros <= 0) {
    text_dim("%s in all", bytes_text(bytes).c_str());
  } else {
    text_dim("%s in all, built in %s", bytes_text(bytes).c_str(), micros_text(s, micros).c_str());
  }
  named("cost");
  if (live && s.meter.edits > 0) {
    char looked[24], computed[24], changed[24];
    format_count(s.meter.count(StructureId::kCch, "sectors", 0), looked, sizeof looked);
    format_count(s.meter.count(StructureId::kCch, "recomputed", 0), computed, sizeof computed);
    format_count(s.meter.count(StructureId::kCch, "changed", 0), changed, sizeof changed);
    text_dim("%s: %s sectors, %s arcs anew, %s changed", s.meter.name.c_str(), looked, computed, changed);
    ui.dump().mark("cch.meter");
    tooltip(ui, "What the last stroke made it look at, compute anew, and what came out differently", {});
  }
  ImGui::PopFont();
}

// What the layers show of it.
void draw_hierarchy_view(Ui& ui, const Lab& lab) {
  const HierarchyView& view = hierarchy_desk(lab).view();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(4), ui.px(2)});
  setting_row(ui, "Importance");
  static constexpr Segment kKinds[] = {{"colour", 0}, {"size", 1}};
  if (const auto kind =
          segments(ui, "ch.importance", kKinds, view.by_size ? 1 : 0, "How the map shows which node is more important",
                   "colour: dark is contracted early, light late. size: large is contracted late.")) {
    ui.run(*kind == 1 ? "ch.importance size" : "ch.importance colour");
  }
  ImGui::PopStyleVar();
  slider(ui, "Shown", "ch.top", "ch.top", view.percent, 1, 100, "%d %%",
         "The most important nodes, and the arcs between them",
         "From afar fewer are shown, so that large maps stay readable.");
}

}  // namespace

// Choices that do not fit one row stand in two.
std::optional<ChGraph> choose_graph(Ui& ui, const char* name, ChGraph chosen, const char* title) {
  const auto half = std::span(kGraphs).first(2), rest = std::span(kGraphs).subspan(2);
  setting_row(ui, "Graph");
  auto picked = segments(ui, name, half, static_cast<int>(chosen), title, kGraphHelp);
  setting_row(ui, "");
  if (const auto other = segments(ui, name, rest, static_cast<int>(chosen), title, kGraphHelp)) picked = other;
  return picked ? std::optional(static_cast<ChGraph>(*picked)) : std::nullopt;
}

void draw_ch_tab(Ui& ui, Lab& lab) {
  const LabState& s = lab.state();
  const World& world = lab.world();
  const bool on = world.has(StructureId::kCh);
  char line[64];
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  switch_box(
      ui, "Contraction hierarchy", "ch.on", "ch", on,
      "Nodes are taken out of the graph by importance; shortcuts keep the ways over them. Built in the background");
  if (!on) {
    ImGui::PushFont(ui.fonts().small);
    text_colored_wrapped(theme().text_dim,
                         "Searches from start and goal only climb to more important nodes and meet at the top; the "
                         "shortcuts on the way are unpacked into edges.");
    ImGui::PopFont();
  }
  ImGui::Dummy({0, ui.px(2)});
  const ChOptions& options = hierarchy_desk(lab).ch_options();
  if (const auto graph = choose_graph(ui, "ch.graph", options.graph, "The graph that is contracted")) {
    const std::string_view name = ch_graph_name(*graph);
    std::snprintf(line, sizeof line, "ch.graph %.*s", static_cast<int>(name.size()), name.data());
    ui.run(line);
  }
  static constexpr Segment kOrders[] = {{"nested", static_cast<int>(ChOrder::kNested)},
                                        {"large", static_cast<int>(ChOrder::kLarge)},
                                        {"small", static_cast<int>(ChOrder::kSmall)},
                                        {"own", static_cast<int>(ChOrder::kOwn)}};
  Segment orders[std::size(kOrders)];
  std::copy(std::begin(kOrders), std::end(kOrders), orders);
  orders[3].enabled = options.graph == ChGraph::kDrawn;
  setting_row(ui, "Order");
  if (const auto order =
          segments(ui, "ch.order", orders, static_cast<int>(options.order), "Which node is contracted before which",
                   "nested: separators of the graph last. large, small: by the priorities of Sturtevant "
                   "and Geisberger, few nodes settled or few shortcuts. own: of the drawn graph.")) {
    const std::string_view name = ch_order_name(static_cast<ChOrder>(*order));
    std::snprintf(line, sizeof line, "ch.order %.*s", static_cast<int>(name.size()), name.data());
    ui.run(line);
  }
  bool stall = s.plan_options.stall, potentials = s.plan_options.potentials;
  if (check_box(ui, "Stall", &stall)) ui.run(stall ? "plan.stall on" : "plan.stall off");
  ui.dump().mark("ch.stall");
  tooltip(ui, "A node that a more important one reaches cheaper is not opened", {});
  ImGui::SameLine(0, ui.px(14));
  if (check_box(ui, "Potentials", &potentials)) ui.run(potentials ? "plan.potentials on" : "plan.potentials off");
  ui.dump().mark("ch.potentials");
  tooltip(ui, "Both directions are guided by the distance, as A* is", {});
  if (on) draw_hierarchy_state(ui, lab, StructureId::kCh);
  const bool stepping = hierarchy_desk(lab).contracting();
  if (stepping) ImGui::PushStyleColor(ImGuiCol_Button, theme().accent_soft);
  if (ImGui::Button(stepping ? "Leave the contraction" : "Step through the contraction",
                    {ImGui::GetContentRegionAvail().x, 0})) {
    ui.run(stepping ? "ch.contract off" : "ch.contract");
  }
  if (stepping) ImGui::PopStyleColor();
  ui.dump().mark("ch.contract");
  char most[24], limit[48];
  format_count(HierarchyDesk::kMaxContracted, most, sizeof most);
  std::snprintf(limit, sizeof limit, "Graphs of up to %s nodes", most);
  tooltip(ui, "Records how this graph is contracted in this order, for the timeline below", {}, limit);
  ImGui::Dummy({0, ui.px(2)});

  const bool cch = world.has(StructureId::kCch);
  switch_box(ui, "Customisable hierarchy", "cch.on", "cch", cch,
             "Its order hangs on the shape of the graph alone, so that new weights need no new contraction");
  if (cch) {
    if (const auto graph = choose_graph(ui, "cch.graph", hierarchy_desk(lab).cch_options().graph,
                                        "Over sectors it follows every stroke")) {
      const std::string_view name = ch_graph_name(*graph);
      std::snprintf(line, sizeof line, "cch.graph %.*s", static_cast<int>(name.size()), name.data());
      ui.run(line);
    }
    draw_hierarchy_state(ui, lab, StructureId::kCch);
  }
  ImGui::PopStyleVar();
  ImGui::Dummy({0, ui.px(2)});
  draw_legend_rows(ui, lab, {kChLayer, kCchLayer});
  draw_hierarchy_view(ui, lab);
}

}  // namespace strata
