#include "app/features/lesson/lesson.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/base/key_chords.hpp"
#include "app/features/gallery/gallery.hpp"
#include "app/features/lesson/lesson_holds.hpp"
#include "app/features/lesson/lesson_list.hpp"
#include "app/features/lesson/lesson_needs.hpp"
#include "app/features/lesson/lesson_truth.hpp"
#include "app/features/lesson/silent_commands.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/script_state.hpp"
#include "app/lab/setup.hpp"
#include "app/lab/state_value.hpp"
#include "app/lab/suspended_work.hpp"
#include "app/lab/undo_history.hpp"
#include "app/lesson/lesson_text.hpp"

namespace strata {
namespace {

// Adds the cells that a text mentions.
void add_cells(const std::string& text, std::vector<Cell>& cells) {
  const auto pieces = read_text(text);
  if (!pieces) return;
  for (const TextPiece& piece : pieces.value()) {
    if (piece.kind == TextPiece::Kind::kCell) cells.push_back(piece.cell);
  }
}

// Returns the name under which the counts of the structure are hidden that the question asks about; empty: of none.
std::string asked_counts(const LessonStep& step) {
  if (!step.ask || !step.ask->is_key) return {};
  const std::string structure = step.ask->answer.substr(0, step.ask->answer.find('.'));
  return has_counts(structure) ? counts_name(structure) : std::string();
}

}  // namespace

// Keys of a lesson: digits answer a choice, Ctrl+Enter goes on or submits a task, Ctrl+Backspace goes back.
static std::string_view lesson_keys(const Lab& lab, const KeyChord& chord) {
  static constexpr std::array<std::string_view, 8> kChoices = {"lesson.answer 1", "lesson.answer 2", "lesson.answer 3",
                                                               "lesson.answer 4", "lesson.answer 5", "lesson.answer 6",
                                                               "lesson.answer 7", "lesson.answer 8"};
  const LessonController& controller = lesson_controller(lab);
  if (!controller.is_open()) return {};
  if (chord == KeyChord{key::kEnter, modifier::kControl}) {
    return controller.step().builds() && !controller.answer_state().done ? "lesson.done" : "lesson.next";
  }
  if (chord == KeyChord{key::kBackspace, modifier::kControl}) return "lesson.back";
  const auto digit = static_cast<size_t>(chord.key - '1');
  const bool chooses = controller.step().ask && controller.step().ask->kind == LessonQuestionKind::kChoice;
  if (chord.mods != 0 || !chooses || controller.answer_state().done) return {};
  return digit < controller.step().ask->choices.size() ? kChoices[digit] : std::string_view();
}

const Feature kLessonFeature = {.name = "lesson",
                                .title = "Lesson",
                                .commands = lesson_commands(),
                                .paint = kLessonPaint,
                                .labels = kLessonLabels,
                                .keys_now = lesson_keys,
                                .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
                                  return std::make_unique<LessonController>(lab);
                                }};

LessonController& lesson_controller(const Lab& lab) {
  return static_cast<LessonController&>(lab.controller(kLessonFeature));
}

Status LessonController::needs_open() const {
  return is_open() ? success() : Status(error_at("", "no lesson is open: choose one under Help > Lessons"));
}

Status LessonController::open(const std::string& path) {
  Result<Lesson> read = load_lesson(path, student_);
  if (!read) return read.error();
  if (is_open()) {
    if (Status closed = close(); !closed) return closed;
  }
  lab_.gestures().finish();
  // An open card is left, so that what comes back later is the work from before it.
  if (GalleryController& gallery = gallery_controller(lab_); gallery.can_leave()) gallery.leave();
  lab_.finish_updates();
  home_.emplace(lab_);
  suspended_work(lab_).put(this, home_->unsaved(), [this] {
    const std::string title = lesson_->title;
    (void)close();
    lab_.say(MessageKind::kInfo, fmt::format("The lesson was left: {}", title));
  });
  lesson_ = std::move(read.value());
  record_key_ = record_key(*lesson_);
  folder_ = std::filesystem::path(path).parent_path().string();
  if (folder_.empty()) folder_ = ".";
  answers_.assign(lesson_->steps.size(), {});
  visits_.clear();
  step_ = 0;
  finished_ = false;
  stores_progress_ = true;
  const LessonRecord* record = this->record();
  if (student_.empty() && record != nullptr) student_ = record->student;
  const Status varied = read_variant();
  {
    // The settings of the user must not affect the lesson, so that all are reset.
    const SilentCommandScope quiet(lab_, working_);
    reset_settings(lab_);
  }
  Status entered = varied ? enter(0) : varied;
  if (entered) entered = resume();
  if (!entered) (void)close();
  return entered;
}

