// Purpose: LayerAutoHide hides layers that do not concern the planner that is stepped: in a single view, the layers of
//          structures on which the planner does not depend. A layer that was switched on by hand is pinned, and stays.
// How: A planner that depends on no structure, such as A*, leaves all layers visible. So do linked views, and a
//      structure whose construction is stepped. Agents are always visible.
// Threads: As for FeatureController.
#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "app/lab/feature.hpp"
#include "app/lab/log_contributor.hpp"

namespace strata {

extern const Feature kLayerFollowFeature;

class LayerAutoHide : public FeatureController, public LogContributor {
 public:
  explicit LayerAutoHide(Lab& lab) : FeatureController(lab) {}

  // Whether the layer is hidden and shown with the stepped planner, unless it is pinned.
  bool follows(Layer layer) const { return structure_of(layer) != StructureId::kMoves; }
  bool pinned(Layer layer) const;
  // Whether the layer is switched on but hidden.
  bool hidden(Layer layer) const;
  bool seen(Layer layer) const { return state_.layer(layer).on && !hidden(layer); }

  void pin(Layer layer, bool on);
  // Returns the commands that restore the pins after the lines "layer NAME on" of these layers.
  std::vector<std::string> pin_lines(const std::set<Layer>& switched_on) const;

  LogContributor* log_contributor() override { return this; }
  void before_command() override;
  void dump(nlohmann::json& out) const override;

 private:
  static StructureId structure_of(Layer layer);  // kMoves: the layer follows no structure

  std::set<Layer> pins_;
};

LayerAutoHide& layer_auto_hide(const Lab& lab);

}  // namespace strata
