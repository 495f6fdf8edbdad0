// What each command does. The names and their usage are in command_table.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "app/lab.hpp"
#include "core/io/files.hpp"
#include "core/io/trace_export.hpp"

namespace strata {

namespace {

constexpr int kFar = 100'000;  // coordinates beyond are refused

Result<int> integer(const std::string& text, int low, int high, std::string_view what) {
  int value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, code] = std::from_chars(text.data(), end, value);
  if (code != std::errc{} || rest != end || value < low || value > high) {
    return error_at("", fmt::format("{} must be a whole number from {} to {}, not '{}'", what, low, high, text));
  }
  return value;
}

Result<uint64_t> large_integer(const std::string& text, std::string_view what) {
  uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, code] = std::from_chars(text.data(), end, value);
  if (code != std::errc{} || rest != end) {
    return error_at("", fmt::format("{} must be a whole number, not '{}'", what, text));
  }
  return value;
}

Result<double> number(const std::string& text, double low, double high, std::string_view what) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, code] = std::from_chars(text.data(), end, value);
  if (code != std::errc{} || rest != end || !(value >= low && value <= high)) {
    return error_at("", fmt::format("{} must be a number from {} to {}, not '{}'", what, low, high, text));
  }
  return value;
}

Result<bool> on_off(const std::string& text, bool now) {
  if (text == "on") return true;
  if (text == "off") return false;
  if (text == "toggle") return !now;
  return error_at("", fmt::format("expected on or off, not '{}'", text));
}

Result<Terrain> terrain_word(const std::string& text) {
  if (const auto terrain = terrain_named(text)) return *terrain;
  return error_at("", fmt::format("unknown terrain '{}': ground, swamp, water, trees or blocked", text));
}

Result<Cell> cell_words(const std::vector<std::string>& args, size_t first) {
  const Result<int> x = integer(args[first], -kFar, kFar, "X");
  if (!x) return x.error();
  const Result<int> y = integer(args[first + 1], -kFar, kFar, "Y");
  if (!y) return y.error();
  return Cell{x.value(), y.value()};
}

Result<Cell> point_word(const std::string& text) {
  const size_t comma = text.find(',');
  if (comma == std::string::npos) return error_at("", fmt::format("expected X,Y, not '{}'", text));
  return cell_words({text.substr(0, comma), text.substr(comma + 1)}, 0);
}

// "+1" and "-1" are relative to `now`.
Result<double> changed_number(const std::string& text, double now, double low, double high, std::string_view what) {
  if (text.size() > 1 && (text[0] == '+' || text[0] == '-')) {
    const Result<double> by = number(text.substr(1), 0, 1e9, what);
    if (!by) return by.error();
    return std::clamp(text[0] == '+' ? now + by.value() : now - by.value(), low, high);
  }
  return number(text, low, high, what);
}

const std::string kNothing;

// Drops a trailing "force", which only the unsaved-changes question looks at.
std::vector<std::string> without_force(std::vector<std::string> args) {
  if (!args.empty() && args.back() == "force") args.pop_back();
  return args;
}

