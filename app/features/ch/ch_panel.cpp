// The left panel's tab of contraction hierarchies, and what the inspector says of them.

#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <string_view>

#include "app/lab/lab_parts.hpp"
#include "app/ui/panels.hpp"
#include "app/ui/widgets.hpp"
#include "app/window/theme.hpp"

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

std::string_view graph_word(int value) { return ch_graph_name(static_cast<ChGraph>(value)); }

}  // namespace

// Choices that do not fit one row stand in two.
std::optional<int> Gui::choose_graph(const char* name, ChGraph chosen, const char* title) {
  const auto half = std::span(kGraphs).first(2), rest = std::span(kGraphs).subspan(2);
  setting_row(*this, "Graph");
  auto picked = segments(*this, name, half, static_cast<int>(chosen), title, kGraphHelp);
  setting_row(*this, "");
  if (const auto other = segments(*this, name, rest, static_cast<int>(chosen), title, kGraphHelp)) picked = other;
  return picked;
}

void Gui::draw_ch_tab() {
  const LabState& s = state();
  const World& world = lab_.world();
  const bool on = world.has(Structure::kCh);
  char line[64];
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(6), px(3)});
  switch_box(
      "Contraction hierarchy", "ch.on", "ch", on,
      "Nodes are taken out of the graph by importance; shortcuts keep the ways over them. Built in the background");
  if (!on) {
    ImGui::PushFont(fonts_->small);
    text_colored_wrapped(theme().text_dim,
                         "Searches from start and goal only climb to more important nodes and meet at the top; the "
                         "shortcuts on the way are unpacked into edges.");
    ImGui::PopFont();
  }
  ImGui::Dummy({0, px(2)});
  const ChOptions& options = s.ch_options;
  if (const auto graph = choose_graph("ch.graph", options.graph, "The graph that is contracted")) {
    const std::string_view name = graph_word(*graph);
    std::snprintf(line, sizeof line, "ch.graph %.*s", static_cast<int>(name.size()), name.data());
    run(line);
  }
  static constexpr Segment kOrders[] = {{"nested", static_cast<int>(ChOrder::kNested)},
                                        {"large", static_cast<int>(ChOrder::kLarge)},
                                        {"small", static_cast<int>(ChOrder::kSmall)},
                                        {"own", static_cast<int>(ChOrder::kOwn)}};
  Segment orders[std::size(kOrders)];
  std::copy(std::begin(kOrders), std::end(kOrders), orders);
  orders[3].enabled = options.graph == ChGraph::kDrawn;
  setting_row(*this, "Order");
  if (const auto order =
          segments(*this, "ch.order", orders, static_cast<int>(options.order), "Which node is contracted before which",
                   "nested: separators of the graph last. large, small: by the priorities of Sturtevant "
                   "and Geisberger, few nodes settled or few shortcuts. own: of the drawn graph.")) {
    const std::string_view name = ch_order_name(static_cast<ChOrder>(*order));
    std::snprintf(line, sizeof line, "ch.order %.*s", static_cast<int>(name.size()), name.data());
    run(line);
  }
  bool stall = s.plan_options.stall, potentials = s.plan_options.potentials;
  if (check_box(*this, "Stall", &stall)) run(stall ? "plan.stall on" : "plan.stall off");
  dump_.mark("ch.stall");
  tooltip(*this, "A node that a more important one reaches cheaper is not opened", {});
  ImGui::SameLine(0, px(14));
  if (check_box(*this, "Potentials", &potentials)) run(potentials ? "plan.potentials on" : "plan.potentials off");
  dump_.mark("ch.potentials");
  tooltip(*this, "Both directions are guided by the distance, as A* is", {});
  if (on) draw_hierarchy_state(Structure::kCh);
  const bool stepping = s.contracting;
  if (stepping) ImGui::PushStyleColor(ImGuiCol_Button, theme().accent_soft);
  if (ImGui::Button(stepping ? "Leave the contraction" : "Step through the contraction",
                    {ImGui::GetContentRegionAvail().x, 0})) {
    run(stepping ? "ch.contract off" : "ch.contract");
  }
  if (stepping) ImGui::PopStyleColor();
  dump_.mark("ch.contract");
  tooltip(*this, "Records how this graph is contracted in this order, for the timeline below", {},
          "Graphs of up to 5 000 nodes");
  ImGui::Dummy({0, px(2)});

  const bool cch = world.has(Structure::kCch);
  switch_box("Customisable hierarchy", "cch.on", "cch", cch,
             "Its order hangs on the shape of the graph alone, so that new weights need no new contraction");
  if (cch) {
    if (const auto graph = choose_graph("cch.graph", s.cch_options.graph, "Over sectors it follows every stroke")) {
      const std::string_view name = graph_word(*graph);
      std::snprintf(line, sizeof line, "cch.graph %.*s", static_cast<int>(name.size()), name.data());
      run(line);
    }
    draw_hierarchy_state(Structure::kCch);
  }
  ImGui::PopStyleVar();
  ImGui::Dummy({0, px(2)});
  draw_legend_rows({Layer::kCh, Layer::kCch});
  draw_hierarchy_view();
}

