// Purpose: automatic_sector_options chooses the size of sectors and the number of their landmarks for a map.
// Source: Measured on 35 maps of the MovingAI sets, which have all shaped the rule (docs/benchmarks.md).
// Differs: Sturtevant, Geisberger 2010 have the same sectors on every map.
// Units: Sides in cells.
#pragma once

#include "core/base/automatic_options.hpp"
#include "core/sectors/sectors.hpp"

namespace strata {

// Equal moves give equal options.
AutomaticOptions<SectorOptions> automatic_sector_options(const MoveGrid& moves);

}  // namespace strata
