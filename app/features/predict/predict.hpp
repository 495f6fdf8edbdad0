// Purpose: PredictController lets a learner predict which node the stepped search expands next. A click on the map is
//          the answer. The judgement of an answer gives its reason with f, g and h; after two wrong answers the right
//          one is shown. While the construction of a structure is stepped, app/features/predict/process_questions.hpp
//          has the questions.
// How: While it is on, the future of the search is hidden (app/lab/hidden_names.hpp). The cursor is just before
//      the next expansion, and moves on after each question. The recording decides which answers are
//      right (app/playback/next_expansion.hpp).
// Threads: As for FeatureController.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/draw/painter.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/log_contributor.hpp"
#include "app/lab/map_input_handler.hpp"
#include "app/playback/next_expansion.hpp"

namespace strata {

struct FeaturePanel;

extern const Feature kPredictFeature;
FeaturePanel predict_panel();
extern const std::array<PaintStep, 1> kPredictPaint;

class PredictController : public FeatureController, public MapInputHandler, public LogContributor {
 public:
  explicit PredictController(Lab& lab) : FeatureController(lab) {}

  // Number of tries that a learner has for one question.
  static constexpr int kTries = 2;

  // The judgement of the last answer.
  struct ShownJudgement {
    AnswerKind kind = AnswerKind::kExpanded;
    Cell answer;
    // The cell of the right node; nullopt: it was not shown to the learner.
    std::optional<Cell> right;
    std::string text;
  };

  bool on() const { return on_; }
  // Returns whether a click on the map is taken as an answer.
  bool asks() const;
  // The score: asked() is the number of questions that are done, hits() the number answered right at the first try.
  int asked() const { return asked_; }
  int hits() const { return hits_; }
  int tries() const { return tries_; }
  // Returns how many questions of a round are left; nullopt: no round was begun, so that questions go on without end.
  std::optional<int> left() const { return left_; }
  const std::optional<ShownJudgement>& verdict() const { return verdict_; }
  uint64_t version() const { return version_; }  // changes with all of the above
  // Returns the question and the judgement of the last answer, one sentence per line.
  std::vector<std::string> lines() const;

  void switch_on(bool on);
  Status begin_round(int questions);
  Status answer(Cell cell);

  void leave_map() override;
  void tick(double dt_seconds) override;
  void finish_updates() override { tick(0); }
  PressResult press(const PointerEvent& event, Cell cell) override;
  bool click(const PointerEvent& event, Cell cell) override;
  bool cancel() override;
  void dump(nlohmann::json& out) const override;
  void late_setting_lines(std::vector<std::string>& lines) const override;

 private:
  // The judgement of one answer.
  struct Judgement {
    AnswerKind kind = AnswerKind::kNotOpen;
    std::string reason;
    // The cell of a right answer.
    Cell right;
    // The sentence that tells the right answer.
    std::string told;
  };

  ExpansionOrder order() const;
  // Returns whether the construction of a structure is stepped, and has questions.
  bool process_asks() const;
  std::optional<NextExpansion> next_expansion(size_t cursor) const;
  // Returns the event that the first question at or after the cursor is about; nullopt: there is no question left.
  std::optional<size_t> question(size_t cursor) const;
  Judgement judge(size_t event, Cell cell) const;
  Judgement judge_process(size_t event, Cell cell) const;
  void go_to_question();
  void note_done(size_t event, bool hit);
  std::string question_text() const;
  void reset_score();
  void follow_recording();

  bool on_ = false;
  int asked_ = 0, hits_ = 0, tries_ = 0;
  std::optional<int> left_;
  // Questions about events before this one have been asked already and do not count again.
  size_t done_to_ = 0;
  // Identifies the recording that the questions so far were about.
  std::string recording_;
  // The event of the question that `tries_` counts the tries of.
  size_t tried_event_ = 0;
  std::optional<ShownJudgement> verdict_;
  uint64_t version_ = 1;
};

PredictController& predict_controller(const Lab& lab);

}  // namespace strata
