// Purpose: The LessonController plays a lesson on the lab: it prepares the map of each step, takes answers, checks what
//          is built, and goes back. When the lesson is left, the map before it is open again.
// How: Answers are values of the state dump (lesson_truth.hpp). A step back returns to the moment before the step
//      (app/lab/lab_home.hpp).
// Errors: "FILE:LINE: reason" for what the lesson gives; the reason alone for what the learner does.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/features/lesson/lesson_progress.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/lab_home.hpp"
#include "app/lab/map_input_handler.hpp"
#include "app/lesson/lesson.hpp"
#include "app/lesson/lesson_judge.hpp"

namespace strata {

extern const Feature kLessonFeature;
extern const std::array<PaintStep, 1> kLessonPaint;
extern const std::array<LabelStep, 1> kLessonLabels;
std::span<const FeatureCommand> lesson_commands();

// Stands in a text for a value that the state does not have.
inline constexpr std::string_view kNoLessonValue = "[no value]";

// What the panel shows of the step.
struct ShownStep {
  std::string title;
  std::vector<std::string> texts;
  std::string question, hint, because, answer;  // answer: the right one, once the question is done
  std::vector<std::string> choices;
  std::vector<Cell> cells;  // that the texts point at
};

enum class LessonVerdict : uint8_t { kNone, kRight, kWrong, kTold };
std::string_view lesson_verdict_name(LessonVerdict verdict);

class LessonController : public FeatureController, public MapInputHandler {
 public:
  explicit LessonController(Lab& lab) : FeatureController(lab), progress_(lab.options().settings_path) {}

  // The next functions carry the commands of the same names out.
  Status open(const std::string& path);
  Status next();
  Status back();
  Status reset_step();
  Status reset_all();
  Status answer(std::vector<std::string> words);
  Status done();
  Status tell();  // gives the answer, or builds the model solution
  Status hint();
  Status close();
  Status hand_in(const std::string& path) const;  // writes the result file
  Status set_student(const std::string& id);

  bool is_open() const { return lesson_.has_value(); }
  const Lesson& lesson() const { return *lesson_; }
  size_t step_index() const { return step_; }
  const LessonStep& step() const { return lesson_->steps[step_]; }
  const LessonAnswerState& answer_state() const { return answers_[step_]; }
  std::span<const LessonAnswerState> answers() const { return answers_; }
  const ShownStep& shown() const { return shown_; }
  LessonVerdict verdict() const { return verdict_; }
  const std::string& reason() const { return reason_; }  // of the verdict
  bool hint_shown() const { return hint_shown_; }
  bool finished() const { return finished_; }
  const std::vector<std::string>& broken_limits() const { return broken_limits_; }
  const std::vector<Cell>& picked() const { return picked_; }  // cells that were clicked for an answer of several
  const std::string& student() const { return student_; }
  const std::string& folder() const { return folder_; }
  size_t asked() const;        // questions that are done
  size_t first_right() const;  // of these, answered at the first try
  // Returns what was done of a lesson: "2 of 5", "finished, 4 of 5 right", or nothing.
  std::string progress_text(const std::string& lesson) const;
  bool waits_for_cells() const;                  // a click on the map answers
  bool may_go_on() const;                        // the step's question is done, or it has none
  uint64_t version() const { return version_; }  // changes with all that is shown

  void tick(double dt_seconds) override;
  void map_changes(const MapChange& change) override;
  void map_changed(const MapChange& change) override;
  MapInputHandler* pointer() override { return this; }
  void dump(nlohmann::json& out) const override;

 private:
  friend class LessonReplay;  // it brings the map to what a student has built

  // MapInputHandler
  Press press(const PointerEvent& event, Cell cell) override;
  bool click(const PointerEvent& event, Cell cell) override;
  bool cancel() override;
  void query_changed() override { forget_verdict(); }

  Status enter(size_t step);
  Status come_to(size_t step);  // returns to the moment before the step, then enters it
  Status prepare();             // carries out what stands before the question, and reads the texts
  Status finish_question(bool solution);
  Status finish_as_before();                            // what the learner did of a question that is done
  std::vector<std::string> changed_since_base() const;  // the work, or nothing if it is that of the lesson
  void end();
  void read_limits();
  void forget_verdict();
  std::string chosen_before() const;
  std::string answer_told() const;
  std::string with_state(const std::string& text);
  Status needs_open() const;
  const LessonRecord* record() const;  // what was kept of the open lesson; null: nothing
  Status resume();                     // goes to the step where the lesson was left, with the answers that were given
  void note_progress();

  LessonProgress progress_;
  std::optional<Lesson> lesson_;
  std::string folder_, record_key_;
  std::optional<LabHome> home_;
  std::vector<LabMoment> moments_;  // before each step that was entered
  std::vector<LessonAnswerState> answers_;
  size_t step_ = 0;
  bool fresh_answer_ = false;  // the question of the step was done since the step was entered
  bool finished_ = false;
  ShownStep shown_;
  LessonVerdict verdict_ = LessonVerdict::kNone;
  std::string reason_;
  bool hint_shown_ = false;
  std::vector<std::string> broken_limits_;
  std::vector<Cell> picked_;
  std::vector<std::string> base_;  // the work when the lesson itself changed something last
  bool resuming_ = false;
  std::string student_;
  double since_ = 0;      // when the question was asked, by the lab's clock
  bool working_ = false;  // the controller itself changes the map
  bool limits_due_ = false;
  uint64_t version_ = 1;
};

LessonController& lesson_controller(const Lab& lab);

}  // namespace strata
