#include "app/lab/command_log.hpp"
#include "app/lab/log_contributor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/base/command_parameters.hpp"
#include "app/lab/document.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/layer_auto_hide.hpp"
#include "app/lab/log_lines.hpp"
#include "app/lab/map_terrains.hpp"
#include "app/lab/planner_levels.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"
#include "app/lab/strokes.hpp"
#include "app/lab/structure_controller.hpp"
#include "app/lab/view_searches.hpp"
#include "app/playback/playback.hpp"
#include "core/io/movingai.hpp"
#include "core/search/weighted_search.hpp"
#include "core/world/added_planner.hpp"
#include "core/world/map_hpa.hpp"

namespace strata {

namespace {

// Returns whether the log does not need its previous line any more once it has this command.
bool replaces(const Command& command, const std::string& previous_line, const Lab& lab) {
  const CommandInfo& info = *command_named(command.name);
  const bool of_first = (info.keeps & keeps::kLastOfFirst) != 0;
  if ((info.keeps & keeps::kLast) == 0 && !of_first) return false;
  const Result<Command> previous = parse_command(previous_line);
  if (!previous || previous.value().name != command.name) return false;
  if (earlier_line_must_stay(previous.value(), command, lab)) return false;
  if (of_first && command.args[0] != previous.value().args[0]) return false;
  return std::none_of(command.args.begin() + (of_first ? 1 : 0), command.args.end(), is_relative);
}

// Returns whether the user has added this planner. A reproduction can name neither such planners nor lines of their
// pseudo-code, as other labs do not have them.
bool names_added(const LabState& state, std::string_view planner) {
  const PlannerRow* row = state.row(planner);
  return row != nullptr && is_added(*row->planner);
}
bool steps_added(const Lab& lab) {
  return lab.state().process == nullptr && names_added(lab.state(), lab.state().traced);
}
bool concerns_added(const Lab& lab, const Command& command) {
  const CommandInfo* info = command_named(command.name);
  if (info == nullptr) return false;
  if (takes(*info, ParameterType::kCodeLine)) return steps_added(lab);
  if (!takes(*info, ParameterType::kPlanner)) return false;
  return std::ranges::any_of(command.args, [&](const std::string& word) { return names_added(lab.state(), word); });
}

// Returns whether one of the lines moves the cursor away from where it is after a new recording.
bool move_cursor(const std::vector<std::string>& lines) {
  return std::ranges::any_of(lines, [](const std::string& line) { return command_does(line, does::kMovesCursor); });
}

}  // namespace

// The log contains the commands that change the map, the computed results or settings.
bool CommandLog::is_logged(const CommandInfo& info) {
  return (info.does & does::kStartsProgram) == 0 &&
         (info.group == CommandGroup::kPaint || info.group == CommandGroup::kSearch || info.keeps != 0);
}

void CommandLog::begin_with(std::vector<std::string> lines, bool of_open_map) {
  log_ = std::move(lines);
  if (of_open_map) logged_world_ = lab_.state().world_version;
}

void CommandLog::catch_up() {
  for (const auto& [feature, controller] : lab_.controllers()) {
    if (auto* keeper = dynamic_cast<LogContributor*>(controller.get())) keeper->before_log_line();
  }
}

// Logs a command that changes which searches the views compare. What it does depends on the state before, so that the
// log gets its results instead.
void CommandLog::note_views(const Command& command) {
  if (std::exchange(waited_for_, false)) log_.push_back("wait.ready");
  // planner.trace also ends a process that is stepped; view.compare off does not.
  if (lab_.state().process == nullptr && !steps_added(lab_)) log_.push_back("planner.trace " + state_.traced);
  if (!state_.views_compare()) {
    log_.push_back("view.compare off");
  } else if (takes(*command_named(command.name), ParameterType::kPlanner)) {
    // The command has switched on the structure of its planner. That must be repeated even if the view shows another
    // planner by now.
    log_.push_back(fmt::format("view.compare {}", state_.view_count));
    log_.push_back(format_command(command));
  }
  for (std::string& line : view_lines()) log_.push_back(std::move(line));
}

// Changes a command that has opened a document so that it opens it on the open map, which may be in no file, or be read
// in another way, when the reproduction runs. Returns false if it has opened none.
bool CommandLog::put_on_open_map(Command& kept) const {
  const std::string& path = lab_.session().file_state().opened_path;
  for (const Document* document : lab_.documents()) {
    if (!path.ends_with(fmt::format(".{}", document->kind()))) continue;
    if (kept.name != document->open_command()) kept = {std::string(document->open_command()), {path}};
    kept.args[0] = path;
    if (kept.args.back() != "here") kept.args.push_back("here");
    return true;
  }
  return false;
}

void CommandLog::note(const Command& command) {
  const CommandInfo* info = command_named(command.name);
  if (info == nullptr || !is_logged(*info) || left_out_ || concerns_added(lab_, command)) return;
  catch_up();
  Command kept = command;
  if (const LabSetting* setting = lab_setting_named(command.name)) kept = settled(lab_, *setting, command);
  if (!kept.args.empty() && kept.args.back() == "force") kept.args.pop_back();
  const bool again = (info->does & does::kReloads) != 0;
  if (again && world_->level() != nullptr &&
      std::ranges::any_of(log_, [](const std::string& line) { return line.starts_with("map.open "); })) {
    // The log already opens this level, and the command has reloaded it. A second line that opens it would hide layers,
    // so that the log also gets a reload.
    logged_world_ = lab_.state().world_version;
    // At this point the user has agreed to lose the unsaved changes.
    log_.push_back(kept.name + " force");
    return;
  }
  if (auto* const logged = hooks_of(command.name).logged) kept = logged(lab_, kept);
  if ((info->does & does::kComparesViews) != 0) return note_views(kept);
  const bool same_map = std::exchange(logged_world_, lab_.state().world_version) == lab_.state().world_version;
  const bool opens = (info->keeps & keeps::kOpens) != 0;
  if (kept.name.empty()) return;
  if (opens && same_map) {
    put_on_open_map(kept);
  } else if (opens) {
    // Another map was opened: the earlier commands, which belong to the previous map, are not needed any more.
    log_ = setting_lines();
    const Command letters{"terrain.next_letters", world_->map().letter_terrains().to_words()};
    const bool own_letters = (info->does & does::kOpensLab) != 0;
    if (!letters.args.empty() && !own_letters) log_.push_back(format_command(letters));
    // A script would read the map that a document names without the options that the user has chosen for it.
    const std::vector<std::string>& options = lab_.session().file_state().options;
    const bool names_map = !options.empty() && (put_on_open_map(kept) || takes_word(*info, "here"));
    if (names_map) {
      if (kept.args.back() != "here") kept.args = {kept.args[0], "here"};
      Command map{"map.open", {state_.map_path}};
      map.args.insert(map.args.end(), options.begin(), options.end());
      log_.push_back(format_command(map));
    }
  } else if (!log_.empty() && replaces(kept, log_.back(), lab_)) {
    // Of two moves in one drag only the last is logged. It is marked as a continuation only if the line that it
    // replaces was marked as one.
    if (goes_on_with_move(kept) && !goes_on_with_move(parse_command(log_.back()).value())) kept.args.pop_back();
    log_.pop_back();
  }
  if (std::exchange(waited_for_, false)) log_.push_back("wait.ready");
  log_.push_back(format_command(kept));
  if (!opens || same_map) return;
  for (std::string& line : lab_.session().letters().terrains().lines()) log_.push_back(std::move(line));
  if (!again && !lab_.session().file_state().query_restored) return;
  // Reloading the map has not changed start and goal, or they are those used with it before: the log must set them.
  const PlanQuery& query = state_.query;
  log_.push_back(state_.has_query
                     ? fmt::format("query.set {} {} {} {}", query.start.x, query.start.y, query.goal.x, query.goal.y)
                     : std::string("query.clear"));
  if (!again) return;
  // The reload removes the undo step that setting start and goal would leave.
  log_.emplace_back("map.reload force");
  if (world_->level() == nullptr) return;
  // The reload has not changed the visible layers, but the line that opens the level hides some, so that lines
  // show them again.
  if (!state_.split_layers.empty()) {
    for (std::string& line : view_lines()) log_.push_back(std::move(line));
  }
  std::set<Layer> stay;
  for (const Layer layer : layers()) {
    if (!state_.layer(layer).on || std::ranges::find(state_.split_layers, layer) != state_.split_layers.end()) continue;
    log_.push_back(fmt::format("layer {} on", layer_name(layer)));
    stay.insert(layer);
  }
  for (std::string& line : layer_auto_hide(lab_).pin_lines(stay)) log_.push_back(std::move(line));
}

// Returns the lines that split the view and set the content of its panes.
std::vector<std::string> CommandLog::view_lines() const {
  std::vector<std::string> lines;
  if (state_.views_compare()) {
    lines.push_back(fmt::format("view.compare {}", state_.view_count));
    for (int i = 1; i < state_.view_count; ++i) {
      if (names_added(state_, state_.views[static_cast<size_t>(i)].planner)) continue;
      lines.push_back(fmt::format("view.planner {} {}", i + 1, state_.views[static_cast<size_t>(i)].planner));
    }
  } else if (state_.view_count > 1) {
    std::string line = fmt::format("view.split {} with", state_.view_count);
    for (const Layer layer : state_.split_layers) line += fmt::format(" {}", layer_name(layer));
    lines.push_back(std::move(line));
  }
  for (int i = 0; i < state_.view_count; ++i) {
    const int level = state_.views[static_cast<size_t>(i)].level;
    if (level == (state_.views_compare() ? kStepLevel : default_level(state_.view_count, i))) continue;
    lines.push_back(fmt::format("view.level {} {}", i + 1, level_word(level)));
  }
  return lines;
}

std::vector<std::string> CommandLog::setting_lines() const {
  std::vector<std::string> lines;
  const Rules& rules = world_->rules();
  if (!(rules.capability == Capability::walker())) {
    lines.push_back(fmt::format("rules.capability {}", rules.capability.to_string()));
  }
  for (size_t i = 0; i < rules.weights.size(); ++i) {
    if (rules.weights[i] != 1) {
      lines.push_back(
          fmt::format("terrain.weight {} {}", terrain_info(static_cast<Terrain>(i)).name, rules.weights[i]));
    }
  }
  add_setting_lines(lab_, rules_of_movement(), lines);
  for (const std::string& line : lab_.structures().structure_lines()) lines.push_back(line);
  const LabState fresh;
  if (state_.tool != fresh.tool) lines.push_back(fmt::format("tool.select {}", tool_name(state_.tool)));
  if (state_.terrain != fresh.terrain) {
    lines.push_back(fmt::format("terrain.select {}", terrain_info(state_.terrain).name));
  }
  // The line that sets another number of levels of HPA* also shows the planner of these levels.
  const int levels = world_->get<MapHpa>().hpa().options().levels;
  for (const PlannerRow& row : state_.rows) {
    const bool came = levels != default_hpa_options().levels && row.planner->needs == StructureId::kHpa &&
                      row.planner->abstract_level == levels;
    if (row.shown != (came || lab_.query().usually_shown(*row.planner))) {
      lines.push_back(fmt::format("planner.show {} {}", row.planner->name, row.shown ? "on" : "off"));
    }
    if (row.path_hidden) lines.push_back(fmt::format("planner.path {} off", row.planner->name));
  }
  if (state_.traced != optimum_planner().name) lines.push_back("planner.trace " + state_.traced);
  // Splitting the view may switch on layers. So its line must come before the lines of layers.
  for (std::string& line : view_lines()) lines.push_back(std::move(line));
  add_setting_lines(lab_, shared_settings(), lines);  // the settings of comparing views, too
  for (size_t line = 0; line < lab_.query().pseudo_code().lines.size() && !steps_added(lab_); ++line) {
    if (lab_.playback().breakpoints().at(static_cast<uint8_t>(line)))
      lines.push_back(fmt::format("step.breakpoint {} on", line));
  }
  const Breakpoints& breakpoints = lab_.playback().breakpoints();
  for (size_t i = 0; i < kBreakConditionNames.size(); ++i) {
    const auto when = static_cast<BreakCondition>(i);
    if (!breakpoints.at(when)) continue;
    const Cell cell = breakpoints.watched();
    lines.push_back(fmt::format("step.condition {} on", break_condition_name(when)) +
                    (when == BreakCondition::kTouched ? fmt::format(" {} {}", cell.x, cell.y) : std::string()));
  }
  std::set<Layer> switched_on;
  for (const Layer layer : layers()) {
    if (state_.layer(layer).opacity != default_opacity(layer)) {
      lines.push_back(fmt::format("layer.opacity {} {:.6g}", layer_name(layer), 100 * state_.layer(layer).opacity));
    }
    const bool came = std::find(state_.split_layers.begin(), state_.split_layers.end(), layer) !=
                      // The layer was switched on by the split itself, so that it needs no line.
                      state_.split_layers.end();
    if (state_.layer(layer).on != (came || lab_.structures().usually_on(layer))) {
      lines.push_back(fmt::format("layer {} {}", layer_name(layer), state_.layer(layer).on ? "on" : "off"));
      if (state_.layer(layer).on) switched_on.insert(layer);
    }
  }
  for (std::string& line : layer_auto_hide(lab_).pin_lines(switched_on)) lines.push_back(std::move(line));
  std::erase_if(lines, [&](const std::string& line) {
    const Result<Command> command = parse_command(line);
    return command.ok() && concerns_added(lab_, command.value());
  });
  return lines;
}

std::string CommandLog::reproduction() const {
  std::string text = "# Strata reproduction: strata --script FILE\n";
  for (const std::string& line : log_) text += line + "\n";
  // If a stroke is being painted, adds the part of it that was painted so far.
  if (state_.painting) text += lab_.strokes().stroke_line() + "\n";
  std::vector<std::string> lines;
  for (const auto& [feature, controller] : lab_.controllers()) {
    if (auto* keeper = dynamic_cast<LogContributor*>(controller.get())) keeper->unlogged_lines(lines);
  }
  for (const std::string& line : lines) text += line + "\n";
  for (const std::string& line : closing_lines(log_)) text += line + "\n";
  return text;
}

std::vector<std::string> CommandLog::closing_lines(const std::vector<std::string>& before) const {
  const Camera& camera = state_.camera;
  std::vector<std::string> lines = {
      fmt::format("view.center {:.3f} {:.3f} {:.4f}", camera.center_x, camera.center_y, camera.zoom)};
  const bool at_usual = steps_added(lab_)                 ? true
                        : move_cursor(before)             ? lab_.playback().empty()
                        : lab_.state().process != nullptr ? lab_.playback().cursor() == 0
                                                          : lab_.playback().at_end();
  const ViewSearches& searches = lab_.view_searches();
  // The play head is a time in microseconds, which differs between machines. While the leading search (that of the
  // first view) has not ended, the log therefore stores the number of the event at its cursor instead.
  const bool measured = state_.pace == ProgressMeasure::kTime && !state_.fixed_clock && !searches.beyond();
  if (!searches.ended() && searches.head() != searches.place(0) && !measured) {
    lines.emplace_back("wait.ready");
    lines.push_back(fmt::format("step.head {}", searches.head()));
  } else if (!at_usual || !searches.ended()) {
    lines.emplace_back("wait.ready");
    // The numbers of events in a search over a mesh depend on how the polygons are numbered, but the last event is
    // always the end. And while views compare searches, only step.last takes all of them to their ends.
    const bool last = searches.ended() && lab_.playback().at_end();
    lines.push_back(last ? std::string("step.last") : fmt::format("step.to {}", lab_.playback().cursor()));
  }
  return lines;
}

}  // namespace strata
