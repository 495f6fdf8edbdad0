// Purpose: XrayController explains why an abstract path is longer than the optimal path: it divides the difference into
//          its causes, and tries changes that might remove them.
// How: core/world/path_xray.hpp runs on a copy of the moves, and core/world/xray_trial.hpp tries changes, both in the
//      background. Each tick compares the key of the planner's answer with the one that was examined. After an edit or
//      with another query or rules the keys differ; then running jobs are cancelled and results are out of date.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/draw/painter.hpp"
#include "app/lab/feature.hpp"
#include "core/base/job.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/path_xray.hpp"
#include "core/world/xray_trial.hpp"

namespace strata {

struct FeaturePanel;

extern const Feature kXrayFeature;
FeaturePanel xray_panel();
extern const std::array<PaintStep, 1> kXrayPaint;
extern const std::array<LabelStep, 1> kXrayLabels;

// A change that might make the path cheaper.
struct XrayRemedy {
  std::string_view name;  // argument of xray.try
  std::string title;      // title: "Clusters of 5 x 5 cells"
  // Says what the change is and where it is made.
  std::string help;
  std::string apply;  // the command that applies the remedy; empty: none
  // A change at one place on level 1 of HPA*; nullopt: the options in `setup` are tried instead.
  std::optional<LocalGraphChange> local;
  std::optional<WorldSetup> setup;
  PlanOptions options;
  // The planner that the change is tried with.
  const Planner* planner = nullptr;
};
// Returns the changes to try for the planner in this world; none if its path is optimal. `found` is the decomposition
// of the path.
std::vector<XrayRemedy> xray_remedies(const World& world, const Planner& planner, const PlanOptions& options,
                                      const PathXray& found);

struct XrayTrialPair {
  XrayTrial before, after;
};

class XrayController : public FeatureController {
 public:
  explicit XrayController(Lab& lab) : FeatureController(lab) {}

  bool on() const { return on_; }
  void switch_on(bool on);

  const Planner* planner() const { return planner_; }  // the planner whose path is examined; null: none
  // Returns the decomposition of the planner's path; null: there is none yet. current() says whether it belongs to the
  // planner's present answer.
  const PathXray* found() const { return found_ ? &*found_ : nullptr; }
  bool current() const { return planner_ != nullptr && found_ && found_key_ == key_ && found_planner_ == planner_; }
  double progress() const { return job_.progress(); }
  const std::string& blame() const { return blame_; }
  // Returns the cells of the examined path before it was smoothed.
  const std::vector<CellId>& cells() const { return found_cells_; }
  uint64_t version() const { return version_; }  // changes with all of the above

  const std::vector<XrayRemedy>& offers() const { return offers_; }
  Status begin_remedy_trial(std::string_view name);
  void drop_trial();
  // Returns the name of the change that is or was tried; empty: none.
  std::string_view trial_name() const { return trial_name_; }
  bool trying() const { return trial_job_.running(); }
  const std::optional<XrayTrialPair>& gain() const { return gain_; }
  bool trial_failed() const { return trial_failed_; }  // the trial ran out of memory

  void leave_map() override;
  void map_changed(const MapChange& change) override;
  void tick(double) override;
  void finish_updates() override;
  Activity activity() const override {
    return on_ && (job_.running() || trial_job_.running()) ? Activity::kWorks : Activity::kIdle;
  }
  void dump(nlohmann::json& out) const override;
  void late_setting_lines(std::vector<std::string>& lines) const override;

 private:
  using XrayResult = std::optional<PathXray>;
  using TrialResult = std::optional<XrayTrialPair>;

  const PlannerRow* row_to_look_at() const;
  // Checks whether the planner's answer has changed since it was examined.
  void follow();
  void start();
  void take(std::optional<XrayResult> found);
  void take_trial(std::optional<TrialResult> tried);
  std::shared_ptr<const MoveGrid> moves_now();

  bool on_ = false;
  uint64_t version_ = 1;
  const Planner* planner_ = nullptr;
  // Identifies the inputs that the planner's answer depends on.
  std::string key_;

  Job<XrayResult> job_;
  const Planner* job_planner_ = nullptr;
  // The keys of the running job, and of the last job that ran out of memory.
  std::string job_key_, failed_key_;
  std::vector<CellId> job_cells_;

  XrayResult found_;
  const Planner* found_planner_ = nullptr;
  std::string found_key_, blame_;
  std::vector<CellId> found_cells_;
  std::vector<XrayRemedy> offers_;

  Job<TrialResult> trial_job_;
  std::string trial_name_;
  std::optional<XrayTrialPair> gain_;
  bool trial_failed_ = false;

  std::shared_ptr<const MoveGrid> moves_;  // copy of the moves for the jobs
  // The stamp of the world when `moves_` was copied.
  std::array<uint64_t, 3> moves_stamp_{};
};

XrayController& xray_controller(const Lab& lab);
// Returns whether the map shows the X-ray at the cursor: while a single search is stepped, only at its end.
bool xray_drawn_at_cursor(const Lab& lab);

}  // namespace strata
