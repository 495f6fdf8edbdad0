// Purpose: The x-ray in the lab: the abstract path that is examined, taken apart against the optimal one, and what
//          remedies would gain.
// How: core/world/path_xray.hpp on a copy of the moves, core/world/xray_trial.hpp for remedies, both in the background.
//      The key of the answer is compared in every tick: after an edit, another query or other rules, running jobs are
//      cancelled, and what was found is out of date.
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
  std::string_view name;             // argument of xray.try
  std::string title;                 // "Clusters of 5 x 5 cells"
  std::string help;                  // what is tried, and where
  std::string apply;                 // command that applies the remedy; empty: there is none
  std::optional<LocalChange> local;  // in one place on level 1 of HPA* of `setup`; nothing: `setup` is tried
  std::optional<WorldSetup> setup;
  PlanOptions options;
  const Planner* planner = nullptr;  // planner that answers
};
// Returns the remedies for the planner on this world. `found`: its path, taken apart.
std::vector<XrayRemedy> xray_remedies(const World& world, const Planner& planner, const PlanOptions& options,
                                      const PathXray& found);

struct XrayGain {
  XrayTrial before, after;
};

class XrayController : public FeatureController {
 public:
  explicit XrayController(Lab& lab) : FeatureController(lab) {}

  bool on() const { return on_; }
  void switch_on(bool on);
  uint64_t asked() const { return asked_; }

  const Planner* planner() const { return planner_; }  // whose path is examined; null: there is none
  // Returns the path of the planner, taken apart; null: nothing was found yet. current(): it is that of the current
  // answer.
  const PathXray* found() const { return found_ ? &*found_ : nullptr; }
  bool current() const { return planner_ != nullptr && found_ && found_key_ == key_ && found_planner_ == planner_; }
  double progress() const { return job_.progress(); }
  const std::string& blame() const { return blame_; }
  const std::vector<CellId>& cells() const { return found_cells_; }  // cells of the path, before smoothing
  uint64_t version() const { return version_; }                      // changes with all of these

  const std::vector<XrayRemedy>& offers() const { return offers_; }
  Status begin_remedy_trial(std::string_view name);
  void drop_trial();
  std::string_view trial_name() const { return trial_name_; }  // remedy that is or was tried; empty: none
  bool trying() const { return trial_job_.running(); }
  const std::optional<XrayGain>& gain() const { return gain_; }
  bool trial_failed() const { return trial_failed_; }  // there was not enough memory for the trial

  void tick(double) override;
  void finish_updates() override;
  Activity activity() const override {
    return on_ && (job_.running() || trial_job_.running()) ? Activity::kWorks : Activity::kRests;
  }
  void dump(nlohmann::json& out) const override;
  void late_setting_lines(std::vector<std::string>& lines) const override;

 private:
  using Found = std::optional<PathXray>;
  using Tried = std::optional<XrayGain>;

  const PlannerRow* row_to_look_at() const;
  void follow();  // checks whether the answer has changed
  void start();
  void take(std::optional<Found> found);
  void take_trial(std::optional<Tried> tried);
  std::shared_ptr<const MoveGrid> moves_now();

  bool on_ = false;
  uint64_t asked_ = 0, version_ = 1;
  const Planner* planner_ = nullptr;
  std::string key_;  // key of all that the planner's answer depends on

  Job<Found> job_;
  const Planner* job_planner_ = nullptr;
  std::string job_key_, failed_key_;  // failed_key_: key of the last job that ran out of memory
  std::vector<CellId> job_cells_;

  Found found_;
  const Planner* found_planner_ = nullptr;
  std::string found_key_, blame_;
  std::vector<CellId> found_cells_;
  std::vector<XrayRemedy> offers_;

  Job<Tried> trial_job_;
  std::string trial_name_;
  std::optional<XrayGain> gain_;
  bool trial_failed_ = false;

  std::shared_ptr<const MoveGrid> moves_;  // copy for the jobs
  std::array<uint64_t, 3> moves_stamp_{};  // state of the world that moves_ was copied from
};

XrayController& xray_controller(const Lab& lab);

}  // namespace strata
