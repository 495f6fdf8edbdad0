// Contraction hierarchies in the interface: their tab.

#include <imgui.h>

#include <span>

#include "app/base/terrain_looks.hpp"
#include "app/features/ch/ch.hpp"
#include "app/features/ch/ch_altitude.hpp"
#include "app/features/ch/ch_panel.hpp"
#include "app/features/ch/packed_overlay.hpp"
#include "app/features/graph/graph.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/structure_cost.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/base/byte_text.hpp"
#include "core/world/map_cch.hpp"

namespace strata {
namespace {

constexpr ControlSegment kGraphs[] = {{"corners", ChGraph::kCorners},
                                      {"cells", ChGraph::kCells},
                                      {"HPA*", ChGraph::kHpa},
                                      {"sectors", ChGraph::kSectors},
                                      {"drawn", ChGraph::kDrawn}};
constexpr const char* kGraphHelp =
    "corners: of obstacles, enough for shortest paths on most maps. cells: every passable one. HPA*: its transitions. "
    "sectors: their regions. drawn: the graph of the Graph tab.";

// Draws the progress and the size of the hierarchy, and buttons that cancel or rebuild it.
void draw_hierarchy_state(Ui& ui, const Lab& lab, StructureId structure) {
  const LabState& s = lab.state();
  const bool ch = structure == StructureId::kCh;
  const HierarchyStatus& status = hierarchy_controller(lab).status(structure);
  const ChGraph graph = hierarchy_controller(lab).graph_of(structure);
  const bool live = !ch && lab.world().get<MapCch>().is_live();
  const char* id = ch ? "ch" : "cch";
  const auto button = [&](const char* label, const char* what, const char* help) {
    const Text line("{}.{}", id, what);
    button_at_end(ui, label, line, line, help);
  };
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(2)});
  if (graph == ChGraph::kSectors && !lab.world().has(StructureId::kSectors)) {
    remedy(ui, "A hierarchy over sectors needs the sectors, which are off.", "Switch on", Text("{}.fix.sectors", id),
           "sectors on");
  } else if (graph == ChGraph::kDrawn && graph_controller(lab).graph().empty()) {
    remedy(ui, "There is no drawn graph yet.", "Draw a graph", Text("{}.fix.drawn", id), "tool.select graph");
  } else {
    setting_row(ui, "State");
    if (status.building) {
      progress_row(ui, Text("{:.0f} %", status.progress * 100), status.progress, Text("{}.progress", id));
      button("Cancel", "cancel", "Cancels the build until the next edit");
    } else {
      ImGui::AlignTextToFramePadding();
      const char* text = status.ready       ? live ? "up to date" : "built"
                         : status.failed    ? "refused"
                         : status.cancelled ? "cancelled"
                                            : "waiting";
      draw_text(status.ready ? theme().good : theme().warn, text);
      describe(ui, Text("{}.state", id),
               status.ready
                   ? live ? "Every stroke updates the arcs that depend on it" : "Built from the map as it is now"
               : !status.refusal.empty() ? status.refusal.c_str()
                                         : "Out of date: queries wait until it is built");
      if (!live) button("Rebuild", "rebuild", "Builds the hierarchy again, in the background");
    }
  }
  ImGui::PopStyleVar();
  if (!draw_facts(ui, lab, ch ? kChFeature : kCchFeature, id)) return;
  draw_structure_cost(ui, lab, structure);
  const FontScope small(ui.fonts().small);
  if (live && s.meter.edits > 0) {
    const auto count = [&](const char* what) { return count_text(s.meter.count(StructureId::kCch, what, 0)); };
    const EditTitle title = edit_title_parts(s.terrain_looks, s.meter.name);
    print_dim("{}{}: {} sectors, {} arcs recomputed, {} changed", title.before, title.terrain, count("sectors"),
              count("recomputed"), count("changed"));
    describe(ui, "cch.meter",
             "Sectors that the last edit touched, arcs that were recomputed, and those of them whose weight changed");
  }
}

