// Purpose: LayerAutoHide shows the layers of the planners on show, and hides those of other planners. A planner's row
//          names its layers (PlannerAppearance::layers). A layer that was switched on by hand is pinned, and stays.
// How: Nothing changes until other planners come on show: the planner that is stepped, or those of compared views.
//      Layers of no planner are general, and are switched by hand or with their structure alone. Views of levels show
//      some abstract graph: if no planner has one, the view brings one (LayerInfo::splits).
// Threads: As for FeatureController.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "app/lab/feature.hpp"
#include "app/lab/log_contributor.hpp"

namespace strata {

extern const Feature kLayerFollowFeature;

class LayerAutoHide : public FeatureController, public LogContributor {
 public:
  explicit LayerAutoHide(Lab& lab) : FeatureController(lab) {}

  bool follows(Layer layer) const;    // belongs to some planner
  bool wanted(Layer layer) const;     // belongs to a planner on show
  bool available(Layer layer) const;  // its structure is switched on, and has something to show
  bool pinned(Layer layer) const;

  void pin(Layer layer, bool on);
  // Follow what is on show: other planners, and another number of views.
  void planners_changed();
  void views_changed();
  // Shows the layers that a fresh start with the same settings shows, without pins and at their usual opacity.
  void reset();
  // Returns the commands that restore the pins after the lines "layer NAME on" of these layers.
  std::vector<std::string> pin_lines(const std::set<Layer>& switched_on) const;

  LogContributor* log_contributor() override { return this; }
  void before_command(const CommandInfo& command) override;
  void dump(nlohmann::json& out) const override;

 private:
  std::vector<std::string> planners_on_show() const;
  void bring_graphs();

  std::set<Layer> pins_;
  std::vector<std::string> planners_;  // planners on show that the layers follow
  std::set<Layer> wanted_;             // layers of these planners
};

LayerAutoHide& layer_auto_hide(const Lab& lab);

}  // namespace strata