const LessonRecord* LessonController::record() const {
  if (const LessonRecord* own = progress_.of(record_key_); own != nullptr) return own;
  // Earlier versions of the program stored the progress under the id alone.
  const bool is_stock =
      std::ranges::any_of(lesson_list(), [&](const LessonEntry& one) { return one.id == lesson_->id; });
  return is_stock ? nullptr : progress_.of(lesson_->id);
}

Status LessonController::resume() {
  const LessonRecord* record = this->record();
  const size_t steps = lesson_->steps.size();
  if (record == nullptr || record->version != lesson_->version || record->finished) return success();
  if (record->answers.size() != steps || record->step >= steps) return success();
  // The lesson's maps depend on the student, so that progress of another student cannot be used.
  if (lesson_->by_student && record->student != student_) return success();
  const SilentCommandScope quiet(lab_, working_);
  answers_ = record->answers;
  const size_t wanted = record->step;
  resuming_ = true;
  reset_settings(lab_);
  Status entered = prepare();
  for (size_t at = 0; entered && at < wanted && may_go_on(); ++at) {
    // The next step starts from the map as the learner left it.
    if (!answers_[at].left.empty()) entered = return_to(lab_, {answers_[at].left});
    if (entered) entered = enter(at + 1);
  }
  resuming_ = false;
  if (entered) note_progress();
  return entered;
}

Status LessonController::finish_as_before() {
  const LessonAnswerState& state = answers_[step_];
  if (!state.told && !state.work.empty() && !state.work.back().empty()) {
    if (Status returned = return_to(lab_, {state.work.back()}); !returned) return returned;
  }
  return finish_question(state.told || step().ask);
}

std::vector<std::string> LessonController::changed_since_base() const {
  std::vector<std::string> now = work_of(lab_);
  return now == base_ ? std::vector<std::string>() : now;
}

void LessonController::note_progress() {
  // While an earlier visit is being restored, the stored progress is not changed.
  if (resuming_ || !stores_progress_) return;
  progress_.note(record_key_, {lesson_->version, step_, finished_, student_, answers_, {}});
  if (Status saved = progress_.save(); !saved) lab_.say(MessageKind::kWarning, saved.error().message());
}

void LessonController::end() {
  hold_search(lab_, false);
  hidden_names(lab_).show_all();
  suspended_work(lab_).drop(this);
  suspended_work(lab_).give_borrowed_back();
  lesson_.reset();
  home_.reset();
  visits_.clear();
  answers_.clear();
  shown_ = {};
  simulation_.reset();
  verdict_ = LessonVerdict::kNone;
  reason_.clear();
  broken_limits_.clear();
  picked_.clear();
  step_ = 0;
  finished_ = hint_shown_ = limits_due_ = false;
  ++version_;
}

Status LessonController::close() {
  if (Status open = needs_open(); !open) return open;
  lab_.gestures().finish();
  {
    const SilentCommandScope quiet(lab_, working_);
    const SavedUserWork home = std::move(*home_);
    end();
    home.restore(lab_);
  }
  return success();
}

std::string LessonController::with_state(const std::string& text) {
  if (!has_values(text)) return text;
  const Result<nlohmann::json> state = lesson_state(lab_, *lesson_, {}, folder_);
  return with_state_values(text, state ? state.value() : nlohmann::json::object());
}

void LessonController::begin_step() {
  hold_search(lab_, false);
  verdict_ = LessonVerdict::kNone;
  reason_.clear();
  broken_limits_.clear();
  picked_.clear();
  painted_at_esc_ = 0;
  handed_in_.clear();
  unreadable_.clear();
  hint_shown_ = fresh_answer_ = limits_due_ = painted_ = false;
  shown_ = {};
  simulation_.reset();
  since_ = state_.seconds;
  ++version_;
}

