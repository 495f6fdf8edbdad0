// Purpose: Numbers of sectors and regions on the map, and lines from regions to their parents on the second level.
// Source: Sturtevant, Geisberger 2010, whose figures show sectors so.
#pragma once

#include <array>

#include "app/draw/painter.hpp"
#include "app/lab/feature.hpp"

namespace strata {

struct FeaturePanel;

extern const Feature kSectorTextFeature;
FeaturePanel sector_text_panel();
extern const FeatureLayer kSectorNumberLayer;
extern const FeatureLayer kSectorParentLayer;

}  // namespace strata
