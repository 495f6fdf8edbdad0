// Purpose: These tags name the lists of the shared layers that are not tiled.
#pragma once

#include "app/draw/painter.hpp"

namespace strata {

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
