#include "app/features/lesson/lesson_truth.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/features/lesson/lesson_home.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/state_value.hpp"
#include "app/playback/playback.hpp"

namespace strata {
namespace {

// Returns the map of that name beside the lesson, or the stock map; as it is if there is neither.
std::string lesson_map(const Lab& lab, const std::string& name, const std::string& folder) {
  std::error_code ignored;
  std::vector<std::string> folders = {folder};
  folders.insert(folders.end(), lab.options().stock_folders.begin(), lab.options().stock_folders.end());
  for (const std::string& one : folders) {
    if (one.empty()) continue;
    const std::string path = fmt::format("{}/{}", one, name);
    if (std::filesystem::is_regular_file(path, ignored)) return path;
  }
  return name;
}

// Returns the next expansions of the search that is stepped.
std::vector<std::vector<Cell>> next_expansions(const Lab& lab, int count) {
  const Playback& playback = lab.playback();
  std::vector<std::vector<Cell>> found;
  for (size_t i = playback.cursor(); i < playback.size() && found.size() < static_cast<size_t>(count); ++i) {
    const SearchEvent& event = *playback.event(i);
    if (event.type != EventType::kExpand) continue;
    const NodePlace at = playback.place(event.level, event.node);
    found.push_back({{static_cast<int>(std::floor(at.x)), static_cast<int>(std::floor(at.y))}});
  }
  return found;
}

}  // namespace

Status run_lesson_actions(Lab& lab, const Lesson& lesson, std::span<const LessonAction> actions,
                          const std::string& folder) {
  for (const LessonAction& action : actions) {
    Command command = action.command;
    if (action.kind != LessonAction::Kind::kCommand) {
      command.name = action.kind == LessonAction::Kind::kHide ? "predict.hide" : "predict.show";
    } else if (command.name.starts_with("map.")) {
      if (command.name == "map.open") command.args[0] = lesson_map(lab, command.args[0], folder);
      if (command.args.back() != "force") command.args.push_back("force");
    }
    if (Status done = lab.execute(command); !done) {
      return error_at_line(lesson.file, action.line, done.error().message());
    }
  }
  lab.finish_updates();
  return success();
}

Result<nlohmann::json> lesson_state(Lab& lab, const Lesson& lesson, std::span<const LessonAction> actions,
                                    const std::string& folder) {
  lab.finish_updates();
  const LabMoment moment = moment_of(lab);
  const bool hides =
      std::ranges::any_of(moment.lines, [](const std::string& line) { return line.starts_with("predict."); });
  const bool acts = std::ranges::any_of(
      actions, [](const LessonAction& action) { return action.kind == LessonAction::Kind::kCommand; });
  if (!hides && !acts) return state_json(lab);
  LabOptions options;
  options.stock_folders = lab.options().stock_folders;
  options.planners = lab.options().planners;
  options.fixed_clock = true;
  Lab other(std::move(options));
  other.gestures().set_view_size(lab.state().camera.view_width, lab.state().camera.view_height);
  if (Status done = carry_out(other, moment); !done) return done.error();
  std::vector<LessonAction> commands;
  for (const LessonAction& action : actions) {
    if (action.kind == LessonAction::Kind::kCommand) commands.push_back(action);
  }
  if (Status done = run_lesson_actions(other, lesson, commands, folder); !done) return done.error();
  if (command_named("predict.show") != nullptr) (void)other.execute("predict.show all");
  return state_json(other);
}

Result<LessonTruth> lesson_truth(Lab& lab, const Lesson& lesson, const LessonStep& step, const std::string& folder) {
  const LessonQuestion& ask = *step.ask;
  LessonTruth truth;
  if (ask.kind == AskKind::kOrder || ask.kind == AskKind::kNext) {
    lab.finish_updates();
    truth.expansions = next_expansions(lab, ask.count);
  } else if (!ask.is_key) {
    truth.value = ask.answer;
  } else {
    const Result<nlohmann::json> state = lesson_state(lab, lesson, step.after, folder);
    if (!state) return state.error();
    const auto value = state_value(state.value(), ask.answer);
    if (!value) return error_at_line(lesson.file, ask.line, "the state has no " + ask.answer);
    truth.value = *value;
  }
  if (Status fine = check_lesson_truth(ask, truth); !fine) {
    return error_at_line(lesson.file, ask.line, fine.error().message());
  }
  return truth;
}

}  // namespace strata
