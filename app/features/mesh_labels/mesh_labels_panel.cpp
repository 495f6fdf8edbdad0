// Any-angle labels in the interface: their tab, symbols and legends of the layers, corners that the inspected cell
// sees, progress of the build.
#include <imgui.h>

#include <string>

#include "app/features/mesh_labels/mesh_labels.hpp"
#include "app/lab/hidden_structures.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/layer_symbols.hpp"
#include "app/ui/structure_cost.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/world/refusal.hpp"

namespace strata {
namespace {

// Says what answers while the labels are not ready.
void note_polyanya(Ui& ui, const Lab& lab) {
  if (lab.world().ready(StructureId::kMeshLabels)) return;
  const bool refused = !refusal(lab.world(), StructureId::kMeshLabels).empty();
  note(ui, refused ? "The planner Polyanya finds paths of the same length."
                   : "Until they are built, the planner Polyanya finds paths of the same length.");
  ui.mark("mesh-labels.polyanya");
}

void draw_state(Ui& ui, const Lab& lab) {
  if (!lab.world().has(StructureId::kNavmesh)) {
    remedy(ui, "Any-angle labels need the navigation mesh, which is off.", "Switch on", "mesh-labels.fix.navmesh",
           "navmesh on");
    return;
  }
  if (!draw_facts(ui, lab, kMeshLabelsFeature, "mesh-labels")) return;
  draw_structure_state(ui, lab, StructureId::kMeshLabels);
  note_polyanya(ui, lab);
  const StyleScope padding(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(2)});
  if (mesh_labels_controller(lab).kept().building) {
    button(ui, "Cancel", "mesh-labels.cancel", "mesh-labels.cancel", "Cancels the build until the next edit",
           {.width = kRestOfLine});
  } else {
    button(ui, "Rebuild", "mesh-labels.rebuild", "mesh-labels.rebuild",
           "Builds all any-angle labels again, in the background", {.width = kRestOfLine});
  }
}

// Draws the hub of the query, in one or two wrapped lines.
void draw_hub(Ui& ui, const Lab& lab) {
  const MeshLabelsHub& hub = mesh_labels_controller(lab).hub();
  const MeshLabels* labels = mesh_labels_controller(lab).labels();
  if (labels == nullptr || !lab.state().has_query) return;
  const FontScope small(ui.fonts().small);
  if (mesh_labels_controller(lab).hides_hub()) return draw_dim("hidden until the search has ended");
  if (!hub.read) {
    text_colored_wrapped(theme().text_dim,
                         "Start and goal: no labels are read, as they see each other or one is blocked.");
  } else if (!hub.found) {
    text_colored_wrapped(theme().text_dim, "Start and goal: their labels have no hub in common.");
  } else {
    text_colored_wrapped(theme().text_dim, Text("Start and goal: the path leads over the hub at {}:",
                                                corner_text(labels->corners()[hub.corner].at)));
  }
  ui.mark("mesh-labels.hub");
  if (hub.found) print("{:.2f} + {:.2f} = {:.2f}", hub.there / 2, hub.back / 2, (hub.there + hub.back) / 2);
}

void draw_tab(Ui& ui, Lab& lab) {
  const bool on = lab.world().has(StructureId::kMeshLabels);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  structure_switch(
      ui, "Build any-angle labels", "mesh-labels", on,
      "Stores for every corner of a wall the lengths of shortest paths to a few hubs; built in the background",
      "A shortest path at any angle bends only at corners of walls. The labels of the corners that start and goal see "
      "have a hub in common: comparing them finds the path, without a search.");
  ImGui::Dummy({0, ui.px(2)});
  equal_weights_remedy(ui, lab.world(), "Paths at any angle need equal weights everywhere.", "mesh-labels.fix.weights");
  draw_setting(ui, lab, "mesh-labels.memory", "mesh-labels.memory", "Double-click to type a number.");
  if (on) draw_state(ui, lab);
  ImGui::PopStyleVar();
  if (on && !hides_counts(lab, StructureId::kMeshLabels)) {
    ImGui::Dummy({0, ui.px(2)});
    draw_hub(ui, lab);
  }
  ImGui::Dummy({0, ui.px(2)});
}

void inspected(Ui& ui, const Lab& lab) {
  const MeshLabelsInspection& seen = mesh_labels_controller(lab).inspected();
  const MeshLabels* labels = mesh_labels_controller(lab).labels();
  if (!seen.known || labels == nullptr) return;
  const FontScope small(ui.fonts().small);
  const IdScope id("mesh-labels");
  const bool open = fold(Text("{} in sight###seen", counted(seen.seen.size(), "corner")));
  describe(ui, "inspector.mesh-labels",
           "Corners of walls that the cell sees and at which a path from it may bend, with the entries of their labels",
           {}, "Only entries of hubs to which no other of these corners leads on a shorter path are stored here.");
  print_dim("{} of {} label entries are of use here", count_text(seen.useful), count_text(seen.entries));
  const ListTable table(ui, open && !seen.seen.empty(), "corners", 2, seen.seen.size());
  for (size_t i = 0; table && i < seen.seen.size(); ++i) {
    const uint32_t corner = seen.seen[i];
    if (corner >= labels->corners().size()) break;
    ImGui::TableNextRow();
    print_cell("{}", corner_text(labels->corners()[corner].at));
    print_dim_cell("{}", counted(labels->labels().hubs(corner).size(), "hub"));
  }
}

bool symbol(Ui& ui, const Lab&, Layer layer, const SymbolBox& place) {
  const auto& [list, at, w, low, high, mid] = place;
  if (layer == kCornerLayer) {
    const ImU32 color = to_im(on_panel(kCornerColor));
    list->AddLine({low.x, high.y}, {high.x, low.y}, color, ui.px(1.2f));
    list->AddCircleFilled({low.x, high.y}, ui.px(2), color);
    list->AddCircleFilled({high.x, low.y}, ui.px(2), color);
    return true;
  }
  if (layer != kCornerHubLayer) return false;
  list->AddLine({low.x, high.y}, {mid.x, at.y}, to_im(on_panel(palette::kForward)), ui.px(2));
  list->AddLine({mid.x, at.y}, {high.x, high.y}, to_im(on_panel(palette::kBackward)), ui.px(2));
  list->AddCircle({mid.x, at.y}, ui.px(3), to_im(on_panel(palette::kVermilion)), 0, ui.px(1.5f));
  return true;
}

bool legend(Ui& ui, const Lab&, Layer layer) {
  if (layer != kCornerHubLayer) return false;
  const LegendScope scope(ui);
  legend_line(ui, MarkerShape::kDisc, palette::kForward, "corners that the start sees");
  legend_line(ui, MarkerShape::kSquare, palette::kBackward, "corners that the goal sees");
  legend_line(ui, MarkerShape::kRing, palette::kVermilion, "the hub");
  return true;
}

std::optional<StatusBarWork> work(const Lab& lab) {
  const MeshLabelsController& controller = mesh_labels_controller(lab);
  if (!controller.at_work()) return {};
  return StatusBarWork{.text = "any-angle labels",
                       .progress = controller.kept().progress,
                       .name = "status.mesh-labels",
                       .help = "Cancels the build of the any-angle labels until the next edit",
                       .line = "mesh-labels.cancel"};
}

}  // namespace

FeaturePanel mesh_labels_panel() {
  return {.feature = "mesh-labels",
          .tab = {"Any-angle labels", "tab.mesh-labels",
                  "Any-angle labels: shortest paths at any angle from stored labels of corners, without a search",
                  LeftPanelSection::kPlanners, draw_tab},
          .inspected = inspected,
          .symbol = symbol,
          .legend = legend,
          .work = work};
}

}  // namespace strata
