#include "app/lab/command_log.hpp"
#include "app/lab/by_hand.hpp"
#include "app/lab/log_contributor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/lab/document.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/layer_auto_hide.hpp"
#include "app/lab/log_lines.hpp"
#include "app/lab/map_terrains.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"
#include "app/lab/strokes.hpp"
#include "app/lab/structure_controller.hpp"
#include "app/lab/view_searches.hpp"
#include "app/playback/playback.hpp"
#include "core/io/movingai.hpp"
#include "core/search/weighted_search.hpp"
#include "core/world/added_planner.hpp"

namespace strata {

namespace {

// Whether the effect of the word depends on the state before: "+1", "x2", "toggle".
bool is_relative(const std::string& word) {
  return word.empty() || word[0] == '+' || word[0] == '-' || word[0] == 'x' || word[0] == '/' || word == "toggle" ||
         word == "next";
}

// Whether the command makes the line before it superfluous.
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

// Planners that the user has added are on no other list: a reproduction cannot name them, nor lines of their code.
bool names_added(const LabState& state, std::string_view planner) {
  const PlannerRow* row = state.row(planner);
  return row != nullptr && is_added(*row->planner);
}
bool steps_added(const Lab& lab) {
  return lab.query().process() == nullptr && names_added(lab.state(), lab.state().traced);
}
bool concerns_added(const Lab& lab, const Command& command) {
  if (command.name == "step.breakpoint") return steps_added(lab);
  const CommandInfo* info = command_named(command.name);
  if (info == nullptr || info->usage.find("PLANNER") == info->usage.npos) return false;
  return std::ranges::any_of(command.args, [&](const std::string& word) { return names_added(lab.state(), word); });
}

}  // namespace

// The reproduction consists of commands that change the map or what is computed on it, and of settings.
bool CommandLog::is_logged(const CommandInfo& info) {
  if (is_by_hand(info.name)) return false;
  if (info.group == "Paint" || info.group == "Search" || info.keeps != 0) return true;
  return info.name == "edit.undo" || info.name == "edit.redo" || info.name.starts_with("map.") ||
         info.name == "view.split" || info.name == "view.level" ||  // they switch layers
         info.name == "view.goto";                                  // it inspects
}

void CommandLog::catch_up() {
  for (const auto& [feature, controller] : lab_.controllers()) {
    if (LogContributor* keeper = controller->log_contributor()) keeper->before_log_line();
  }
}

void CommandLog::note(const Command& command) {
  const CommandInfo* info = command_named(command.name);
  if (info == nullptr || !is_logged(*info) || left_out_ || concerns_added(lab_, command)) return;
  catch_up();
  if (command.name == "query.random" && command.args.empty()) {
    const Cell start = state_.query.start, goal = state_.query.goal;
    log_.push_back(fmt::format("query.set {} {} {} {}", start.x, start.y, goal.x, goal.y));
    return;
  }
  if (command.name == "view.compare" || command.name == "view.planner" || command.name == "view.beside") {
    if (std::exchange(waited_for_, false)) log_.push_back("wait.ready");
    // The effect of these commands depends on the state before, and on where the pointer was.
    // Tracing a planner ends a stepped process, which the end of a comparison does not.
    if (lab_.query().process() == nullptr && !steps_added(lab_)) log_.push_back("planner.trace " + state_.traced);
    if (!state_.views_compare()) log_.push_back("view.compare off");
    if (command.name != "view.compare" && state_.views_compare()) {
      // The structure that the planner needs was switched on, even if the view shows another planner by now.
      const int view = command.name == "view.planner" ? 0 : std::max(state_.pointer_view, 1) + 1;
      log_.push_back(fmt::format("view.compare {}", state_.view_count));
      log_.push_back(view > 0 ? fmt::format("view.planner {} {}", view, command.args[0]) : format_command(command));
    }
    for (std::string& line : view_lines()) log_.push_back(std::move(line));
    return;
  }
  Command kept = command;
  if (const LabSetting* setting = lab_setting_named(command.name)) kept = settled(lab_, *setting, command);
  if (!kept.args.empty() && kept.args.back() == "force") kept.args.pop_back();
  const bool again = kept.name == "map.reload" || kept.name == "level.build";
  if (again && world_->level() != nullptr &&
      std::ranges::any_of(log_, [](const std::string& line) { return line.starts_with("map.open "); })) {
    // The level that the log has opened is made again: layers stay, which opening it would hide.
    logged_world_ = lab_.session().world_version();
    log_.push_back(kept.name + " force");  // what is unsaved at that line was given up
    return;
  }
  for (const auto& [feature, controller] : lab_.controllers()) {
    if (const LogContributor* keeper = controller->log_contributor()) keeper->rewrite_for_log(kept);
  }
  if (kept.name == "view.goto") kept.name = "inspect";  // the reproduction restores the view at its end
  const bool same_map = std::exchange(logged_world_, lab_.session().world_version()) == lab_.session().world_version();
  const bool opens = kept.name.starts_with("map.") || (info->keeps & keeps::kOpens) != 0;
  if (kept.name == "map.save" || kept.name == "map.save_as") return;
  const std::string& path = lab_.session().opened_path();
  // Which file was the last one may differ where the reproduction is carried out.
  if (opens && (kept.name == "map.reopen_last" || kept.name == "map.reload")) kept = {"map.open", {path}};
  if (opens && same_map) {
    // The file is a document on the open map. In a reproduction that map may be in no file.
    for (const Document* document : lab_.documents()) {
      if (!path.ends_with(fmt::format(".{}", document->kind()))) continue;
      if (kept.name != document->open_command()) kept = {std::string(document->open_command()), {path}};
      kept.args[0] = path;
      if (kept.args.back() != "here") kept.args.push_back("here");
    }
  } else if (opens) {
    // Another map is open: commands on the map before no longer matter.
    log_ = setting_lines();
    const Command letters{"terrain.next_letters", world_->map().letter_terrains().to_words()};
    const bool own_letters = kept.name == "workspace.open";
    if (!letters.args.empty() && !own_letters) log_.push_back(format_command(letters));
  } else if (!log_.empty() && replaces(kept, log_.back(), lab_)) {
    // A move takes the place of the one that it goes on with: it goes on with what that one went on with.
    if (goes_on_with_move(kept) && !goes_on_with_move(parse_command(log_.back()).value())) kept.args.pop_back();
    log_.pop_back();
  }
  if (std::exchange(waited_for_, false)) log_.push_back("wait.ready");
  log_.push_back(format_command(kept));
  if (!opens || same_map) return;
  for (std::string& line : lab_.session().letters().terrains().lines()) log_.push_back(std::move(line));
  if (!again) return;
  const Query& query = state_.query;  // start and goal stay when the map is read again
  log_.push_back(state_.has_query
                     ? fmt::format("query.set {} {} {} {}", query.start.x, query.start.y, query.goal.x, query.goal.y)
                     : std::string("query.clear"));
  log_.emplace_back("map.reload force");  // the ends that were set are no step that can be undone
  if (world_->level() == nullptr) return;
  // Opening a level hides layers, which stay when it is made again.
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

// Returns the lines for how the view is split and what its panes show.
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
    if (level == (state_.views_compare() ? kAllLevels : default_level(state_.view_count, i))) continue;
    lines.push_back(
        fmt::format("view.level {} {}", i + 1, level == kAllLevels ? std::string("all") : std::to_string(level)));
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
  for (const PlannerRow& row : state_.rows) {
    const bool came = std::any_of(lab_.controllers().begin(), lab_.controllers().end(), [&](const auto& own) {
      const LogContributor* keeper = own.second->log_contributor();
      return keeper != nullptr && keeper->adds_planner_row(row);
    });
    if (row.shown != (came || lab_.query().usually_shown(*row.planner))) {
      lines.push_back(fmt::format("planner.show {} {}", row.planner->name, row.shown ? "on" : "off"));
    }
  }
  if (state_.traced != optimum_planner().name) lines.push_back("planner.trace " + state_.traced);
  // Splitting the view switches on layers that views of levels need, so its line comes before the lines of layers.
  for (std::string& line : view_lines()) lines.push_back(std::move(line));
  add_setting_lines(lab_, shared_settings(), lines);  // of views that compare, too
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
      lines.push_back(fmt::format("layer.opacity {} {:.0f}", layer_name(layer), 100 * state_.layer(layer).opacity));
    }
    const bool came = std::find(state_.split_layers.begin(), state_.split_layers.end(), layer) !=
                      state_.split_layers.end();  // switched on by the split
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
  // Adds what the gesture under way has done so far.
  if (state_.painting) text += lab_.strokes().stroke_line() + "\n";
  std::vector<std::string> lines;
  for (const auto& [feature, controller] : lab_.controllers()) {
    if (const LogContributor* keeper = controller->log_contributor()) keeper->unlogged_lines(lines);
  }
  for (const std::string& line : lines) text += line + "\n";
  for (const std::string& line : closing_lines(log_)) text += line + "\n";
  return text;
}

