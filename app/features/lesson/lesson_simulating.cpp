// A simulation in a step of a lesson: its answers one by one, and how far the recording is shown.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/features/lesson/lesson.hpp"
#include "app/features/lesson/simulation.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/scene.hpp"
#include "app/lesson/lesson_text.hpp"
#include "app/playback/open_list.hpp"
#include "core/search/plan_options.hpp"

namespace strata {
namespace {

// Returns the open list of the stepped search, in the order of cells.
std::vector<ShownSimulation::OpenRow> rows_of_open_list(const Lab& lab) {
  const Playback& playback = lab.playback();
  const ExpansionOrder order = stepped_narration(lab).expansion_order(lab.state().plan_options().ties);
  const OpenList list = open_list(playback, playback.cursor(), order, SIZE_MAX);
  const double unit = lab.query().trace_unit();
  std::vector<ShownSimulation::OpenRow> rows;
  for (const OpenNode& node : list.nodes) {
    const NodePlace place = playback.place(list.level, node.node);
    rows.push_back({{static_cast<int>(place.x), static_cast<int>(place.y)}, node.g / unit, node.h / unit});
  }
  std::ranges::sort(rows, {}, [](const auto& row) { return std::pair(row.cell.y, row.cell.x); });
  return rows;
}

// Returns whether the answers are those to the first steps of a simulation of `size` steps; of one that is done all
// steps have a verdict.
bool fits_simulation(const LessonAnswerState& state, size_t size) {
  if (state.done) return state.steps.size() == size && state.answers.size() <= size;
  return state.answers.size() == state.steps.size() && state.answers.size() < size;
}

Error recording_changed() { return error_at("", "the recording has changed: begin the step again"); }

std::string summary_of_steps(const std::vector<std::string>& steps) {
  const auto right = std::ranges::count_if(steps, is_right_step);
  if (static_cast<size_t>(right) == steps.size()) return fmt::format("All {} steps are right.", steps.size());
  const auto left = std::ranges::find_if_not(steps, is_right_step) - steps.begin();
  return fmt::format("{} of {} steps are right; step {} is the first that is not.", right, steps.size(), left + 1);
}

}  // namespace

LessonVerdict LessonController::done_verdict() const {
  const LessonAnswerState& state = answers_[step_];
  if (state.told) return LessonVerdict::kTold;
  const bool missed = !std::ranges::all_of(state.steps, is_right_step);
  return missed ? LessonVerdict::kWrong : LessonVerdict::kRight;
}

Result<std::unique_ptr<Simulation>> LessonController::simulation_of_step() const {
  lab_.finish_updates();
  Result<std::unique_ptr<Simulation>> simulation = make_simulation(lab_, *step().ask, simulation_from_);
  if (!simulation) return error_at_line(lesson_->file, step().ask->line, simulation.error().what);
  return simulation;
}

Status LessonController::show_simulation() {
  if (!step().ask || !step().ask->simulates()) return success();
  const LessonAnswerState& state = answers_[step_];
  if (!simulation_) simulation_from_ = lab_.playback().cursor();
  const bool hides = hidden_names(lab_).hides("future") &&
                     (step().ask->form != SimulationForm::kExpansions || hidden_names(lab_).hides_open_order());
  if (!hides && !state.done) {
    return error_at_line(lesson_->file, step().ask->line,
                         "a simulation needs hide future, and one of expansions hide open-order: the recording would "
                         "tell its answers");
  }
  const Result<std::unique_ptr<Simulation>> read = simulation_of_step();
  if (!read) return read.error();
  const Simulation& simulation = *read.value();
  if (!fits_simulation(state, simulation.size())) {
    if (simulation_) return recording_changed();
    answers_[step_] = {};
  }
  ShownSimulation shown;
  shown.steps = simulation.size();
  const bool asks = state.steps.size() < simulation.size();
  if (asks) shown.now = simulation.step(state.answers);
  hold_search(lab_, false);
  const Status stepped = lab_.execute(fmt::format("step.to {}", asks ? shown.now.moment : simulation.end()));
  if (!stepped) return stepped;
  hidden_names(lab_).follow();
  hold_search(lab_, true);
  const bool searches = step().ask->form == SimulationForm::kExpansions || step().ask->form == SimulationForm::kRelax;
  if (searches && asks) shown.open = rows_of_open_list(lab_);
  shown.found = simulation.named(state.answers);
  if (state.done) shown_.answer = model_answers(simulation);
  simulation_ = std::move(shown);
  base_ = work_of(lab_);
  ++version_;
  return success();
}

Status LessonController::answer_simulation(const std::vector<std::string>& words) {
  if (words.empty()) return error_at("", "the answer is missing");
  const Result<std::unique_ptr<Simulation>> read = simulation_of_step();
  if (!read) return read.error();
  LessonAnswerState& state = answers_[step_];
  const bool as_shown = simulation_ && read.value()->size() == simulation_->steps &&
                        fits_simulation(state, simulation_->steps) &&
                        read.value()->step(state.answers) == simulation_->now;
  if (!as_shown) return recording_changed();
  const Result<JudgedStep> judged = read.value()->judge(state.answers, words);
  if (!judged) return judged.error();
  forget_unreadable();
  const LessonAnswerState before = state;
  state.work.push_back(changed_since_base());
  ++state.tries;
  std::string given;
  for (const std::string& word : words) given += given.empty() ? word : " " + word;
  state.answers.push_back(std::move(given));
  state.steps.emplace_back(step_verdict_name(judged.value().verdict));
  const bool all = state.answers.size() == read.value()->size();
  if (all) {
    state.done = true;
    state.first = std::ranges::all_of(state.steps, is_right_step);
    state.seconds = state_.seconds - since_;
  }
  const bool worked = std::exchange(working_, true);
  const Status shown = show_simulation();
  working_ = worked;
  if (!shown) {
    state = before;
    return shown;
  }
  const bool right = is_right_step(state.steps.back());
  verdict_ = right ? LessonVerdict::kRight : LessonVerdict::kWrong;
  // The reason of an answer that is right by another tie-breaking begins with that.
  const bool plain = judged.value().verdict == StepVerdict::kRight;
  reason_ = (plain ? "Right. " : right ? "" : "Not right. ") + judged.value().reason;
  picked_.clear();
  ++version_;
  if (all) {
    fresh_answer_ = true;
    verdict_ = done_verdict();
    reason_ += " " + summary_of_steps(state.steps);
  } else if (!right && !step().hint.empty()) {
    hint_shown_ = true;
  }
  return all ? finish_question(true) : success();
}

Status LessonController::tell_simulation() {
  LessonAnswerState& state = answers_[step_];
  if (!simulation_) return recording_changed();
  const LessonAnswerState before = state;
  const size_t steps = simulation_->steps;
  while (state.steps.size() < steps) state.steps.emplace_back(step_verdict_name(StepVerdict::kTold));
  state.done = true;
  const bool worked = std::exchange(working_, true);
  const Status shown = show_simulation();
  working_ = worked;
  if (!shown) state = before;
  return shown;
}

}  // namespace strata
