#include "app/features/predict/predict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/base/command_arguments.hpp"
#include "app/lab/hidden.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/query_thread.hpp"

namespace strata {

namespace {

constexpr int kRound = 10;  // questions of the round that the menu offers
constexpr int kLongestRound = 1000;
constexpr std::string_view kNoSearch = "a construction is stepped, and predictions are about searches";

Status run_predict(Lab& lab, const Command& command) {
  PredictController& predict = predict_controller(lab);
  STRATA_TRY(on, on_off(command.args[0], predict.on()));
  predict.switch_on(on);
  return success();
}

Status run_answer(Lab& lab, const Command& command) {
  STRATA_TRY(cell, cell_inside(lab.world().map(), command.args));
  return predict_controller(lab).answer(cell);
}

Status run_next(Lab& lab, const Command& command) {
  STRATA_TRY(questions, integer(command.args[0], 1, kLongestRound, "N"));
  return predict_controller(lab).begin_round(questions);
}

const FeatureCommand kPredictCommands[] = {
    {{"predict", "on|off|toggle", "Predict the search", "Playback", 1, 1,
      "Hides how the search goes on, and asks which node is expanded next: a click on the map answers",
      keeps::kSetting | keeps::kLast},
     run_predict},
    {{"predict.answer", "X Y", "Answer a prediction", "Playback", 2, 2, "The node in the cell is expanded next"},
     run_answer},
    {{"predict.next", "N", "Predict the next expansions", "Playback", 1, 1,
      "A round of N questions with a score; 1 to 1000", keeps::kLogged},
     run_next}};

void add_predict_menu(const Lab& lab, MenuList& menu) {
  const PredictController& predict = predict_controller(lab);
  menu.command("Predict the next expansion", "menu.search.predict", "predict toggle", true, predict.on());
  menu.command(fmt::format("Predict the next {} expansions", kRound), "menu.search.predict_round",
               fmt::format("predict.next {}", kRound));
  const bool process = lab.query().process() != nullptr;
  menu.unless(!process && !lab.playback().empty(), process ? kNoSearch : why_not_stepped(lab));
}

constexpr KeyBinding kPredictKeys[] = {{"Shift+F6", "predict toggle", "Predict the next expansion"}};

Cell cell_of(const NodePlace& place) {
  return {static_cast<int>(std::floor(place.x)), static_cast<int>(std::floor(place.y))};
}

}  // namespace

const Feature kPredictFeature = {.name = "predict",
                                 .title = "Predict the search",
                                 .commands = kPredictCommands,
                                 .paint = kPredictPaint,
                                 .search_menu = add_predict_menu,
                                 .keys = kPredictKeys,
                                 .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
                                   return std::make_unique<PredictController>(lab);
                                 }};

PredictController& predict_controller(const Lab& lab) {
  return static_cast<PredictController&>(lab.controller(kPredictFeature));
}

ExpansionOrder PredictController::order() const {
  return stepped_narration(lab_).expansion_order(state_.plan_options.ties);
}

// Returns the next question; nullopt if no node is expanded after the cursor, or if there is no search.
std::optional<NextExpansion> PredictController::question() const {
  const QueryController& query = std::as_const(lab_).query();
  if (query.process() != nullptr || query.recorded_key() != query.trace_key()) return std::nullopt;
  return allowed_next(query.recorded().trace, lab_.playback().cursor(), order());
}

bool PredictController::asks() const {
  return on_ && left_ != 0 && lab_.playback().future_hidden() && lab_.query().process() == nullptr;
}

void PredictController::reset_score() {
  asked_ = hits_ = tries_ = 0;
  done_to_ = 0;
  left_.reset();
  verdict_.reset();
  ++version_;
}

void PredictController::switch_on(bool on) {
  if (on == on_) return;
  on_ = on;
  reset_score();
  if (on && lab_.playback().at_end()) lab_.playback().jump(0);
  lab_.playback().clock().pause();
  hidden_names(lab_).set_predicting(on);
  recording_.clear();
  if (on) follow_recording();
}

// Begins with the questions about another recording. Its beginning is in sight.
void PredictController::follow_recording() {
  const std::string& key = lab_.query().recorded_key();
  if (key == recording_ || key == "none" || key != lab_.query().trace_key()) return;
  const bool another = !recording_.empty();
  recording_ = key;
  if (another) reset_score();
  go_to_question();
}

void PredictController::tick(double) {
  if (on_) follow_recording();
}

// Moves the cursor to just before the next expansion.
void PredictController::go_to_question() {
  if (const auto next = question()) lab_.playback().jump(next->event);
}

