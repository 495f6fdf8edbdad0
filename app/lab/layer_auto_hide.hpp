// Purpose: LayerAutoHide shows the layers of the planners on display and hides those of other planners.
//          PlannerAppearance::layers names a planner's layers. A layer that the user has switched on is pinned:
//          it stays visible.
// How: Layers change only when the displayed planners change: the stepped planner, or the planners of compared
//      views. Layers that belong to no planner are general: only the user or their structure switches them. A
//      view of one level needs an abstract graph: if no displayed planner has one, the split switches on a layer
//      that has (LayerInfo::splits).
// Threads: As for FeatureController.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "app/lab/feature.hpp"

namespace strata {

extern const Feature kLayerFollowFeature;

class LayerAutoHide : public FeatureController {
 public:
  explicit LayerAutoHide(Lab& lab) : FeatureController(lab) {}

  // Returns whether the layer belongs to some planner.
  bool follows(Layer layer) const;
  // Returns whether the layer belongs to a planner that is displayed.
  bool wanted(Layer layer) const;
  bool available(Layer layer) const;  // the layer's structure is on, and there is something to show
  bool pinned(Layer layer) const;

  void pin(Layer layer, bool on);
  // These functions are called when the displayed planners, or the number of views, have changed.
  void planners_changed();
  void views_changed();
  // Shows the layers that a fresh lab with the same settings shows: no layer is pinned, and all have the
  // default opacity.
  void reset();
  // Returns the commands that pin layers again. They are run after the lines "layer NAME on" for the
  // layers `switched_on`.
  std::vector<std::string> pin_lines(const std::set<Layer>& switched_on) const;

  void dump(nlohmann::json& out) const override;

 private:
  std::vector<std::string> planners_on_show() const;
  void bring_graphs();

  // The planners that were displayed at the last change.
  std::vector<std::string> planners_;
  std::set<Layer> wanted_;  // the layers of `planners_`
};

LayerAutoHide& layer_auto_hide(const Lab& lab);

}  // namespace strata
