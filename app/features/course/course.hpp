// Purpose: CourseController keeps the open dynamic scenario: its phases, whose queries are the rows of the scenario
//          (app/features/scenarios), the run of all of them, and the recording of a new one.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/features/course/course_phases.hpp"
#include "app/features/course/course_recorder.hpp"
#include "app/features/course/course_run.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/log_contributor.hpp"
#include "app/lab/scene_state_provider.hpp"

namespace strata {

struct FeaturePanel;
struct PanelDialog;

extern const Feature kCourseFeature;
extern const std::array<FeatureCommand, 10> kCourseCommands;
inline constexpr std::string_view kNoCourse = "no dynamic scenario is open";
inline constexpr std::string_view kNothingRecorded = "nothing is recorded";

class CourseController : public FeatureController, public LogContributor, public SceneStateProvider {
 public:
  explicit CourseController(Lab& lab) : FeatureController(lab) {}

  // Opens a scenario of version 2 with the map of its first phase, and takes the query from a row of it, from 0.
  Status open(const std::string& path, size_t row);
  Status close();  // the map stays as it is

  bool is_open() const { return course_ != nullptr; }
  const DynamicCourse& course() const { return *course_; }  // if is_open()
  size_t phase() const { return phase_; }                   // from 0
  // Changes the map into that of the phase, as an edit that can be undone.
  Status go(size_t phase);
  Status step(int by);
  Status play(bool on);
  bool playing() const { return playing_; }

  // A run lets the planners of the comparison do the whole scenario.
  Status run();
  Status cancel();
  bool running() const { return job_.running(); }
  double progress() const { return job_.progress(); }
  // Returns the totals of the last run; none while the future of a search is hidden from a learner.
  const std::vector<CourseTotals>& totals() const;
  // Returns whether rules, structures or options have changed since the run.
  bool outdated() const { return outdated_; }
  Status write_csv(const std::string& path) const;

  Status record(bool on);
  bool recording() const { return recording_; }
  const CourseRecorder* recorder() const { return recorder_ ? &*recorder_ : nullptr; }  // null: nothing is recorded
  Status save(const std::string& path);

 private:
  void tick(double dt_seconds) override;
  void finish_updates() override;
  Activity activity() const override;
  void map_changes(const MapChange& change) override;
  void map_changed(const MapChange& change) override;
  void query_changed() override;
  void content_lines(SavedContent& content) const override;
  std::any content() const override;
  void take_content(const std::any& content) override;
  void dump(nlohmann::json& out) const override;

  // A position in the undo history of the map from which on, up to the next mark, the phase is this one.
  struct PhaseMark {
    size_t position = 0, phase = 0;
  };
  struct SceneState {
    std::shared_ptr<const DynamicCourse> course;
    size_t phase = 0;
    std::vector<PhaseMark> marks;
    std::vector<CourseTotals> totals;
    WorldSetup measured;
    uint64_t measured_options = 0;
    bool outdated = false;
    std::optional<CourseRecorder> recorder;
    bool recording = false;
    std::optional<PlanQuery> last_query;
  };

  void take(std::shared_ptr<const DynamicCourse> course, size_t phase);
  void show_phase(size_t phase);
  void mark_phase();
  void forget_course();
  void take_totals(std::vector<CourseTotals> totals);
  void note_query();
  void end_recording(const std::string& why);
  uint64_t options_stamp() const;

  std::shared_ptr<const DynamicCourse> course_;  // null: none is open
  std::optional<CourseReplay> replay_;
  size_t phase_ = 0;
  std::vector<PhaseMark> marks_;
  bool playing_ = false;
  double due_ = 0;  // seconds since the last change while playing

  Job<std::vector<CourseTotals>> job_;
  std::vector<CourseTotals> totals_;
  WorldSetup measured_;
  uint64_t measured_options_ = 0;
  bool outdated_ = false;

  std::optional<CourseRecorder> recorder_;
  bool recording_ = false;
  Rect edited_;                          // cells that the present gesture may have changed
  std::optional<PlanQuery> last_query_;  // the query that was recorded last, or that of the beginning
  size_t last_moves_ = 0;                // number of undo steps of features at that time
};

CourseController& course_controller(const Lab& lab);
void add_course_menu(const Lab& lab, MenuList& list);  // adds to the menu of scenarios
FeaturePanel course_panel();
PanelDialog course_save_dialog();
PanelDialog course_csv_dialog();

}  // namespace strata