Status PredictController::begin_round(int questions) {
  if (lab_.query().process() != nullptr) return error_at("", std::string(kNoSearch));
  lab_.query().solve_now();
  if (lab_.playback().empty()) return error_at("", "there is no recorded search to predict");
  switch_on(true);
  if (!question()) lab_.playback().jump(0);
  reset_score();
  left_ = questions;
  hidden_names(lab_).follow();
  follow_recording();
  go_to_question();
  return success();
}

void PredictController::note_done(const NextExpansion& next, bool hit) {
  tries_ = 0;
  if (next.event < done_to_) return;  // it was asked before, and its answer was told
  done_to_ = next.event + 1;
  ++asked_;
  hits_ += hit;
  if (left_) --*left_;
}

Status PredictController::answer(Cell cell) {
  if (!on_) return error_at("", "nothing is asked: switch the prediction on first");
  lab_.query().solve_now();
  follow_recording();
  if (left_ == 0) return error_at("", "the round is over: begin another one");
  const auto next = question();
  if (!next) return error_at("", "no node is expanded any more: step on to see how the search ends");
  if (std::exchange(tried_event_, next->event) != next->event) tries_ = 0;
  lab_.playback().clock().pause();
  const Trace& trace = lab_.query().recorded().trace;
  const NodePlaces places = trace.places(world_->map().width());
  const ExpansionAnswer answer = judge_answer(trace, places, *next, world_->map().id(cell));
  const AnswerWords words{places, order(), lab_.query().trace_unit(), fmt::format("({},{})", cell.x, cell.y)};
  verdict_ = Verdict{answer.kind, cell, {}, answer_reason(*next, answer, words)};
  ++version_;
  const bool right = is_right(answer.kind);
  ++tries_;
  if (!right && tries_ < kTries) {
    lab_.playback().jump(next->event);
    return success();
  }
  if (!right) verdict_->text += " " + right_answer(*next, words);
  verdict_->right = cell_of(places.at(static_cast<size_t>(next->level), next->taken.node));
  note_done(*next, right && tries_ == 1);
  // The next question is asked with all in sight that comes before it.
  const auto after = allowed_next(trace, next->event + 1, order());
  lab_.playback().jump(after ? after->event : next->event + 1);
  hidden_names(lab_).follow();
  return success();
}

std::vector<std::string> PredictController::lines() const {
  std::vector<std::string> lines;
  if (!on_) return lines;
  if (verdict_) {
    const char* word = verdict_->kind == AnswerKind::kTaken ? "Right. " : is_right(verdict_->kind) ? "" : "No. ";
    lines.push_back(word + verdict_->text);
  }
  if (asks()) {
    lines.push_back(tries_ == 0 ? "Which node is expanded next? Click it." : "Which node is it then? One more try.");
  } else if (left_ == 0) {
    lines.push_back("The round is over.");
  } else if (lab_.playback().at_end() && !lab_.playback().empty()) {
    lines.push_back("The search has ended.");
  }
  if (asked_ > 0 || left_) {
    std::string score = fmt::format("{} of {} right at the first try", hits_, asked_);
    if (left_.value_or(0) > 0) score += fmt::format(", {} to go", *left_);
    lines.push_back(std::move(score));
  }
  return lines;
}

Press PredictController::press(const PointerEvent& event, Cell cell) {
  const bool answers = asks() && event.button == 0 && state_.tool == Tool::kSelect && world_->map().contains(cell);
  return answers ? Press::kWaits : Press::kPassed;
}

bool PredictController::click(const PointerEvent&, Cell cell) {
  if (!asks() || !world_->map().contains(cell)) return false;
  lab_.run(fmt::format("predict.answer {} {}", cell.x, cell.y));
  return true;
}

bool PredictController::cancel() {
  if (!on_) return false;
  lab_.run("predict off");
  return true;
}

void PredictController::dump(nlohmann::json& out) const {
  nlohmann::json& own = out["predict"];
  own = {{"on", on_},       {"asks", asks()},  {"asked", asked_},
         {"hits", hits_},   {"tries", tries_}, {"left", left_ ? nlohmann::json(*left_) : nlohmann::json(nullptr)},
         {"lines", lines()}};
  if (!verdict_) return;
  own["verdict"] = answer_kind_name(verdict_->kind);
  own["right"] = is_right(verdict_->kind);
}

// A reproduction begins without questions that were answered: of a round it keeps that the search is predicted.
void PredictController::rewrite_for_log(Command& command) const {
  if (command.name == "predict" || command.name == "predict.next") command = {"predict", {on_ ? "on" : "off"}};
}

void PredictController::late_setting_lines(std::vector<std::string>& lines) const {
  if (on_) lines.push_back("predict on");
}

}  // namespace strata