Status LessonController::prepare() {
  const LessonStep& now = step();
  begin_step();
  if (lesson_->by_student) {
    lab_.scripts().remember("SEED", std::to_string(lesson_seed(lesson_->id, student_)));
  }
  // Values in texts are read before anything is hidden.
  std::vector<LessonAction> commands, hides;
  for (const LessonAction& action : now.before) {
    (action.kind == LessonAction::Kind::kCommand ? commands : hides).push_back(action);
  }
  if (Status ran = run_lesson_actions(lab_, *lesson_, commands, folder_); !ran) return ran;
  if (now.ask && (now.ask->kind == LessonQuestionKind::kNext || now.ask->kind == LessonQuestionKind::kOrder)) {
    if (Status stepped = lab_.execute(fmt::format("step.to {}", moment_of_question(lab_))); !stepped) return stepped;
  }
  shown_.title = now.title;
  for (const std::string& text : now.texts) shown_.texts.push_back(with_state(text));
  shown_.question = with_state(now.ask ? now.ask->text : now.build);
  shown_.hint = with_state(now.hint);
  if (now.ask) {
    for (const std::string& choice : now.ask->choices) shown_.choices.push_back(with_state(choice));
  }
  for (const std::string& text : shown_.texts) add_cells(text, shown_.cells);
  add_cells(shown_.question, shown_.cells);
  if (const std::string counts = asked_counts(now); !counts.empty()) {
    hides.push_back({LessonAction::Kind::kHide, now.ask->line, {"hide", {counts}}});
  }
  if (Status ran = run_lesson_actions(lab_, *lesson_, hides, folder_); !ran) return ran;
  base_ = work_of(lab_);
  undo_base_ = lab_.undo_history().position();
  visits_.resize(step_);
  visits_.push_back({stepped_to(), {}});
  if (Status shown = show_simulation(); !shown) return shown;
  if (answers_[step_].done) {
    verdict_ = done_verdict();
    shown_.answer = chosen_before();
    return resuming_ ? finish_as_before() : finish_question(true);
  }
  limits_due_ = now.builds();
  hold_search(lab_, true);
  return success();
}

Status LessonController::enter(size_t step) {
  const SilentCommandScope quiet(lab_, working_);
  step_ = step;
  visits_.resize(step);
  return prepare();
}

Status LessonController::come_to(size_t step) {
  const StepSnapshots& visit = visits_[step];
  return show(step, answers_[step].done && visit.finished ? *visit.finished : visit.prepared);
}

Status LessonController::show(size_t step, const LessonStepSnapshot& there) {
  const SilentCommandScope quiet(lab_, working_);
  lab_.gestures().finish();
  step_ = step;
  begin_step();
  const LessonAnswerState& state = answers_[step];
  Status opened = open_scene(lab_, there.scene, SceneUndoScope::kAll);
  shown_ = there.shown;
  base_ = there.base;
  undo_base_ = lab_.undo_history().position();
  if (state.done) verdict_ = done_verdict();
  if (state.done && this->step().ask && this->step().ask->simulates()) {
    simulation_.emplace().steps = state.steps.size();
  } else if (opened) {
    opened = show_simulation();
  }
  limits_due_ = this->step().builds() && !state.done;
  hold_search(lab_, true);
  note_progress();
  return opened;
}

bool LessonController::may_go_on() const { return !step().asks() || answer_state().done; }

Status LessonController::next() {
  if (Status open = needs_open(); !open) return open;
  if (!may_go_on()) return error_at("", "the question of this step is not answered yet");
  if (step_ + 1 == lesson_->steps.size()) {
    if (finished_) return error_at("", "this was the last step");
    finished_ = true;
    ++version_;
    note_progress();
    return success();
  }
  lab_.gestures().finish();
  // If the learner goes on from a step that was already answered before, changes made since do not count.
  const bool again = step_ + 1 < visits_.size() && !fresh_answer_;
  if (Status held = again ? success() : check_held(); !held) return held;
  if (!again) {
    visits_.resize(step_ + 1);
    // If the step was begun again after its answer, the answers do not lead to the present state, so that all commands
    // of the state are stored.
    answers_[step_].left = step().asks() && !fresh_answer_ ? work_of(lab_) : changed_since_base();
  }
  if (again) return come_to(step_ + 1);
  const LessonStepSnapshot left = stepped_to();
  const size_t from = step_;
  const bool fresh = fresh_answer_;
  Status entered = enter(from + 1);
  if (!entered) {
    // If the next step cannot be prepared, because the learner has painted on the map, the lesson returns to this one.
    (void)show(from, left);
    fresh_answer_ = fresh;
  }
  note_progress();
  return entered;
}

Status LessonController::back() {
  if (Status open = needs_open(); !open) return open;
  if (finished_) {
    finished_ = false;
    ++version_;
    return success();
  }
  if (step_ == 0) return error_at("", "this is the first step");
  return come_to(step_ - 1);
}

