#include "app/features/lesson/lesson_truth.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/base/command_parameters.hpp"
#include "app/features/crowd/walk_limit.hpp"
#include "app/features/external/external.hpp"
#include "app/features/lesson/lesson.hpp"
#include "app/features/lesson/lesson_needs.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/file_beside.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/long_work.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/query_thread.hpp"
#include "app/lab/scene.hpp"
#include "app/lab/state_value.hpp"
#include "app/lab/suspended_work.hpp"
#include "app/playback/next_expansion.hpp"
#include "app/playback/playback.hpp"
#include "core/search/plan_options.hpp"

namespace strata {
namespace {

// Returns the path of the named map: beside the lesson, else a stock map.
Result<std::string> lesson_map(const Lab& lab, const std::string& name, const std::string& folder) {
  Result<std::string> beside = file_beside(folder, name, "the lesson");
  if (!beside) return beside;
  std::error_code ignored;
  if (std::filesystem::is_regular_file(beside.value(), ignored)) return beside;
  for (const std::string& stock : lab.options().stock_folders) {
    const std::string path = fmt::format("{}/{}", stock, name);
    if (std::filesystem::is_regular_file(path, ignored)) return path;
  }
  return error_at("", fmt::format("there is no map {} beside the lesson, and no stock map of that name", name));
}

// Replaces the name of the map by its path, and checks the file. A map of a lesson is never
// overwritten by saving.
Status prepare_open(Lab& lab, std::string& path, const std::string& folder) {
  const Result<std::string> map = lesson_map(lab, path, folder);
  if (!map) return map.error();
  path = map.value();
  suspended_work(lab).note_borrowed(map.value());
  return check_map_sides(map.value(), lesson_limits::kMapSide);
}

ExpansionOrder order_of(const Lab& lab) {
  return stepped_narration(lab).expansion_order(lab.state().plan_options().ties);
}

Cell cell_at(const NodePlace& at) { return {static_cast<int>(std::floor(at.x)), static_cast<int>(std::floor(at.y))}; }

// Returns the next expansions of the stepped search.
std::vector<std::vector<Cell>> next_expansions(const Lab& lab, int count) {
  const Playback& playback = lab.playback();
  std::vector<std::vector<Cell>> found;
  size_t cursor = playback.cursor();
  for (int i = 0; i < count && !playback.empty(); ++i) {
    const auto next = allowed_next(lab.trace(), cursor, order_of(lab));
    if (!next) break;
    std::vector<Cell>& cells = found.emplace_back();
    for (const OpenNode& node : next->allowed) cells.push_back(cell_at(playback.place(next->level, node.node)));
    cursor = next->event + 1;
  }
  return found;
}

}  // namespace

Status run_lesson_actions(Lab& lab, const Lesson& lesson, std::span<const LessonAction> actions,
                          const std::string& folder) {
  LongWork::WorkScope work(lab, "The lesson prepares its step", long_work(lab).limits_of_files(kLessonLimits));
  UntrustedWalkLimit walks;
  for (const LessonAction& action : actions) {
    const auto refused = [&](const Error& error) { return error_at_line(lesson.file, action.line, error.message()); };
    if (Status there = planners_of_command(lab, lesson, action.command); !there) return there;
    Command command = action.command;
    if (action.kind != LessonAction::Kind::kCommand) {
      command.name = action.kind == LessonAction::Kind::kHide ? "predict.hide" : "predict.show";
    } else if (command_does(command.name, does::kOpensMap)) {
      if (std::string* path = path_word(command)) {
        if (Status found = prepare_open(lab, *path, folder); !found) return refused(found.error());
      }
      if (command.args.back() != "force") command.args.push_back("force");
    }
    Status done = walks.allow(lab, command);
    if (done) done = lab.execute(command);
    // Commands may make hidden answers and recordings visible again; these are computed before the next step.
    if (done && (action.kind != LessonAction::Kind::kCommand || &action == &actions.back())) lab.finish_updates();
    if (done && !work.go_on()) done = work.status();
    if (!done) return refused(done.error());
  }
  if (actions.empty()) lab.finish_updates();
  return success();
}

Result<nlohmann::json> lesson_state(Lab& lab, const Lesson& lesson, std::span<const LessonAction> actions,
                                    const std::string& folder) {
  LongWork::WorkScope work(lab, "The lesson reads the map", long_work(lab).limits_of_files(kLessonLimits));
  lab.finish_updates();
  const bool hides = hidden_names(lab).any() || hidden_names(lab).hides_future();
  const bool acts = std::ranges::any_of(
      actions, [](const LessonAction& action) { return action.kind == LessonAction::Kind::kCommand; });
  if (Status goes_on = work.status(); !goes_on) return error_at(lesson.file, goes_on.error().what);
  if (!hides && !acts) return state_json(lab);
  LabOptions options;
  options.stock_folders = lab.options().stock_folders;
  options.planners = lab.options().planners;
  options.fixed_clock = true;
  Lab other(std::move(options));
  long_work(other).follow(long_work(lab));
  external_controller(lab).lend_to(other);
  other.gestures().set_view_size(lab.state().camera.view_width, lab.state().camera.view_height);
  Scene scene = scene_of(lab);
  std::erase_if(scene.setup.commands, [](const Command& one) { return command_does(one.name, does::kPredicts); });
  if (Status done = open_scene(other, scene); !done) return done.error();
  if (Status goes_on = work.status(); !goes_on) return error_at(lesson.file, goes_on.error().what);
  std::vector<LessonAction> commands;
  for (const LessonAction& action : actions) {
    if (action.kind == LessonAction::Kind::kCommand) commands.push_back(action);
  }
  if (Status done = run_lesson_actions(other, lesson, commands, folder); !done) return done.error();
  return state_json(other);
}

Result<LessonSolution> lesson_truth(Lab& lab, const Lesson& lesson, const LessonStep& step, const std::string& folder) {
  const LessonQuestion& ask = *step.ask;
  LessonSolution truth;
  if (ask.kind == LessonQuestionKind::kOrder || ask.kind == LessonQuestionKind::kNext) {
    lab.finish_updates();
    truth.expansions = next_expansions(lab, ask.count);
  } else if (const auto& simulation = lesson_controller(lab).simulation(); ask.simulates() && simulation) {
    for (const std::string& word : simulation->now.right) truth.value += truth.value.empty() ? word : " " + word;
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

size_t moment_of_question(const Lab& lab) {
  const Playback& playback = lab.playback();
  if (playback.empty()) return playback.cursor();
  const auto next = allowed_next(lab.trace(), playback.cursor(), order_of(lab));
  return next ? next->event : playback.cursor();
}

std::string expansion_reason(const Lab& lab, Cell cell, bool tells) {
  const Playback& playback = lab.playback();
  if (playback.empty() || !lab.world().map().contains(cell)) return {};
  const Trace& trace = lab.trace();
  const ExpansionOrder order = order_of(lab);
  const auto next = allowed_next(trace, playback.cursor(), order);
  if (!next) return {};
  const NodePlaces places = playback.places();
  const ExpansionOrder own = order_in(trace.events()[next->event], order);
  const AnswerTextInputs words{places, own, lab.query().trace_unit(), fmt::format("({},{})", cell.x, cell.y)};
  if (tells) return right_answer(*next, words);
  return answer_reason(*next, judge_answer(trace, places, *next, lab.world().map().id(cell)), words);
}

}  // namespace strata
