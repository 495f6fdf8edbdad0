// Purpose: The learner predicts the stepped search: which node does it expand next? A click on the map answers. The
//          reason of a right or wrong answer names f, g and h; after two wrong answers the right one is told. Of a
//          process the learner is asked what it brings (app/lab/process_questions.hpp).
// How: While it is on, the future of the search is hidden (app/lab/hidden.hpp). The cursor stands just before the next
//      expansion, and goes on to the next question after each answered one. Whether an answer is right, the recording
//      says (app/playback/next_expansion.hpp).
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

  static constexpr int kTries = 2;  // answers to a question

  // What was said of the last answer.
  struct Verdict {
    AnswerKind kind = AnswerKind::kTaken;
    Cell answer;
    std::optional<Cell> right;  // where the right node lies, once it was told
    std::string text;
  };

  bool on() const { return on_; }
  bool asks() const;  // a click on the map answers
  // The score: questions that are done, and how many of them were answered at the first try.
  int asked() const { return asked_; }
  int hits() const { return hits_; }
  int tries() const { return tries_; }
  std::optional<int> left() const { return left_; }  // questions left of a round; nullopt: no round
  const std::optional<Verdict>& verdict() const { return verdict_; }
  uint64_t version() const { return version_; }  // changes with all of these
  // Returns the question and what was said of the last answer in sentences, one on each line.
  std::vector<std::string> lines() const;

  void switch_on(bool on);
  Status begin_round(int questions);
  Status answer(Cell cell);

  void tick(double dt_seconds) override;
  void finish_updates() override { tick(0); }
  MapInputHandler* pointer() override { return this; }
  LogContributor* log_contributor() override { return this; }
  void rewrite_for_log(Command& command) const override;
  bool moves_cursor(const Command& command) const override;
  Press press(const PointerEvent& event, Cell cell) override;
  bool click(const PointerEvent& event, Cell cell) override;
  bool cancel() override;
  void dump(nlohmann::json& out) const override;
  void late_setting_lines(std::vector<std::string>& lines) const override;

 private:
  // An answer to the question about an event, and what is said of it.
  struct Judgement {
    AnswerKind kind = AnswerKind::kNotOpen;
    std::string reason;
    Cell right;        // a right answer,
    std::string told;  // and the sentence that gives it away
  };

  ExpansionOrder order() const;
  bool process_asks() const;  // what is stepped is a process that asks something
  std::optional<NextExpansion> next_expansion(size_t cursor) const;
  // Returns the event that the first question from a cursor on belongs to; nullopt: nothing is asked any more.
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
  size_t done_to_ = 0;      // questions about events before this one are not counted again
  std::string recording_;   // key of the recording that the questions are about
  size_t tried_event_ = 0;  // event of the question that tries_ belongs to
  std::optional<Verdict> verdict_;
  uint64_t version_ = 1;
};

PredictController& predict_controller(const Lab& lab);

}  // namespace strata
