// Purpose: `scaled` resamples a map to another size.
// Source: Sturtevant, Geisberger 2010, who scale the maps of Baldur's Gate to 512x512.
#pragma once

#include "core/grid/grid_map.hpp"

namespace strata {

// Scales by nearest neighbour, rounded down: cell (x, y) gets the letter at
//   (x * map.width() / width, y * map.height() / height)
// 1 <= width, height <= GridMap::kMaxSide.
GridMap scaled(const GridMap& map, int width, int height);

}  // namespace strata