// How far it has been built, what can be done about it, and its size.
void Gui::draw_hierarchy_state(Structure structure) {
  const LabState& s = state();
  const bool ch = structure == Structure::kCh;
  const HierarchyStatus& status = s.hierarchies[ch ? 0 : 1];
  const ChGraph graph = ch ? s.ch_options.graph : s.cch_options.graph;
  const bool live = !ch && lab_.world().get<MapCch>().is_live();
  char line[64], mark[48];
  const auto named = [&](const char* part) {
    std::snprintf(mark, sizeof mark, "%s.%s", ch ? "ch" : "cch", part);
    dump_.mark(mark);
  };
  const auto button = [&](const char* label, const char* what, const char* help) {
    ImGui::SameLine();
    ImGui::SetCursorPosX(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(label).x - px(12));
    std::snprintf(line, sizeof line, "%s.%s", ch ? "ch" : "cch", what);
    if (ImGui::Button(label)) run(line);
    named(what);
    tooltip(*this, help, {});
  };
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(6), px(2)});
  if (graph == ChGraph::kSectors && !lab_.world().has(Structure::kSectors)) {
    draw_remedy("It waits for the sectors, which are off.", "Switch on", ch ? "ch.fix.sectors" : "cch.fix.sectors",
                "sectors on");
  } else if (graph == ChGraph::kDrawn && s.drawn.empty()) {
    draw_remedy("There is no drawn graph yet.", "Draw one", ch ? "ch.fix.drawn" : "cch.fix.drawn", "tool.select graph");
  } else {
    setting_row(*this, "State");
    if (status.building) {
      char label[32];
      std::snprintf(label, sizeof label, "%.0f %%", status.progress * 100);
      const float cancel = ImGui::CalcTextSize("Cancel").x + px(20);
      ImGui::ProgressBar(static_cast<float>(status.progress),
                         {std::max(ImGui::GetContentRegionAvail().x - cancel, px(30)), ImGui::GetFrameHeight()}, label);
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
      tooltip(*this,
              status.ready ? live ? "Every stroke renews what hangs on it, at once" : "It is that of the map as it is"
              : !status.refusal.empty() ? status.refusal.c_str()
                                        : "It is out of date: plans wait for it",
              {});
      if (!live) button("Rebuild", "rebuild", "Build it anew, in the background");
    }
  }
  ImGui::PopStyleVar();
  ImGui::PushFont(fonts_->small);
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {px(2), px(1)});
  if (ImGui::BeginTable(ch ? "ch" : "cch", 3, ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchSame)) {
    ImGui::TableNextRow();
    title_cell(*this, "nodes", "Of the graph that is contracted");
    title_cell(*this, "edges", "Of that graph");
    title_cell(*this, "shortcuts", "Arcs of the hierarchy that are no edges");
    ImGui::TableNextRow();
    for (const size_t value : {status.counts.nodes, status.counts.edges, status.counts.shortcuts}) {
      ImGui::TableNextColumn();
      number_cell(value);
    }
    ImGui::EndTable();
    named("counts");
  }
  ImGui::PopStyleVar();
  const double micros = lab_.world().state(structure).built_micros;
  const size_t bytes = s.memory[static_cast<size_t>(structure)];
  if (s.fixed_clock || micros <= 0) {
    text_dim("%s in all", bytes_text(bytes).c_str());
  } else {
    text_dim("%s in all, built in %s", bytes_text(bytes).c_str(), micros_text(s, micros).c_str());
  }
  named("cost");
  if (live && s.meter.edits > 0) {
    char looked[24], computed[24], changed[24];
    format_count(s.meter.count(Structure::kCch, "sectors", 0), looked, sizeof looked);
    format_count(s.meter.count(Structure::kCch, "recomputed", 0), computed, sizeof computed);
    format_count(s.meter.count(Structure::kCch, "changed", 0), changed, sizeof changed);
    text_dim("%s: %s sectors, %s arcs anew, %s changed", s.meter.name.c_str(), looked, computed, changed);
    dump_.mark("cch.meter");
    tooltip(*this, "What the last stroke made it look at, compute anew, and what came out differently", {});
  }
  ImGui::PopFont();
}

