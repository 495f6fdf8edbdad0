// Hub labels in the interface: their tab, symbol and legend of the layer, ancestors of a node, progress of the build.

#include <imgui.h>

#include <string>

#include "app/features/ch/ch_panel.hpp"
#include "app/features/graph/graph.hpp"
#include "app/features/labels/labels.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/layer_symbols.hpp"
#include "app/ui/structure_cost.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

void draw_state(Ui& ui, const Lab& lab) {
  const ChGraph graph = labels_controller(lab).options().graph;
  if (graph == ChGraph::kSectors && !lab.world().has(StructureId::kSectors)) {
    remedy(ui, "Hub labels over sectors need the sectors, which are off.", "Switch on", "labels.fix.sectors",
           "sectors on");
    return;
  }
  if (graph == ChGraph::kDrawn && graph_controller(lab).graph().empty()) {
    remedy(ui, "There is no drawn graph yet.", "Draw a graph", "labels.fix.drawn", "tool.select graph");
    return;
  }
  if (!draw_facts(ui, lab, kLabelsFeature, "labels")) return;
  draw_structure_state(ui, lab, StructureId::kLabels);
  const StyleScope padding(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(2)});
  if (labels_controller(lab).kept().building) {
    button(ui, "Cancel", "labels.cancel", "labels.cancel", "Cancels the build until the next edit",
           {.width = kRestOfLine});
  } else {
    button(ui, "Rebuild", "labels.rebuild", "labels.rebuild", "Builds all labels again, in the background",
           {.width = kRestOfLine});
  }
}

// Draws the hub of two labels, in one or two wrapped lines.
void draw_meeting(Ui& ui, const Lab& lab, const char* between, const LabelMeeting& meeting, const char* name) {
  const double unit = labels_controller(lab).unit();
  const bool there = meeting.read && meeting.hub != kNoCell;
  const std::string common = counted(meeting.both.size(), "common ancestor");
  text_colored_wrapped(theme().text_dim,
                       !meeting.read
                           ? Text("{}: no labels are read, as one end is blocked or a straight path is free.", between)
                       : !there ? Text("{}: no path passes any of {}.", between, common)
                                : Text("{}: the path passes one of {}, the hub:", between, common));
  ui.mark(name);
  if (!there) return;
  cell_link(ui, lab.world().map().cell(meeting.hub), name);
  ImGui::SameLine(0, ui.px(6));
  print("{:.2f} + {:.2f} = {:.2f}", meeting.there / unit, meeting.back / unit, meeting.cost / unit);
}

void draw_tab(Ui& ui, Lab& lab) {
  const bool on = lab.world().has(StructureId::kLabels);
  LabelsController& controller = labels_controller(lab);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  structure_switch(
      ui, "Build hub labels", "labels", on,
      "Stores for every node the costs of the paths to its ancestors; built in the background",
      "Separators split the graph, and its parts again, into a tree. A path between two nodes passes a separator above "
      "both: comparing their two labels finds the cost, without a search.");
  ImGui::Dummy({0, ui.px(2)});
  choose_graph(ui, "labels.graph", controller.options().graph, "The graph whose nodes have labels");
  if (on) draw_state(ui, lab);
  ImGui::PopStyleVar();
  if (on && lab.world().ready(StructureId::kLabels)) {
    ImGui::Dummy({0, ui.px(2)});
    const FontScope small(ui.fonts().small);
    draw_meeting(ui, lab, "Start and goal", controller.meeting(), "labels.meeting");
  }
  ImGui::Dummy({0, ui.px(2)});
  draw_setting(ui, lab, "labels.levels", "labels.levels", "Nodes are shown as far as there is room.");
}

