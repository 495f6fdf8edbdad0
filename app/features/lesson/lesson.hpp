// Purpose: LessonController plays a lesson in the lab: it prepares the map of each step, judges answers, checks what
//          the learner builds, and goes back to earlier steps. When the lesson is closed, the user's work is restored.
// How: Right answers are values of the state dump (lesson_truth.hpp). Each visited step is stored as a scene, a copy of
//      the whole lab (app/lab/scene.hpp); going back opens that scene.
// Errors: "FILE:LINE: reason" for an error in the lesson; only the reason for an error of the learner.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/features/lesson/lesson_progress.hpp"
#include "app/features/lesson/lesson_saying.hpp"
#include "app/features/lesson/shown_simulation.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/map_input_handler.hpp"
#include "app/lab/saved_user_work.hpp"
#include "app/lab/scene.hpp"
#include "app/lesson/lesson.hpp"
#include "app/lesson/lesson_judge.hpp"

namespace strata {

class Simulation;

extern const Feature kLessonFeature;
extern const std::array<PaintStep, 1> kLessonPaint;
extern const std::array<LabelStep, 1> kLessonLabels;
std::span<const FeatureCommand> lesson_commands();

// What the panel of the lesson shows for the current step.
struct StepPanelContent {
  std::string title;
  std::vector<std::string> texts;
  // `hint` and `because` are the texts of the same names in the lesson; `answer` is the right answer, shown once the
  // question is done.
  std::string question, hint, because, answer;
  std::vector<std::string> choices;
  std::vector<Cell> cells;  // cells that the texts mention
};

enum class LessonVerdict : uint8_t { kNone, kRight, kWrong, kTold };
// Maximum length of a student's name. A letter of UTF-8 has up to four bytes.
inline constexpr size_t kMostStudentLetters = 60;
inline constexpr size_t kMostStudentBytes = 4 * kMostStudentLetters;
// Returns why a student cannot have this name; empty: it is a name.
std::string why_not_student(std::string_view name);

std::string_view lesson_verdict_name(LessonVerdict verdict);

void tell_of_refused_answer(Lab& lab, const Command& answer, const Error& error);

class LessonController : public FeatureController, public MapInputHandler {
 public:
  explicit LessonController(Lab& lab) : FeatureController(lab), progress_(lab.options().settings_path) {}

  // Each of the following functions executes the lesson command of the same name.
  Status open(const std::string& path);
  Status next();
  Status back();
  Status reset_step();
  Status reset_all();
  Status answer(std::vector<std::string> words);
  Status done();
  // Shows the right answer, or builds the model solution of a task.
  Status tell();
  Status hint();
  Status close();
  Status hand_in(const std::string& path);  // writes the result file
  Status set_student(const std::string& id);
  // Begins the open lesson again and goes to this step, as if the answers before it had been told. Until the lesson is
  // closed, the learner's stored progress stays as it is.
  Status begin_at(size_t step);

  bool is_open() const { return lesson_.has_value(); }
  const Lesson& lesson() const { return *lesson_; }
  size_t step_index() const { return step_; }
  const LessonStep& step() const { return lesson_->steps[step_]; }
  const LessonAnswerState& answer_state() const { return answers_[step_]; }
  std::span<const LessonAnswerState> answers() const { return answers_; }
  const StepPanelContent& shown() const { return shown_; }
  // The simulation that the step asks for; nullopt: it asks for none.
  const std::optional<ShownSimulation>& simulation() const { return simulation_; }
  LessonVerdict verdict() const { return verdict_; }
  // Returns the reason for the verdict on the last answer.
  const std::string& reason() const { return reason_; }
  bool hint_shown() const { return hint_shown_; }
  bool finished() const { return finished_; }
  const std::vector<std::string>& broken_limits() const { return broken_limits_; }
  const std::vector<Cell>& picked() const { return picked_; }  // cells clicked so far, for an answer with several cells
  const std::string& student() const { return student_; }
  const std::string& folder() const { return folder_; }
  // Returns the result file that was written since the lesson was finished; empty: none.
  const std::string& handed_in() const { return handed_in_; }
  // Returns the number of questions that are done.
  size_t asked() const;
  size_t first_right() const;  // number of questions that were answered right at the first try
  bool finished_before(const std::string& lesson) const;  // the learner has finished the lesson once
  // Returns the progress in a lesson: "step 2 of 5", "finished, 4 of 5 right", "finished, 4 of 5 right, now at step 2";
  // empty if it was not begun.
  std::string progress_text(const std::string& lesson) const;
  // Returns whether a click on the map gives an answer.
  bool waits_for_cells() const;
  // Returns an error if the learner has changed something that the step holds (lesson_holds.hpp), by a script or in a
  // result. `whole`: since the step was shown; else since the lesson's own last change.
  Status check_held(bool whole = false) const;
  // Returns whether the learner may go to the next step: the present one has no question, or its question is done.
  bool may_go_on() const;
  uint64_t version() const { return version_; }  // changes with everything that the panel shows

