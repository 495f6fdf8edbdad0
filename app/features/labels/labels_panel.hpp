// Purpose: Labels in the interface: their tab, the sign and legend of their layer, what the inspector and the status
// bar
//          say of them.
#pragma once

namespace strata {

struct FeaturePanel;

FeaturePanel labels_panel();

}  // namespace strata
