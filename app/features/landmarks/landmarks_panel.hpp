// Purpose: Landmarks in the interface: their tab, the signs of their layers, what the inspector, the meter and the
//          status bar say of them.
#pragma once

namespace strata {

struct FeaturePanel;

FeaturePanel landmarks_panel();

}  // namespace strata