Status LessonController::reset_step() {
  if (Status open = needs_open(); !open) return open;
  finished_ = false;
  return come_to(step_);
}

Status LessonController::reset_all() {
  if (Status open = needs_open(); !open) return open;
  answers_.assign(lesson_->steps.size(), {});
  finished_ = false;
  visits_.resize(1);
  return come_to(0);
}

// Executes the actions after the question. `solution`: including those of a model solution.
Status LessonController::finish_question(bool solution) {
  const SilentCommandScope quiet(lab_, working_);
  const LessonStep& now = step();
  hold_search(lab_, false);
  std::vector<LessonAction> after;
  for (const LessonAction& action : now.after) {
    if (solution || action.kind != LessonAction::Kind::kCommand) after.push_back(action);
  }
  if (const std::string counts = asked_counts(now); !counts.empty() && hidden_names(lab_).hides(counts)) {
    after.push_back({LessonAction::Kind::kShow, now.ask->line, {"show", {counts}}});
  }
  // Showing the answer may fail if the learner has painted on the map. The question counts as done all the same.
  if (Status ran = run_lesson_actions(lab_, *lesson_, after, folder_); !ran) {
    lab_.say(MessageKind::kWarning, ran.error().message());
  }
  hold_search(lab_, true);
  shown_.because = with_state(now.because);
  add_cells(shown_.because, shown_.cells);
  limits_due_ = false;
  broken_limits_.clear();
  picked_.clear();
  ++version_;
  base_ = work_of(lab_);
  if (solution) undo_base_ = lab_.undo_history().position();
  visits_[step_].finished = stepped_to();
  note_progress();
  return success();
}

Status LessonController::answer(std::vector<std::string> words) {
  if (Status open = needs_open(); !open) return open;
  const LessonStep& now = step();
  if (!now.ask)
    return error_at("",
                    now.builds() ? "this step has something built: lesson.done checks it" : "this step asks nothing");
  LessonAnswerState& state = answers_[step_];
  if (state.done) return error_at("", "the question is answered already");
  if (Status there = planners_of_step(lab_, *lesson_, now); !there) return there;
  if (Status held = check_held(); !held) return held;
  if (now.ask->simulates()) return answer_simulation(words);
  const Result<LessonSolution> truth = lesson_truth(lab_, *lesson_, now, folder_);
  if (!truth) return truth.error();
  const Result<bool> judged = judge_lesson_answer(*now.ask, truth.value(), words);
  if (!judged) return judged.error();
  const bool right = judged.value();
  forget_unreadable();
  state.work.push_back(changed_since_base());
  std::string why;
  const bool last_try = state.tries + 1 >= now.ask->tries();
  if (now.ask->kind == LessonQuestionKind::kNext) {
    why = " " + expansion_reason(lab_, cell_of(words.front()).value_or(Cell{}), right || last_try);
  } else if (const std::string reason = right ? std::string() : reason_of_choice(*now.ask, words); !reason.empty()) {
    why = " " + with_state(reason);
  }
  ++version_;
  ++state.tries;
  std::string given;
  for (const std::string& word : words) given += given.empty() ? word : " " + word;
  state.answers.push_back(std::move(given));
  picked_.clear();
  if (!right && !last_try) {
    verdict_ = LessonVerdict::kWrong;
    reason_ = fmt::format("Not right.{} You have one more try.", why);
    hint_shown_ = !now.hint.empty();
    add_cells(shown_.hint, shown_.cells);
    return success();
  }
  state.done = fresh_answer_ = true;
  state.first = right && state.tries == 1;
  state.told = !right;
  state.seconds = state_.seconds - since_;
  verdict_ = right ? LessonVerdict::kRight : LessonVerdict::kTold;
  shown_.answer = now.ask->kind == LessonQuestionKind::kChoice ? with_state(truth.value().value)
                                                               : lesson_answer_text(*now.ask, truth.value());
  reason_ = right ? "Right." + why : answer_told() + why;
  return finish_question(true);
}

// Takes the message about an answer that could not be read from the status bar.
void LessonController::forget_unreadable() {
  if (unreadable_.empty()) return;
  std::erase_if(lab_.mutable_state().messages, [&](const Message& message) {
    return message.text.ends_with(unreadable_.substr(1));  // the message begins with a capital letter
  });
  unreadable_.clear();
  reason_.clear();
}

