// Purpose: What a stroke does, over the map while it is painted and in the meter afterwards.
#pragma once

#include "app/ui/feature_panel.hpp"

namespace strata {

FeaturePanel whatif_panel();

}  // namespace strata
