#include "app/features/selection/selection.hpp"

#include <fmt/format.h>

#include "app/base/icons.hpp"
#include "app/base/key_chords.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/session.hpp"

namespace strata {
namespace {

constexpr KeyBinding kKeys[] = {
    {"M", "tool.select area", "Select cells"},
    {"Ctrl+A", "select.all", "Select all"},
    {"Ctrl+Shift+A", "select.none", "Select nothing"},
    {"Ctrl+I", "select.inverse", "Invert selection"},
    {"Ctrl+C", "piece.copy", "Copy"},
    {"Ctrl+X", "piece.cut", "Cut"},
    {"Ctrl+V", "piece.paste", "Paste"},
    {"Delete", "piece.delete", "Delete selection"},
    {"Shift+X", "piece.mirror horizontal", "Mirror left to right"},
    {"Y", "piece.mirror vertical", "Mirror upside down"},
    {"Z", "piece.rotate right", "Rotate right"},
    {"Shift+Z", "piece.rotate left", "Rotate left"},
    {"Shift+F", "piece.fill", "Fill selection"},
};
constexpr KeyBinding kWandKeys[] = {{"W", "tool.select wand", "Select connected areas"}};

// Returns the command of an arrow key, which moves the floating piece, or the selection if a selection tool is active;
// the Enter key puts the piece down.
std::string_view keys_now(const Lab& lab, const KeyChord& chord) {
  const SelectionController& pieces = selection_controller(lab);
  const bool selects = lab.state().tool == kAreaTool || lab.state().tool == kWandTool;
  if (!pieces.floating() && !(selects && pieces.selected())) return {};
  if (pieces.floating() && chord == KeyChord{key::kEnter, 0}) return "piece.drop";
  if (chord.mods != 0 && chord.mods != modifier::kShift) return {};
  const bool far = chord.mods == modifier::kShift;
  switch (chord.key) {
    case key::kLeft:
      return far ? "piece.move -8 0" : "piece.move -1 0";
    case key::kRight:
      return far ? "piece.move 8 0" : "piece.move 1 0";
    case key::kUp:
      return far ? "piece.move 0 -8" : "piece.move 0 -1";
    case key::kDown:
      return far ? "piece.move 0 8" : "piece.move 0 1";
    default:
      return {};
  }
}

void add_edit_menu(const Lab& lab, const MenuContext&, MenuList& menu, MenuSection section) {
  if (section != MenuSection::kEdit) return;
  const SelectionController& pieces = selection_controller(lab);
  const auto add = [&menu](const char* title, const char* name, const char* line, std::string_view why_not = {}) {
    menu.command(title, name, line);
    menu.unless(why_not.empty(), why_not);
  };
  add("Cut", "menu.edit.cut", "piece.cut", pieces.why_no_piece());
  add("Copy", "menu.edit.copy", "piece.copy", pieces.why_no_piece());
  add("Paste", "menu.edit.paste", "piece.paste", pieces.why_no_paste());
  add("Delete", "menu.edit.delete", "piece.delete", pieces.why_no_piece());
  menu.separator();
  add("Select all", "menu.edit.all", "select.all");
  add("Select nothing", "menu.edit.none", "select.none", pieces.why_no_selection());
  add("Invert selection", "menu.edit.inverse", "select.inverse");
  menu.begin("Selection", "menu.edit.selection");
  add("Zoom to selection", "menu.edit.zoom", "view.zoom_to selection", pieces.why_no_piece());
  add("Fill with the terrain of the brush", "menu.edit.fill_selection", "piece.fill", pieces.why_no_piece());
  menu.separator();
  add("Mirror left to right", "menu.edit.mirror", "piece.mirror horizontal", pieces.why_no_piece());
  add("Mirror upside down", "menu.edit.flip", "piece.mirror vertical", pieces.why_no_piece());
  add("Rotate right", "menu.edit.right", "piece.rotate right", pieces.why_no_piece());
  add("Rotate left", "menu.edit.left", "piece.rotate left", pieces.why_no_piece());
  add("Put the piece down", "menu.edit.drop", "piece.drop", pieces.why_no_floating());
  add("Discard the piece", "menu.edit.discard", "piece.discard", pieces.why_no_floating());
  menu.separator();
  const std::string_view fixed = lab.session().why_no_resize();
  add("Crop to selection", "menu.edit.crop", "canvas.crop", fixed.empty() ? pieces.why_no_selection() : fixed);
  menu.end();
}

}  // namespace

const FeatureTool kAreaTool = {.name = "area",
                               .title = "Select cells",
                               .icon = icon::kArea,
                               .bar_name = "toolbar.area",
                               .line = "tool.select area",
                               .hint = "Drag a rectangle; Shift adds, Alt takes away. Drag the selection to move it",
                               .status_hint =
                                   "Drag: select a rectangle   Shift: add   Alt: take away   drag what is "
                                   "selected: move it",
                               .short_hint = "Drag: select   Shift: add   Alt: take away",
                               .tab = "tab.map",
                               .edits = true};

const FeatureTool kWandTool = {.name = "wand",
                               .title = "Select connected areas",
                               .icon = icon::kWand,
                               .bar_name = "toolbar.wand",
                               .line = "tool.select wand",
                               .hint = "Click an area of one terrain; Shift adds, Alt takes away",
                               .status_hint =
                                   "Click: select the connected area   Shift: add   Alt: take away   drag "
                                   "what is selected: move it",
                               .short_hint = "Click: select the area   Shift: add   Alt: take away",
                               .tab = "tab.map",
                               .edits = true};

const Feature kSelectionFeature = {
    .name = "pieces",
    .title = "Pieces of the map",
    .commands = kSelectionCommands,
    .paint = kSelectionPaint,
    .menu = add_edit_menu,
    .tool = &kAreaTool,
    .keys = kKeys,
    .keys_now = keys_now,
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<SelectionController>(lab);
    },
};

const Feature kWandFeature = {.name = "wand", .title = "Select connected areas", .tool = &kWandTool, .keys = kWandKeys};

SelectionController& selection_controller(const Lab& lab) {
  return static_cast<SelectionController&>(lab.controller(kSelectionFeature));
}

}  // namespace strata
