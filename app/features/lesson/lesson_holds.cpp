// What a step of a lesson holds, and what the player of lessons does about it.
#include "app/features/lesson/lesson_holds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <span>
#include <string_view>
#include <utility>

#include "app/features/lesson/lesson.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/saved_user_work.hpp"
#include "app/lab/scene.hpp"
#include "app/lab/undo_history.hpp"
#include "core/world/structure_id.hpp"

namespace strata {
namespace {

constexpr std::string_view kMap = "the map", kEnds = "S and G", kLinks = "the links", kGraph = "the graph",
                           kLandmarks = "the landmarks", kCrowd = "the crowd", kSearch = "the search that is stepped";

bool is_end(const std::string& held) { return held == "S" || held == "G" || held == kEnds; }
bool is_plural(const std::string& held) { return held == kEnds || held == kLinks || held == kLandmarks; }

std::string capital(std::string text) {
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

bool is_one_of(std::string_view name, std::span<const std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

bool is_setting(const CommandInfo& command) { return (command.keeps & keeps::kSetting) != 0; }

bool paints(const CommandInfo& command) {
  static constexpr std::array<std::string_view, 2> kPaintNothing = {"piece.copy", "piece.discard"};
  return (command.name.starts_with("paint.") || command.name.starts_with("piece.")) && !is_setting(command) &&
         !is_one_of(command.name, kPaintNothing);
}

// Settings of what is shown, which change no answer.
bool only_shows(const CommandInfo& command) {
  static constexpr std::array<std::string_view, 16> kShown = {
      "ask.lines",     "ch.importance", "ch.top",        "haa.dominated", "haa.graph", "heuristic.show",
      "labels.levels", "pay.against",   "pay.scale",     "pay.show",      "predict",   "predict.hide",
      "predict.show",  "sweep.choose",  "sweep.measure", "sweep.over"};
  const bool is_switch = std::ranges::find(kAllStructures, command.name, structure_name) != kAllStructures.end();
  return is_switch || command.name.starts_with("planner.") || command.name.starts_with("xray.") ||
         is_one_of(command.name, kShown);
}

std::string_view held_of_crowd(const CommandInfo& command) {
  static constexpr std::array<std::string_view, 12> kFree = {
      "crowd.backend", "crowd.colour", "crowd.follow", "crowd.forget",   "crowd.heat",  "crowd.on",
      "crowd.rate",    "crowd.run",    "crowd.step",   "walkers.follow", "walkers.run", "walkers.step"};
  return is_one_of(command.name, kFree) ? std::string_view() : kCrowd;
}

// Returns what the command changes that a step may hold.
std::string held_thing(const CommandInfo& command, bool open) {
  static constexpr std::array<std::string_view, 5> kMapCommands = {"canvas.crop", "canvas.resize", "edit.redo",
                                                                   "edit.undo", "terrain.letter"};
  static constexpr std::array<std::string_view, 3> kQueryCommands = {"scenario.next", "scenario.previous",
                                                                     "scenario.row"};
  static constexpr std::array<std::string_view, 2> kBuilds = {"landmarks.cancel", "landmarks.rebuild"};
  const std::string_view name = command.name;
  if (name == "query.start") return "S";
  if (name == "query.goal") return "G";
  if ((command.does & does::kMovesQuery) != 0 || is_one_of(name, kQueryCommands)) return std::string(kEnds);
  if (paints(command) || is_one_of(name, kMapCommands)) return std::string(kMap);
  static constexpr std::array<std::string_view, 3> kSteppedSearches = {"planner.trace", "ch.contract", "ask.step"};
  if (name.ends_with(".construct") || is_one_of(name, kSteppedSearches))
    return open ? std::string(kSearch) : std::string();
  if (is_setting(command)) {
    if (command.group == CommandGroup::kCrowd) return std::string(held_of_crowd(command));
    const bool plans = command.group == CommandGroup::kSearch && (command.does & does::kPreparesMap) == 0;
    const bool held = plans || (command.does & does::kRules) != 0;
    return held && !only_shows(command) ? fmt::format("\"{}\"", command.title) : std::string();
  }
  if (name.starts_with("link.")) return std::string(kLinks);
  if (command.group == CommandGroup::kGraph) return std::string(kGraph);
  if (name.starts_with("landmarks.") && !is_one_of(name, kBuilds)) return std::string(kLandmarks);
  if (name.starts_with("crowd.") || name.starts_with("walkers.")) return std::string(held_of_crowd(command));
  return {};
}

// Returns whether somebody who may give the first command may give the second one, too: who may paint a line may paint
// a rectangle.
bool frees(const CommandInfo& free, const CommandInfo& command) {
  if (free.name == command.name || (paints(free) && paints(command))) return true;
  if (free.name == "query.set" && (command.does & does::kMovesQuery) != 0) return true;
  return std::ranges::any_of(std::array<std::string_view, 2>{"link.", "landmarks."}, [&](std::string_view family) {
    return free.name.starts_with(family) && command.name.starts_with(family);
  });
}

bool frees(const LessonStep& step, const CommandInfo& command) {
  const auto kin = [&](std::string_view name) {
    const CommandInfo* free = command_named(name);
    return free != nullptr && frees(*free, command);
  };
  if (std::ranges::any_of(step.may, kin)) return true;
  return step.builds() && std::ranges::any_of(step.after, [&](const LessonAction& action) {
           return action.kind == LessonAction::Kind::kCommand && kin(action.command.name);
         });
}

bool frees(const LessonStep& step, std::string_view name) {
  const CommandInfo* command = command_named(name);
  return command != nullptr && frees(step, *command);
}

// Returns the settings that steps may hold, as commands by their names. Each choice of a command with several has a
// name of its own.
std::map<std::string, std::string> settings_of_answers(const Setup& setup) {
  std::map<std::string, std::string> settings;
  const auto add = [&](const CommandInfo& info, const std::string& key, std::string line) {
    if (!held_thing(info, true).empty()) settings.emplace(key, std::move(line));
  };
  for (const auto& [setting, value] : setup.rows) {
    add(*command_named(setting->row.name), std::string(setting->row.name), setting_text(setting->row, value));
  }
  for (const Command& command : setup.commands) {
    const CommandInfo& info = *command_named(command.name);
    const bool choices = (info.keeps & keeps::kLastOfFirst) != 0 && !command.args.empty();
    add(info, choices ? command.name + " " + command.args[0] : command.name, format_command(command));
  }
  return settings;
}

std::string held_setting_change(const Lab& lab, const LessonStep& step, const Setup& from, bool open) {
  const std::map<std::string, std::string> before = settings_of_answers(from), now = settings_of_answers(setup_of(lab));
  const auto changed = [&](const auto& one, const auto& other) -> std::string {
    for (const auto& [key, line] : one) {
      const auto found = other.find(key);
      if (found != other.end() && found->second == line) continue;
      std::string held = held_by(step, *command_named(key.substr(0, key.find(' '))), open);
      if (!held.empty()) return held;
    }
    return {};
  };
  std::string held = changed(now, before);
  return held.empty() ? changed(before, now) : held;
}

std::string held_query_change(const Lab& lab, const LessonStep& step, const std::optional<PlanQuery>& from) {
  const LabState& state = lab.state();
  const bool start = frees(step, "query.start"), goal = frees(step, "query.goal");
  if (state.has_query != from.has_value()) return start && goal ? std::string() : std::string(kEnds);
  if (!from) return {};
  if (!start && state.query.start != from->start) return "S";
  return !goal && state.query.goal != from->goal ? "G" : "";
}

// Returns what was done to the contents of features: to the drawn graph, landmarks and agents. The commands tell it.
std::string held_content_change(const Lab& lab, const LessonStep& step, std::vector<std::string> from, bool open) {
  for (const std::string& line : work_of(lab)) {
    if (const auto same = std::ranges::find(from, line); same != from.end()) {
      from.erase(same);
      continue;
    }
    const CommandInfo* info = command_named(line.substr(0, line.find(' ')));
    if (info == nullptr || is_setting(*info)) continue;
    std::string held = held_by(step, *info, open);
    if (held == kGraph || held == kLandmarks || held == kCrowd) return held;
  }
  return {};
}

}  // namespace

std::string held_by(const LessonStep& step, const CommandInfo& command, bool open) {
  std::string held = held_thing(command, open);
  if (held.empty() || frees(step, command)) return {};
  if (held == kEnds && frees(step, "query.start") && frees(step, "query.goal")) return {};
  // What the learner may do may be taken back.
  const bool takes_back = command.name == "edit.undo" || command.name == "edit.redo";
  return takes_back && (step.builds() || !step.may.empty()) ? std::string() : held;
}

std::string held_sentence(const LessonStep& step, const std::string& held, bool done) {
  const bool ends = is_end(held), many = is_plural(held);
  std::string where;
  if (held == kMap && !step.cells.empty()) {
    for (const Rect& cells : step.cells) {
      where += fmt::format("{}from ({},{}) to ({},{})", where.empty() ? " outside of the cells " : " and ", cells.x0,
                           cells.y0, cells.x1 - 1, cells.y1 - 1);
    }
  }
  const std::string_view stay = ends   ? many ? "stay where they are" : "stays where it is"
                                : many ? "stay as they are"
                                       : "stays as it is";
  const std::string_view why = done || !step.asks() ? "the lesson goes on from here"
                               : step.builds()      ? "the task is to be done without changing that"
                                                    : "the question is about what is shown";
  return fmt::format("{} {}{}: {}", capital(held), stay, where, why);
}

Error held_error(const std::string& held) {
  return error_at("", fmt::format("{} {} changed, which this step does not allow: begin the step again", capital(held),
                                  is_plural(held) ? "were" : "was"));
}

std::string held_map_change(const Lab& lab, const LessonStep& step, const Scene& from) {
  const GridMap &now = lab.world().map(), &before = *from.map;
  if (now == before) return {};
  if (now.bounds() != before.bounds()) {
    return frees(step, "canvas.resize") || frees(step, "canvas.crop") ? std::string() : std::string(kMap);
  }
  if (now.letter_terrains() != before.letter_terrains() && !frees(step, "terrain.letter")) return std::string(kMap);
  if (!same_links(now.links(), before.links()) && !frees(step, "link.add")) return std::string(kLinks);
  const bool may_paint = frees(step, "paint.line");
  if (may_paint && step.cells.empty()) return {};
  for (CellId id = 0; id < now.cell_count(); ++id) {
    if (now.letter(id) == before.letter(id) && now.weight(id) == before.weight(id)) continue;
    const Cell cell = now.cell(id);
    const auto inside = [cell](const Rect& rect) { return rect.contains(cell); };
    if (!may_paint || std::ranges::none_of(step.cells, inside)) return std::string(kMap);
  }
  return {};
}

std::string held_change(const Lab& lab, const LessonStep& step, const HeldState& from, bool open) {
  std::string held = held_query_change(lab, step, from.scene.query);
  if (held.empty()) held = held_map_change(lab, step, from.scene);
  if (held.empty()) held = held_setting_change(lab, step, from.scene.setup, open);
  return held.empty() ? held_content_change(lab, step, from.work, open) : held;
}

std::string LessonController::held(const CommandInfo& command) const {
  if (!is_open() || working_ || finished_) return {};
  const bool done = answer_state().done;
  std::string held = held_by(step(), command, step().ask && !done);
  const bool undoes_lesson = command.name == "edit.undo" && lab_.undo_history().position() <= undo_base_;
  if (held.empty() && undoes_lesson) held = kMap;
  return held.empty() ? std::string() : held_sentence(step(), held, done);
}

Status LessonController::check_held(bool whole) const {
  const StepSnapshots& visit = visits_[step_];
  const bool done = answer_state().done;
  const LessonStepSnapshot& from = done && visit.finished && !whole ? *visit.finished : visit.prepared;
  const std::string held = held_change(lab_, step(), {from.scene, from.base}, step().ask && !done);
  return held.empty() ? success() : Status(held_error(held));
}

// Takes back strokes that have changed what the step holds: the cells that they paint are known only afterwards.
void LessonController::take_back_held() {
  painted_ = false;
  if (finished_) return;
  const StepSnapshots& visit = visits_[step_];
  const bool done = answer_state().done;
  const Scene& from = (done && visit.finished ? *visit.finished : visit.prepared).scene;
  const std::string held = held_map_change(lab_, step(), from);
  if (held.empty()) return;
  {
    const bool before = std::exchange(working_, true);
    while (lab_.undo_history().position() > undo_base_ && !held_map_change(lab_, step(), from).empty()) {
      if (!lab_.execute("edit.undo")) break;
      while (lab_.large_map_task().under_way()) lab_.large_map_task().finish();
    }
    working_ = before;
  }
  lab_.say(MessageKind::kWarning, held_sentence(step(), held, done));
}

}  // namespace strata
