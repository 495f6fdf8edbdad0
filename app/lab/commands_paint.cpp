// Commands for undo, strokes, shapes and drawing tools.
#include <fmt/format.h>

#include <algorithm>

#include "app/base/command_arguments.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_handlers.hpp"
#include "app/lab/session.hpp"
#include "app/lab/strokes.hpp"
#include "app/lab/undo_history.hpp"
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
    if (args[0] != "brush" && args[0] != "erase")
      return error_at("", "the tool is brush or erase, not '" + args[0] + "'");
    STRATA_TRY(terrain, terrain_word(args[1]));
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
    const char letter = lab.strokes().letter_of(terrain);
    const std::string name = terrain == Terrain::kGround ? "Erase" : "Brush " + args[1];
    lab.strokes().whole(name, [&] {
      for (size_t i = 0; i < points.size(); ++i) {
        const Cell from = points[i == 0 ? 0 : i - 1];
        lab.strokes().paint(brush_line(lab.world().map(), from, points[i], *brush, letter), name);
      }
    });
    lab.strokes().last_painted() = points.back();
    return success();
  }
  static Status one_edit(Lab& lab, const Edit& edit, const std::string& name) {
    lab.strokes().whole(name, [&] { lab.strokes().paint(edit, name); });
    return success();
  }
  static Result<Terrain> painted(Lab& lab, const Command& command, size_t index) {
    if (command.args.size() <= index) return lab.state_.terrain;
    return terrain_word(command.args[index]);
  }
  static Status paint_line(Lab& lab, const Command& command) {
    STRATA_TRY(from, cell_words(command.args, 0));
    STRATA_TRY(to, cell_words(command.args, 2));
    STRATA_TRY(terrain, painted(lab, command, 4));
    return one_edit(lab, brush_line(lab.world_->map(), from, to, lab.state_.brush, lab.strokes().letter_of(terrain)),
                    "Line");
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
    STRATA_TRY(terrain, painted(lab, command, next));
    return one_edit(lab, shape(lab.world_->map(), from, to, filled, lab.strokes().letter_of(terrain)), name);
  }
  static Status paint_fill(Lab& lab, const Command& command) {
    STRATA_TRY(cell, cell_inside(lab.world_->map(), command.args));
    STRATA_TRY(terrain, painted(lab, command, 2));
    return one_edit(lab, flood_fill(lab.world_->map(), cell, lab.strokes().letter_of(terrain)), "Fill");
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
