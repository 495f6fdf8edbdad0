// Purpose: The sweep in the lab: one number over a range of values, and what the planners of the comparison make of
// each,
//          for the query or for the scenario, as a chart. See sweep_work.hpp.
// Threads: As for FeatureController; the worlds of the sweep live in a thread of their own.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/features/sweep/sweep_work.hpp"
#include "app/lab/feature.hpp"

namespace strata {

struct FeaturePanel;

extern const Feature kSweepFeature;
FeaturePanel sweep_panel();

enum class SweepMeasure : uint8_t { kExpanded, kTime, kAboveOptimal, kBuild, kMemory };
inline constexpr int kSweepMeasures = 5;
std::string_view sweep_measure_name(SweepMeasure measure);   // "expanded"
std::string_view sweep_measure_title(SweepMeasure measure);  // "nodes expanded"

class SweepController : public FeatureController {
 public:
  static constexpr size_t kMostValues = 64, kMostQueries = 200;

  explicit SweepController(Lab& lab) : FeatureController(lab) {}

  const WorldSetting& setting() const { return *setting_; }
  int from() const { return from_; }
  int to() const { return to_; }
  int step() const { return step_; }
  SweepMeasure measure() const { return measure_; }
  bool over_scenario() const { return over_scenario_; }
  bool running() const { return job_.running(); }
  double progress() const { return job_.progress(); }
  // What the last sweep has measured, and of what; the setting is null before the first one.
  std::span<const SweepRow> rows() const;  // none while the future of a search is hidden
  const SweepTask& measured() const { return measured_; }
  uint64_t version() const { return version_; }  // changes with all of these
  bool outdated() const { return outdated_; }    // the map or the query has changed since it was measured
  // Why it could not begin when ticked last; empty: it could.
  const std::string& why_not() const { return why_not_; }

  Status choose_setting(const std::string& name, int from, int to, int step);
  void set_measure(SweepMeasure measure);
  void set_over_scenario(bool on);
  Status begin();
  Status cancel();

  void tick(double) override;
  void query_changed() override { note_change(); }
  void finish_updates() override;
  Activity activity() const override { return job_.running() ? Activity::kWorks : Activity::kRests; }
  void map_changed(const MapChange& change) override;
  void dump(nlohmann::json& out) const override;
  void setting_lines(std::vector<std::string>& lines) const override;

 private:
  std::vector<const Planner*> planners() const;
  std::vector<Query> queries() const;
  std::string reason_against() const;  // why it cannot begin now
  uint64_t needs_stamp() const;        // changes with what that depends on
  void note_change();
  void read();
  void take(std::vector<SweepRow> rows);

  const WorldSetting* setting_ = swept_settings().front();
  int from_ = setting_->row.sweep.from, to_ = setting_->row.sweep.to, step_ = setting_->row.sweep.step;
  SweepMeasure measure_ = SweepMeasure::kExpanded;
  bool over_scenario_ = false;
  SweepTask under_way_, measured_;  // without their maps
  std::vector<SweepRow> rows_;
  Job<std::vector<SweepRow>> job_;
  bool outdated_ = false;
  std::string why_not_;
  uint64_t why_not_of_ = 0;  // the stamp that it was found for
  uint64_t version_ = 1;
};

SweepController& sweep_controller(const Lab& lab);

}  // namespace strata
