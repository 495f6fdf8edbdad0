// Purpose: These TileSources build the tiles of the shared layers.
#pragma once

#include <span>

#include "app/draw/painter.hpp"

namespace strata {

extern const TileSource kClearanceTiles;

std::span<const TileSource* const> shared_tile_sources();

}  // namespace strata