// Draws the settings of the hierarchies' layers.
void draw_hierarchy_view(Ui& ui, const Lab& lab) {
  const HierarchyView& view = hierarchy_controller(lab).view();
  {
    const StyleScope padding(ImGuiStyleVar_FramePadding, {ui.px(4), ui.px(2)});
    choice_row(
        ui, "Importance", "ch.importance", "ch.importance", {{"colour", 0}, {"size", 1}}, view.by_size ? 1 : 0,
        [](int kind) { return kind == 1 ? "size" : "colour"; }, "How the map shows which node is more important",
        "colour: dark is contracted early, light late. size: large is contracted late.");
  }
  draw_setting(ui, lab, "ch.top", "ch.top", "From afar fewer are shown, so that large maps stay readable.");
}

}  // namespace

// Draws the choices in two rows, as they do not fit into one.
void choose_graph(Ui& ui, const char* command, ChGraph chosen, const char* title) {
  const auto half = std::span(kGraphs).first(2), rest = std::span(kGraphs).subspan(2);
  choice_row(ui, "Graph", command, command, half, chosen, ch_graph_name, title, kGraphHelp);
  if (const auto other = segments(ui, command, rest, static_cast<int>(chosen), title, kGraphHelp))
    ui.run("{} {}", command, ch_graph_name(static_cast<ChGraph>(*other)));
}

void draw_ch_tab(Ui& ui, Lab& lab) {
  const World& world = lab.world();
  const bool on = world.has(StructureId::kCh);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  structure_switch(
      ui, "Build the hierarchy (CH)", "ch", on,
      "Contracts the nodes in an order of importance, with shortcuts that keep the costs; built in the background",
      "Searches from start and goal only climb to more important nodes and meet at the top; the shortcuts on the "
      "path are unpacked into edges.");
  ImGui::Dummy({0, ui.px(2)});
  const ChOptions& options = hierarchy_controller(lab).ch_options();
  choose_graph(ui, "ch.graph", options.graph, "The graph that is contracted");
  const ControlSegment orders[] = {
      {"nested dissection", ChOrder::kNested},
      {"as drawn", ChOrder::kOwn, options.graph == ChGraph::kDrawn ? "" : "only a drawn graph has an order of its own"},
      {"fewest settled", ChOrder::kLarge},
      {"fewest shortcuts", ChOrder::kSmall}};
  constexpr const char* kOrderTitle = "Order: which node is contracted before which";
  constexpr const char* kOrderHelp =
      "Nested dissection: separators of the graph last. Fewest settled, fewest shortcuts: by the priorities of "
      "Sturtevant and of Geisberger. As drawn: the order of the drawn graph.";
  const std::span<const ControlSegment> all(orders);
  choice_row(ui, "Order", "ch.order", "ch.order", all.first(2), options.order, ch_order_name, kOrderTitle, kOrderHelp);
  if (const auto order =
          segments(ui, "ch.order", all.subspan(2), static_cast<int>(options.order), kOrderTitle, kOrderHelp))
    ui.run("ch.order {}", ch_order_name(static_cast<ChOrder>(*order)));
  draw_setting(ui, lab, "plan.stall", "ch.stall");
  draw_setting(ui, lab, "plan.potentials", "ch.potentials");
  if (on) draw_hierarchy_state(ui, lab, StructureId::kCh);
  const bool stepping = hierarchy_controller(lab).contracting();
  button(ui, stepping ? "Leave the contraction" : "Step through the contraction", "ch.contract",
         stepping ? "ch.contract off" : "ch.contract",
         "Records the contraction of this graph in this order, to be stepped in the timeline",
         {.width = kRestOfLine,
          .on = stepping,
          .why_not = stepping ? std::string_view() : hierarchy_controller(lab).why_not_contracted(),
          .hint = Text("Graphs of up to {} nodes", count_text(HierarchyController::kMaxContracted))});
  ImGui::Dummy({0, ui.px(2)});

  const bool cch = world.has(StructureId::kCch);
  switch_box(ui, "Build the hierarchy (CCH)", "cch.on", "cch", cch,
             "Builds a hierarchy whose order depends on the shape of the graph alone, so that new weights need no new "
             "contraction");
  if (cch) {
    choose_graph(ui, "cch.graph", hierarchy_controller(lab).cch_options().graph,
                 "The graph that is contracted; over sectors it is updated with every stroke");
    draw_hierarchy_state(ui, lab, StructureId::kCch);
  }
  ImGui::PopStyleVar();
  ImGui::Dummy({0, ui.px(2)});
  draw_hierarchy_view(ui, lab);
}

}  // namespace strata
