// Purpose: "Does it pay?" in the lab: from the times of the comparison, after how many queries each planner is ahead of
//          each other one, and how many queries to an edit keep it there.
// How: The time of a query is that in the comparison, the time of the preparation that of the last full build, the time
//      of an edit the median of the last strokes. The arithmetic is that of the bench program,
//      core/world/break_even.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/feature.hpp"
#include "core/world/break_even.hpp"
#include "core/world/planner_costs.hpp"

namespace strata {

struct FeatureChart;
struct FeaturePanel;

extern const Feature kPayFeature;
extern const std::array<FeatureChart, 1> kPayCharts;
FeaturePanel pay_panel();

class BreakEvenController : public FeatureController {
 public:
  static constexpr size_t kMaxStrokes = 31;  // strokes whose median is the time of an edit

  struct PlannerLine {
    const Planner* planner = nullptr;
    PlannerTimes times;
  };

  // The comparison of a planner with the baseline, in words.
  struct Sentence {
    const Planner* planner = nullptr;
    BreakEven found;
    std::string text;
  };

  explicit BreakEvenController(Lab& lab) : FeatureController(lab) {}

  // Planners that have found a path and whose times are known, in the order of the comparison.
  std::span<const PlannerLine> lines() const { return lines_; }
  std::span<const Leader> leaders() const { return leaders_; }  // their planners are indices into lines()
  // Returns the planner that the others are compared with: the one that was asked for if it is in lines(), else the
  // first; null if lines() is empty.
  const PlannerLine* baseline() const;
  // The results in words: which planner leads when, and each planner compared with the baseline, without edits and with
  // them.
  const std::string& leaders_text() const { return leaders_text_; }
  std::span<const Sentence> pairs() const { return pairs_; }
  std::span<const Sentence> edits() const { return edits_; }
  size_t strokes() const { return strokes_.size(); }
  bool logarithmic() const { return logarithmic_; }
  uint64_t asked() const { return asked_; }      // how often the tab was asked for
  uint64_t version() const { return version_; }  // changes with the sentences

  void ask() { ++asked_; }
  void set_logarithmic(bool on) {
    logarithmic_ = on;
    ++version_;
  }
  Status set_baseline(const std::string& planner);

  void tick(double) override { read(); }
  void finish_updates() override { read(); }
  void map_changed(const MapChange& change) override;
  void dump(nlohmann::json& out) const override;
  void setting_lines(std::vector<std::string>& lines) const override;

 private:
  void read();
  void say();
  uint64_t stamp() const;

  std::vector<PlannerLine> lines_;
  std::vector<Leader> leaders_;
  std::string leaders_text_;
  std::vector<Sentence> pairs_, edits_;
  std::vector<EditCosts> strokes_;  // oldest first
  uint64_t noted_ = 0;              // number of edits seen
  uint64_t read_ = 0;               // stamp that `lines_` were made from
  std::string against_ = "astar";
  bool logarithmic_ = true;
  uint64_t asked_ = 0, version_ = 1;
};

BreakEvenController& break_even_controller(const Lab& lab);

}  // namespace strata
