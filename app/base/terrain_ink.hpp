// Purpose: The colours of the patterns on terrains, which are a second cue beside the colours of the terrains
// themselves.
#pragma once

#include "app/base/palette.hpp"

namespace strata {

constexpr Rgba terrain_ink(Terrain terrain) {
  constexpr uint32_t kInks[kTerrains] = {0x9aa3ad, 0x6f6436, 0x2b6ea3, 0x1f6b4c, 0x4b5563};
  return rgba(kInks[static_cast<size_t>(terrain)]);
}

}  // namespace strata