// What the layers show of it.
void Gui::draw_hierarchy_view() {
  const HierarchyView& view = state().hierarchy_view;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(4), px(2)});
  setting_row(*this, "Importance");
  static constexpr Segment kKinds[] = {{"colour", 0}, {"size", 1}};
  if (const auto kind = segments(*this, "ch.importance", kKinds, view.by_size ? 1 : 0,
                                 "How the map shows which node is more important",
                                 "colour: dark is contracted early, light late. size: large is contracted late.")) {
    run(*kind == 1 ? "ch.importance size" : "ch.importance colour");
  }
  ImGui::PopStyleVar();
  slider("Shown", "ch.top", "ch.top", view.percent, 1, 100, "%d %%",
         "The most important nodes, and the arcs between them",
         "From afar fewer are shown, so that large maps stay readable.");
}

// --- The inspected cell ------------------------------------------------------------------------------------------

void Gui::draw_inspected_hierarchies() {
  const Inspection& seen = *state().inspected;
  const GridMap& map = lab_.world().map();
  char text[96], line[80];
  ImGui::PushFont(fonts_->small);
  const auto inspect_arc = [&](Structure structure, CellId a, CellId b) {
    const Cell from = map.cell(a), to = map.cell(b);
    std::snprintf(line, sizeof line, "inspect.arc %s %d,%d %d,%d", structure == Structure::kCh ? "ch" : "cch", from.x,
                  from.y, to.x, to.y);
    run(line);
  };
  for (const Structure structure : {Structure::kCh, Structure::kCch}) {
    const bool ch = structure == Structure::kCh;
    const HierarchyInspection& at = seen.hierarchies[ch ? 0 : 1];
    if (!at.known || at.place == kNoPlace) continue;
    const double unit = lab_.hierarchies().unit(structure);
    ImGui::PushID(ch ? "ch" : "cch");
    ImGui::PushFont(fonts_->bold);
    ImGui::TextUnformatted(ch ? "CH" : "CCH");
    ImGui::PopFont();
    ImGui::SameLine(0, px(6));
    ImGui::Text("rank %u of %zu", at.place + 1, at.nodes);
    dump_.mark(ch ? "inspector.ch" : "inspector.cch");
    tooltip(*this, "1 was contracted first: the least important node", {});
    size_t shortcuts = 0;
    for (const HierarchyArc& arc : at.up) shortcuts += arc.middle != kNoCell;
    std::snprintf(text, sizeof text, "%zu arc%s up (%zu shortcut%s), %zu from below###arcs", at.up.size(),
                  at.up.size() == 1 ? "" : "s", shortcuts, shortcuts == 1 ? "" : "s", at.down);
    const bool open = ImGui::TreeNodeEx(text, ImGuiTreeNodeFlags_NoTreePushOnOpen | ImGuiTreeNodeFlags_SpanAvailWidth);
    dump_.mark(ch ? "inspector.ch.arcs" : "inspector.cch.arcs");
    const float row_height = ImGui::GetTextLineHeightWithSpacing();
    const float rows = std::min(static_cast<float>(at.up.size()), 6.0f);
    if (open && !at.up.empty() &&
        ImGui::BeginTable("up", 3, ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchSame | ImGuiTableFlags_ScrollY,
                          {0, rows * row_height + px(2)})) {
      for (size_t i = 0; i < at.up.size(); ++i) {
        const HierarchyArc& arc = at.up[i];
        const Cell to = map.cell(arc.upper);
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        std::snprintf(text, sizeof text, "to %d,%d##u%zu", to.x, to.y, i);
        if (ImGui::Selectable(text, false, ImGuiSelectableFlags_SpanAllColumns)) {
          inspect_arc(structure, arc.lower, arc.upper);
        }
        std::snprintf(text, sizeof text, "inspector.%s.arc.%zu", ch ? "ch" : "cch", i);
        dump_.mark(text);
        ImGui::TableNextColumn();
        ImGui::Text("%.2f", arc.weight / unit);
        ImGui::TableNextColumn();
        if (arc.middle == kNoCell) {
          text_dim("edge");
        } else {
          const Cell over = map.cell(arc.middle);
          text_dim("over %d,%d", over.x, over.y);
        }
      }
      ImGui::EndTable();
    }
    ImGui::PopID();
  }
  ImGui::PopFont();
}

