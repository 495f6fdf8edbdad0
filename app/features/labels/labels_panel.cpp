// Labels in the interface: their tab, the sign and legend of their layer, the ancestors of a node, the build under way.

#include "app/features/labels/labels_panel.hpp"

#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "app/features/ch/ch_panel.hpp"
#include "app/features/graph/graph.hpp"
#include "app/features/labels/labels.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/layer_signs.hpp"
#include "app/ui/panel_layers.hpp"
#include "app/ui/structure_cost.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

void draw_state(Ui& ui, const Lab& lab) {
  const StructureState& kept = labels_desk(lab).kept();
  const ChGraph graph = labels_desk(lab).options().graph;
  if (graph == ChGraph::kSectors && !lab.world().has(StructureId::kSectors)) {
    remedy(ui, "They wait for the sectors, which are off.", "Switch on", "labels.fix.sectors", "sectors on");
    return;
  }
  if (graph == ChGraph::kDrawn && graph_desk(lab).graph().empty()) {
    remedy(ui, "There is no drawn graph yet.", "Draw one", "labels.fix.drawn", "tool.select graph");
    return;
  }
  const LabelCounts& counts = labels_desk(lab).counts();
  ImGui::PushFont(ui.fonts().small);
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {ui.px(2), ui.px(1)});
  if (ImGui::BeginTable("labels", 3, ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchSame)) {
    ImGui::TableNextRow();
    title_cell(ui, "nodes", "Each of them has a label");
    title_cell(ui, "entries", "Of all labels together: what the way up to an ancestor costs, and over which node");
    title_cell(ui, "longest", "Entries of the longest label: as many ancestors has the deepest node, itself included");
    ImGui::TableNextRow();
    for (const size_t value : {counts.nodes, counts.entries, counts.height}) {
      ImGui::TableNextColumn();
      number_cell(value);
    }
    ImGui::EndTable();
    ui.dump().mark("labels.counts");
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
  draw_structure_state(ui, lab, StructureId::kLabels);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(2)});
  if (kept.building) {
    if (ImGui::Button("Cancel", {ImGui::GetContentRegionAvail().x, 0})) ui.run("labels.cancel");
    ui.dump().mark("labels.cancel");
    tooltip(ui, "Give the build up until the next edit", {});
  } else {
    if (ImGui::Button("Rebuild", {ImGui::GetContentRegionAvail().x, 0})) ui.run("labels.rebuild");
    ui.dump().mark("labels.rebuild");
    tooltip(ui, "Build them anew, in the background", {});
  }
  ImGui::PopStyleVar();
}

// What two labels have in common, in one or two lines that wrap.
void draw_meeting(Ui& ui, const Lab& lab, const char* between, const LabelMeeting& meeting, const char* name) {
  const GridMap& map = lab.world().map();
  const double unit = labels_desk(lab).unit();
  char text[192];
  if (!meeting.read) {
    std::snprintf(text, sizeof text, "%s: it is in sight, or blocked: no label is read.", between);
    text_colored_wrapped(theme().text_dim, text);
    ui.dump().mark(name);
    return;
  }
  const size_t common = meeting.both.size();
  const char* ancestors = common == 1 ? "ancestor" : "ancestors";
  if (meeting.hub == kNoCell) {
    std::snprintf(text, sizeof text, "%s: no way leads over any of %zu common %s.", between, common, ancestors);
    text_colored_wrapped(theme().text_dim, text);
    ui.dump().mark(name);
    return;
  }
  const Cell hub = map.cell(meeting.hub);
  std::snprintf(text, sizeof text, "%s: the way leads over one of %zu common %s, the hub:", between, common, ancestors);
  text_colored_wrapped(theme().text_dim, text);
  ui.dump().mark(name);
  std::snprintf(text, sizeof text, "%s", name);
  cell_link(ui, hub, text);
  ImGui::SameLine(0, ui.px(6));
  ImGui::Text("%.2f + %.2f = %.2f", meeting.there / unit, meeting.back / unit, meeting.cost / unit);
}

void draw_tab(Ui& ui, Lab& lab) {
  const bool on = lab.world().has(StructureId::kLabels);
  LabelsDesk& desk = labels_desk(lab);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  switch_box(ui, "Labels", "labels.on", "labels", on,
             "Every node keeps what the way up to each of its ancestors costs. Built in the background");
  if (!on) {
    ImGui::PushFont(ui.fonts().small);
    text_colored_wrapped(theme().text_dim,
                         "Separators cut the graph, and what they leave again. Whatever leads from one node to another "
                         "passes a node of a separator above both, so two labels are read side by side, and no search "
                         "is needed.");
    ImGui::PopFont();
  }
  ImGui::Dummy({0, ui.px(2)});
  if (const auto graph = choose_graph(ui, "labels.graph", desk.options().graph, "The graph whose nodes have labels")) {
    ui.run("labels.graph " + std::string(ch_graph_name(*graph)));
  }
  if (on) draw_state(ui, lab);
  ImGui::PopStyleVar();
  if (on && lab.world().ready(StructureId::kLabels)) {
    ImGui::Dummy({0, ui.px(2)});
    ImGui::PushFont(ui.fonts().small);
    draw_meeting(ui, lab, "Start and goal", desk.meeting(), "labels.meeting");
    ImGui::PopFont();
  }
  ImGui::Dummy({0, ui.px(2)});
  draw_legend_rows(ui, lab, {kLabelLayer});
  slider(ui, "Separators", "labels.levels", "labels.levels", desk.levels(), 0, LabelsDesk::kMostLevels, "%d",
         "So many levels of separators, the outermost first", "Nodes are shown as far as there is room for them.");
}

