#include "app/features/predict/predict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/base/command_arguments.hpp"
#include "app/features/predict/process_questions.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/lab/process_recording.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/query_thread.hpp"
#include "core/search/plan_options.hpp"

namespace strata {

namespace {

// Number of questions in the round that the menu begins.
constexpr int kRound = 10;
constexpr int kLongestRound = 1000;
constexpr std::string_view kNothingAsked = "nothing is asked about what is stepped";

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

// A reproduction contains no answers. It only restores whether the learner is predicting the search.
Command predicts(const Lab& lab, const Command&) { return {"predict", {predict_controller(lab).on() ? "on" : "off"}}; }

const FeatureCommand kPredictCommands[] = {
    {{"predict", "on|off|toggle", "Predict the search", CommandGroup::kPlayback, 1, 1,
      "Hides how the search goes on, and asks which node is expanded next: a click on the map answers",
      keeps::kSetting | keeps::kLast, does::kPredicts | does::kMovesCursor},
     run_predict,
     {.logged = predicts}},
    {{"predict.answer", "X Y", "Answer a prediction", CommandGroup::kPlayback, 2, 2,
      "The node in the cell is expanded next", 0, does::kPredicts},
     run_answer},
    {{"predict.next", "N", "Predict the next expansions", CommandGroup::kPlayback, 1, 1,
      "A round of N questions with a score; 1 to 1000", keeps::kLogged, does::kPredicts},
     run_next,
     {.logged = predicts}}};

void add_predict_menu(const Lab& lab, const MenuContext&, MenuList& menu, MenuSection section) {
  if (section != MenuSection::kSearch) return;
  const PredictController& predict = predict_controller(lab);
  const bool process = lab.state().process != nullptr;
  const bool asks = !process || asked_of_process(lab) != nullptr;
  menu.command(process ? "Predict what comes next" : "Predict the next expansion", "menu.search.predict",
               "predict toggle", true, predict.on());
  menu.command(process ? fmt::format("Answer {} questions on what comes next", kRound)
                       : fmt::format("Predict the next {} expansions", kRound),
               "menu.search.predict_round", fmt::format("predict.next {}", kRound));
  menu.unless(asks && !lab.playback().empty(), asks ? why_not_stepped(lab) : kNothingAsked);
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
                                 .menu = add_predict_menu,
                                 .keys = kPredictKeys,
                                 .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
                                   return std::make_unique<PredictController>(lab);
                                 }};

PredictController& predict_controller(const Lab& lab) {
  return static_cast<PredictController&>(lab.controller(kPredictFeature));
}

ExpansionOrder PredictController::order() const {
  return stepped_narration(lab_).expansion_order(state_.plan_options().ties);
}

bool PredictController::process_asks() const { return asked_of_process(lab_) != nullptr; }

std::optional<NextExpansion> PredictController::next_expansion(size_t cursor) const {
  const QueryController& query = std::as_const(lab_).query();
  if (query.recorded_key() != query.trace_key()) return std::nullopt;
  return allowed_next(query.recorded().trace, cursor, order());
}

std::optional<size_t> PredictController::question(size_t cursor) const {
  if (process_asks()) return next_question(lab_, *asked_of_process(lab_), cursor);
  if (lab_.state().process != nullptr) return std::nullopt;
  const auto next = next_expansion(cursor);
  return next ? std::optional(next->event) : std::nullopt;
}

PredictController::Judgement PredictController::judge(size_t event, Cell cell) const {
  if (process_asks()) return judge_process(event, cell);
  const NextExpansion next = *next_expansion(event);
  const Trace& trace = lab_.trace();
  const NodePlaces places = trace.places(world_->map().width());
  const ExpansionAnswer answer = judge_answer(trace, places, next, world_->map().id(cell));
  const ExpansionOrder by = order_in(trace.events()[next.event], order());
  const AnswerTextInputs words{places, by, lab_.query().trace_unit(), fmt::format("({},{})", cell.x, cell.y)};
  return {answer.kind, answer_reason(next, answer, words),
          cell_of(places.at(static_cast<size_t>(next.level), next.taken.node)), right_answer(next, words)};
}

PredictController::Judgement PredictController::judge_process(size_t event, Cell cell) const {
  const ProcessQuestions& questions = *asked_of_process(lab_);
  StepJudgement answer = questions.judge(lab_, event, cell);
  StepSolution solution = questions.solve(lab_, event);
  return {answer.kind, std::move(answer.reason), is_right(answer.kind) ? cell : solution.cell,
          std::move(solution.text)};
}

bool PredictController::asks() const {
  return on_ && left_ != 0 && lab_.playback().future_hidden() && (lab_.state().process == nullptr || process_asks());
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
  if (on) take_stepping(lab_, *this);
  on_ = on;
  reset_score();
  if (on && lab_.playback().at_end()) lab_.playback().jump(0);
  lab_.playback().clock().pause();
  hidden_names(lab_).set_predicting(on);
  recording_.clear();
  if (on) follow_recording();
}

void PredictController::leave_map() {
  if (!on_) return;
  switch_on(false);
  // The line that ends it stays in the log, even if the command that has ended it is replaced there later.
  lab_.log().add("predict off");
  lab_.say(MessageKind::kInfo, "The prediction is left: \"Predict\" in the menu Search begins it again");
}

// If another recording is stepped, starts with its questions from the beginning.
void PredictController::follow_recording() {
  const std::string& key = lab_.query().recorded_key();
  const bool process = lab_.state().process != nullptr;
  if (key == recording_ || key == "none" || key.empty() || (!process && key != lab_.query().trace_key())) return;
  const bool another = !recording_.empty();
  recording_ = key;
  if (another) reset_score();
  go_to_question();
}

void PredictController::tick(double) {
  if (on_) follow_recording();
}

// Moves the cursor to the next question.
void PredictController::go_to_question() {
  if (const auto next = question(lab_.playback().cursor())) lab_.playback().jump(*next);
}

Status PredictController::begin_round(int questions) {
  if (lab_.state().process != nullptr && !process_asks()) return error_at("", std::string(kNothingAsked));
  lab_.query().solve_now();
  if (lab_.playback().empty()) return error_at("", "there is no recorded search to predict");
  switch_on(true);
  if (!question(lab_.playback().cursor())) lab_.playback().jump(0);
  reset_score();
  left_ = questions;
  hidden_names(lab_).follow();
  follow_recording();
  go_to_question();
  return success();
}

void PredictController::note_done(size_t event, bool hit) {
  tries_ = 0;
  // The question was asked before, and its answer was shown.
  if (event < done_to_) return;
  done_to_ = event + 1;
  ++asked_;
  hits_ += hit;
  if (left_) --*left_;
}

Status PredictController::answer(Cell cell) {
  if (!on_) return error_at("", "nothing is asked: switch the prediction on first");
  lab_.query().solve_now();
  follow_recording();
  if (left_ == 0) return error_at("", "the round is over: begin another one");
  if (lab_.state().process != nullptr && !process_asks()) return error_at("", std::string(kNothingAsked));
  const std::optional<size_t> asked = question(lab_.playback().cursor());
  if (!asked) {
    return error_at("", lab_.state().process == nullptr
                            ? "no node is expanded any more: step on to see how the search ends"
                            : "nothing more is asked: step on to see how it ends");
  }
  if (std::exchange(tried_event_, *asked) != *asked) tries_ = 0;
  lab_.playback().clock().pause();
  const Judgement judged = judge(*asked, cell);
  verdict_ = ShownJudgement{judged.kind, cell, {}, judged.reason};
  ++version_;
  const bool right = is_right(judged.kind);
  ++tries_;
  if (!right && tries_ < kTries) {
    lab_.playback().jump(*asked);
    return success();
  }
  if (!right) verdict_->text += " " + judged.told;
  verdict_->right = judged.right;
  note_done(*asked, right && tries_ == 1);
  // The cursor moves to the next question. If there is none, it moves to the event after this one.
  const std::optional<size_t> after = question(*asked + 1);
  lab_.playback().jump(after ? *after : *asked + 1);
  hidden_names(lab_).follow();
  return success();
}

std::string PredictController::question_text() const {
  if (lab_.state().process == nullptr) {
    return tries_ == 0 ? "Which node is expanded next? Click it." : "Which node is it then? One more try.";
  }
  const std::optional<size_t> asked = question(lab_.playback().cursor());
  if (!asked) return "Nothing more is asked: step on to see how it ends.";
  const std::string text = asked_of_process(lab_)->ask(lab_, *asked);
  return tries_ == 0 ? text : text + " One more try.";
}

std::vector<std::string> PredictController::lines() const {
  std::vector<std::string> lines;
  if (!on_) return lines;
  if (verdict_) {
    const char* word = verdict_->kind == AnswerKind::kExpanded ? "Right. " : is_right(verdict_->kind) ? "" : "No. ";
    lines.push_back(word + verdict_->text);
  }
  if (asks()) {
    lines.push_back(question_text());
  } else if (left_ == 0) {
    lines.push_back("The round is over.");
  } else if (lab_.playback().at_end() && !lab_.playback().empty()) {
    lines.push_back(lab_.state().process == nullptr ? "The search has ended." : "The last step is reached.");
  } else if (lab_.state().process != nullptr) {
    lines.push_back("Nothing is asked here: its steps come in the order of numbers. Step on.");
  }
  if (asked_ > 0 || left_) {
    std::string score = fmt::format("{} of {} right at the first try", hits_, asked_);
    if (left_.value_or(0) > 0) score += fmt::format(", {} to go", *left_);
    lines.push_back(std::move(score));
  }
  return lines;
}

PressResult PredictController::press(const PointerEvent& event, Cell cell) {
  const bool answers = asks() && event.button == 0 && state_.tool == Tool::kSelect && world_->map().contains(cell);
  return answers ? PressResult::kClickPending : PressResult::kIgnored;
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

void PredictController::late_setting_lines(std::vector<std::string>& lines) const {
  if (on_) lines.push_back("predict on");
}

}  // namespace strata
