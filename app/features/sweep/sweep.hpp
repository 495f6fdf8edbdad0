// Purpose: SweepController measures how the planners of the comparison depend on one setting: it varies the setting
//          over a range, for the query or for the scenario, and shows a chart. See sweep_work.hpp.
// Threads: As for FeatureController; the worlds of the sweep are built and used in a thread.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/features/sweep/sweep_work.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/scene_state_provider.hpp"

namespace strata {

struct FeaturePanel;

extern const Feature kSweepFeature;
FeaturePanel sweep_panel();

enum class SweepMeasure : uint8_t { kExpanded, kTime, kAboveOptimal, kBuild, kMemory, kUpdate };
inline constexpr int kSweepMeasures = 6;
std::string_view sweep_measure_name(SweepMeasure measure);   // "expanded"
std::string_view sweep_measure_title(SweepMeasure measure);  // "nodes expanded"

class SweepController : public FeatureController, public SceneStateProvider {
 public:
  static constexpr size_t kMostValues = 64, kMostQueries = 200;

  explicit SweepController(Lab& lab) : FeatureController(lab) {}

  const WorldSetting& setting() const { return *setting_; }
  int from() const { return from_; }
  int to() const { return to_; }
  int step() const { return step_; }
  // Returns the value that a setting has in the open world, as a number of a sweep, see swept_value.
  int present_value(const WorldSetting& setting) const;
  SweepMeasure measure() const { return measure_; }
  bool over_scenario() const { return over_scenario_; }
  bool running() const { return job_.running(); }
  double progress() const { return job_.progress(); }
  // These functions return the task and the results of the last sweep. Before the first sweep, the `setting` of
  // the task is null.
  std::span<const SweepRow> rows() const;  // empty while the future of a search is hidden
  const SweepTask& measured() const { return measured_; }
  uint64_t version() const { return version_; }  // changes with task and results
  bool outdated() const { return outdated_; }    // the map or the query has changed since the sweep
  // Returns why no sweep could begin at the last tick; empty: it could.
  const std::string& why_not() const { return why_not_; }

  Status choose_setting(const std::string& name, int from, int to, int step);
  void set_measure(SweepMeasure measure);
  void set_over_scenario(bool on);
  Status begin();
  Status cancel();

  void tick(double) override;
  void query_changed() override { note_change(); }
  void finish_updates() override;
  Activity activity() const override { return job_.running() ? Activity::kWorks : Activity::kIdle; }
  void map_changed(const MapChange& change) override;
  std::any content() const override;
  void take_content(const std::any& content) override;
  void dump(nlohmann::json& out) const override;
  void setting_lines(std::vector<std::string>& lines) const override;

 private:
  std::vector<const Planner*> planners() const;
  std::vector<PlanQuery> queries() const;
  // Returns the values of the range, and the present value of the setting if it lies outside.
  std::vector<int> values() const;
  // Returns why a sweep cannot begin now; empty: it can.
  std::string reason_against() const;
  // Returns a number that changes with everything that reason_against() depends on.
  uint64_t needs_stamp() const;
  void note_change();
  void read();
  void take(std::vector<SweepRow> rows);

  struct SceneState {
    SweepTask measured;
    std::vector<SweepRow> rows;
    bool outdated = false;
  };
  const WorldSetting* setting_ = swept_settings().front();
  int from_ = setting_->row.sweep.from, to_ = setting_->row.sweep.to, step_ = setting_->row.sweep.step;
  SweepMeasure measure_ = SweepMeasure::kExpanded;
  bool over_scenario_ = false;
  // The tasks of the sweep that is under way and of the last complete one, without the maps.
  SweepTask under_way_, measured_;
  std::vector<SweepRow> rows_;
  Job<std::vector<SweepRow>> job_;
  bool outdated_ = false;
  std::string why_not_;
  // The number needs_stamp() for which `why_not_` was computed.
  uint64_t why_not_of_ = 0;
  uint64_t version_ = 1;
};

// The value of the setting with the least figure of the measure, for the planner that is stepped, or else for the first
// that was measured. Of values with equal figures it is the present one, or one within the range rather than at its
// edge.
struct BestSweptValue {
  const Planner* planner = nullptr;
  int value = 0;
  double figure = 0;
  // The value lies at the edge of the range that was measured, so that one beyond may be better: a wider range to
  // measure. Nullopt: it lies within, or the setting ends there.
  std::optional<SettingSweep> beyond = {};
};
std::optional<BestSweptValue> best_swept(const Lab& lab);

SweepController& sweep_controller(const Lab& lab);

}  // namespace strata
