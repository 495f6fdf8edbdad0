// Purpose: Walkers in the interface: their tab, and the sign of their layer.
#pragma once

namespace strata {

struct FeaturePanel;

FeaturePanel mesh_crowd_panel();

}  // namespace strata