void Gui::draw_inspected_arc() {
  const ArcInspection& seen = state().inspected->arc;
  const GridMap& map = lab_.world().map();
  const double unit = lab_.hierarchies().unit(seen.structure);
  const Cell lower = map.cell(seen.arc.lower), upper = map.cell(seen.arc.upper);
  const bool shortcut = seen.arc.middle != kNoCell;
  char text[160];
  ImGui::PushFont(fonts_->small);
  ImGui::TextColored(theme().accent, "%s %d,%d - %d,%d", shortcut ? "Shortcut" : "Edge", lower.x, lower.y, upper.x,
                     upper.y);
  dump_.mark("inspector.arc");
  ImGui::SameLine(0, px(6));
  ImGui::Text("cost %.2f", seen.arc.weight / unit);
  if (!shortcut) {
    ImGui::PopFont();
    return;
  }
  const Cell over = map.cell(seen.arc.middle);
  if (seen.structure == Structure::kCh && state().ch_options.order != ChOrder::kCustomisable) {
    std::snprintf(text, sizeof text,
                  "Why: when %d,%d was contracted, no other way between its neighbours was as short.", over.x, over.y);
  } else {
    std::snprintf(text, sizeof text, "Why: of the less important nodes %d,%d is the one that joins its ends cheapest.",
                  over.x, over.y);
  }
  text_colored_wrapped(theme().text_dim, text);
  dump_.mark("inspector.arc.why");
  const auto half = [&](const char* label, CellId a, CellId b, const char* name) {
    const Cell from = map.cell(a), to = map.cell(b);
    std::snprintf(text, sizeof text, "%s %d,%d - %d,%d", label, from.x, from.y, to.x, to.y);
    if (ImGui::Selectable(text)) {
      std::snprintf(text, sizeof text, "inspect.arc %s %d,%d %d,%d", seen.structure == Structure::kCh ? "ch" : "cch",
                    from.x, from.y, to.x, to.y);
      run(text);
    }
    dump_.mark(name);
  };
  half("opens into", seen.arc.lower, seen.arc.middle, "inspector.arc.first");
  half("and", seen.arc.middle, seen.arc.upper, "inspector.arc.second");
  text_dim("%zu edges in all, yellow on the map", seen.cells.empty() ? 0 : seen.cells.size() - 1);
  dump_.mark("inspector.arc.cells");
  ImGui::PopFont();
}

}  // namespace strata
