// Purpose: What a stroke does before the button is let go: the paths as they would be and what they cost, transitions
//          of HPA* that vanish or appear, and which queries of a scenario and agents of a crowd lose their path.
// How: The map already is as the stroke leaves it, and Esc takes the stroke back. What was there before is noted
//      cluster by cluster, just before an edit reaches it. Which pairs of start and goal are still connected is
//      computed in a thread, on copies of the moves.
// Threads: As for FeatureController.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/draw/painter.hpp"
#include "app/lab/feature.hpp"
#include "core/base/job.hpp"
#include "core/hpa/hpa.hpp"
#include "core/world/map_hpa.hpp"

namespace strata {

struct FeaturePanel;

extern const Feature kWhatifFeature;
FeaturePanel whatif_panel();
extern const FeatureLayer kWhatifLayer;
extern const std::array<PaintStep, 1> kWhatifPaint;

// The costs of one planner before the stroke and now; kInfinite: there was or is no path.
struct WhatifCost {
  const Planner* planner = nullptr;
  Cost before = kInfinite;
  Cost now = kInfinite;
  bool known = false;  // the answer for the current map has come in
};

// Numbers of pairs of one group: all, those that have lost their path, and those that have found one.
struct WhatifPaths {
  std::string of;  // name of the group: "queries of the scenario"
  size_t all = 0, lost = 0, found = 0;
};

class WhatifController : public FeatureController {
 public:
  explicit WhatifController(Lab& lab) : FeatureController(lab) {}

  bool under_way() const { return under_way_; }
  // Results for the current stroke, or for the last one; empty before the first stroke.
  const std::vector<WhatifCost>& costs() const { return costs_; }
  const std::vector<WhatifPaths>& ways() const { return ways_; }
  bool paths_known() const { return ways_known_; }  // the results are those of the current map
  // Ends of inter-edges of level 1, the smaller cell first: those that vanished, and those that appeared.
  using Transition = std::pair<CellId, CellId>;
  const std::vector<Transition>& vanished() const { return vanished_; }
  const std::vector<Transition>& appeared() const { return appeared_; }
  const std::vector<CellId>& path_before() const { return path_before_; }
  uint64_t version() const { return version_; }  // changes with all results
  // Returns the results in sentences, one on each line.
  std::vector<std::string> lines() const;

  void map_changes(const MapChange& change) override;
  void map_changed(const MapChange& change) override;
  void tick(double dt_seconds) override;
  void finish_updates() override;
  Activity activity() const override { return job_.running() ? Activity::kWorks : Activity::kRests; }
  void dump(nlohmann::json& out) const override;

 private:
  struct Found {
    std::shared_ptr<const std::vector<std::vector<bool>>> before;  // by group and pair: whether there was a path
    std::vector<WhatifPaths> ways;
    uint64_t revision = 0;
  };

  const Hpa& hpa() const { return world_->get<MapHpa>().hpa(); }
  void begin_stroke();
  void note_transitions(const Rect& cells);
  bool same_clusters() const;
  void compare_transitions();
  void read_costs();
  void ask_paths();
  void take_found_paths(Found found);
  void forget();

  bool under_way_ = false;
  uint64_t version_ = 1;
  std::vector<WhatifCost> costs_;
  Query query_;            // the query that the costs are of
  uint64_t costs_of_ = 0;  // version of the plans that costs_ was read from
  std::vector<CellId> path_before_;
  std::map<uint32_t, std::vector<Transition>> transitions_before_;  // of each cluster that an edit has reached
  int cluster_size_ = 0;
  size_t clusters_ = 0;
  std::vector<Transition> vanished_, appeared_;

  std::shared_ptr<const std::vector<TripGroup>> groups_;
  std::shared_ptr<const MoveGrid> moves_before_;
  std::shared_ptr<const std::vector<std::vector<bool>>> joined_before_;  // null: not known yet
  std::vector<WhatifPaths> ways_;
  bool ways_known_ = false;
  bool ways_due_ = false;
  uint64_t stroke_ = 0, asked_stroke_ = 0;
  Job<Found> job_;
};

WhatifController& whatif_controller(const Lab& lab);

}  // namespace strata
