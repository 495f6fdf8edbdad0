// Purpose: The drawn graph in the interface: its tab and the sign of its layer.
#pragma once

namespace strata {

struct FeaturePanel;

FeaturePanel graph_panel();

}  // namespace strata