void draw_ancestors(Ui& ui, const Lab& lab, const LabelInspection& seen) {
  const GridMap& map = lab.world().map();
  const double unit = labels_controller(lab).unit();
  const bool open = fold(Text("{}###ancestors", counted(seen.ancestors.size(), "ancestor")));
  describe(ui, "inspector.labels.ancestors",
           "Ancestors, the nearest first, with the cost and the first node of the path to each");
  const ListTable table(ui, open && !seen.ancestors.empty(), "up", 3, seen.ancestors.size());
  for (size_t i = 0; table && i < seen.ancestors.size(); ++i) {
    const LabelInspection::Ancestor& ancestor = seen.ancestors[i];
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    cell_link(ui, map.cell(ancestor.cell), i);
    if (ancestor.cost == kInfinite) {
      print_dim_cell("no path up");
      continue;
    }
    print_cell("{:.2f}", ancestor.cost / unit);
    print_dim_cell("{}", ancestor.over == ancestor.cell ? "arc" : fmt::format("over {}", map.cell(ancestor.over)));
  }
}

void inspected(Ui& ui, const Lab& lab) {
  const LabelInspection& seen = labels_controller(lab).inspected();
  if (!seen.known) return;
  const FontScope small(ui.fonts().small);
  const IdScope id("labels");
  print_bold(ui, "Label");
  ImGui::SameLine(0, ui.px(6));
  if (seen.rank == kNoRank) {
    draw_dim("not a node of the graph");
    ui.mark("inspector.labels");
  } else {
    print("depth {}, level {}", seen.depth, seen.separator);
    describe(ui, "inspector.labels", "Depth: its number of ancestors. Level: the number of separators above its own");
    draw_ancestors(ui, lab, seen);
  }
  draw_meeting(ui, lab, "To the start", seen.to_start, "inspector.labels.start");
  draw_meeting(ui, lab, "To the goal", seen.to_goal, "inspector.labels.goal");
}

bool symbol(Ui& ui, const Lab&, Layer layer, const SymbolBox& place) {
  const auto& [list, at, w, low, high, mid] = place;
  if (layer != kLabelLayer) return false;
  list->AddLine({mid.x, low.y}, {mid.x, high.y}, to_im(on_panel(heat_color(0.95))), ui.px(3));
  list->AddLine({low.x, at.y}, {mid.x, at.y}, to_im(on_panel(heat_color(0.55))), ui.px(2));
  list->AddLine({(mid.x + high.x) / 2, low.y}, {(mid.x + high.x) / 2, high.y}, to_im(on_panel(heat_color(0.25))),
                ui.px(1.4f));
  return true;
}

bool legend(Ui& ui, const Lab& lab, Layer layer) {
  if (layer != kLabelLayer) return false;
  const LegendScope scope(ui);
  heat_bar(ui, "deep", "outermost");
  if (lab.state().inspected) {
    legend_line(ui, MarkerShape::kDiamond, palette::kPurple, "ancestors of the inspected node");
    legend_line(ui, MarkerShape::kRing, palette::kPurple, "its hubs to start and goal");
  } else {
    legend_line(ui, MarkerShape::kDisc, palette::kForward, "in labels of the start");
    legend_line(ui, MarkerShape::kSquare, palette::kBackward, "in labels of the goal");
    legend_line(ui, MarkerShape::kDiamond, theme().dark ? palette::kWhite : palette::kBlack, "in both");
    legend_line(ui, MarkerShape::kRing, palette::kVermilion, "the hub");
  }
  return true;
}

bool builds(const Lab& lab) { return labels_controller(lab).at_work(); }

std::optional<StatusBarWork> work(const Lab& lab) {
  if (!builds(lab)) return {};
  return StatusBarWork{.text = "labels",
                       .progress = labels_controller(lab).kept().progress,
                       .name = "status.labels",
                       .help = "Cancels the build of the labels until the next edit",
                       .line = "labels.cancel"};
}

}  // namespace

FeaturePanel labels_panel() {
  return {.feature = "labels",
          .tab = {"Labels", "tab.labels", "Hub labels: costs from two stored labels, without a search",
                  LeftPanelSection::kPlanners, draw_tab},
          .inspected = inspected,
          .symbol = symbol,
          .legend = legend,
          .work = work};
}

}  // namespace strata
