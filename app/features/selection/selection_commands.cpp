// Commands for the selection, the clipboard and the floating piece.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "app/base/command_arguments.hpp"
#include "app/features/selection/selection.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/session.hpp"

namespace strata {
namespace {

Status unless(std::string_view why_not) {
  if (why_not.empty()) return success();
  std::string reason(why_not);
  reason[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(reason[0])));
  return error_at("", std::move(reason));
}

Result<SelectMode> mode_word(const Command& command, size_t index) {
  if (command.args.size() <= index || command.args[index] == "replace") return SelectMode::kReplace;
  if (command.args[index] == "add") return SelectMode::kAdd;
  if (command.args[index] == "remove") return SelectMode::kRemove;
  return error_at("", "expected replace, add or remove, not '" + command.args[index] + "'");
}

Status select_rectangle(Lab& lab, const Command& command) {
  STRATA_TRY(from, cell_words(command.args, 0));
  STRATA_TRY(to, cell_words(command.args, 2));
  STRATA_TRY(mode, mode_word(command, 4));
  CellSet cells(lab.world().map().width(), lab.world().map().height());
  cells.put(RubberBand{from, to, mode}.cells(), true);
  selection_controller(lab).select(cells, mode);
  return success();
}

Status select_wand(Lab& lab, const Command& command) {
  STRATA_TRY(cell, cell_inside(lab.world().map(), command.args));
  STRATA_TRY(mode, mode_word(command, 2));
  return selection_controller(lab).wand(cell, mode);
}

Status select_all(Lab& lab, const Command&) {
  CellSet cells(lab.world().map().width(), lab.world().map().height());
  cells.put(lab.world().map().bounds(), true);
  selection_controller(lab).select(cells, SelectMode::kReplace);
  return success();
}

Status select_none(Lab& lab, const Command&) {
  const GridMap& map = lab.world().map();
  selection_controller(lab).select(CellSet(map.width(), map.height()), SelectMode::kReplace);
  return success();
}

Status select_inverse(Lab& lab, const Command&) {
  selection_controller(lab).invert();
  return success();
}

Status copy(Lab& lab, const Command&) {
  SelectionController& pieces = selection_controller(lab);
  if (Status possible = unless(pieces.why_no_piece()); !possible) return possible;
  return pieces.copy();
}

Status cut(Lab& lab, const Command&) {
  SelectionController& pieces = selection_controller(lab);
  if (Status possible = unless(pieces.why_no_piece()); !possible) return possible;
  return pieces.cut();
}

Status remove(Lab& lab, const Command&) {
  SelectionController& pieces = selection_controller(lab);
  if (Status possible = unless(pieces.why_no_piece()); !possible) return possible;
  return pieces.erase("Delete");
}

Status fill_piece(Lab& lab, const Command& command) {
  SelectionController& pieces = selection_controller(lab);
  if (Status possible = unless(pieces.why_no_piece()); !possible) return possible;
  Terrain terrain = lab.state().terrain;
  if (!command.args.empty()) {
    STRATA_TRY(named, terrain_word(command.args[0]));
    terrain = named;
  }
  return pieces.fill(terrain);
}

Command pasted(const Lab& lab, const Command& command) { return selection_controller(lab).pasted(command); }

Status paste(Lab& lab, const Command& command) {
  SelectionController& pieces = selection_controller(lab);
  std::optional<Cell> at;
  if (!command.args.empty()) {
    STRATA_TRY(cell, point_word(command.args[0]));
    at = cell;
  }
  return pieces.paste(at, command.args.size() > 1 ? &command.args[1] : nullptr);
}

Status move(Lab& lab, const Command& command) {
  SelectionController& pieces = selection_controller(lab);
  STRATA_TRY(dx, integer(command.args[0], -2 * GridMap::kMaxSide, 2 * GridMap::kMaxSide, "DX"));
  STRATA_TRY(dy, integer(command.args[1], -2 * GridMap::kMaxSide, 2 * GridMap::kMaxSide, "DY"));
  if (Status possible = unless(pieces.why_no_piece()); !possible) return possible;
  return pieces.move(dx, dy);
}

Status mirror(Lab& lab, const Command& command) {
  SelectionController& pieces = selection_controller(lab);
  const std::string& word = command.args[0];
  if (word != "horizontal" && word != "vertical") {
    return error_at("", "expected horizontal or vertical, not '" + word + "'");
  }
  if (Status possible = unless(pieces.why_no_piece()); !possible) return possible;
  return pieces.mirror(word == "vertical");
}

Status rotate(Lab& lab, const Command& command) {
  SelectionController& pieces = selection_controller(lab);
  const std::string& word = command.args[0];
  if (word != "right" && word != "left") return error_at("", "expected right or left, not '" + word + "'");
  if (Status possible = unless(pieces.why_no_piece()); !possible) return possible;
  return pieces.rotate(word == "right");
}

Status put_down(Lab& lab, const Command&) {
  SelectionController& pieces = selection_controller(lab);
  if (Status possible = unless(pieces.why_no_floating()); !possible) return possible;
  return pieces.put_down();
}

Status discard(Lab& lab, const Command&) {
  SelectionController& pieces = selection_controller(lab);
  if (Status possible = unless(pieces.why_no_floating()); !possible) return possible;
  pieces.give_up();
  return success();
}

// Returns an error with the reason if the map cannot be resized.
Status resizable(const Lab& lab) { return unless(lab.session().why_no_resize()); }

Status resize(Lab& lab, const Command& command) {
  STRATA_TRY(width, integer(command.args[0], 1, GridMap::kMaxSide, "WIDTH"));
  STRATA_TRY(height, integer(command.args[1], 1, GridMap::kMaxSide, "HEIGHT"));
  const std::string anchor = command.args.size() > 2 ? command.args[2] : "top-left";
  const auto place = std::find(kAnchors.begin(), kAnchors.end(), anchor);
  if (place == kAnchors.end()) {
    return error_at("", fmt::format("the anchor is one of {}, not '{}'", fmt::join(kAnchors, ", "), anchor));
  }
  Terrain terrain = Terrain::kGround;
  if (command.args.size() > 3) {
    STRATA_TRY(named, terrain_word(command.args[3]));
    terrain = named;
  }
  if (Status possible = resizable(lab); !possible) return possible;
  const auto index = static_cast<int>(place - kAnchors.begin());
  const GridMap& map = lab.world().map();
  const Cell by{(width - map.width()) * (index % 3) / 2, (height - map.height()) * (index / 3) / 2};
  return lab.session().resize(width, height, by, map.letter_terrains().letter_for(terrain), "Resize");
}

Status crop(Lab& lab, const Command&) {
  const SelectionController& pieces = selection_controller(lab);
  if (Status possible = unless(pieces.why_no_selection()); !possible) return possible;
  if (Status possible = resizable(lab); !possible) return possible;
  const Rect box = pieces.selected_bounds();
  return lab.session().resize(box.width(), box.height(), {-box.x0, -box.y0}, '.', "Crop");
}

// Zooms so that the cells fill most of the view.
Status zoom_to(Lab& lab, const Command& command) {
  Rect cells;
  if (command.args[0] == "selection") {
    const SelectionController& pieces = selection_controller(lab);
    if (Status possible = unless(pieces.why_no_piece()); !possible) return possible;
    cells = pieces.floating() ? pieces.floating()->box() : pieces.selected_bounds();
  } else if (command.args[0] == "path") {
    const PlannerRow* row = lab.state().row(lab.state().traced);
    if (row == nullptr || !row->solved || !row->result.found()) return error_at("", "there is no path to show");
    for (const CellId cell : row->result.path) cells.include(lab.world().map().cell(cell));
    cells.include(lab.state().query.start);
    cells.include(lab.state().query.goal);
  } else {
    return error_at("", "expected path or selection, not '" + command.args[0] + "'");
  }
  Camera& camera = lab.mutable_state().camera;
  camera.fit(cells.width() + 2, cells.height() + 2);
  camera.center_x = (cells.x0 + cells.x1) / 2.0;
  camera.center_y = (cells.y0 + cells.y1) / 2.0;
  return success();
}

}  // namespace

