// The text of the selection tools in the status bar, and the section below the brush.
#include <imgui.h>

#include "app/features/selection/canvas_panel.hpp"
#include "app/features/selection/selection.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

void draw_pieces(Ui& ui, Lab& lab) {
  const SelectionController& pieces = selection_controller(lab);
  if (const auto& floating = pieces.floating()) {
    print("Piece of {} x {} cells at {}", floating->piece->width, floating->piece->height, floating->at);
    note(ui, "Drag the piece or move it by the arrow keys. Enter or a click beside it puts it down, Esc discards it.");
  } else if (pieces.selected()) {
    const Rect& box = pieces.selected_bounds();
    print("{} in {} x {}", counted(pieces.selected_cells(), "cell"), box.width(), box.height());
  } else {
    draw_dim("Nothing is selected.");
  }
  const float gap = ui.px(4);
  const float half = std::floor((ImGui::GetContentRegionAvail().x - gap) / 2);
  const auto pair = [&](const char* label, const char* name, const char* line, const char* help,
                        std::string_view why_not, bool second) {
    if (second) ImGui::SameLine(0, gap);
    button(ui, label, name, line, help, {.width = half, .why_not = why_not});
  };
  const std::string_view none = pieces.why_no_piece();
  pair("Copy", "piece.copy", "piece.copy", "Copies the selection to the clipboard", none, false);
  pair("Cut", "piece.cut", "piece.cut", "Copies the selection and leaves ground", none, true);
  pair("Paste", "piece.paste", "piece.paste", "Lets the copied piece float over the map, to be moved and put down",
       pieces.why_no_paste(), false);
  pair("Delete", "piece.delete", "piece.delete", "Turns the selection into ground", none, true);
  pair("Mirror", "piece.mirror", "piece.mirror horizontal", "Mirrors the piece left to right", none, false);
  pair("Flip", "piece.flip", "piece.mirror vertical", "Mirrors the piece upside down", none, true);
  pair("Rotate left", "piece.left", "piece.rotate left", "Rotates the piece by 90\xc2\xb0 to the left", none, false);
  pair("Rotate right", "piece.right", "piece.rotate right", "Rotates the piece by 90\xc2\xb0 to the right", none, true);
  pair("Fill", "piece.fill", "piece.fill", "Fills the selection with the terrain of the brush", none, false);
  pair("Put down", "piece.drop", "piece.drop", "Makes the floating piece part of the map", pieces.why_no_floating(),
       true);
}

void draw_section(Ui& ui, Lab& lab) {
  const LabState& s = lab.state();
  if (const Tool tool = drawing_tool(lab); tool == Tool::kRectangle || tool == Tool::kEllipse) {
    const float half = std::floor((ImGui::GetContentRegionAvail().x - ui.px(4)) / 2);
    button(ui, "Filled", "paint.filled", "paint.form filled", "Draws filled shapes", {.width = half, .on = s.filled});
    ImGui::SameLine(0, ui.px(4));
    button(ui, "Outline", "paint.outline", "paint.form outline", "Draws outlines", {.width = half, .on = !s.filled});
  }
  const Camera& camera = s.camera;
  const GridMap& map = lab.world().map();
  const bool all_seen =
      map.width() * camera.zoom <= camera.view_width && map.height() * camera.zoom <= camera.view_height;
  // If the view shows the whole map, the overview is left out.
  if (!all_seen && section(ui, "Overview", "section.overview")) draw_overview(ui, lab);
  if (section(ui, "Selection", "section.selection", false)) draw_pieces(ui, lab);
  if (section(ui, "Size of the map", "section.canvas", false)) draw_canvas(ui, lab);
}

}  // namespace

FeaturePanel selection_panel() {
  return {.feature = kSelectionFeature.name,
          .tab = {nullptr, "tab.map", nullptr, LeftPanelSection::kMap, draw_section}};
}

}  // namespace strata
