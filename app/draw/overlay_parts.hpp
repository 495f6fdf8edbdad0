// Purpose: These tags name the lists of the shared layers that are not tiled.
#pragma once

#include "app/draw/painter.hpp"

namespace strata {

inline const PartTag kGridPart;
inline const PartTag kTreePart;
inline const PartTag kNodePart;
inline const PartTag kAbstractPart;
inline const PartTag kRawPart;
inline const PartTag kPathPart;
inline const PartTag kDrillPart;
inline const PartTag kStepPart;
inline const PartTag kFlashPart;
inline const PartTag kAgentPart;
inline const PartTag kTopPart;
inline const PartTag kCrossPart;

}  // namespace strata