// clang-format off
const std::array<FeatureCommand, 18> kSelectionCommands = {{
    {{"select.rectangle", "X0 Y0 X1 Y1 [replace|add|remove]", "Select rectangle", CommandGroup::kPaint, 4, 5, "Corners included; add and remove change what is selected"}, select_rectangle},
    {{"select.wand", "X Y [replace|add|remove]", "Select connected area", CommandGroup::kPaint, 2, 3, "All connected cells with the terrain of the cell"}, select_wand},
    {{"select.all", "", "Select all", CommandGroup::kPaint, 0, 0, "All cells of the map"}, select_all},
    {{"select.none", "", "Select nothing", CommandGroup::kPaint, 0, 0, "The map stays as it is"}, select_none},
    {{"select.inverse", "", "Invert selection", CommandGroup::kPaint, 0, 0, "Selects what is not selected"}, select_inverse},
    {{"piece.copy", "", "Copy", CommandGroup::kPaint, 0, 0, "Copies the selection; other windows can paste it, and other programs get it as the text of a map", 0, does::kLeavesPiece}, copy},
    {{"piece.cut", "", "Cut", CommandGroup::kPaint, 0, 0, "Copies the selection and leaves ground", 0, does::kLeavesPiece}, cut},
    {{"piece.paste", "[X,Y] [TEXT]", "Paste", CommandGroup::kPaint, 0, 2, "What was copied floats over the map, with its upper left cell at X,Y; TEXT: a map to paste instead"}, paste, {.logged = pasted}},
    {{"piece.move", "DX DY", "Move piece", CommandGroup::kPaint, 2, 2, "By cells; what is selected floats from then on", 0, does::kLeavesPiece}, move},
    {{"piece.mirror", "horizontal|vertical", "Mirror piece", CommandGroup::kPaint, 1, 1, "horizontal: left and right change places", 0, does::kLeavesPiece}, mirror},
    {{"piece.rotate", "right|left", "Rotate piece", CommandGroup::kPaint, 1, 1, "By 90 degrees", 0, does::kLeavesPiece}, rotate},
    {{"piece.drop", "", "Put piece down", CommandGroup::kPaint, 0, 0, "The floating piece becomes part of the map: one undo", 0, does::kLeavesPiece}, put_down},
    {{"piece.discard", "", "Discard piece", CommandGroup::kPaint, 0, 0, "The floating piece vanishes; the map stays as it is", 0, does::kLeavesPiece}, discard},
    {{"piece.fill", "[TERRAIN]", "Fill selection", CommandGroup::kPaint, 0, 1, "What is selected, or floats, gets the terrain", 0, does::kLeavesPiece}, fill_piece},
    {{"piece.delete", "", "Delete selection", CommandGroup::kPaint, 0, 0, "What is selected becomes ground", 0, does::kLeavesPiece}, remove},
    {{"canvas.resize", "WIDTH HEIGHT [top-left|top|top-right|left|center|right|bottom-left|bottom|bottom-right] [TERRAIN]", "Resize map", CommandGroup::kEdit, 2, 4, "Another width and height; the anchor says where the map stays, new cells get the terrain", keeps::kWork}, resize},
    {{"canvas.crop", "", "Crop to selection", CommandGroup::kEdit, 0, 0, "The rectangle around the selection becomes the map", keeps::kWork}, crop},
    {{"view.zoom_to", "path|selection", "Zoom to", CommandGroup::kView, 1, 1, "The path of the stepped planner, or what is selected, fills the view", 0, does::kRepeats}, zoom_to},
}};
// clang-format on

}  // namespace strata
