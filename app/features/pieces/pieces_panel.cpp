// What the status bar says of the tools that select, and the section below the brush.
#include <imgui.h>

#include "app/features/pieces/canvas_panel.hpp"
#include "app/features/pieces/pieces.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

void draw_pieces(Ui& ui, Lab& lab) {
  const PiecesController& pieces = pieces_controller(lab);
  if (const auto& floating = pieces.floating()) {
    print("Piece of {} x {} cells at {}", floating->piece->width, floating->piece->height, floating->at);
    note(ui, "Drag it, or use the arrow keys. Enter or a click beside it puts it down, Esc gives it up.");
  } else if (pieces.selected()) {
    const Rect& box = pieces.selected_bounds();
    print("{} in {} x {}", counted(pieces.selected_cells(), "cell"), box.width(), box.height());
  } else {
    draw_dim("Nothing is selected");
  }
  const float gap = ui.px(4);
  const float half = std::floor((ImGui::GetContentRegionAvail().x - gap) / 2);
  const auto pair = [&](const char* label, const char* name, const char* line, const char* help,
                        std::string_view why_not, bool second) {
    if (second) ImGui::SameLine(0, gap);
    button(ui, label, name, line, help, {.width = half, .why_not = why_not});
  };
  const std::string_view none = pieces.why_no_piece();
  pair("Copy", "piece.copy", "piece.copy", "Copy", none, false);
  pair("Cut", "piece.cut", "piece.cut", "Cut", none, true);
  pair("Paste", "piece.paste", "piece.paste", "Paste", pieces.why_no_paste(), false);
  pair("Delete", "piece.delete", "piece.delete", "Delete what is selected", none, true);
  pair("Mirror", "piece.mirror", "piece.mirror horizontal", "Mirror left to right", none, false);
  pair("Flip", "piece.flip", "piece.mirror vertical", "Mirror upside down", none, true);
  pair("Rotate left", "piece.left", "piece.rotate left", "Rotate by 90 degrees", none, false);
  pair("Rotate right", "piece.right", "piece.rotate right", "Rotate by 90 degrees", none, true);
  pair("Fill", "piece.fill", "piece.fill", "Fill what is selected with the terrain in use", none, false);
  pair("Put down", "piece.drop", "piece.drop", "Put the piece down", pieces.why_no_floating(), true);
}

void draw_section(Ui& ui, Lab& lab) {
  const LabState& s = lab.state();
  if (s.tool == Tool::kRectangle || s.tool == Tool::kEllipse) {
    const float half = std::floor((ImGui::GetContentRegionAvail().x - ui.px(4)) / 2);
    button(ui, "Filled", "paint.filled", "paint.form filled", "Draw filled shapes", {.width = half, .on = s.filled});
    ImGui::SameLine(0, ui.px(4));
    button(ui, "Outline", "paint.outline", "paint.form outline", "Draw outlines", {.width = half, .on = !s.filled});
  }
  const Camera& camera = s.camera;
  const GridMap& map = lab.world().map();
  const bool all_seen =
      map.width() * camera.zoom <= camera.view_width && map.height() * camera.zoom <= camera.view_height;
  // The overview is of use where the view shows a part of the map.
  if (!all_seen && section(ui, "Overview", "section.overview")) draw_overview(ui, lab);
  if (section(ui, "Selection", "section.selection", false)) draw_pieces(ui, lab);
  if (section(ui, "Sides of the map", "section.canvas", false)) draw_canvas(ui, lab);
}

}  // namespace

FeaturePanel pieces_panel() {
  FeaturePanel panel{.feature = kPiecesFeature.name, .tab = {nullptr, "tab.map", nullptr, ScreenPlace::kMap, nullptr}};
  panel.tool = {.tool = kAreaTool,
                .edits = true,
                .hint = "Drag: select a rectangle   Shift: add   Alt: take away   drag what is selected: move it",
                .short_hint = "Drag: select   Shift: add   Alt: take away"};
  panel.map_section = draw_section;
  return panel;
}

FeaturePanel wand_panel() {
  FeaturePanel panel{.feature = kWandFeature.name, .tab = {nullptr, "tab.map", nullptr, ScreenPlace::kMap, nullptr}};
  panel.tool = {
      .tool = kWandTool,
      .edits = true,
      .hint = "Click: select the connected area   Shift: add   Alt: take away   drag what is selected: move it",
      .short_hint = "Click: select the area   Shift: add   Alt: take away"};
  return panel;
}

}  // namespace strata
