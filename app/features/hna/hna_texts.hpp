// Purpose: Numbers of polygons and of HNA*'s groups on the map, with the number of inter-edges of each group.
// Source: Rahmani, Pelechano 2020, whose figures name polygons and groups so.
#pragma once

#include "app/lab/feature.hpp"

namespace strata {

struct FeaturePanel;

extern const Feature kHnaTextFeature;
FeaturePanel hna_text_panel();
extern const FeatureLayer kPolygonNumberLayer;
extern const FeatureLayer kGroupNumberLayer;

}  // namespace strata
