// Purpose: WhatifController previews the effect of a stroke before the mouse button is released: the new paths and
//          their costs, the transitions of HPA* that vanish or appear, and the queries of a scenario and agents of a
//          crowd that lose their path.
// How: The stroke has already changed the map, and Esc undoes it. The state of each cluster is stored just before an
//      edit changes it. A thread computes on copies of the moves which pairs of start and goal are still connected.
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
#include "app/lab/scene_state_provider.hpp"
#include "core/base/job.hpp"
#include "core/hpa/hpa.hpp"
#include "core/world/map_hpa.hpp"

namespace strata {

struct FeaturePanel;

extern const Feature kWhatifFeature;
FeaturePanel whatif_panel();
extern const FeatureLayer kWhatifLayer;
extern const std::array<PaintStep, 1> kWhatifPaint;

// The cost of a planner's path before the stroke and now; kInfinite: no path.
struct WhatifCost {
  const Planner* planner = nullptr;
  Cost before = kInfinite;
  Cost now = kInfinite;
  bool known = false;  // the answer for the present map has arrived
};

// How a stroke affects a group of start-goal pairs: the number of all pairs, of those that have lost their path, and of
// those that have gained one.
struct WhatifPaths {
  // The noun for the pairs in sentences: "queries of the scenario".
  std::string of;
  size_t all = 0, lost = 0, found = 0;
};

class WhatifController : public FeatureController, public SceneStateProvider {
 public:
  explicit WhatifController(Lab& lab) : FeatureController(lab) {}

  bool under_way() const { return under_way_; }
  // These functions return the results of the present stroke, or of the last one; they are empty before
  // the first stroke.
  const std::vector<WhatifCost>& costs() const { return costs_; }
  const std::vector<WhatifPaths>& ways() const { return ways_; }
  // Returns whether ways() belongs to the present map.
  bool paths_known() const { return ways_known_; }
  // An inter-edge of level 1 as a pair of cells, the smaller cell first. vanished() and appeared() return those that
  // the stroke has removed and added.
  using InterEdgeCells = std::pair<CellId, CellId>;
  const std::vector<InterEdgeCells>& vanished() const { return vanished_; }
  const std::vector<InterEdgeCells>& appeared() const { return appeared_; }
  const std::vector<CellId>& path_before() const { return path_before_; }
  uint64_t version() const { return version_; }  // changes with all results
  // Returns the results as sentences, one per line.
  std::vector<std::string> lines() const;

  void map_changes(const MapChange& change) override;
  void map_changed(const MapChange& change) override;
  void tick(double dt_seconds) override;
  void finish_updates() override;
  Activity activity() const override { return job_.running() ? Activity::kWorks : Activity::kIdle; }
  std::any content() const override;
  void take_content(const std::any& content) override;
  void dump(nlohmann::json& out) const override;

 private:
  // The results of the last stroke, as the feature's part of a scene (app/lab/scene.hpp).
  struct SceneState {
    std::vector<WhatifCost> costs;
    PlanQuery query;
    std::vector<CellId> path_before;
    std::vector<InterEdgeCells> vanished, appeared;
    std::vector<WhatifPaths> ways;
    bool ways_known = false;
  };

  struct PathComparison {
    // Whether each pair had a path before the stroke; index: group, then pair.
    std::shared_ptr<const std::vector<std::vector<bool>>> before;
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
  void take_found_paths(PathComparison found);
  void forget();

  bool under_way_ = false;
  uint64_t version_ = 1;
  std::vector<WhatifCost> costs_;
  PlanQuery query_;  // query of costs_
  // Version of the answers from which `costs_` was computed.
  uint64_t costs_of_ = 0;
  std::vector<CellId> path_before_;
  // For each cluster that the stroke has changed, its transitions before the first of these changes.
  std::map<uint32_t, std::vector<InterEdgeCells>> transitions_before_;
  int cluster_size_ = 0;
  size_t clusters_ = 0;
  std::vector<InterEdgeCells> vanished_, appeared_;

  std::shared_ptr<const std::vector<StartGoalGroup>> groups_;
  std::shared_ptr<const MoveGrid> moves_before_;
  // Whether each pair had a path before the stroke; null: not computed yet.
  std::shared_ptr<const std::vector<std::vector<bool>>> joined_before_;
  std::vector<WhatifPaths> ways_;
  bool ways_known_ = false;
  bool ways_due_ = false;
  uint64_t stroke_ = 0, asked_stroke_ = 0;
  Job<PathComparison> job_;
};

WhatifController& whatif_controller(const Lab& lab);

}  // namespace strata
