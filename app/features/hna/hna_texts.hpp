// Purpose: This header declares layers with the numbers of polygons and groups, and the number of inter-edges
//          of each group.
// Source: Rahmani, Pelechano 2020, whose figures number polygons and groups like this.
#pragma once

#include "app/lab/feature.hpp"

namespace strata {

struct FeaturePanel;

extern const Feature kHnaTextFeature;
FeaturePanel hna_text_panel();
extern const FeatureLayer kPolygonNumberLayer;
extern const FeatureLayer kGroupNumberLayer;

}  // namespace strata
