// Purpose: This header declares the feature of the searches without a structure: A* and its relatives, and JPS.
//          plain_panel.cpp has their tab.
#pragma once

#include "app/lab/feature.hpp"

namespace strata {

struct FeaturePanel;

extern const Feature kPlainFeature;
FeaturePanel plain_panel();

}  // namespace strata
