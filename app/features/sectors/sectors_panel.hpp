// Purpose: Sectors in the interface: their tab, the signs of their layers, what the inspector and the meter say of
//          them.
#pragma once

namespace strata {

struct FeaturePanel;

FeaturePanel sectors_panel();

}  // namespace strata