void inspected(Ui& ui, const Lab& lab) {
  const LabelInspection& seen = labels_desk(lab).inspected();
  if (!seen.known) return;
  const GridMap& map = lab.world().map();
  const double unit = labels_desk(lab).unit();
  char text[96];
  ImGui::PushFont(ui.fonts().small);
  ImGui::PushID("labels");
  ImGui::PushFont(ui.fonts().bold);
  ImGui::TextUnformatted("Label");
  ImGui::PopFont();
  ImGui::SameLine(0, ui.px(6));
  if (seen.rank == kNoRank) {
    text_dim("the cell is no node");
    ui.dump().mark("inspector.labels");
  } else {
    ImGui::Text("depth %u, level %u", seen.depth, seen.separator);
    ui.dump().mark("inspector.labels");
    tooltip(ui, "How many ancestors it has, and how many separators lie above its own", {});
    std::snprintf(text, sizeof text, "%zu ancestor%s###ancestors", seen.ancestors.size(),
                  seen.ancestors.size() == 1 ? "" : "s");
    const bool open = fold(text);
    ui.dump().mark("inspector.labels.ancestors");
    tooltip(ui, "The nearest first: what the way up costs, and over which node it begins", {});
    const float row_height = ImGui::GetTextLineHeightWithSpacing();
    const float rows = std::min(static_cast<float>(seen.ancestors.size()), 6.0f);
    if (open && !seen.ancestors.empty() &&
        ImGui::BeginTable("up", 3, ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchSame | ImGuiTableFlags_ScrollY,
                          {0, rows * row_height + ui.px(2)})) {
      for (size_t i = 0; i < seen.ancestors.size(); ++i) {
        const LabelInspection::Ancestor& ancestor = seen.ancestors[i];
        ImGui::TableNextColumn();
        std::snprintf(text, sizeof text, "l%zu", i);
        cell_link(ui, map.cell(ancestor.cell), text);
        ImGui::TableNextColumn();
        if (ancestor.cost == kInfinite) {
          text_dim("no way up");
          ImGui::TableNextColumn();
          continue;
        }
        ImGui::Text("%.2f", ancestor.cost / unit);
        ImGui::TableNextColumn();
        const Cell over = map.cell(ancestor.over);
        if (ancestor.over == ancestor.cell) {
          text_dim("arc");
        } else {
          text_dim("over %d,%d", over.x, over.y);
        }
      }
      ImGui::EndTable();
    }
  }
  draw_meeting(ui, lab, "To the start", seen.to_start, "inspector.labels.start");
  draw_meeting(ui, lab, "To the goal", seen.to_goal, "inspector.labels.goal");
  ImGui::PopID();
  ImGui::PopFont();
}

bool sign(Ui& ui, const Lab&, Layer layer, const SignPlace& place) {
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
  ImGui::PushFont(ui.fonts().small);
  ImGui::Indent(ui.px(26));
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
  ImGui::Unindent(ui.px(26));
  ImGui::PopFont();
  return true;
}

bool builds(const Lab& lab) { return labels_desk(lab).at_work(); }

float status_width(const Ui& ui, const Lab& lab) { return builds(lab) ? ui.px(204) : 0; }

void status(Ui& ui, const Lab& lab) {
  if (!builds(lab)) return;
  const double progress = labels_desk(lab).kept().progress;
  char label[32];
  std::snprintf(label, sizeof label, "labels %.0f %%", progress * 100);
  ImGui::ProgressBar(static_cast<float>(progress), {ui.px(140), ImGui::GetTextLineHeight() + ui.px(2)}, label);
  ui.dump().mark("status.labels");
  ImGui::SameLine(0, ui.px(4));
  if (ImGui::SmallButton("cancel##labels")) ui.run("labels.cancel");
  ui.dump().mark("status.labels.cancel");
  tooltip(ui, "Give the build of the labels up until the next edit", {});
  ImGui::SameLine(0, ui.px(12));
}

}  // namespace

FeaturePanel labels_panel() {
  return {.feature = "labels",
          .tab = {"Labels", "tab.labels", "Labels: ways by reading, over an elimination tree of separators",
                  StructureId::kLabels, draw_tab},
          .inspected = inspected,
          .sign = sign,
          .legend = legend,
          .status_width = status_width,
          .status = status};
}

}  // namespace strata
