// Purpose: This header declares the layers of HPA*, which planners over HPA* also use.
#pragma once

#include "app/lab/layers.hpp"

namespace strata {

extern const FeatureLayer kClusterLayer;
extern const FeatureLayer kEntranceLayer;
extern const FeatureLayer kTransitionLayer;
extern const FeatureLayer kInterEdgeLayer;
extern const FeatureLayer kIntraEdgeLayer;

}  // namespace strata
