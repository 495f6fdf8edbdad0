// Purpose: `scaled` resamples a map to another size.
// Source: Sturtevant, Geisberger 2010, who scale the maps of Baldur's Gate to 512x512.
#pragma once

#include "core/grid/grid_map.hpp"

namespace strata {

// Samples the nearest neighbour, rounded down: cell (x, y) of the result gets the letter of the map at
// (x * map.width() / width, y * map.height() / height).
// 1 <= width, height <= GridMap::kMaxSide.
GridMap scaled(const GridMap& map, int width, int height);

}  // namespace strata
