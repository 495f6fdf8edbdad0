// Purpose: Room pruning in the interface: its tab, the signs of its layers, what the inspector and the meter say of it.
#pragma once

namespace strata {

struct FeaturePanel;

FeaturePanel rooms_panel();

}  // namespace strata
