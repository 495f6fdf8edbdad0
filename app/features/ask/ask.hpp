// Purpose: AskController answers a question about the map that is more than one shortest path (ask_answer.hpp), and
//          keeps its answer up to date while the map, the query or the rules change.
// How: A thread searches the moves of the open world, without a copy; what changes the world ends the reading first
//      (app/lab/world_reader.hpp). On a small map a frame waits for the answer. While a gesture changes a large map,
//      nothing is asked until the gesture has ended. Stepping records the search apart from the answer.
// Shapes: The question and its settings are settings of the lab. Another map begins without a question.
// Threads: As for FeatureController.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/draw/painter.hpp"
#include "app/features/ask/ask_run.hpp"
#include "app/features/ask/ask_texts.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/map_input_handler.hpp"
#include "app/lab/world_reader.hpp"

namespace strata {

struct FeaturePanel;
struct PanelDialog;

extern const Feature kAskFeature;
FeaturePanel ask_panel();
PanelDialog ask_export_dialog();
extern const FeatureLayer kAnswerLayer;
extern const FeatureLayer kReachedLayer;  // a heat map of the costs
extern const FeatureTool kGoalsTool;
extern const std::array<PaintStep, 2> kAskPaint;
extern const std::array<LabelStep, 1> kAskLabels;
extern const std::array<FeatureCommand, 5> kAskCommands;
std::span<const LabSetting> ask_lab_settings();
// Returns how the search of a question is stepped; null: it is not.
const SteppedProcess* ask_steps(AskQuestion question);

// How the paths of an answer are drawn, the first one of kAlternatives first. All others are drawn as the last one.
struct AskPathLook {
  Rgba color = 0;
  float dash = 0;  // pixels; 0: solid
};
inline constexpr std::array<AskPathLook, 5> kAskPathLooks = {
    {{rgba(0x0b3d91), 0}, {rgba(0xaa4499), 9}, {rgba(0x807820), 4}, {rgba(0x2a8f82), 14}, {rgba(0x661100), 6}}};
inline const AskPathLook& ask_path_look(size_t path) {
  return kAskPathLooks[path < kAskPathLooks.size() ? path : kAskPathLooks.size() - 1];
}

class AskController : public FeatureController, public MapInputHandler, public WorldReader {
 public:
  // Largest number of goals besides that of the query.
  static constexpr size_t kMaxGoals = 64;

  explicit AskController(Lab& lab) : FeatureController(lab) {}

  const AskSettings& settings() const { return settings_; }
  AskQuestion question() const { return settings_.question; }
  bool asks() const { return settings_.question != AskQuestion::kShortest; }
  Status set(const AskSettings& settings);
  // Returns the goals besides that of the query.
  const std::vector<Cell>& goals() const { return goals_; }
  void set_goals(std::vector<Cell> goals);

  // Returns why the question is not answered, as a sentence; empty: it is, or will be.
  std::string_view why_not() const;
  // Returns the last answer; null: there is none. current() says whether it belongs to the present map, query and
  // settings.
  const AskAnswer* answer() const { return answer_.get(); }
  bool current() const { return answer_ != nullptr && answered_ == inputs(); }
  const AskTexts& texts() const { return texts_; }
  bool failed() const { return failed_for_ == inputs(); }  // memory ran out
  uint64_t version() const { return version_; }            // changes with the answer, the goals and the question
  // Returns a version of the picture of the answer that differs from those of the heat maps of the heuristic and of the
  // flow field, which have the same place in an overlay.
  uint64_t picture_version() const { return uint64_t{2} << 40 | version_; }
  Status write_csv(const std::string& path);

  // These functions step through the search of the question.
  bool stepped() const;
  // Returns why the search cannot be stepped; empty: it can.
  std::string_view why_not_stepped() const;
  Status begin_steps();
  void end_steps();
  // Records the search, unless the present recording is up to date.
  void record_steps();

  PressResult press(const PointerEvent& event, Cell cell) override;
  bool click(const PointerEvent& event, Cell cell) override;
  bool reading() const override { return run_.running(); }
  void finish_reading() override;
  void end_reading() override { run_.stop(); }
  void pause_reading(bool paused) override { paused ? run_.pause() : run_.resume(); }
  bool wants_clearance() const override { return settings_.question == AskQuestion::kWalls; }
  void leave_map() override;
  void map_changes(const MapChange& change) override;
  void map_changed(const MapChange& change) override;
  void tick(double) override;
  void finish_updates() override;
  Activity activity() const override { return run_.running() ? Activity::kWorks : Activity::kIdle; }
  void dump(nlohmann::json& out) const override;
  void setting_lines(std::vector<std::string>& lines) const override;
  void late_setting_lines(std::vector<std::string>& lines) const override;

 private:
  // Everything that the answer depends on.
  struct Inputs {
    AskQuestion question = AskQuestion::kShortest;
    uint64_t world = 0, revision = 0, rules = 0, settings = 0;
    PlanQuery query;
    friend bool operator==(const Inputs&, const Inputs&) = default;
  };

  Inputs inputs() const;
  std::vector<Cell> all_goals() const;  // that of the query first
  void change_question(AskQuestion question);
  // Starts a run if the answer is out of date.
  void follow();
  void take(std::optional<AskAnswer> answer);
  void drop_answer();
  void free_memory();
  bool is_large() const;

  AskSettings settings_;
  std::vector<Cell> goals_;
  AskRun run_;
  bool has_memory_ = false;  // a run has used memory for searches that was not freed since
  Inputs asked_, answered_;
  std::optional<Inputs> failed_for_;
  std::unique_ptr<AskAnswer> answer_;
  AskTexts texts_;
  uint64_t settings_version_ = 1, version_ = 1;
};

AskController& ask_controller(const Lab& lab);

}  // namespace strata