Status LessonController::done() {
  if (Status open = needs_open(); !open) return open;
  const LessonStep& now = step();
  if (!now.builds()) return error_at("", "this step has nothing built");
  LessonAnswerState& state = answers_[step_];
  if (state.done) return error_at("", "this is built already");
  lab_.gestures().finish();
  if (Status there = planners_of_step(lab_, *lesson_, now); !there) return there;
  if (Status held = check_held(); !held) return held;
  const Result<nlohmann::json> is = lesson_state(lab_, *lesson_, {}, folder_);
  if (!is) return is.error();
  reason_.clear();
  for (const auto* tests : {&now.limits, &now.checks}) {
    for (const LessonTest& test : *tests) {
      if (check_state(is.value(), test.words())) continue;
      if (!reason_.empty()) reason_ += " ";
      reason_ += saying_of(lab_, test, is.value());
    }
  }
  ++version_;
  ++state.tries;
  state.answers.push_back(reason_.empty() ? "holds" : "does not hold");
  state.work = {work_of(lab_)};
  state.map_hash = state_value(is.value(), "map.hash").value_or("");
  if (!reason_.empty()) {
    reason_ = "Not yet. " + reason_;
    verdict_ = LessonVerdict::kWrong;
    hint_shown_ = !now.hint.empty();
    add_cells(shown_.hint, shown_.cells);
    return success();
  }
  state.done = fresh_answer_ = true;
  state.first = state.tries == 1;
  state.seconds = state_.seconds - since_;
  verdict_ = LessonVerdict::kRight;
  reason_ = "Right.";
  return finish_question(false);
}

Status LessonController::tell() {
  if (Status open = needs_open(); !open) return open;
  const LessonStep& now = step();
  if (!now.asks()) return error_at("", "this step asks nothing");
  LessonAnswerState& state = answers_[step_];
  if (state.done) return error_at("", "the question is answered already");
  forget_unreadable();
  state.seconds = state_.seconds - since_;
  if (now.ask) {
    if (Status held = check_held(); !held) return held;
    if (now.ask->simulates()) {
      if (Status told = tell_simulation(); !told) return told;
    } else {
      const Result<LessonSolution> truth = lesson_truth(lab_, *lesson_, now, folder_);
      if (!truth) return truth.error();
      shown_.answer = now.ask->kind == LessonQuestionKind::kChoice ? with_state(truth.value().value)
                                                                   : lesson_answer_text(*now.ask, truth.value());
    }
  } else if (Status again = come_to(step_); !again) {
    return again;  // the model solution starts from the map of the step
  }
  state.done = state.told = fresh_answer_ = true;
  verdict_ = LessonVerdict::kTold;
  reason_ = now.ask             ? answer_told()
            : now.after.empty() ? "The lesson goes on without a planner of yours: this does not count as right."
                                : "This is one way to build it.";
  return finish_question(true);
}

Status LessonController::hint() {
  if (Status open = needs_open(); !open) return open;
  if (step().hint.empty()) return error_at("", "this step has no hint");
  hint_shown_ = true;
  add_cells(shown_.hint, shown_.cells);
  ++version_;
  return success();
}

// Withdraws the verdict on a task once the learner changes the map.
void LessonController::forget_verdict() {
  if (working_ || !is_open() || !step().builds() || answer_state().done || verdict_ != LessonVerdict::kWrong) return;
  verdict_ = LessonVerdict::kNone;
  reason_.clear();
  ++version_;
}

void LessonController::map_changed(const MapChange& change) {
  forget_verdict();
  if (!is_open() || working_ || change.what == MapChange::Kind::kEdit) return;
  limits_due_ = step().builds();
  painted_ = true;
}

void LessonController::read_limits() {
  limits_due_ = false;
  std::vector<std::string> broken;
  const Result<nlohmann::json> is = lesson_state(lab_, *lesson_, {}, folder_);
  if (!is) return;
  for (const LessonTest& test : step().limits) {
    if (!check_state(is.value(), test.words())) broken.push_back(saying_of(lab_, test, is.value()));
  }
  if (broken == broken_limits_) return;
  broken_limits_ = std::move(broken);
  ++version_;
}

void LessonController::tick(double) {
  if (painted_ && is_open() && !state_.painting) take_back_held();
  if (!limits_due_ || !is_open() || state_.painting || state_.solving || answer_state().done) return;
  if (step().limits.empty()) {
    limits_due_ = false;
    return;
  }
  const SilentCommandScope quiet(lab_, working_);
  read_limits();
}

}  // namespace strata
