// Purpose: This header declares the layers of the navigation mesh, which all planners over it use.
#pragma once

#include "app/lab/layers.hpp"

namespace strata {

extern const FeatureLayer kPolygonLayer;
extern const FeatureLayer kPortalLayer;
extern const FeatureLayer kConeLayer;      // cones of the stepped Polyanya search
extern const FeatureLayer kCorridorLayer;  // corridor of the stepped mesh search

}  // namespace strata
