// Purpose: The kinds of tiles of the shared layers.
#pragma once

#include <span>

#include "app/draw/painter.hpp"

namespace strata {

extern const TileSource kLevelTiles;     // HPA*: of one level
extern const TileSource kTogetherTiles;  // HPA*: of all levels at once
extern const TileSource kHaaTiles;
extern const TileSource kClearanceTiles;

std::span<const TileSource* const> shared_tile_sources();

// Lists of tiles of graphs.
enum TileList : int {
  kEntranceList,
  kTransitionList,
  kInterList,
  kIntraList,
  kDominatedList = kEntranceList,  // of HAA*
  kShadeList = kEntranceList,      // of clearances
};

}  // namespace strata