// Whether one of the lines leaves the cursor elsewhere than a new recording does.
bool CommandLog::move_cursor(const std::vector<std::string>& lines) const {
  return std::ranges::any_of(lines, [&](const std::string& line) {
    const Result<Command> command = parse_command(line);
    return command.ok() && std::ranges::any_of(lab_.controllers(), [&](const auto& own) {
             const LogContributor* keeper = own.second->log_contributor();
             return keeper != nullptr && keeper->moves_cursor(command.value());
           });
  });
}

bool CommandLog::says_moment(std::string_view line) {
  const std::string_view name = line.substr(0, line.find(' '));
  return name == "step.to" || name == "step.head" || name == "step.last";
}

std::vector<std::string> CommandLog::closing_lines(const std::vector<std::string>& before) const {
  const Camera& camera = state_.camera;
  std::vector<std::string> lines = {
      fmt::format("view.center {:.3f} {:.3f} {:.4f}", camera.center_x, camera.center_y, camera.zoom)};
  const bool at_usual = steps_added(lab_)                   ? true
                        : move_cursor(before)               ? lab_.playback().empty()
                        : lab_.query().process() != nullptr ? lab_.playback().cursor() == 0
                                                            : lab_.playback().at_end();
  const ViewSearches& searches = lab_.view_searches();
  // Microseconds are measured and differ on other machines: while the leading search goes on, its event says more.
  const bool measured = state_.pace == ProgressBy::kTime && !state_.fixed_clock && !searches.beyond();
  if (!searches.ended() && searches.head() != searches.place(0) && !measured) {
    lines.emplace_back("wait.ready");
    lines.push_back(fmt::format("step.head {}", searches.head()));
  } else if (!at_usual || !searches.ended()) {
    lines.emplace_back("wait.ready");
    // A search over a mesh has other numbers of events where polygons were numbered otherwise, but it has an end. And
    // of views that compare, only this brings all to their ends.
    const bool last = searches.ended() && lab_.playback().at_end();
    lines.push_back(last ? std::string("step.last") : fmt::format("step.to {}", lab_.playback().cursor()));
  }
  return lines;
}

}  // namespace strata
