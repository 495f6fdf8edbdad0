// Purpose: The plain searches: A* and what is taught beside it, and jump points. Their tab is in plain_panel.cpp.
#pragma once

#include "app/lab/feature.hpp"

namespace strata {

struct FeaturePanel;

extern const Feature kPlainFeature;
FeaturePanel plain_panel();

}  // namespace strata
