// Purpose: This header declares the layers of the navigation mesh, for all planners over it.
#pragma once

#include "app/lab/layers.hpp"

namespace strata {

extern const FeatureLayer kPolygonLayer;
extern const FeatureLayer kPortalLayer;
extern const FeatureLayer kConeLayer;      // cones of Polyanya's search, when it is stepped
extern const FeatureLayer kCorridorLayer;  // corridor of the mesh search that is stepped

}  // namespace strata