std::string csv_word(std::string_view text) {
  if (text.find_first_of(",\"\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

}  // namespace

#define STRATA_TRY(name, expression)                \
  const auto name##_result = (expression);          \
  if (!name##_result) return name##_result.error(); \
  const auto name = name##_result.value()

struct Lab::Handlers {
  using Handler = Status (*)(Lab&, const Command&);
  struct Entry {
    std::string_view name;
    Handler run;
  };

  // --- Files ----------------------------------------------------------------------------------------------------

  static Status map_open(Lab& lab, const Command& command) {
    if (lab.ask_unsaved(command)) return success();
    return lab.open_map(command.args[0]);
  }
  static Status map_save(Lab& lab, const Command&) {
    if (lab.state_.map_path.empty()) return error_at("map.save", "the map has no file yet; use map.save_as PATH");
    return lab.save_map_as(lab.state_.map_path);
  }
  static Status map_save_as(Lab& lab, const Command& command) { return lab.save_map_as(command.args[0]); }
  static Status map_new(Lab& lab, const Command& command) {
    const auto args = without_force(command.args);
    if (args.size() < 2 || args.size() > 3) return error_at(command.name, "expects WIDTH HEIGHT [TERRAIN] [force]");
    STRATA_TRY(width, integer(args[0], 1, GridMap::kMaxSide, "WIDTH"));
    STRATA_TRY(height, integer(args[1], 1, GridMap::kMaxSide, "HEIGHT"));
    STRATA_TRY(terrain, terrain_word(args.size() > 2 ? args[2] : "ground"));
    if (lab.ask_unsaved(command)) return success();
    lab.replace_map(GridMap(width, height, terrain_info(terrain).letter), {}, fmt::format("new {} x {}", width, height),
                    nullptr);
    return success();
  }
  static Status map_generate(Lab& lab, const Command& command) {
    const auto args = without_force(command.args);
    if (args.size() < 4 || args.size() > 5) {
      return error_at(command.name, "expects KIND WIDTH HEIGHT SEED [DETAIL] [force]");
    }
    const auto kind = scene_kind_named(args[0]);
    if (!kind)
      return error_at("", fmt::format("unknown kind '{}': rooms, maze, cave, random, forest or city", args[0]));
    STRATA_TRY(width, integer(args[1], 8, GridMap::kMaxSide, "WIDTH"));
    STRATA_TRY(height, integer(args[2], 8, GridMap::kMaxSide, "HEIGHT"));
    STRATA_TRY(seed, large_integer(args[3], "SEED"));
    STRATA_TRY(detail, integer(args.size() > 4 ? args[4] : "0", 0, 1000, "DETAIL"));
    if (lab.ask_unsaved(command)) return success();
    lab.replace_map(generate({*kind, width, height, seed, detail}), {},
                    fmt::format("{} {} x {}, seed {}", args[0], width, height, seed), nullptr);
    return success();
  }
  static Status map_scene(Lab& lab, const Command& command) {
    if (command.args[0] != "running-example") {
      return error_at("", fmt::format("unknown scene '{}': running-example", command.args[0]));
    }
    if (lab.ask_unsaved(command)) return success();
    const Query query = running_example_query();
    lab.replace_map(running_example(), {}, "running example", &query);
    return success();
  }
  static Status map_reopen_last(Lab& lab, const Command& command) {
    if (lab.settings_.recent_files.empty()) return error_at(command.name, "no file has been opened before");
    if (lab.ask_unsaved(command)) return success();
    return lab.open_map(lab.settings_.recent_files.front());
  }
  static Status map_reload(Lab& lab, const Command& command) {
    if (lab.state_.map_path.empty()) return error_at(command.name, "the map has no file");
    if (lab.ask_unsaved(command)) return success();
    return lab.open_map(lab.state_.map_path);
  }
  static Status scenario_open(Lab& lab, const Command& command) {
    const auto args = without_force(command.args);
    STRATA_TRY(row, integer(args.size() > 1 ? args[1] : "1", 1, 1 << 30, "ROW"));
    if (lab.ask_unsaved(command)) return success();
    return lab.open_scenario(args[0], static_cast<size_t>(row));
  }
  static Status recent_clear(Lab& lab, const Command&) {
    lab.settings_.recent_files.clear();
    lab.save_settings();
    return success();
  }
  static Status export_trace(Lab& lab, const Command& command) {
    lab.settle();
    if (lab.trace_.events().empty()) return error_at(command.args[0], "there is no recorded search to export");
    if (Status saved = save_trace(lab.trace_, lab.world_->map(), command.args[0]); !saved) return saved;
    lab.say(MessageKind::kInfo, fmt::format("{} events written to {}", lab.trace_.events().size(), command.args[0]));
    return success();
  }
  static Status export_table(Lab& lab, const Command& command) {
    lab.settle();
    std::string csv =
        "map,planner,status,cost,percent_over,expanded,generated,micros,build_ms,memory_bytes,path_cells\n";
    for (const PlannerRow& row : lab.state_.rows) {
      if (!row.shown || !row.solved) continue;
      const PhaseStats total = row.result.stats.total();
      const bool found = row.result.found();
      csv +=
          fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", csv_word(lab.state_.map_title), row.planner->name,
                      status_text(row.result.status),
                      found ? fmt::format("{:.4f}", row.result.cost / static_cast<double>(lab.cost_unit())) : kNothing,
                      row.percent_over >= 0 ? fmt::format("{:.3f}", row.percent_over) : kNothing, total.expanded,
                      total.generated, lab.state_.fixed_clock ? kNothing : fmt::format("{:.1f}", row.micros),
                      lab.state_.fixed_clock ? kNothing : fmt::format("{:.3f}", row.build_micros / 1000),
                      row.memory_bytes, row.result.path.size());
    }
    if (Status saved = write_file_atomic(command.args[0], csv); !saved) return saved;
    lab.say(MessageKind::kInfo, "table written to " + command.args[0]);
    return success();
  }
  static Status recovery_restore(Lab& lab, const Command& command) {
    if (lab.recovery_copy_.map_file.empty()) return error_at(command.name, "there is no unsaved work to restore");
    const RecoveryCopy copy = lab.recovery_copy_;
    Result<LoadedMap> loaded = load_map(copy.map_file);
    if (!loaded) return loaded.error();
    lab.replace_map(std::move(loaded.value().map), copy.original_path, copy.title,
                    copy.has_query ? &copy.query : nullptr);
    lab.restored_ = true;
    lab.log_ = lab.setting_lines();
    lab.log_.push_back("# The map was restored from unsaved work: open a copy of it here.");
    lab.state_.unsaved = true;
    lab.state_.question.reset();
    // The old copy goes only when the new one is on disk.
    RecoveryCopy about = copy;
    if (Status kept = lab.recovery_.keep(lab.world_->map(), about); !kept) return kept;
    lab.recovery_revision_ = lab.world_->map().revision();
    lab.recovery_.drop_claimed();
    lab.recovery_copy_ = {};
    lab.say(MessageKind::kInfo, "restored; save it to keep it");
    return success();
  }
  static Status recovery_discard(Lab& lab, const Command&) {
    lab.recovery_.drop_claimed();
    lab.recovery_copy_ = {};
    if (lab.state_.question && lab.state_.question->kind == Question::Kind::kRecovery) lab.state_.question.reset();
    return success();
  }
  static Result<std::string> pending(Lab& lab, const Command& command) {
    if (!lab.state_.question || lab.state_.question->kind != Question::Kind::kUnsaved) {
      return error_at(command.name, "no question is open");
    }
    const std::string line = lab.state_.question->pending;
    lab.state_.question.reset();
    return line;
  }
  static Status question_save(Lab& lab, const Command& command) {
    STRATA_TRY(line, pending(lab, command));
    lab.after_save_ = line;
    if (lab.state_.map_path.empty()) return lab.execute("ui.show save_as on");
    Status saved = lab.save_map_as(lab.state_.map_path);
    if (!saved) lab.after_save_.clear();
    return saved;
  }
  static Status question_discard(Lab& lab, const Command& command) {
    STRATA_TRY(line, pending(lab, command));
    return lab.execute(line);
  }
  static Status question_cancel(Lab& lab, const Command& command) {
    STRATA_TRY(line, pending(lab, command));
    return success();
  }
  static Status dialog_close(Lab& lab, const Command& command) {
    if (lab.state_.dialogs.empty()) return error_at(command.name, "no message is open");
    lab.state_.dialogs.pop_front();
    return success();
  }
  static Status app_quit(Lab& lab, const Command& command) {
    if (lab.ask_unsaved(command)) return success();
    lab.recovery_.drop();
    lab.state_.quit = true;
    return success();
  }

  // --- Edits ----------------------------------------------------------------------------------------------------

  static Status edit_undo(Lab& lab, const Command&) { return travel(lab, true); }
  static Status edit_redo(Lab& lab, const Command&) { return travel(lab, false); }
  static Status travel(Lab& lab, bool back) {
    const History& history = lab.world_->history();
    if (back ? !history.can_undo() : !history.can_redo()) {
      return error_at("", back ? "nothing to undo" : "nothing to redo");
    }
    const std::string name = back ? history.undo_name() : history.redo_name();
    lab.begin_reading(fmt::format("{} {}", back ? "Undo" : "Redo", name));
    if (const auto report = back ? lab.world_->undo() : lab.world_->redo()) lab.note_edit(*report);
    lab.map_edited();
    return success();
  }
  static Status copy_reproduction(Lab& lab, const Command& command) {
    if (!lab.host_.set_clipboard) return error_at(command.name, "there is no clipboard without a window");
    lab.host_.set_clipboard(lab.reproduction());
    lab.say(MessageKind::kInfo, fmt::format("{} commands copied", lab.log_.size()));
    return success();
  }
  static Status paint_stroke(Lab& lab, const Command& command) {
    const auto& args = command.args;
    if (args[0] != "brush" && args[0] != "erase")
      return error_at("", "the tool is brush or erase, not '" + args[0] + "'");
    STRATA_TRY(terrain, terrain_word(args[1]));
    STRATA_TRY(radius, integer(args[2], 0, 64, "RADIUS"));
    if (args[3] != "round" && args[3] != "square")
      return error_at("", "the shape is round or square, not '" + args[3] + "'");
    std::vector<Cell> points;
    for (size_t i = 4; i < args.size(); ++i) {
      STRATA_TRY(point, point_word(args[i]));
      points.push_back(point);
    }
    const Brush brush{radius, args[3] == "round" ? BrushShape::kRound : BrushShape::kSquare};
    const char letter = terrain_info(terrain).letter;
    const std::string name = terrain == Terrain::kGround ? "Erase" : "Brush " + args[1];
    lab.begin_reading(name);
    lab.world_->begin_stroke(name);
    for (size_t i = 0; i < points.size(); ++i) {
      const Cell from = points[i == 0 ? 0 : i - 1];
      lab.note_edit(lab.world_->apply(brush_line(lab.world_->map(), from, points[i], brush, letter), name));
    }
    lab.world_->end_stroke();
    if (lab.state_.meter.edits > 0) ++lab.state_.strokes;
    lab.last_painted_ = points.back();
    lab.map_edited();
    return success();
  }
  static Status one_edit(Lab& lab, const Edit& edit, const std::string& name) {
    lab.begin_reading(name);
    lab.note_edit(lab.world_->apply(edit, name));
    if (lab.state_.meter.edits > 0) ++lab.state_.strokes;
    lab.map_edited();
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
    return one_edit(lab, brush_line(lab.world_->map(), from, to, lab.state_.brush, terrain_info(terrain).letter),
                    "Line");
  }
  static Status paint_rectangle(Lab& lab, const Command& command) {
    STRATA_TRY(from, cell_words(command.args, 0));
    STRATA_TRY(to, cell_words(command.args, 2));
    bool filled = true;
    size_t next = 4;
    if (command.args.size() > next && (command.args[next] == "filled" || command.args[next] == "outline")) {
      filled = command.args[next] == "filled";
      ++next;
    }
    STRATA_TRY(terrain, painted(lab, command, next));
    return one_edit(lab, rectangle(lab.world_->map(), from, to, filled, terrain_info(terrain).letter), "Rectangle");
  }
  static Status paint_fill(Lab& lab, const Command& command) {
    STRATA_TRY(cell, inside(lab, command));
    STRATA_TRY(terrain, painted(lab, command, 2));
    return one_edit(lab, flood_fill(lab.world_->map(), cell, terrain_info(terrain).letter), "Fill");
  }
  static Result<Cell> inside(Lab& lab, const Command& command) {
    const Result<Cell> cell = cell_words(command.args, 0);
    if (!cell) return cell.error();
    const GridMap& map = lab.world_->map();
    if (!map.contains(cell.value())) {
      return error_at("", fmt::format("({},{}) is outside the map of {} x {} cells", cell.value().x, cell.value().y,
                                      map.width(), map.height()));
    }
    return cell;
  }
  static Status tool_select(Lab& lab, const Command& command) {
    const auto tool = tool_named(command.args[0]);
    if (!tool) return error_at("", "unknown tool '" + command.args[0] + "'");
    lab.state_.shape.reset();
    lab.state_.tool = *tool;
    return success();
  }
  static Status terrain_select(Lab& lab, const Command& command) {
    STRATA_TRY(terrain, terrain_word(command.args[0]));
    lab.state_.terrain = terrain;
    return success();
  }
  static Status terrain_pick(Lab& lab, const Command& command) {
    STRATA_TRY(cell, inside(lab, command));
    lab.state_.terrain = lab.world_->map().terrain(cell);
    return success();
  }
  static Status brush_radius(Lab& lab, const Command& command) {
    STRATA_TRY(radius, changed_number(command.args[0], lab.state_.brush.radius, 0, 64, "CELLS"));
    lab.state_.brush.radius = static_cast<int>(radius);
    return success();
  }
  static Status brush_shape(Lab& lab, const Command& command) {
    const std::string& word = command.args[0];
    const bool round = lab.state_.brush.shape == BrushShape::kRound;
    if (word != "round" && word != "square" && word != "toggle") {
      return error_at("", "the shape is round or square, not '" + word + "'");
    }
    const bool to_round = word == "toggle" ? !round : word == "round";
    lab.state_.brush.shape = to_round ? BrushShape::kRound : BrushShape::kSquare;
    return success();
  }

  // --- Search ---------------------------------------------------------------------------------------------------

  static Status query_end(Lab& lab, const Command& command, bool start) {
    STRATA_TRY(cell, inside(lab, command));
    if (!lab.state_.has_query) lab.state_.query = {cell, cell};
    lab.state_.has_query = true;
    (start ? lab.state_.query.start : lab.state_.query.goal) = cell;
    lab.query_changed();
    return success();
  }
  static Status query_start(Lab& lab, const Command& command) { return query_end(lab, command, true); }
  static Status query_goal(Lab& lab, const Command& command) { return query_end(lab, command, false); }
  static Status query_swap(Lab& lab, const Command& command) {
    if (!lab.state_.has_query) return error_at(command.name, "there is no start and goal");
    std::swap(lab.state_.query.start, lab.state_.query.goal);
    lab.query_changed();
    return success();
  }
  static Status query_random(Lab& lab, const Command& command) {
    // Without a seed each press gives other ends.
    uint64_t seed = lab.plan_version_;
    if (!command.args.empty()) {
      STRATA_TRY(given, large_integer(command.args[0], "SEED"));
      seed = given;
    }
    const auto query = suggested_query(lab.world_->map(), seed);
    if (!query) return error_at(command.name, "no two passable cells are connected");
    lab.state_.query = *query;
    lab.state_.has_query = true;
    lab.query_changed();
    return success();
  }
  static Status query_clear(Lab& lab, const Command&) {
    lab.state_.has_query = false;
    lab.query_changed();
    return success();
  }
  static Status set_rules(Lab& lab, const Rules& rules) {
    if (rules == lab.world_->rules()) return success();
    lab.world_->set_rules(rules);
    lab.rules_changed();
    return success();
  }
  static Status rules_profile(Lab& lab, const Command& command) {
    const auto profile = profile_named(command.args[0]);
    if (!profile) return error_at("", "unknown profile '" + command.args[0] + "': octile, paper or four");
    Rules rules = lab.world_->rules();
    rules.profile = *profile;
    return set_rules(lab, rules);
  }
  static Status rules_capability(Lab& lab, const Command& command) {
    const auto capability = Capability::from_string(command.args[0]);
    if (!capability) return error_at("", "'" + command.args[0] + "' is no list of ground, swamp, water, trees");
    Rules rules = lab.world_->rules();
    rules.capability = *capability;
    return set_rules(lab, rules);
  }
  static Status terrain_weight(Lab& lab, const Command& command) {
    STRATA_TRY(terrain, terrain_word(command.args[0]));
    if (terrain == Terrain::kOut) return error_at("", "blocked cells have no weight");
    STRATA_TRY(weight, integer(command.args[1], 1, kMaxTerrainWeight, "WEIGHT"));
    Rules rules = lab.world_->rules();
    rules.weights[static_cast<size_t>(terrain)] = static_cast<uint8_t>(weight);
    return set_rules(lab, rules);
  }
  static Status set_hpa(Lab& lab, const HpaOptions& options) {
    if (options == lab.world_->hpa().options()) return success();
    lab.world_->set_hpa_options(options);
    lab.rules_changed();
    return success();
  }
  static Status hpa_cluster_size(Lab& lab, const Command& command) {
    STRATA_TRY(size, integer(command.args[0], 2, 64, "CELLS"));
    HpaOptions options = lab.world_->hpa().options();
    options.cluster_size = size;
    return set_hpa(lab, options);
  }
  static Status hpa_threshold(Lab& lab, const Command& command) {
    STRATA_TRY(width, integer(command.args[0], 1, 1000, "WIDTH"));
    HpaOptions options = lab.world_->hpa().options();
    options.entrance_threshold = width;
    return set_hpa(lab, options);
  }
  static Status hpa_spacing(Lab& lab, const Command& command) {
    STRATA_TRY(cells, integer(command.args[0], 0, 64, "CELLS"));
    HpaOptions options = lab.world_->hpa().options();
    options.transition_spacing = cells;
    return set_hpa(lab, options);
  }
  static Status hpa_cache(Lab& lab, const Command& command) {
    HpaOptions options = lab.world_->hpa().options();
    STRATA_TRY(on, on_off(command.args[0], options.cache_paths));
    options.cache_paths = on;
    return set_hpa(lab, options);
  }
  static Status plan_smooth(Lab& lab, const Command& command) {
    STRATA_TRY(on, on_off(command.args[0], lab.state_.plan_options.smooth));
    lab.state_.plan_options.smooth = on;
    lab.query_changed();
    return success();
  }
  static Result<PlannerRow*> row_named(Lab& lab, const std::string& name) {
    for (PlannerRow& row : lab.state_.rows) {
      if (row.planner->name == name) return &row;
    }
    std::string known;
    for (const Planner& planner : planners()) known += (known.empty() ? "" : ", ") + std::string(planner.name);
    return error_at("", fmt::format("unknown planner '{}': {}", name, known));
  }
  static Status planner_show(Lab& lab, const Command& command) {
    STRATA_TRY(row, row_named(lab, command.args[0]));
    STRATA_TRY(on, on_off(command.args[1], row->shown));
    row->shown = on;
    lab.query_changed();
    return success();
  }
  static Status planner_trace(Lab& lab, const Command& command) {
    STRATA_TRY(row, row_named(lab, command.args[0]));
    if (lab.state_.traced == row->planner->name) return success();
    lab.state_.traced = row->planner->name;
    for (uint8_t line = 0; line < 64; ++line) lab.playback_.set_breakpoint(line, false);  // of other pseudo-code
    lab.trace_due_ = true;
    ++lab.plan_version_;
    return success();
  }
  static Status inspect(Lab& lab, const Command& command) {
    STRATA_TRY(cell, inside(lab, command));
    lab.state_.inspected = Inspection{cell, {}, 0};
    lab.refresh_inspection();
    return success();
  }
  static Status inspect_clear(Lab& lab, const Command&) {
    lab.state_.inspected.reset();
    return success();
  }

  // --- Playback -------------------------------------------------------------------------------------------------

  // The search must be recorded before it can be stepped.
  static Status recorded(Lab& lab) {
    if (!lab.world_->ready() && lab.world_->hpa().clusters().count() <= World::kLiveClusters) lab.settle();
    if (lab.solve_due_) lab.solve();
    if (lab.trace_due_) lab.record_trace();
    if (!lab.playback_.empty()) return success();
    const bool waits = lab.traced_planner()->needs_hpa && !lab.world_->ready();
    return error_at("", waits                           ? "the abstraction is still being built"
                        : !lab.state_.has_query         ? "there is no start and goal, so there is no search to step"
                        : lab.state_.query_note.empty() ? "there is no recorded search"
                                                        : "no search to step: " + lab.state_.query_note);
  }
  static Status step_by(Lab& lab, const Command& command, int sign) {
    int count = 1;
    if (!command.args.empty()) {
      STRATA_TRY(given, integer(command.args[0], 1, 1 << 30, "COUNT"));
      count = given;
    }
    if (Status ready = recorded(lab); !ready) return ready;
    lab.playback_.pause();
    lab.playback_.step(static_cast<int64_t>(sign) * count);
    return success();
  }
  static Status step_to(Lab& lab, const Command& command) {
    STRATA_TRY(at, large_integer(command.args[0], "N"));
    if (Status ready = recorded(lab); !ready) return ready;
    if (at > lab.playback_.size()) {
      return error_at("", fmt::format("the search has {} events, there is no {}", lab.playback_.size(), at));
    }
    lab.playback_.pause();
    lab.playback_.jump(at);
    return success();
  }
  static Status step_forward(Lab& lab, const Command& command) { return step_by(lab, command, 1); }
  static Status step_back(Lab& lab, const Command& command) { return step_by(lab, command, -1); }
  template <auto kMove>
  static Status step_move(Lab& lab, const Command&) {
    if (Status ready = recorded(lab); !ready) return ready;
    lab.playback_.pause();
    return kMove(lab.playback_);
  }
  static Status to_first(Playback& playback) {
    playback.jump(0);
    return success();
  }
  static Status to_last(Playback& playback) {
    playback.jump(playback.size());
    return success();
  }
  static Status to_next_expansion(Playback& playback) {
    if (playback.next_expansion()) return success();
    return error_at("", "no expansion follows");
  }
  static Status to_previous_expansion(Playback& playback) {
    if (playback.previous_expansion()) return success();
    return error_at("", "no expansion comes before");
  }
  static Status to_breakpoint(Playback& playback) {
    playback.run_to_breakpoint();
    return success();
  }
  static Status start_playing(Playback& playback) {
    playback.play();
    return success();
  }
  static Status step_pause(Lab& lab, const Command&) {
    lab.playback_.pause();
    return success();
  }
  static Status step_toggle(Lab& lab, const Command&) {
    if (lab.playback_.playing()) {
      lab.playback_.pause();
      return success();
    }
    if (Status ready = recorded(lab); !ready) return ready;
    lab.playback_.play();
    return success();
  }
  static Status step_speed(Lab& lab, const Command& command) {
    const std::string& word = command.args[0];
    const bool times = word.size() > 1 && word[0] == 'x';
    const bool divided = word.size() > 1 && word[0] == '/';
    STRATA_TRY(value, number(times || divided ? word.substr(1) : word, 0.25, 1e6, "EVENTS_PER_SECOND"));
    const double now = lab.playback_.speed();
    lab.playback_.set_speed(times ? now * value : divided ? now / value : value);
    return success();
  }
  static Status step_next_of(Lab& lab, const Command& command) {
    STRATA_TRY(cell, inside(lab, command));
    if (Status ready = recorded(lab); !ready) return ready;
    lab.playback_.pause();
    if (lab.playback_.next_event_of(lab.world_->map().id(cell))) return success();
    return error_at("", fmt::format("no later event concerns ({},{})", cell.x, cell.y));
  }
  static Status step_phase(Lab& lab, const Command& command) {
    if (Status ready = recorded(lab); !ready) return ready;
    for (int i = 0; i < kPhases; ++i) {
      std::string name(phase_name(static_cast<Phase>(i)));
      std::replace(name.begin(), name.end(), ' ', '-');
      if (name != command.args[0]) continue;
      const size_t end = lab.playback_.phase_end(static_cast<Phase>(i));
      if (end == 0) return error_at("", "the recorded search has no phase " + name);
      lab.playback_.pause();
      lab.playback_.jump(end);
      return success();
    }
    return error_at("", "unknown phase '" + command.args[0] + "': insert-start, insert-goal, search, refine or smooth");
  }
  static Status step_breakpoint(Lab& lab, const Command& command) {
    const auto lines = static_cast<int>(lab.traced_planner()->pseudo_code().size());
    STRATA_TRY(line, integer(command.args[0], 0, lines - 1, "LINE"));
    STRATA_TRY(on, on_off(command.args[1], lab.playback_.breakpoint(static_cast<uint8_t>(line))));
    lab.playback_.set_breakpoint(static_cast<uint8_t>(line), on);
    return success();
  }
  static Status step_heat(Lab& lab, const Command& command) {
    if (command.args[0] != "order" && command.args[0] != "cost") return error_at("", "colours follow order or cost");
    lab.playback_.set_heat_by(command.args[0] == "order" ? HeatBy::kOrder : HeatBy::kCost);
    return success();
  }

  // --- View -----------------------------------------------------------------------------------------------------

  static Status layer(Lab& lab, const Command& command) {
    if (command.args[0] == "all") {
      STRATA_TRY(on, on_off(command.args[1], false));
      for (LayerState& state : lab.state_.layers) state.on = on;
      return success();
    }
    const auto layer = layer_named(command.args[0]);
    if (!layer) return error_at("", "unknown layer '" + command.args[0] + "'");
    STRATA_TRY(on, on_off(command.args[1], lab.state_.layer(*layer).on));
    lab.state_.layer(*layer).on = on;
    return success();
  }
  static Status layer_opacity(Lab& lab, const Command& command) {
    const auto layer = layer_named(command.args[0]);
    if (!layer) return error_at("", "unknown layer '" + command.args[0] + "'");
    STRATA_TRY(percent, number(command.args[1], 0, 100, "PERCENT"));
    lab.state_.layer(*layer).opacity = static_cast<float>(percent / 100);
    return success();
  }
  static void keep_near(Lab& lab) {
    lab.state_.camera.keep_near(lab.world_->map().width(), lab.world_->map().height());
  }
  static Status view_fit(Lab& lab, const Command&) {
    lab.state_.camera.fit(lab.world_->map().width(), lab.world_->map().height());
    return success();
  }
  static Status view_full(Lab& lab, const Command&) {
    lab.state_.camera.zoom = Camera::kFullZoom;
    return success();
  }
  static Status view_zoom(Lab& lab, const Command& command) {
    STRATA_TRY(factor, number(command.args[0], 0.01, 100, "FACTOR"));
    Camera& camera = lab.state_.camera;
    camera.zoom_at(camera.view_width / 2.0, camera.view_height / 2.0, factor);
    return success();
  }
  static Status view_pan(Lab& lab, const Command& command) {
    STRATA_TRY(dx, number(command.args[0], -kFar, kFar, "DX"));
    STRATA_TRY(dy, number(command.args[1], -kFar, kFar, "DY"));
    lab.state_.camera.center_x += dx;
    lab.state_.camera.center_y += dy;
    keep_near(lab);
    return success();
  }
  static Status view_center(Lab& lab, const Command& command) {
    STRATA_TRY(x, number(command.args[0], -kFar, kFar, "X"));
    STRATA_TRY(y, number(command.args[1], -kFar, kFar, "Y"));
    double zoom = lab.state_.camera.zoom;
    if (command.args.size() > 2) {
      STRATA_TRY(given, number(command.args[2], Camera::kMinZoom, Camera::kMaxZoom, "ZOOM"));
      zoom = given;
    }
    lab.state_.camera.center_x = x;
    lab.state_.camera.center_y = y;
    lab.state_.camera.zoom = zoom;
    keep_near(lab);
    return success();
  }
  static Status view_goto(Lab& lab, const Command& command) {
    STRATA_TRY(cell, inside(lab, command));
    lab.state_.camera.center_x = cell.x + 0.5;
    lab.state_.camera.center_y = cell.y + 0.5;
    lab.state_.camera.zoom = std::max(lab.state_.camera.zoom, Camera::kFullZoom);
    return inspect(lab, command);
  }
  static Status ui_scale(Lab& lab, const Command& command) {
    STRATA_TRY(scale, changed_number(command.args[0], lab.state_.ui_scale, 1, 3, "FACTOR"));
    lab.state_.ui_scale = scale;
    lab.settings_.ui_scale = scale;
    lab.save_settings();
    return success();
  }
  static Status ui_presentation(Lab& lab, const Command& command) {
    STRATA_TRY(on, on_off(command.args[0], lab.state_.presentation));
    lab.state_.presentation = on;
    return success();
  }
  static Status ui_show(Lab& lab, const Command& command) {
    static constexpr std::array<std::string_view, 9> kWindows = {"open", "save_as", "new",   "generate", "search",
                                                                 "goto", "help",    "about", "export"};
    const std::string& name = command.args[0];
    if (std::find(kWindows.begin(), kWindows.end(), name) == kWindows.end()) {
      return error_at("", "unknown window '" + name + "'");
    }
    STRATA_TRY(on, on_off(command.args[1], lab.state_.window_open(name)));
    std::erase(lab.state_.windows, name);
    if (on) {
      lab.state_.windows.push_back(name);
    } else if (name == "save_as") {
      lab.after_save_.clear();  // not saved after all: what waited for it does not happen
    }
    return success();
  }

  // --- Scripts --------------------------------------------------------------------------------------------------

  static Status wait(Lab&, const Command& command) {
    // The script runner lets the frames pass.
    const Result<int> frames = integer(command.args[0], 0, 1 << 30, "FRAMES");
    return frames ? success() : frames.error();
  }
  static Status wait_ready(Lab& lab, const Command&) {
    lab.settle();
    return success();
  }
  static Status assert_that(Lab& lab, const Command& command) {
    lab.settle();
    return lab.check(command.args);
  }
  static Status assert_now(Lab& lab, const Command& command) { return lab.check(command.args); }
  static Status assert_error(Lab& lab, const Command& command) {
    Command inner{command.args[1], {command.args.begin() + 2, command.args.end()}};
    const Status status = lab.execute(inner);
    if (status) return error_at("assert.error", format_command(inner) + " did not fail");
    const std::string message = status.error().message();
    if (message.find(command.args[0]) != std::string::npos) return success();
    return error_at("assert.error", fmt::format("the message is '{}', without '{}'", message, command.args[0]));
  }
  static Status remember(Lab& lab, const Command& command) {
    lab.settle();
    return lab.remember_value(command.args[0], command.args[1]);
  }
  static Status dump_state(Lab& lab, const Command& command) {
    lab.settle();
    return write_file_atomic(command.args[0], lab.dump_state());
  }
  static Status dump_ui(Lab& lab, const Command& command) {
    if (!lab.host_.dump_ui) return error_at(command.args[0], "there is no window whose interface could be dumped");
    lab.settle();
    return lab.host_.dump_ui(command.args[0]);
  }
  static Status screenshot(Lab& lab, const Command& command) {
    if (!lab.host_.screenshot) return error_at(command.args[0], "there is no window to take a picture of");
    lab.settle();
    return lab.host_.screenshot(command.args[0]);
  }
  static Status help(Lab& lab, const Command& command) {
    if (command.args.empty()) return lab.execute("ui.show help on");
    const CommandInfo* info = command_named(command.args[0]);
    if (info == nullptr) return error_at(command.args[0], "no such command");
    lab.say(MessageKind::kInfo, fmt::format("{} {}: {}", info->name, info->usage, info->help));
    return success();
  }

  static const std::vector<Entry>& table() {
    static const std::vector<Entry> entries = {
        {"map.open", map_open},
        {"map.save", map_save},
        {"map.save_as", map_save_as},
        {"map.new", map_new},
        {"map.generate", map_generate},
        {"map.scene", map_scene},
        {"map.reopen_last", map_reopen_last},
        {"map.reload", map_reload},
        {"scenario.open", scenario_open},
        {"recent.clear", recent_clear},
        {"export.trace", export_trace},
        {"export.table", export_table},
        {"recovery.restore", recovery_restore},
        {"recovery.discard", recovery_discard},
        {"question.save", question_save},
        {"question.discard", question_discard},
        {"question.cancel", question_cancel},
        {"dialog.close", dialog_close},
        {"app.quit", app_quit},
        {"edit.undo", edit_undo},
        {"edit.redo", edit_redo},
        {"copy.reproduction", copy_reproduction},
        {"paint.stroke", paint_stroke},
        {"paint.line", paint_line},
        {"paint.rectangle", paint_rectangle},
        {"paint.fill", paint_fill},
        {"tool.select", tool_select},
        {"terrain.select", terrain_select},
        {"terrain.pick", terrain_pick},
        {"brush.radius", brush_radius},
        {"brush.shape", brush_shape},
        {"query.start", query_start},
        {"query.goal", query_goal},
        {"query.swap", query_swap},
        {"query.random", query_random},
        {"query.clear", query_clear},
        {"rules.profile", rules_profile},
        {"rules.capability", rules_capability},
        {"terrain.weight", terrain_weight},
        {"hpa.cluster_size", hpa_cluster_size},
        {"hpa.threshold", hpa_threshold},
        {"hpa.spacing", hpa_spacing},
        {"hpa.cache", hpa_cache},
        {"plan.smooth", plan_smooth},
        {"planner.show", planner_show},
        {"planner.trace", planner_trace},
        {"inspect", inspect},
        {"inspect.clear", inspect_clear},
        {"step.to", step_to},
        {"step.forward", step_forward},
        {"step.back", step_back},
        {"step.first", step_move<to_first>},
        {"step.last", step_move<to_last>},
        {"step.play", step_move<start_playing>},
        {"step.pause", step_pause},
        {"step.toggle", step_toggle},
        {"step.speed", step_speed},
        {"step.next_expansion", step_move<to_next_expansion>},
        {"step.previous_expansion", step_move<to_previous_expansion>},
        {"step.next_of", step_next_of},
        {"step.phase", step_phase},
        {"step.breakpoint", step_breakpoint},
        {"step.run", step_move<to_breakpoint>},
        {"step.heat", step_heat},
        {"layer", layer},
        {"layer.opacity", layer_opacity},
        {"view.fit", view_fit},
        {"view.full", view_full},
        {"view.zoom", view_zoom},
        {"view.pan", view_pan},
        {"view.center", view_center},
        {"view.goto", view_goto},
        {"ui.scale", ui_scale},
        {"ui.presentation", ui_presentation},
        {"ui.show", ui_show},
        {"wait", wait},
        {"wait.ready", wait_ready},
        {"assert", assert_that},
        {"assert.now", assert_now},
        {"assert.error", assert_error},
        {"remember", remember},
        {"dump.state", dump_state},
        {"dump.ui", dump_ui},
        {"screenshot", screenshot},
        {"help", help},
    };
    return entries;
  }
};

std::vector<std::string_view> Lab::handled() {
  std::vector<std::string_view> names;
  for (const Handlers::Entry& entry : Handlers::table()) names.push_back(entry.name);
  return names;
}

Status Lab::execute(const Command& written) {
  if (written.name.empty()) return success();
  if (Status checked = check_command(written); !checked) return checked;
  Command command = written;
  if (Status expanded = expand(command); !expanded) return expanded;
  const CommandInfo* info = command_named(command.name);
  // A stroke under way ends before anything else happens to the map.
  if (state_.painting && (info->group == "File" || info->group == "Edit" || info->group == "Paint")) stroke_end();
  for (const Handlers::Entry& entry : Handlers::table()) {
    if (entry.name != command.name) continue;
    const bool asked = state_.question.has_value();
    const Status status = entry.run(*this, command);
    if (!status) {
      // Without a place the reason alone would not say which command it is about.
      if (status.error().where.empty()) return error_at(command.name, status.error().what);
      return status;
    }
    if (!asked && state_.question) return status;  // nothing happened yet
    log_command(command);
    return status;
  }
  return error_at(command.name, "is listed, but nothing carries it out");
}

}  // namespace strata
