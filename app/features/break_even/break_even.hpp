// Purpose: BreakEvenController computes, from the times that the comparison of planners shows, after how many queries
//          one planner overtakes another in total time, and up to how many queries per edit it stays ahead.
// How: Query times are those of the comparison, preprocessing times those of the last full builds, and the time of an
//      edit is the median of the last strokes. The bench program uses the same formulas, core/world/break_even.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/feature.hpp"
#include "app/lab/scene_state_provider.hpp"
#include "core/world/break_even.hpp"
#include "core/world/planner_costs.hpp"

namespace strata {

struct FeatureChart;
struct FeaturePanel;

extern const Feature kBreakEvenFeature;
extern const std::array<FeatureChart, 1> kBreakEvenCharts;
FeaturePanel break_even_panel();

class BreakEvenController : public FeatureController, public SceneStateProvider {
 public:
  static constexpr size_t kMaxStrokes = 31;  // number of strokes whose median is the time of an edit

  struct MeasuredPlanner {
    const Planner* planner = nullptr;
    PlannerTimes times;
  };

  // One row of results: a planner compared with the baseline, and the sentence that states the result.
  struct BaselineComparison {
    const Planner* planner = nullptr;
    BreakEven found;
    std::string text;
  };

  explicit BreakEvenController(Lab& lab) : FeatureController(lab) {}

  // Returns the planners that have found a path and whose times are known, in the order of the comparison.
  std::span<const MeasuredPlanner> lines() const { return lines_; }
  // In a BestPlannerRange, `planner` is an index into lines().
  std::span<const BestPlannerRange> leaders() const { return leaders_; }
  // Returns the planner that the others are compared with: the chosen one if it is in lines(), else the first; null if
  // lines() is empty.
  const MeasuredPlanner* baseline() const;
  // These functions return the results as text: leaders_text() says which planner leads from how many
  // queries on; pairs() compare each planner with the baseline on an unchanged map, and edits() compare them
  // when the map is edited.
  const std::string& leaders_text() const { return leaders_text_; }
  std::span<const BaselineComparison> pairs() const { return pairs_; }
  std::span<const BaselineComparison> edits() const { return edits_; }
  size_t strokes() const { return strokes_.size(); }
  bool logarithmic() const { return logarithmic_; }
  uint64_t version() const { return version_; }  // changes with the results

  void set_logarithmic(bool on) {
    logarithmic_ = on;
    ++version_;
  }
  Status set_baseline(const std::string& planner);

  void tick(double) override { read(); }
  void finish_updates() override { read(); }
  void map_changed(const MapChange& change) override;
  std::any content() const override { return strokes_; }
  void take_content(const std::any& content) override {
    strokes_ = std::any_cast<const std::vector<EditCosts>&>(content);
    read_ = 0;
  }
  void dump(nlohmann::json& out) const override;
  void setting_lines(std::vector<std::string>& lines) const override;

 private:
  void read();
  void say();
  uint64_t stamp() const;

  std::vector<MeasuredPlanner> lines_;
  std::vector<BestPlannerRange> leaders_;
  std::string leaders_text_;
  std::vector<BaselineComparison> pairs_, edits_;
  std::vector<EditCosts> strokes_;  // one entry per stroke, oldest first
  uint64_t noted_ = 0;              // number of edits that were counted
  uint64_t read_ = 0;               // stamp of the data that lines_ was computed from
  std::string against_ = "astar";
  bool logarithmic_ = true;
  uint64_t version_ = 1;
};

BreakEvenController& break_even_controller(const Lab& lab);

}  // namespace strata
