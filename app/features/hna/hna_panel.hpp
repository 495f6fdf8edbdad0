// Purpose: HNA* in the interface: its tab, the signs of its layers, what the inspector, the meter, the views of levels
//          and the status bar say of it.
#pragma once

namespace strata {

struct FeaturePanel;

FeaturePanel hna_panel();

}  // namespace strata
