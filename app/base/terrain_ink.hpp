// Purpose: These constants are the colours of the patterns that tell terrains apart without their colours.
#pragma once

#include "app/base/palette.hpp"
#include "core/grid/terrain.hpp"

namespace strata {

constexpr Rgba terrain_ink(Terrain terrain) {
  constexpr uint32_t kInks[kTerrains] = {0x9aa3ad, 0x6f6436, 0x2b6ea3, 0x1f6b4c, 0x4b5563};
  return rgba(kInks[static_cast<size_t>(terrain)]);
}

}  // namespace strata
