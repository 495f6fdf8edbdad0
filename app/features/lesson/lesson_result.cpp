// What a learner has done: how far each lesson is, the lesson in the state dump, and the result file of a student, with
// the answers and the commands that reproduce what the student has built.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "app/features/lesson/lesson.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/session.hpp"
#include "app/lab/state_value.hpp"
#include "app/lesson/result_file.hpp"
#include "core/base/build_info.hpp"
#include "core/io/files.hpp"

namespace strata {
namespace {

using nlohmann::ordered_json;

constexpr std::array<std::string_view, 4> kVerdictNames = {"none", "right", "wrong", "told"};

ordered_json question_json(const LessonStep& step, size_t number, const LessonAnswerState& state) {
  ordered_json out = {
      {"step", number},           {"asks", step.ask ? std::string(ask_name(step.ask->kind)) : std::string("build")},
      {"answers", state.answers}, {"tries", state.tries},
      {"done", state.done},       {"first", state.first},
      {"told", state.told},       {"seconds", state.seconds}};
  if (step.ask && step.ask->simulates()) out["steps"] = state.steps;
  out["work"] = state.work;
  if (step.builds()) out["map_hash"] = state.map_hash;
  return out;
}

}  // namespace

std::string_view lesson_verdict_name(LessonVerdict verdict) { return kVerdictNames[static_cast<size_t>(verdict)]; }

bool LessonController::finished_before(const std::string& lesson) const {
  const LessonRecord* record = progress_.of(lesson);
  return record != nullptr && record->best;
}

std::string LessonController::progress_text(const std::string& lesson) const {
  const LessonRecord* record = progress_.of(lesson);
  if (record == nullptr) return {};
  if (!record->best) return fmt::format("step {} of {}", record->step + 1, record->answers.size());
  const std::string best = fmt::format("finished, {} of {} right", record->best->right, record->best->asked);
  return record->finished || record->step == 0 ? best : fmt::format("{}, now at step {}", best, record->step + 1);
}

size_t LessonController::asked() const {
  return static_cast<size_t>(std::ranges::count_if(answers_, [](const LessonAnswerState& one) { return one.done; }));
}

size_t LessonController::first_right() const {
  return static_cast<size_t>(std::ranges::count_if(answers_, [](const LessonAnswerState& one) { return one.first; }));
}

std::string LessonController::answer_told() const {
  const bool choice = step().ask->kind == LessonQuestionKind::kChoice;
  return fmt::format("{} {}.", choice ? "The right choice:" : "The answer is", shown_.answer);
}

// Returns the right choice that the learner gave in an earlier visit; empty if there is none.
std::string LessonController::chosen_before() const {
  const LessonAnswerState& state = answers_[step_];
  if (state.told || state.answers.empty() || !step().ask || step().ask->kind != LessonQuestionKind::kChoice) return {};
  const auto number = static_cast<size_t>(std::strtoul(state.answers.back().c_str(), nullptr, 10));
  return number >= 1 && number <= shown_.choices.size() ? shown_.choices[number - 1] : std::string();
}

Status LessonController::hand_in(const std::string& path) {
  if (Status open = needs_open(); !open) return open;
  if (!path.ends_with(".json")) return error_at(path, "the name of a result ends in .json");
  if (Status refused = lab_.session().refuse_stock(path); !refused) return refused;
  ordered_json out = {{"strata_result", kResultFormat},
                      {"lesson", {{"id", lesson_->id}, {"version", lesson_->version}}},
                      {"program", program_version()},
                      {"student", student_}};
  if (lesson_->by_student) out["seed"] = lesson_seed(lesson_->id, student_);
  out["finished"] = finished_;
  out["step"] = step_ + 1;
  out["right_at_first_try"] = first_right();
  out["questions"] = ordered_json::array();
  for (size_t i = 0; i < lesson_->steps.size(); ++i) {
    if (lesson_->steps[i].asks()) out["questions"].push_back(question_json(lesson_->steps[i], i + 1, answers_[i]));
  }
  out["left"] = ordered_json::array();
  for (size_t i = 0; i < step_; ++i) {
    if (!answers_[i].left.empty()) out["left"].push_back({{"step", i + 1}, {"commands", answers_[i].left}});
  }
  out["commands"] = work_of(lab_);
  out["map_hash"] = state_value(state_json(lab_), "map.hash").value_or("");
  if (Status written = write_file_atomic(path, out.dump(1) + "\n"); !written) return written;
  handed_in_ = path;
  lab_.say(MessageKind::kInfo, fmt::format("The result was written to {}", path));
  return success();
}

void LessonController::dump(nlohmann::json& out) const {
  nlohmann::json& own = out["lesson"];
  own = {{"open", is_open()}, {"student", student_}};
  if (!is_open()) return;
  const LessonAnswerState& state = answer_state();
  own["id"] = lesson_->id;
  own["version"] = lesson_->version;
  own["title"] = lesson_->title;
  own["step"] = step_ + 1;
  own["steps"] = lesson_->steps.size();
  own["step_title"] = shown_.title;
  own["asks"] = step().ask ? std::string(ask_name(step().ask->kind)) : step().builds() ? "build" : "nothing";
  own["tries"] = state.tries;
  own["done"] = state.done;
  own["verdict"] = lesson_verdict_name(verdict_);
  own["reason"] = reason_;
  own["hint"] = hint_shown_;
  own["because"] = shown_.because;
  own["asked"] = asked();
  own["first"] = first_right();
  own["finished"] = finished_;
  // The planners that the lesson needs and that are missing.
  own["needs"] = nlohmann::json::array();
  for (const LessonPlanner& planner : lesson_->planners) {
    if (state_.row(planner.name) == nullptr) own["needs"].push_back(planner.name);
  }
  own["picked"] = picked_.size();
  if (simulation_) {
    const bool asks = !state.done;
    own["simulation"] = {{"form", simulation_name(step().ask->form)},
                         {"steps", simulation_->steps},
                         {"step", state.steps.size() + (asks ? 1 : 0)},
                         {"verdicts", state.steps},
                         {"question", asks ? simulation_->now.question : std::string()},
                         {"open", simulation_->open.size()}};
  }
  own["broken"] = broken_limits_.size();
  own["broken_limits"] = broken_limits_;
}

}  // namespace strata