 private:
  friend class LessonReplay;  // LessonReplay replays the map changes of a student
  friend void tell_of_refused_answer(Lab& lab, const Command& answer, const Error& error);

  void tick(double dt_seconds) override;
  std::string held(const CommandInfo& command) const override;
  void map_changes(const MapChange& change) override;
  void map_changed(const MapChange& change) override;
  void dump(nlohmann::json& out) const override;

  // Functions of MapInputHandler.
  PressResult press(const PointerEvent& event, Cell cell) override;
  bool click(const PointerEvent& event, Cell cell) override;
  bool cancel() override;
  void query_changed() override { forget_verdict(); }

  Status enter(size_t step);
  // Shows a step that was visited before, by opening the scene stored for it.
  Status come_to(size_t step);
  void begin_step();  // clears the messages of the previous step
  // Executes the commands of the step that come before its question, and fills values into its texts.
  Status prepare();
  Status finish_question(bool solution);
  // Restores the learner's own work on a question that was done in an earlier run, and finishes the question.
  Status finish_as_before();
  // Returns the learner's changes since `base_` as commands; it is empty if the learner has changed nothing.
  std::vector<std::string> changed_since_base() const;
  size_t paint_lines() const;  // number of commands among them that paint
  void end();
  void read_limits();
  void take_back_held();
  void forget_verdict();
  void forget_unreadable();
  std::string chosen_before() const;
  std::string answer_told() const;
  std::string with_state(const std::string& text);
  Status needs_open() const;
  Status answer_simulation(const std::vector<std::string>& words);
  // Answers what is left of the simulation, as the lesson shows its answer.
  Status tell_simulation();
  // Brings the recording to the moment of the simulation after the answers that are given, and shows it. Answers that
  // do not fit the recording when the step begins are forgotten: they are of another version of the lesson.
  Status show_simulation();
  Result<std::unique_ptr<Simulation>> simulation_of_step() const;
  LessonVerdict done_verdict() const;  // of a question that is done
  // Returns the stored progress in the open lesson; null: there is none.
  const LessonRecord* record() const;
  // Reads the open lesson again, as the variant of the student.
  Status read_variant();
  // Goes to the step at which the learner left the lesson, and restores the earlier answers.
  Status resume();
  void note_progress();

  LessonProgress progress_;
  std::optional<Lesson> lesson_;
  std::string folder_, record_key_;
  std::optional<SavedUserWork> home_;
  // A stored state of the lab at a step, to return to: the scene, the texts of the step, and the value of
  // `base_` at that time.
  struct LessonStepSnapshot {
    Scene scene;
    StepPanelContent shown;
    std::vector<std::string> base;
  };
  struct StepSnapshots {
    // The state before the question of the step is answered.
    LessonStepSnapshot prepared;
    // The state after the question of the step is answered.
    std::optional<LessonStepSnapshot> finished;
  };
  LessonStepSnapshot stepped_to() const { return {scene_of(lab_), shown_, base_}; }
  Status show(size_t step, const LessonStepSnapshot& there);
  // The states of the visited steps, in order.
  std::vector<StepSnapshots> visits_;
  std::vector<LessonAnswerState> answers_;
  size_t step_ = 0;
  // The question of the step was answered during this visit, not during an earlier one.
  bool fresh_answer_ = false;
  bool finished_ = false;
  StepPanelContent shown_;
  std::optional<ShownSimulation> simulation_;
  // The moment of the recording at which the simulation of the step begins.
  size_t simulation_from_ = 0;
  LessonVerdict verdict_ = LessonVerdict::kNone;
  std::string reason_;
  bool hint_shown_ = false;
  std::vector<std::string> broken_limits_;
  std::vector<Cell> picked_;
  // The number of commands that had painted in this step when Esc last warned that they will be lost; 0: it has not.
  size_t painted_at_esc_ = 0;
  // The state of the lab after the lesson's own last change, as commands. The learner's changes are
  // measured against it.
  std::vector<std::string> base_;
  bool resuming_ = false;
  bool stores_progress_ = true;  // false: a run of show has opened the lesson at a step
  std::string student_, handed_in_;
  // The message about an answer that could not be read.
  std::string unreadable_;
  // The time at which the question was asked, by the lab's clock in seconds.
  double since_ = 0;
  // The map is being changed by the controller itself, not by the learner.
  bool working_ = false;
  bool limits_due_ = false;
  // The learner has painted; whether that was inside the cells of the step is looked at in the next tick.
  bool painted_ = false;
  // The position in the undo history after the lesson's own last change.
  size_t undo_base_ = 0;
  uint64_t version_ = 1;
};

LessonController& lesson_controller(const Lab& lab);

}  // namespace strata
