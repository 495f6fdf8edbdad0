// Purpose: The x-ray in the interface: its tab, with the blame in a sentence, the losses of the parts, and remedies.
#pragma once

namespace strata {

struct FeaturePanel;

FeaturePanel xray_panel();

}  // namespace strata
