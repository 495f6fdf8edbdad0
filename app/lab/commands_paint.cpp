// Commands for undo, strokes, shapes and drawing tools.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "app/base/command_arguments.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_handlers.hpp"
#include "app/lab/session.hpp"
#include "app/lab/strokes.hpp"
#include "app/lab/undo_history.hpp"
#include "app/lab/weight_change.hpp"
#include "core/base/count_of.hpp"

namespace strata {

struct Lab::Handlers::PaintCommands {
  // Says that there is nothing to undo or redo. The end of the history is no mistake of the person who gives the
  // command.
  template <bool kBack>
  static bool ends_history(Lab& lab, const Command&, std::string_view) {
    lab.gestures().finish();
    if (kBack ? lab.undo_history().can_undo() : lab.undo_history().can_redo()) return false;
    lab.say(MessageKind::kInfo, kBack ? "Nothing to undo" : "Nothing to redo");
    return true;
  }
  static Status edit_undo(Lab& lab, const Command&) { return travel(lab, true); }
  static Status edit_redo(Lab& lab, const Command&) { return travel(lab, false); }
  static Status travel(Lab& lab, bool back) {
    lab.gestures().finish();
    if (back ? !lab.undo_history().can_undo() : !lab.undo_history().can_redo()) {
      return error_at("", back ? "nothing to undo" : "nothing to redo");
    }
    if (back ? lab.undo_history().undo_is_feature_edit() : lab.undo_history().redo_is_feature_edit()) {
      lab.undo_history().apply_feature_edit(back);
      return success();
    }
    if (lab.world().history().next_resize(back) != nullptr) return lab.session().undo_or_redo_resize(back);
    return lab.strokes().travel(back);
  }
  static Status copy_reproduction(Lab& lab, const Command& command) {
    if (!lab.host().set_clipboard) return error_at(command.name, "there is no clipboard without a window");
    lab.host().set_clipboard(lab.log().reproduction());
    lab.say(MessageKind::kInfo, count_of(lab.log().lines().size(), "command") + " copied");
    return success();
  }
  static Status paint_stroke(Lab& lab, const Command& command) {
    const auto& args = command.args;
    if (args[0] != "brush" && args[0] != "erase" && args[0] != "weight")
      return error_at("", "the tool is brush, erase or weight, not '" + args[0] + "'");
    STRATA_TRY(what, args[0] == "weight" ? painted_weight(args[1]) : painted_terrain(args[1]));
    STRATA_TRY(radius, number(args[2], 0, 64, "RADIUS"));
    if (args[3] != "round" && args[3] != "square")
      return error_at("", "the shape is round or square, not '" + args[3] + "'");
    std::vector<Cell> points;
    for (size_t i = 4; i < args.size(); ++i) {
      STRATA_TRY(point, point_word(args[i]));
      points.push_back(point);
    }
    const auto brush = brush_of_radius(radius, args[3] == "round" ? BrushShape::kRound : BrushShape::kSquare);
    if (!brush) return error_at("", "RADIUS must be a multiple of 0.5, not '" + args[2] + "'");
    const char letter = lab.strokes().letter_of(what.terrain);
    const std::string name = what.weights                       ? weight_change_title(*what.weights)
                             : what.terrain == Terrain::kGround ? "Erase"
                                                                : "Brush " + args[1];
    std::optional<WeightStroke> weights;
    if (what.weights) weights.emplace(*what.weights);
    lab.strokes().whole(name, [&] {
      for (size_t i = 0; i < points.size(); ++i) {
        const Cell from = points[i == 0 ? 0 : i - 1];
        Edit cells = brush_line(lab.world().map(), from, points[i], *brush, letter);
        if (weights) cells = weights->next(lab.world().map(), lab.world().rules().weights, std::move(cells));
        lab.strokes().paint(cells, name);
      }
    });
    lab.strokes().last_painted() = points.back();
    return success();
  }
  // What a command paints: a terrain, or weights of single cells.
  struct Painted {
    Terrain terrain = Terrain::kGround;
    std::optional<WeightChange> weights = {};
  };
  static Result<Painted> painted_terrain(const std::string& word) {
    STRATA_TRY(terrain, terrain_word(word));
    return Painted{terrain};
  }
  static Result<Painted> painted_weight(const std::string& word) {
    STRATA_TRY(change, weight_change_of(word));
    return Painted{.weights = change};
  }
  // Reads what the command paints from its last arguments, which begin at `index`.
  static Result<Painted> painted(Lab& lab, const Command& command, size_t index) {
    const std::vector<std::string>& args = command.args;
    if (args.size() <= index) return Painted{lab.state_.terrain};
    const bool weighs = args[index] == "weight";
    if (weighs && args.size() == index + 1) return error_at("", "expected a WEIGHT after 'weight'");
    const size_t end = index + (weighs ? 2 : 1);
    if (args.size() > end) return error_at("", "did not expect '" + args[end] + "' after what is painted");
    return weighs ? painted_weight(args[index + 1]) : painted_terrain(args[index]);
  }
  // Paints the cells of an edit of letters as one step of the undo history. A change of weights has a name of its own.
  static Status one_edit(Lab& lab, Edit edit, const Painted& what, std::string name) {
    if (what.weights) {
      edit = weight_edit(lab.world().map(), lab.world().rules().weights, std::move(edit), *what.weights);
      name = weight_change_title(*what.weights);
    }
    lab.strokes().whole(name, [&] { lab.strokes().paint(edit, name); });
    return success();
  }
  static Status paint_line(Lab& lab, const Command& command) {
    STRATA_TRY(from, cell_words(command.args, 0));
    STRATA_TRY(to, cell_words(command.args, 2));
    STRATA_TRY(what, painted(lab, command, 4));
    const char letter = lab.strokes().letter_of(what.terrain);
    return one_edit(lab, brush_line(lab.world_->map(), from, to, lab.state_.brush, letter), what, "Line");
  }
  static Status paint_rectangle(Lab& lab, const Command& command) {
    return paint_shape(lab, command, rectangle, "Rectangle");
  }
  static Status paint_ellipse(Lab& lab, const Command& command) {
    return paint_shape(lab, command, ellipse, "Ellipse");
  }
  static Status paint_shape(Lab& lab, const Command& command, Edit (*shape)(const GridMap&, Cell, Cell, bool, char),
                            const std::string& name) {
    STRATA_TRY(from, cell_words(command.args, 0));
    STRATA_TRY(to, cell_words(command.args, 2));
    bool filled = true;
    size_t next = 4;
    if (command.args.size() > next && (command.args[next] == "filled" || command.args[next] == "outline")) {
      filled = command.args[next] == "filled";
      ++next;
    }
    STRATA_TRY(what, painted(lab, command, next));
    const char letter = lab.strokes().letter_of(what.terrain);
    return one_edit(lab, shape(lab.world_->map(), from, to, filled, letter), what, name);
  }
  static Status paint_fill(Lab& lab, const Command& command) {
    STRATA_TRY(cell, cell_inside(lab.world_->map(), command.args));
    STRATA_TRY(what, painted(lab, command, 2));
    return one_edit(lab, flood_fill(lab.world_->map(), cell, lab.strokes().letter_of(what.terrain)), what, "Fill");
  }
  static Status tool_select(Lab& lab, const Command& command) {
    const auto tool = tool_named(command.args[0]);
    if (!tool) return error_at("", "unknown tool '" + command.args[0] + "'");
    lab.state_.shape.reset();
    lab.state_.tool = *tool;
    for (const Feature* feature : features()) {
      if (feature->tool == nullptr || *feature->tool != *tool || feature->tool->layer == nullptr) continue;
      lab.state_.switch_layer(*feature->tool->layer, true);
    }
    return success();
  }
  // Selecting the tool of a feature has also switched on its layer.
  static bool switches_layer(const Lab&, const Command& earlier, const Command&) {
    return std::ranges::any_of(features(), [&](const Feature* feature) {
      const FeatureTool* tool = feature->tool;
      return tool != nullptr && tool->layer != nullptr && earlier.args[0] == tool->name;
    });
  }
  static Status terrain_select(Lab& lab, const Command& command) {
    STRATA_TRY(terrain, terrain_word(command.args[0]));
    lab.state_.terrain = terrain;
    return success();
  }
  static Status terrain_pick(Lab& lab, const Command& command) {
    STRATA_TRY(cell, cell_inside(lab.world_->map(), command.args));
    lab.state_.terrain = lab.world_->map().terrain(cell);
    return success();
  }
};

auto Lab::Handlers::paint_commands() -> std::span<const HandlerEntry> {
  static constexpr HandlerEntry kEntries[] = {
      {"edit.undo", PaintCommands::edit_undo, {.holds = PaintCommands::ends_history<true>}},
      {"edit.redo", PaintCommands::edit_redo, {.holds = PaintCommands::ends_history<false>}},
      {"copy.reproduction", PaintCommands::copy_reproduction},
      {"paint.stroke", PaintCommands::paint_stroke},
      {"paint.line", PaintCommands::paint_line},
      {"paint.rectangle", PaintCommands::paint_rectangle},
      {"paint.ellipse", PaintCommands::paint_ellipse},
      {"paint.fill", PaintCommands::paint_fill},
      {"tool.select", PaintCommands::tool_select, {.leaves = PaintCommands::switches_layer}},
      {"terrain.select", PaintCommands::terrain_select},
      {"terrain.pick", PaintCommands::terrain_pick},
  };
  return kEntries;
}

}  // namespace strata
