// Purpose: These tags name the lists of the shared layers that are not tiled; TextScale is the size of texts.
#pragma once

#include "app/draw/painter.hpp"

namespace strata {

// How large texts on the map are, in the memory of the painter.
struct TextScale {
  double factor = 1;  // of the interface
};

inline const ListTag kGridPart;
inline const ListTag kTreePart;
inline const ListTag kNodePart;
inline const ListTag kAbstractPart;
inline const ListTag kRawPart;
inline const ListTag kPathPart;
inline const ListTag kDrillPart;
inline const ListTag kStepPart;
inline const ListTag kFlashPart;
inline const ListTag kAgentPart;
inline const ListTag kTopPart;
inline const ListTag kCrossPart;

}  // namespace strata
