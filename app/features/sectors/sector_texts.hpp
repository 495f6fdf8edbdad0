// Purpose: This header declares layers with the numbers of sectors and regions, and with lines from regions to their
//          parents on level 2.
// Source: Sturtevant, Geisberger 2010, whose figures show sectors like this.
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
